import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialinProcess, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('an admin command takes effect at once on a running service: the second process joins its engine', async () => {
  const eve = await world.person('Eve')
  expect(await dialinProcess(['users', 'disable', eve.email], envOf(world))).toEqual({
    out: `${eve.email} is disabled; every session, link and API token has ended.\n`,
    err: '',
    exit: 0,
  })
  expect((await world.call('GET /api/auth/me', { as: eve })).status).toBe(401)
})
