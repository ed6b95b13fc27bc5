import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, dialinProcess, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a line of the audit log is of whoever the operating system knows, whatever the environment of the process calls them', async () => {
  const { email } = await world.person()
  const env = { ...envOf(world), USER: 'mallory' }
  expect(await dialinProcess(['users', 'disable', email], env)).toMatchObject({ exit: 0 })
  const { entries } = JSON.parse((await dialin(['audit', '--json'], envOf(world))).out)
  const systemUser = Bun.spawnSync(['id', '-un']).stdout.toString().trim()
  expect(entries[0]).toMatchObject({ act: 'users disable', who: systemUser })
})
