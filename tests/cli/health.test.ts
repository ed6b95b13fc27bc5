import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const health = (env: Record<string, string>, ...args: string[]) => dialin(['health', ...args], env)

test('dialin health reports on the service at HOST and PORT', async () => {
  const env = { PORT: `${world.port}`, HOST: '0.0.0.0' }
  expect(await health(env)).toMatchObject({ exit: 0, out: expect.stringMatching(/^healthy: Dialin /) })
  expect(JSON.parse((await health(env, '--json')).out)).toMatchObject({ status: 'healthy' })
})

test('exits with 3 if there is none, and with 1 if the port is unknown', async () => {
  expect(await health({ PORT: '9' })).toEqual({
    exit: 3,
    out: '',
    err: 'No Dialin answers at http://127.0.0.1:9; is it running?\n',
  })
  expect(await health({ PORT: '0' })).toMatchObject({ exit: 1, err: expect.stringContaining('PORT is 0') })
})
