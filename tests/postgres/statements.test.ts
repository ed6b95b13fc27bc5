import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sentBy } from '../support/explain.ts'
import { aCoffee, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Awaited<ReturnType<TestWorld['person']>>
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person()
  await publish(world, ann)
})
afterAll(() => world.stop())

const LIMITS = Array.from({ length: 50 }, (_, at) => at + 1)

// A session of the database holds every statement that it was ever sent.
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

test('where to start is read for a list of coffees as often as for one', async () => {
  const reads = async (limit: number) =>
    (await sentBy(world.sql, () => world.call(`GET /api/coffees?grinder=niche-zero&limit=${limit}`, { as: ann })))
      .length
  for (let at = 0; at < 5; at++) await aCoffee(world)
  await reads(1)
  expect(await reads(5)).toBe(await reads(1))
})
