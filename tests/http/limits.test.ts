import { afterAll, beforeAll, expect, test } from 'bun:test'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { limitsIn } from '../../adapters/postgres/events/limits.ts'
import { browsing } from '../support/browsing.ts'
import { aCoffee, recipeBody } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let vic: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  vic = await world.person('Vic')
})
afterAll(() => world.stop())

const from = '203.0.113.9'
const statusesOf = async (times: number, run: (at: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let at = 0; at < times; at++) statuses.push((await run(at)).status)
  return statuses
}

const countHits = async (act: string, perMinute: number, times: number) => {
  for (let time = 0; time < times; time++) await world.limits.countHit(act, from, perMinute, world.clock.now())
}

test('a password can be guessed five times a minute, over all interfaces', async () => {
  const guess = { email: 'nobody@people.example', password: 'not this one' }
  const headers = { accept: 'text/html', origin: world.url, 'content-type': 'application/x-www-form-urlencoded' }
  const form = new URLSearchParams(guess).toString()
  const atPage = () => world.call('POST /sign-in/password', { from, headers, body: form })
  const atApi = () => world.call('POST /api/auth/login', { from, body: guess })
  expect(await statusesOf(3, atPage)).toEqual([401, 401, 401])
  expect(await statusesOf(3, atApi)).toEqual([401, 401, 429])
  expect(await statusesOf(1, atPage)).toEqual([429])
})

test('of many concurrent requests as many pass as one by one, whoever else asks', async () => {
  const guess = (from: string) =>
    world.call('POST /api/auth/login', { from, body: { email: 'nobody@people.example', password: 'not this one' } })
  const addresses = [...Array(12).fill('203.0.113.20'), '203.0.113.21', '203.0.113.22', '203.0.113.21']
  const replies = await Promise.all(addresses.map(guess))
  const passed = replies.flatMap(({ status }, at) => (status === 401 ? [addresses[at]] : []))
  expect(passed.toSorted()).toEqual([...Array(5).fill('203.0.113.20'), '203.0.113.21', '203.0.113.21', '203.0.113.22'])
})

test('sixty files a minute can be imported, by page and API together', async () => {
  const BREWS: object[] = []
  await countHits('bring a file', 60, 58)
  const atApi = () => world.call('POST /api/user/import', { as: vic, from, body: { BREWS } })
  expect(await statusesOf(2, atApi)).toEqual([200, 200])
  expect((await browsing(world, vic, from).send('/me/import', {})).status).toBe(429)
  expect((await atApi()).status).toBe(429)
})

test('the catalog accepts three hundred coffees and recipes a minute from one address, by page and API together', async () => {
  /** Uses up all but this many. */
  const fill = (act: string, left: number) => countHits(act, 300, 300 - left)
  const coffee = (at: number) => ({ name: `Flood ${at}`, roasterName: `Flood ${at}`, roastLevel: 'LIGHT' })
  await fill('add a coffee', 3)
  expect((await browsing(world, vic, from).send('/me/shelf', coffee(99))).status).toBe(303)
  const addCoffee = (at: number) => world.call('POST /api/coffees', { as: vic, from, body: coffee(at) })
  expect(await statusesOf(3, addCoffee)).toEqual([201, 201, 429])
  const refused = await browsing(world, vic, from).send('/me/shelf', coffee(100))
  expect([refused.status, refused.text.includes('value="Flood 100"')]).toEqual([429, true])

  const body = recipeBody(world, await aCoffee(world, 'Guji'))
  await fill('publish a recipe', 2)
  const publish = () => world.call('POST /api/community-recipes', { as: vic, from, body })
  expect(await statusesOf(3, publish)).toEqual([201, 201, 429])
  expect((await browsing(world, vic, from).send('/recipes/new', { notes: 'kept' })).status).toBe(429)
})

test('hits of the last minute count, and Retry-After says when the oldest expires', async () => {
  const hit = (secondsLater = 0) =>
    world.limits.countHit(
      'now and then',
      '203.0.113.40',
      30,
      new Date(world.clock.now().getTime() + secondsLater * 1000),
    )
  for (let time = 0; time < 3; time++) expect(await hit(time * 10)).toBeUndefined()
  // A minute later, the first of them no longer counts.
  expect(await hit(61)).toBeUndefined()
  const more = await Promise.all(Array.from({ length: 30 }, () => hit(62)))
  expect(more.filter(wait => wait === undefined).length).toBe(27)
  // The oldest that counts is the second, ten seconds in.
  expect(more.filter(wait => wait !== undefined)).toEqual([8, 8, 8])
})

test('several instances let exactly as many requests pass as one would', async () => {
  const instances = [limitsIn(world.sql), limitsIn(world.sql), limitsIn(world.sql)]
  const passed = async (act: string, perMinute: number) => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => instances)
        .flat()
        .map(({ countHit }) => countHit(act, '203.0.113.41', perMinute, world.clock.now())),
    )
    return waits.filter(wait => wait === undefined).length
  }
  expect(await passed('often', 30)).toBe(30)
  expect(await passed('seldom', 5)).toBe(5)
})

test('what two interfaces offer has one limit, which both document', () => {
  const acts = Map.groupBy([...endpoints, ...pages], ({ limit }) => limit?.act)
  acts.delete(undefined)
  for (const [act, routes] of acts)
    expect([act, routes.length > 1, new Set(routes.map(({ limit }) => limit?.perMinute)).size]).toEqual([act, true, 1])
})
