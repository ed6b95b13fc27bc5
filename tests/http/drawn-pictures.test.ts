import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('if too many pictures are requested at once, the rest are told to retry in seconds, and then succeed', async () => {
  const paths = world.ports.grinders
    .list()
    .slice(0, 24)
    .map(({ slug }) => `/grinders/${slug}/picture.png`)
  const ask = async (path: string) => ({ path, ...(await world.call(`GET ${path}`)) })
  const answers = await Promise.all(paths.map(ask))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).not.toBeEmpty()
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    refused.map(() => [503, '5']),
  )
  expect((await ask(refused[0]?.path ?? '')).status).toBe(200)
})
