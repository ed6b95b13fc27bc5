import { afterAll, beforeAll, expect, test } from 'bun:test'
import { counters } from '../../adapters/postgres/operations/counters.ts'
import { publish } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type CallOptions, type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let roaster: Someone
let fan: Someone
let own: { id: number; coffeeId: number }
beforeAll(async () => {
  world = await startWorld()
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }, { method: 'chemex' }] }]
  roaster = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  fan = await world.person()
  const [row] = await world.sql<(typeof own)[]>`select id, coffee_id from roaster_recipes where method = 'v60'`
  if (!row) throw new Error('The roaster has no recipe.')
  own = row
  await vote('v60')
  const { recipes, portal, transfers } = world.ports
  Object.assign(recipes, { create: interrupted(recipes.create), revise: interrupted(recipes.revise) })
  Object.assign(portal.recipes, {
    publish: interrupted(portal.recipes.publish),
    revise: interrupted(portal.recipes.revise),
  })
  Object.assign(transfers, { publish: interrupted(transfers.publish) })
})
afterAll(() => world.stop())

let meanwhile: (() => Promise<unknown>) | undefined
/** By then everything that the recipe needs is read, and nothing is written. */
const interrupted =
  <Given extends unknown[], Made>(write: (...given: Given) => Promise<Made>) =>
  async (...given: Given) => {
    await meanwhile?.()
    meanwhile = undefined
    return write(...given)
  }

const publishAsFan = () => publish(world, fan, { coffeeProfileId: own.coffeeId })
const acts: Record<string, () => Promise<() => Promise<unknown>>> = {
  'somebody publishes': async () => publishAsFan,
  'its author changes': async () => {
    const { id } = await publishAsFan()
    return () => ask(`PATCH /api/community-recipes/${id}`, { as: fan, body: { doseGrams: 16 } })
  },
  'comes with an account': async () => {
    await publishAsFan()
    const body = await ask('GET /api/user/export', { as: fan })
    return async () => ask('POST /api/user/import', { as: await world.person(), body })
  },
  'its roaster changes': async () => () =>
    ask(`PATCH /api/roaster-portal/recipes/${own.id}`, { as: roaster, body: { doseGrams: 16 } }),
  'its first vote brings among the community’s': async () => () => vote('chemex'),
}

test.each(Object.entries(acts))('a recipe that %s follows a concurrent change of its coffee', async (_, prepare) => {
  await change({ roastLevel: 'LIGHT', acidityLevel: 5, bodyLevel: 1 })
  const act = await prepare()
  meanwhile = () => change({ roastLevel: 'DARK', acidityLevel: 1, bodyLevel: 5 })
  await act()
  expect(meanwhile).toBeUndefined()
  for (const { drift } of counters) expect(await drift(world.sql)).toEqual([])
})

const change = (body: object) => ask(`PATCH /api/roaster-portal/coffees/${own.coffeeId}`, { as: roaster, body })

const vote = (method: string) =>
  ask(`POST /brew/hill-road/worka/${method}/vote`, {
    body: 'vote=UP',
    headers: {
      cookie: `svc_session=${fan.token}`,
      origin: world.url,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

async function ask(route: string, options: CallOptions) {
  const { status, body } = await world.call(route, options)
  expect([200, 201, 303]).toContain(status)
  return body
}
