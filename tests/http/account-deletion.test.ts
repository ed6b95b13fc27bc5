import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { queueMail } from '../../adapters/postgres/events/outbox.ts'
import { aBean } from '../support/beanconqueror.ts'
import { aCoffee, aRecipe, grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  // Ids that differ from any other number in the database.
  await world.sql`alter table users alter column id restart with 900000001`
})
afterAll(() => world.stop())

const close = (as: Someone) => world.call('DELETE /api/user/account', { as })

describe('closing an account', () => {
  test('leaves no row with the person’s id or address in any table', async () => {
    const ann = await world.person('Ann')
    await world.sql`update users set email_verified_at = now() where id = ${ann.id}`
    await leaveTraces(ann)
    const before = await tracesOf(ann)
    // If you add a table about people, add a row to it in leaveTraces below.
    expect((await tablesAboutPeople()).filter(table => !before.includes(table))).toEqual([])

    expect(await close(ann)).toMatchObject({ status: 200, body: { success: true } })
    expect(await tracesOf(ann)).toEqual([])
  })

  test('recounts votes, ratings, comments, saves, brews and followers', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const id = await aRecipe(world)
    await takePart(ben, id, 'UP', 5)
    const before = await figuresOf(id)
    await takePart(ann, id, 'DOWN', 1)
    expect(await figuresOf(id)).not.toEqual(before)
    await close(ann)
    expect(await figuresOf(id)).toEqual(before)
    expect(before).toMatchObject({ upvotes: 1, downvotes: 0, avgRating: 5, ratingCount: 1, followerCount: 1 })
  })

  test('counts thousands of brews by a few recipes once per recipe', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const recipes = [await aRecipe(world), await aRecipe(world)]
    for (const id of recipes) await takePart(ben, id, 'UP', 5)
    await transact(world.sql, sql =>
      loadUncounted(sql, async () => {
        await sql`
          insert into brew_logs (user_id, recipe_id, method, created_at, brewed_at)
          select ${ann.id}, (${recipes}::int[])[1 + nth % 2], 'v60', ${world.clock.now()}, ${world.clock.now()}
          from generate_series(1, 4000) nth`
        await sql`select recount_recipes(), recount_coffees()`
      }),
    )
    const brewCounts = () => world.sql`select brew_count from recipes where id = any(${recipes})`
    expect([...(await brewCounts())]).toEqual([{ brewCount: 2001 }, { brewCount: 2001 }])
    const moves = () =>
      world.sql`select brew_count from recipe_moves where recipe_id = any(${recipes}) and brew_count > 1`
    expect([...(await moves())]).toEqual([])
    expect((await close(ann)).status).toBe(200)
    expect([...(await brewCounts())]).toEqual([{ brewCount: 1 }, { brewCount: 1 }])
    // Brews are deleted a hundred at a time, with one change of each recipe.
    expect((await moves()).length).toBe((2 * 4000) / 100)
  })

  test('that was interrupted has ended every session, shows no name, and is finished by the next sweep', async () => {
    const ann = await world.person('Ann Interrupted')
    await world.sql`update users set email_verified_at = now() where id = ${ann.id}`
    await leaveTraces(ann)
    const id = await aRecipe(world, { by: ann })
    expect(await world.ports.accounts.close(ann.id, world.clock.now())).toBe(true)
    for (const route of ['GET /api/auth/me', 'GET /api/brew-logs', 'DELETE /api/user/account'])
      expect((await world.call(route, { as: ann })).status).toBe(401)
    expect((await world.call(`GET /api/users/${ann.id}`)).status).toBe(404)
    expect((await world.call(`GET /api/recipes/${id}`)).text).not.toContain('Ann Interrupted')
    await world.sweep()
    expect(await tracesOf(ann)).toEqual([])
    expect((await world.call(`GET /api/recipes/${id}`)).body).toMatchObject({ createdBy: null })
  })

  test('keeps the person’s community recipes, without a name', async () => {
    const ann = await world.person('Ann')
    const ben = await world.person('Ben')
    const recipeId = await aRecipe(world, { by: ann })
    const { collection } = (await world.call('POST /api/collections', { as: ben, body: { name: 'Mine' } })).body
    await world.call(`POST /api/collections/${collection.id}/items`, { as: ben, body: { recipeId } })
    await close(ann)
    const { body } = await world.call(`GET /api/collections/${collection.id}`, { as: ben })
    expect(body.collection.items).toMatchObject([{ recipeId, recipe: { createdBy: null } }])
  })

  test('ends every session at once, clears the cookie and frees the address', async () => {
    const ann = await world.person()
    const { headers } = await close(ann)
    expect(headers.get('set-cookie')).toContain('svc_session=;')
    expect(headers.get('clear-site-data')).toBe('"storage"')
    for (const route of ['GET /api/auth/me', 'GET /api/user/profile', 'DELETE /api/user/account'])
      expect((await world.call(route, { as: ann })).status).toBe(401)
    expect((await world.call(`GET /api/users/${ann.id}`)).status).toBe(404)
    const again = await world.ports.accounts.register({
      email: ann.email,
      passwordHash: 'none',
      name: undefined,
      now: world.clock.now(),
    })
    expect(typeof again === 'object' && again.id).toBeGreaterThan(ann.id)
  })

  test('touches nobody else', async () => {
    const [ann, ben] = [await world.person(), await world.person('Ben')]
    await leaveTraces(ben)
    const before = await tracesOf(ben)
    await close(ann)
    expect(await tracesOf(ben)).toEqual(before)
  })

  test('whose address was never proven keeps what others sent under that address', async () => {
    const [squatter, guest] = [await world.person(), await world.person()]
    const { email } = squatter
    const body = { name: 'Ann', email, subject: 'Hello', message: 'Hello', company: 'Ann & Co' }
    for (const form of ['contact', 'subscribe', 'demo-requests'])
      expect((await world.call(`POST /api/${form}`, { body })).status).toBe(200)
    const coffeeId = await aCoffee(world)
    await world.sql`
      update roasters set contact_email = ${email} where id = (select roaster_id from coffees where id = ${coffeeId})`
    await world.call('POST /api/roaster-claims', {
      as: guest,
      body: { businessEmail: email, roasterName: 'Guest Roasters' },
    })
    await world.call('POST /api/auth/magic-link', { body: { email } })
    await close(squatter)
    const tables = ['contact_messages', 'demo_requests', 'outbox', 'roaster_claims', 'roasters', 'subscribers']
    expect(await tracesOf(squatter)).toEqual(tables)
    const queued = await world.sql`
      select template from outbox where recipient = ${email} or reply_to = ${email} order by template`
    expect(queued.map(({ template }) => template)).toEqual(['claim-verification', 'contact-message'])
  })

  test('of many people at once who took part in the same things works for all', async () => {
    const ids: number[] = []
    for (let made = 0; made < 6; made++) ids.push(await aRecipe(world))
    const people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
    for (const [at, person] of people.entries())
      for (const id of at % 2 ? ids : ids.toReversed()) await takePart(person, id, 'UP', 4)
    const replies = await Promise.all(people.map(close))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const id of ids) expect(await figuresOf(id)).toMatchObject({ upvotes: 0, ratingCount: 0, saveCount: 0 })
  })
})

