import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { drinkerOfGuji } from '../mcp/me.ts'
import { sentBy } from '../support/explain.ts'
import { aCoffee, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person()
  await publish(world, ann)
})
afterAll(() => world.stop())

/** More than the number of statements allowed. */
const LIMITS = Array.from({ length: 25 }, (_, at) => 2 * at + 1)

// A database session keeps every statement that it was ever sent.
test.each([
  '/api/recipes',
  '/api/recipes/search',
  '/api/browse/recipes',
  '/api/community-recipes',
  '/api/coffees',
  '/api/coffees?q=gesha',
  '/api/coffees?grinder=comandante-c40-mk4',
  '/api/roasters',
  '/api/following/feed',
  '/api/brew-logs',
  '/api/user/recipes',
  '/api/user/saved-recipes',
])('%s has a few statements, whatever limits people make up', async path => {
  const sent = await sentBy(world.sql, async () => {
    for (const limit of LIMITS) {
      const { status } = await world.call(`GET ${path}${path.includes('?') ? '&' : '?'}limit=${limit}`, { as: ann })
      expect(status).toBe(200)
    }
  })
  expect(new Set(sent.map(({ text }) => text)).size).toBeLessThan(20)
})

test('where to start takes as many reads for a list of coffees as for one', async () => {
  const reads = async (limit: number) =>
    (await sentBy(world.sql, () => world.call(`GET /api/coffees?grinder=niche-zero&limit=${limit}`, { as: ann })))
      .length
  for (let at = 0; at < 5; at++) await aCoffee(world)
  await reads(1)
  expect(await reads(5)).toBe(await reads(1))
})

test('widgets that many people see at once are looked up and counted together', async () => {
  const { id } = await publish(world, ann)
  const { shareUrl } = (await world.call(`POST /api/recipes/${id}/share`, { as: ann, body: {} })).body
  const show = (shareId: string) => world.call('POST /api/embed/track-impression', { body: { shareId } })
  await show(shareUrl.split('/').at(-1))
  const sent = await sentBy(world.sql, async () => {
    const shown = [...Array(15).fill(shareUrl.split('/').at(-1)), 'nobodyshared'].map(show)
    expect((await Promise.all(shown)).map(({ status }) => status)).toEqual([...Array(15).fill(200), 404])
  })
  // One of each, unless the machine stalls meanwhile.
  for (const part of ['share_id = any', 'jsonb_to_recordset']) {
    const times = sent.filter(({ text }) => text.includes(part)).length
    expect([part, times >= 1 && times <= 4]).toEqual([part, true])
  }
})

test.each([
  ['my coffee', 25],
  ['my gear', 6],
  ['a brew to log', 17],
  ['a recipe', 14],
  ['a profile', 10],
])('the page of %s takes %d statements at most, however much its reader has', async (page, most) => {
  for (const { id: grinderId } of world.ports.grinders.list().slice(0, 4))
    await world.call('POST /api/user/grinders', { as: ann, body: { grinderId } })
  const { id, coffeeProfileId } = await publish(world, await world.person())
  await world.call('POST /api/user/saved-recipes', { as: ann, body: { communityRecipeId: id } })
  await world.call('POST /api/user/coffee-library', { as: ann, body: { coffeeProfileId } })
  await world.call(`POST /api/community-recipes/${id}/brew-log`, { as: ann, body: { rating: 4 } })
  await world.call(`POST /api/community-recipes/${id}/comments`, { as: ann, body: { body: 'Bright.' } })
  const paths: Record<string, string> = {
    'my coffee': '/me',
    'my gear': '/me/gear',
    'a brew to log': '/me/log',
    'a recipe': `/recipes/${id}`,
    'a profile': `/people/${ann.id}`,
  }
  const sent = await sentBy(world.sql, async () => {
    expect((await world.call(`GET ${paths[page]}`, { as: ann })).status).toBe(200)
  })
  const statements = sent.filter(({ text }) => !/pg_catalog/.test(text))
  expect(statements.length).toBeLessThanOrEqual(most)
})

test.each([
  ['get_my_gear', {}, 24],
  ['get_my_shelf', {}, 9],
  ['get_my_brews', { limit: 20 }, 7],
  ['get_my_recipe', { coffee: 'guji' }, 26],
  ['get_my_next_step', { coffee: 'guji' }, 24],
  ['log_my_brew', { taste: ['sour'], coffee: 'guji' }, 34],
  ['save_my_recipe', { brew: 'last' }, 14],
])('the tool %s takes few statements, however much its caller has: %j, at most %d', async (name, args, most) => {
  const { call } = await drinkerOfGuji(world)
  for (let at = 0; at < 3; at++) {
    await call('log_my_brew', { coffee: 'guji', doseGrams: 15, waterGrams: 240 + at, taste: ['bitter'] })
    await call('add_my_bag', { name: `Bag ${at}` })
  }
  world.clock.advance({ hours: 1 })
  const sent = await sentBy(world.sql, async () => {
    expect((await call(name, args)).isError).toBe(false)
  })
  const statements = sent.filter(({ text }) => !/pg_catalog/.test(text))
  expect(statements.length).toBeLessThanOrEqual(most)
})

test('a statement is planned once, for any values; one with doses or grinds, for its own', async () => {
  const asked = [
    'q=gesha',
    'brewMethod=v60&grindRange=medium',
    'minDoseGrams=15',
    'maxGrindIndex=40',
    'q=gesha&taste=1',
  ]
  const plannedAnew: string[] = []
  for (const query of asked) {
    const sent = await sentBy(world.sql, () => world.call(`GET /api/recipes/search?${query}`))
    if (sent.some(({ text }) => /^\s*set local plan_cache_mode = force_custom_plan/.test(text))) plannedAnew.push(query)
  }
  expect(plannedAnew).toEqual(['minDoseGrams=15', 'maxGrindIndex=40'])
  const plans = await transact(world.sql, async sql => {
    for (let time = 0; time < 3; time++) await sql`select id from roasters where id = any(${[1]})`
    return sql`
      select generic_plans::int, custom_plans::int
      from pg_prepared_statements
      where statement = 'select id from roasters where id = any($1)'`
  })
  expect(plans.at(-1)).toEqual({ genericPlans: 3, customPlans: 0 })
})
