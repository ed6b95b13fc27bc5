import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  await world.seedDemo()
})
afterAll(() => world.stop())

const verify = (...args: string[]) => dialin(['db', 'verify', ...args], envOf(world))
const report = async (...args: string[]) => {
  const { out, exit } = await verify('--json', ...args)
  const { ok, checks } = JSON.parse(out)
  return { exit, ok, off: checks.filter((check: { drift: [] }) => check.drift.length > 0) }
}

test('finds nothing if nothing is wrong', async () => {
  const { out, exit } = await verify()
  expect([exit, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'All stored figures are correct.'])
})

test('finds every wrong counter, says what it should be, and corrects it on request', async () => {
  const [recipe] =
    await world.sql`select id, upvotes, coffee_profile_id, roaster_id from recipes where not grind_range = 'coarse' limit 1`
  const { id, coffeeProfileId, roasterId } = recipe as { id: number; coffeeProfileId: number; roasterId: number }
  // Written straight into the columns, bypassing the triggers, as a bug or somebody with psql
  // could.
  await world.sql`update recipes set upvotes = upvotes + 7 where id = ${id}`
  await world.sql`update recipes set grind_range = 'coarse' where id = ${id}`
  await world.sql`update coffees set recipe_count = 0, search_text = 'nothing', origin_id = null where id = ${coffeeProfileId}`
  await world.sql`delete from coffee_trends where coffee_id = ${coffeeProfileId}`
  await world.sql`
    update coffee_trends
    set roast_level = case roast_level when 'DARK' then 'LIGHT' else 'DARK' end
    where coffee_id = (select max(coffee_id) from coffee_trends)`
  await world.sql`update roasters set follower_count = follower_count + 1 where id = ${roasterId}`
  await world.sql`update recipes_by_gear set recipes = recipes + 1 where ctid = (select ctid from recipes_by_gear limit 1)`
  await world.sql`update event_days set events = events + 1 where ctid = (select ctid from event_days limit 1)`
  await world.sql`update event_grinder_days set events = events + 1 where ctid = (select ctid from event_grinder_days limit 1)`
  await world.sql`update event_quarters set events = events + 1 where ctid = (select ctid from event_quarters limit 1)`

  const found = await report()
  expect([found.exit, found.ok]).toEqual([1, false])
  expect(found.off.map(({ name }: { name: string }) => name)).toEqual([
    'votes, ratings, brews, saves and comments of recipes',
    'scores, ranges and taste of recipes',
    'recipes of coffees',
    'trend of coffees',
    'roast and type of trending coffees',
    'search text of coffees',
    'origins of coffees',
    'words of coffees',
    'coffees, recipes and followers of roasters',
    'recipes by gear, style and taste',
    'events by day',
    'events by grinder',
    'events by quarter of an hour',
  ])
  expect(found.off[0].drift[0]).toMatchObject({ what: `recipe ${id}` })
  expect((await verify()).out).toContain('`dialin db verify --repair` corrects them.')

  const repaired = await report('--repair')
  expect([repaired.exit, repaired.off.every(({ repaired }: { repaired: boolean }) => repaired)]).toEqual([0, true])
  expect(await report()).toEqual({ exit: 0, ok: true, off: [] })
})