test('every table that refers to a person clears its rows by itself, and finds them by an index', async () => {
  const stuck = await world.sql`
    select pg_constraint.conrelid::regclass::text as table
    from pg_constraint
    where contype = 'f'
      and confrelid = 'users'::regclass
      and (
        confdeltype not in ('c', 'n')
        or not exists (
          select from pg_index
          where pg_index.indrelid = pg_constraint.conrelid
            and pg_index.indkey[0] = pg_constraint.conkey[1]
        )
      )`
  expect([...stuck]).toEqual([])
})

/** Adds something of the person's to every table that can hold it. */
async function leaveTraces(person: Someone) {
  const { sql, call, clock } = world
  const now = clock.now()
  const send = async (route: string, body: object) => {
    const { status } = await call(route, { as: person, body })
    expect([route, status < 300]).toEqual([route, true])
  }
  const coffeeId = await aCoffee(world)
  const recipeId = await aRecipe(world, { coffeeId })
  await aRecipe(world, { by: person, coffeeId })
  await takePart(person, recipeId, 'UP', 4)
  await send('POST /api/techniques/four-six/vote', { vote: 'UP' })
  await send('PUT /api/techniques/four-six/rating', { rating: 4 })
  await send('POST /api/techniques/four-six/comments', { body: 'Sweet.' })
  await send('PUT /api/user/profile', { acidityLevel: 5 })
  await send('POST /api/user/grinders', { grinderId: grinderId(world), isDefault: true })
  const known = [{ setting: 4.5, method: 'v60' }]
  const dial = { drive: 'hand', minSetting: 0, maxSetting: 9, step: 0.1 }
  await send('POST /api/user/grinders', { ownGrinder: { brand: 'Zerno', name: 'Z1', ...dial, known } })
  await send('POST /api/tools/grind-feedback', {
    grinder: 'niche-zero',
    setting: 24,
    feedback: 'JUST_RIGHT',
    method: 'v60',
  })
  await send('POST /api/user/machines', { machineId: world.ports.machines.list()[0]?.id })
  await send('POST /api/user/filters', { filterId: world.ports.filters.list()[0]?.id })
  await send('POST /api/user/drinkers', { name: 'Sam' })
  await world.prove(person)
  await send('POST /api/user/tokens', { name: 'Scale', scopes: ['read'] })
  await sql`
    insert into app_connections
      (user_id, app_id, app_name, scopes, resource, redirect_uri, code_hash, code_challenge, created_at, expires_at)
    values (${person.id}, 'app', 'App', '{read}', 'resource', 'back', 'code', 'challenge', ${now}, ${now})`
  await send('POST /api/user/coffee-library', { coffeeProfileId: coffeeId })
  await send('POST /api/user/recipes', { method: 'v60', grindSetting: 24, ratio: 16, doseGrams: 15, waterGrams: 240 })
  await send('POST /api/collections', { name: 'Summer' })
  await send('POST /api/user/import', { BEANS: [aBean('bean-1')] })
  await send('POST /api/auth/magic-link', { email: person.email.toUpperCase() })
  await send(`POST /api/recipes/${recipeId}/report`, { reason: 'wrong', sentence: 'Too hot.' })
  await send('POST /api/subscribe', { email: person.email })
  await send('POST /api/contact', { name: 'Ann', email: person.email, subject: 'Hello', message: 'Hello' })
  await send('POST /api/demo-requests', { name: 'Ann', email: person.email, company: 'Ann & Co' })
  await queueMail(
    sql,
    { recipient: person.email, template: 'new-favourite', props: { recipeId, recipeName: 'x' } },
    now,
  )
  await sql`update coffees set submitted_by = ${person.id} where id = ${coffeeId}`
  const [roaster] = await sql<{ roasterId: number }[]>`select roaster_id from coffees where id = ${coffeeId}`
  const roasterId = roaster?.roasterId as number
  await sql`update roasters set contact_email = ${person.email} where id = ${roasterId}`
  await sql`
    insert into roaster_members (roaster_id, user_id, role, created_at)
    values (${roasterId}, ${person.id}, 'OWNER', ${now})`
  await sql`
    insert into roaster_claims (
      user_id, roaster_id, business_email, state, link_id, token_hash, expires_at, created_at
    )
    values (
      ${person.id}, ${roasterId}, ${person.email}, 'PENDING', gen_random_uuid(), gen_random_uuid()::text, ${now}, ${now}
    )`
  await sql`
    insert into roaster_invitations (roaster_id, email, role, invited_by, link_id, token_hash, sent_at, expires_at)
    values (
      ${roasterId}, ${person.email}, 'EDITOR', ${person.id}, gen_random_uuid(), gen_random_uuid()::text, ${now}, ${now}
    )`
  await sql`
    insert into account_invitations (email, token_hash, is_mailed, sent_at, expires_at)
    values (${person.email}, gen_random_uuid()::text, true, ${now}, ${now})`
  await sql`
    insert into favourite_notices (user_id, community_recipe_id)
    values (${person.id}, ${recipeId})
    on conflict do nothing`
}

