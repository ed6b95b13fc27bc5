import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Sql, type Transaction, transact } from '../../adapters/postgres/engine/client.ts'
import { storeFault } from '../../adapters/postgres/engine/faults.ts'
import { votesIn } from '../../adapters/postgres/recipes/votes.ts'
import { hideRecipe } from '../../core/recipes/recipes.ts'
import { eventually } from '../support/eventually.ts'
import { aCoffee, aRecipe, grinderId, machineId, recipeBody } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  // As many connections as a service has: some hold rows, others wait for them, and one looks.
  world = await startWorld({ databaseConnections: 10 })
})
afterAll(() => world.stop())

/**
 * A roaster's coffee with its own recipe, which one reader has published by acting on it, and one
 * of that reader's own.
 */
async function aPublishedRecipe() {
  const slug = `roaster-${crypto.randomUUID()}`
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
  const roasterId = await aRoastery(world, { slug, name: slug, coffees })
  const roaster = await aMember(world, roasterId)
  const reader = await signedIn()
  const voted = await world.call(`POST /brew/${slug}/worka/v60/vote`, {
    body: 'vote=UP',
    headers: {
      cookie: `svc_session=${reader.token}`,
      origin: world.url,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(voted.status).toBe(303)
  const [row] = await world.sql<{ published: number; own: number; coffee: number }[]>`
    select recipes.id as published, roaster_recipe_id as own, coffee_profile_id as coffee
    from recipes
    where roaster_id = ${roasterId}`
  if (!row) throw new Error('The vote has published nothing.')
  return { ...row, roaster, reader, authored: await aRecipe(world, { by: reader, coffeeId: row.coffee }) }
}
type Published = Awaited<ReturnType<typeof aPublishedRecipe>>

const answered = (route: string, as: Someone, body?: object) => async () =>
  expect([200, 201]).toContain((await world.call(route, { as, body })).status)
const asRoaster = (route: string, as: Someone, body?: object) =>
  answered(route.replace(' ', ' /api/roaster-portal/'), as, body)
const darken = ({ coffee, roaster }: Published) => asRoaster(`PATCH coffees/${coffee}`, roaster, { roastLevel: 'DARK' })
const hide = (id: number) => () => hideRecipe({ id }, world.ports)
const close = (as: Someone) => answered('DELETE /api/user/account', as)
const recipe = (id: number) => (sql: Transaction) => sql`select from recipes where id = ${id} for no key update`
const coffee = (id: number) => (sql: Transaction) => sql`select from coffees where id = ${id} for no key update`

// Each waits for the same row. The first gets it next, and continues to rows that the second must
// not hold by then.
test.each<[string, (it: Published) => Parameters<typeof inTurn>]>([
  [
    'an account closes while the roaster changes a recipe it voted on',
    it => [recipe(it.published), close(it.reader), asRoaster(`PATCH recipes/${it.own}`, it.roaster, { doseGrams: 16 })],
  ],
  [
    'a recipe is hidden while its roaster changes it',
    it => [
      recipe(it.published),
      hide(it.published),
      asRoaster(`PATCH recipes/${it.own}`, it.roaster, { doseGrams: 16 }),
    ],
  ],
  [
    'a recipe is hidden while its roaster takes it away',
    it => [recipe(it.published), hide(it.published), asRoaster(`DELETE recipes/${it.own}`, it.roaster)],
  ],
  ['a recipe is hidden while its coffee turns out darker', it => [recipe(it.authored), hide(it.authored), darken(it)]],
  [
    'a recipe is changed while its coffee turns out darker',
    it => [
      recipe(it.authored),
      darken(it),
      answered(`PATCH /api/community-recipes/${it.authored}`, it.reader, { doseGrams: 16 }),
    ],
  ],
  [
    'a recipe is deleted while its coffee turns out darker',
    it => [recipe(it.authored), darken(it), answered(`DELETE /api/community-recipes/${it.authored}`, it.reader)],
  ],
  [
    'a coffee turns out darker while its recipe is deleted',
    it => [recipe(it.authored), answered(`DELETE /api/community-recipes/${it.authored}`, it.reader), darken(it)],
  ],
  [
    'a recipe is published while its coffee turns out darker',
    it => [
      coffee(it.coffee),
      darken(it),
      answered('POST /api/community-recipes', it.reader, recipeBody(world, it.coffee)),
    ],
  ],
  [
    'a recipe is published while its coffee, about to turn out darker, waits for another recipe',
    it => [
      recipe(it.authored),
      darken(it),
      answered('POST /api/community-recipes', it.reader, recipeBody(world, it.coffee)),
    ],
  ],
  [
    'a recipe is published by who closes their account',
    it => [
      coffee(it.coffee),
      answered('POST /api/community-recipes', it.reader, recipeBody(world, it.coffee)),
      close(it.reader),
    ],
  ],
  [
    'a recipe is hidden while its author closes their account',
    it => [recipe(it.authored), hide(it.authored), close(it.reader)],
  ],
  [
    'a recipe is hidden while its roaster takes another name',
    it => [
      coffee(it.coffee),
      hide(it.authored),
      asRoaster('PUT profile', it.roaster, { name: `Renamed ${crypto.randomUUID()}` }),
    ],
  ],
])('%s', async (_, acts) => {
  const it = await aPublishedRecipe()
  await inTurn(...acts(it))
})

// The request with the recipe continues to the row about a reader's action, which that reader's
// request must not hold by then.
describe.each<[string, (it: Published & { brew: number; comment: number }) => [route: string, body?: object]]>([
  ['votes otherwise', it => [`POST /api/community-recipes/${it.authored}/vote`, { vote: 'DOWN' }]],
  ['takes a vote back', it => [`DELETE /api/community-recipes/${it.authored}/vote`]],
  ['rates it anew', it => [`PUT /api/community-recipes/${it.authored}/rating`, { rating: 2 }]],
  ['brews it again', it => [`POST /api/community-recipes/${it.authored}/brew-log`, { rating: 1 }]],
  ['takes stars off a brew', it => [`PATCH /api/brew-logs/${it.brew}`, { rating: null }]],
  ['deletes a brew', it => [`DELETE /api/brew-logs/${it.brew}`]],
  ['no longer saves it', it => ['DELETE /api/user/saved-recipes', { communityRecipeId: it.authored }]],
  ['deletes a comment', it => [`DELETE /api/recipes/${it.authored}/comments`, { commentId: it.comment }]],
])('a reader who %s', (_, act) => {
  async function aReader() {
    const it = await aPublishedRecipe()
    const ann = await signedIn()
    const does = async (route: string, body: object) => {
      const { status, body: reply } = await world.call(route, { as: ann, body })
      expect([200, 201]).toContain(status)
      return reply
    }
    await does(`POST /api/community-recipes/${it.authored}/vote`, { vote: 'UP' })
    await does('POST /api/user/saved-recipes', { communityRecipeId: it.authored })
    const { comment } = await does(`POST /api/recipes/${it.authored}/comments`, { body: 'Good.' })
    const { brewLog } = await does(`POST /api/community-recipes/${it.authored}/brew-log`, { rating: 5 })
    const [route, body] = act({ ...it, brew: brewLog.id, comment: comment.id })
    const acts = async () =>
      expect([200, 201, 204, 401, 404]).toContain((await world.call(route, { as: ann, body })).status)
    return { ...it, ann, acts }
  }

  test('does not deadlock with deleting the recipe', async () => {
    const it = await aReader()
    await inTurn(recipe(it.authored), answered(`DELETE /api/community-recipes/${it.authored}`, it.reader), it.acts)
  })

  test('does not deadlock with deleting their account', async () => {
    const it = await aReader()
    await inTurn(recipe(it.authored), it.acts, close(it.ann))
  })
})

/**
 * Holds rows until these requests wait for them, one behind the other, and then lets both continue.
 */
async function inTurn(hold: (sql: Transaction) => Promise<unknown>, ...acts: (() => Promise<unknown>)[]) {
  const under: Promise<unknown>[] = []
  await transact(world.sql, async sql => {
    await hold(sql)
    for (const act of acts) {
      under.push(act())
      await eventually(async () => (await waiting(world.sql)) === under.length)
    }
  })
  await Promise.all(under)
}

/** A person whose session has been noted: the first request of a session writes that, and would wait, too. */
async function signedIn() {
  const person = await world.person()
  await world.call('GET /api/auth/me', { as: person })
  return person
}

async function waiting(sql: Sql) {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`
  return row?.waiting
}

test.each([
  ['who wait for each other in a circle', 'read committed', 'update users set name = name where id = $1'],
  ['whose work does not add up', 'serializable', 'select name from users where id = $1'],
])('of two %s all the same, one is told to try again', async (_, isolation, begins) => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const { promise: bothBegan, resolve: letBothGoOn } = Promise.withResolvers<void>()
  let begun = 0
  const work = (first: Someone, then: Someone) =>
    world.sql.begin(`isolation level ${isolation}`, async sql => {
      await sql.unsafe(begins, [first.id])
      if (++begun === 2) letBothGoOn()
      await bothBegan
      await sql`update users set name = 'Renamed' where id = ${then.id}`
    })
  const ends = await Promise.all([work(ann, ben), work(ben, ann)].map(end => end.then(() => 'done', storeFault)))
  expect(ends.filter(end => end !== 'done')).toMatchObject([{ code: 'service-down' }])
})

test('a coffee added while its roaster is renamed is found by the new name', async () => {
  const name = `roaster-${crypto.randomUUID()}`
  const roasterId = await aRoastery(world, { slug: name, name, coffees: [] })
  const as = await aMember(world, roasterId)
  const { promise: added } = await transact(world.sql, async sql => {
    await sql`update roasters set name = 'Quillfeather' where id = ${roasterId}`
    const promise = world.call('POST /api/roaster-portal/coffees', { as, body: { name: 'Worka', roastLevel: 'LIGHT' } })
    await eventually(async () => (await waiting(world.sql)) === 1)
    return { promise }
  })
  expect((await added).status).toBe(201)
  const { body } = await world.call('GET /api/coffees?q=quillfeather+worka')
  expect(body.data).toMatchObject([{ name: 'Worka', roasterName: 'Quillfeather' }])
})

test.each(['users', 'coffees', 'bags', 'grinders', 'machines'])(
  'nobody’s brew waits for others’, whose row of %s somebody holds',
  async table => {
    const [ann, ben] = [await signedIn(), await signedIn()]
    const coffeeProfileId = await aCoffee(world)
    const [bag] = await world.sql<{ id: number }[]>`
      insert into bags (user_id, import_key, coffee_profile_id, name, created_at)
      values (${ann.id}, 'bag', ${coffeeProfileId}, 'Worka', ${world.clock.now()})
      returning id`
    const of = { coffeeProfileId, bagId: bag?.id, grinderId: grinderId(world), machineId: machineId(world) }
    const ids = {
      users: ann.id,
      coffees: of.coffeeProfileId,
      bags: of.bagId,
      grinders: of.grinderId,
      machines: of.machineId,
    }
    const log = async (as: Someone, body: object) =>
      (await world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })).status
    let answered = 0
    const anns: Promise<number>[] = []
    const bens: Promise<number>[] = []
    await transact(world.sql, async sql => {
      await sql`select from ${sql(table)} where id = ${ids[table as keyof typeof ids] as number} for update`
      for (let nth = 0; nth < 4; nth++) {
        anns.push(log(ann, of).finally(() => answered++))
        bens.push(log(ben, {}))
      }
      expect(await Promise.all(bens)).toEqual([201, 201, 201, 201])
      expect(answered).toBe(0)
      await eventually(async () => (await waiting(world.sql)) === anns.length)
      expect([await log(ben, {}), answered]).toEqual([201, 0])
    })
    expect(await Promise.all(anns)).toEqual([201, 201, 201, 201])
  },
)

test.each([
  ['users', 'for update'],
  ['users', 'for no key update'],
  ['recipes', 'for update'],
  ['recipes', 'for no key update'],
  ['coffee_trends', 'for no key update'],
])('nobody’s vote waits for others’, whose row of %s somebody holds %s', async (table, strength) => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const [held, free] = [await aRecipe(world, { by: ben }), await aRecipe(world, { by: ann })]
  const vote = async (as: Someone, id: number) =>
    (await world.call(`POST /api/community-recipes/${id}/vote`, { as, body: { vote: 'UP' } })).status
  const rows = {
    users: (sql: Transaction) => sql`id = ${ann.id}`,
    recipes: (sql: Transaction) => sql`id = ${held}`,
    coffee_trends: (sql: Transaction) => sql`
      coffee_id = (select coffee_profile_id from recipes where id = ${held})`,
  }
  // Inserting a reference to a person does not wait for an update of that person.
  const isHeldUp = !(table === 'users' && strength === 'for no key update')
  const anns: Promise<number>[] = []
  let answered = 0
  await transact(world.sql, async sql => {
    const where = rows[table as keyof typeof rows](sql)
    await sql`select from ${sql(table)} where ${where} ${sql.unsafe(strength)}`
    for (let nth = 0; nth < 3; nth++) {
      anns.push(vote(ann, held).finally(() => answered++))
      expect(await vote(ben, free)).toBe(200)
    }
    if (!isHeldUp) return
    await eventually(async () => (await waiting(world.sql)) === anns.length)
    expect([await vote(ben, free), answered]).toEqual([200, 0])
  })
  expect(await Promise.all(anns)).toEqual([200, 200, 200])
})

test('concurrent votes and withdrawals of the same people on the same recipes, by two services, do not deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => signedIn()))
  const recipes = await Promise.all(Array.from({ length: 4 }, () => aRecipe(world)))
  const services = [votesIn(world.sql), votesIn(world.sql)]
  const now = world.clock.now()
  for (let round = 0; round < 25; round++) {
    const acts = services.flatMap(({ cast, withdraw }, service) =>
      people.flatMap(({ id: userId }, nth) =>
        recipes.map((_, at) => {
          const recipeId = recipes[service === 0 ? at : recipes.length - 1 - at] as number
          return (nth + at + round) % 3 === 0
            ? withdraw(recipeId, userId)
            : cast({ recipeId, userId, vote: (round + service) % 2 ? 'UP' : 'DOWN', now })
        }),
      ),
    )
    // A deadlock would be detected after a second.
    expect((await Promise.all(acts)).every(Boolean)).toBe(true)
  }
})

test.each([
  ['POST', 'vote', { vote: 'UP' }],
  ['PUT', 'rating', { rating: 4 }],
  ['POST', 'brew-log', { rating: 4 }],
])('%s …/%s says that nothing was written where the account is closed under it', async (method, what, body) => {
  const ann = await signedIn()
  const id = await aRecipe(world)
  const { promise: answer } = await transact(world.sql, async sql => {
    await sql`select from users where id = ${ann.id} for update`
    const promise = world.call(`${method} /api/community-recipes/${id}/${what}`, { as: ann, body })
    await eventually(async () => (await waiting(world.sql)) === 1)
    await sql`delete from users where id = ${ann.id}`
    return { promise }
  })
  expect((await answer).status).toBe(404)
})

test('a brew whose account is closed meanwhile is not our error', async () => {
  const ann = await signedIn()
  const from = world.logLines.length
  const { promise: logged } = await transact(world.sql, async sql => {
    await sql`select from users where id = ${ann.id} for update`
    const promise = world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60' } })
    await eventually(async () => (await waiting(world.sql)) === 1)
    await sql`delete from users where id = ${ann.id}`
    return { promise }
  })
  expect((await logged).status).toBe(404)
  expect(world.logLines.slice(from).map(line => JSON.parse(line))).toMatchObject([
    { level: 'info', event: 'removed meanwhile', code: '23503' },
    { level: 'info', event: 'request', status: 404 },
  ])
})

test('these are all tables that a brew refers to, except its recipe', async () => {
  const rows = await world.sql<{ table: string }[]>`
    select confrelid::regclass::text as table
    from pg_constraint
    where conrelid = 'brew_logs'::regclass
      and contype = 'f'
    order by 1`
  expect(rows.map(({ table }) => table)).toEqual(['bags', 'coffees', 'grinders', 'machines', 'recipes', 'users'])
})
