import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openPooler, type Pooler } from '../support/pooler.ts'
import { freshDatabase } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Two instances behind one PgBouncer in transaction mode. */
let pooler: Pooler
let instances: TestWorld[]

beforeAll(async () => {
  const { databaseUrl = '' } = await freshDatabase()
  pooler = await openPooler(databaseUrl)
  const settings = { databaseUrl: pooler.url, statementTimeoutMs: 5000 }
  instances = [await startWorld(settings), await startWorld(settings)]
})
afterAll(async () => {
  for (const instance of instances) await instance.stop()
  await pooler.close()
})

test('instances share one database through PgBouncer in transaction mode', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const here = instances[number % 2]
      const there = instances[(number + 1) % 2]
      const person = await here?.person(`Person ${number}`)
      const contact = { name: 'Ann', email: `ann${number}@people.example`, subject: 'Hi', message: 'Hello' }
      const [me, sent] = await Promise.all([
        there?.call('GET /api/auth/me', { as: person }),
        here?.call('POST /api/contact', { body: contact }),
      ])
      return [me?.status, me?.body.user.name, sent?.status]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 60 }, (_, number) => [200, `Person ${number}`, 200]))
  const limited = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      instances[number % 2]?.call('POST /api/subscribe', { from: '203.0.113.99', body: { email: 'a@people.example' } }),
    ),
  )
  expect(limited.filter(answer => answer?.status === 200).length).toBe(3)
  await Promise.all(instances.map(({ postman }) => postman.deliver()))
})