/** A vote, a rating, a comment, a save, a brew and a follow. */
async function takePart({ id: userId }: Someone, recipeId: number, vote: 'UP' | 'DOWN', rating: number) {
  const { sql, clock } = world
  const now = clock.now()
  await sql`insert into votes (recipe_id, user_id, vote, created_at) values (${recipeId}, ${userId}, ${vote}, ${now})`
  await sql`
    insert into ratings (recipe_id, user_id, rating, created_at)
    values (${recipeId}, ${userId}, ${rating}, ${now})`
  await sql`
    insert into comments (recipe_id, user_id, body, created_at)
    values (${recipeId}, ${userId}, 'Nice', ${now})`
  await sql`
    insert into saved_recipes (user_id, community_recipe_id, created_at)
    values (${userId}, ${recipeId}, ${now})`
  await sql`
    insert into brew_logs (user_id, recipe_id, method, created_at, brewed_at)
    values (${userId}, ${recipeId}, 'v60', ${now}, ${now})`
  await sql`
    insert into roaster_follows (roaster_id, user_id, created_at)
    select roaster_id, ${userId}, ${now}
    from recipes
    where id = ${recipeId}
    on conflict do nothing`
}

async function figuresOf(recipeId: number) {
  const [figures] = await world.sql`
    select
      recipes.upvotes, recipes.downvotes, recipes.wilson_score, recipes.avg_rating, recipes.rating_count,
      recipes.comment_count, recipes.save_count, recipes.brew_count, roasters.follower_count
    from recipes
    join roasters on roasters.id = recipes.roaster_id
    where recipes.id = ${recipeId}`
  return figures
}

/** The tables with the person's id or address in any column, in any spelling. */
async function tracesOf({ id, email }: Someone): Promise<string[]> {
  const tables = await allTables()
  const found: string[] = []
  for (const table of tables) {
    const rows = await world.sql`
      select from ${world.sql(table)} as kept
      where to_jsonb(kept)::text ~ ${`\\m${id}\\M`}
         or position(${email.toLowerCase()} in lower(to_jsonb(kept)::text)) > 0
      limit 1`
    if (rows.length > 0) found.push(table)
  }
  return found
}

async function allTables() {
  const rows = await world.sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      and table_type = 'BASE TABLE'
    order by 1`
  return rows.map(({ name }) => name)
}

/** Tables that refer to users, and those with an address. */
async function tablesAboutPeople() {
  const rows = await world.sql<{ name: string }[]>`
    select conrelid::regclass::text as name
    from pg_constraint
    where contype = 'f'
      and confrelid = 'users'::regclass
    union
    select table_name
    from information_schema.columns
    where table_schema = 'public'
      and (column_name like '%email%' or column_name = 'recipient')
    order by 1`
  return rows.map(({ name }) => name)
}
