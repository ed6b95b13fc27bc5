import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

const newEmail = () => `${crypto.randomUUID()}@people.example`

async function queuedFor(address: string) {
  const rows = await world.sql`select template from outbox where recipient = ${address} or reply_to = ${address}`
  return rows.length
}

async function times<T>(count: number, act: () => Promise<T>) {
  const answers: T[] = []
  for (let time = 0; time < count; time++) answers.push(await act())
  return answers
}

test('a mailbox gets five sign-in links an hour, however many are requested; the reply is the same', async () => {
  const { email } = await world.person()
  const ask = (address = email) => world.call('POST /api/auth/magic-link', { body: { email: address } })
  const answers = await times(7, () => ask())
  expect(await queuedFor(email)).toBe(5)
  expect(new Set([...answers, await ask(newEmail())].map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  world.clock.advance({ minutes: 61 })
  await world.sweep()
  await ask(email.toUpperCase())
  expect(await queuedFor(email)).toBe(6)
})

test('a mailbox is the same under any tag after a plus', async () => {
  const [name, host] = newEmail().split('@')
  const tagged = Array.from({ length: 7 }, (_, at) => `${name}+${at}@${host}`)
  for (const email of tagged) {
    await world.ports.accounts.register({ email, passwordHash: 'none', name: undefined, now: world.clock.now() })
    await world.call('POST /api/auth/magic-link', { body: { email } })
  }
  const queued = await Promise.all(tagged.map(queuedFor))
  expect(queued).toEqual([1, 1, 1, 1, 1, 0, 0])
})

test('of ten concurrent requests, five are mailed', async () => {
  const { email } = await world.person()
  await Promise.all(Array.from({ length: 10 }, () => world.call('POST /api/auth/magic-link', { body: { email } })))
  expect(await queuedFor(email)).toBe(5)
})

test('sweeping does not forget the mails of the last hour', async () => {
  const { email } = await world.person()
  const ask = () => world.call('POST /api/auth/magic-link', { body: { email } })
  await times(5, ask)
  world.clock.advance({ minutes: 30 })
  await world.sweep()
  await ask()
  expect(await queuedFor(email)).toBe(5)
})

test('a business is mailed about five claims an hour; the sixth is refused and leaves nothing', async () => {
  const businessEmail = newEmail()
  const claim = async (roasterName: string) =>
    world.call('POST /api/roaster-claims', { as: await world.person(), body: { businessEmail, roasterName } })
  const answers = await times(6, () => claim(`Flooded ${crypto.randomUUID()}`))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await claim('Never Made Here')).status).toBe(429)
  expect((await world.call('GET /api/roasters/never-made-here')).status).toBe(404)
  expect(await queuedFor(businessEmail)).toBe(5)
})

test('all messages are stored, and five an hour from one sender are mailed; others are not delayed', async () => {
  const email = newEmail()
  const write = (from: string) =>
    world.call('POST /api/contact', { body: { name: 'Ann', email: from, subject: 'Hello', message: 'Hello' } })
  expect((await times(6, () => write(email))).map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((await world.sql`select from contact_messages where email = ${email}`).length).toBe(6)
  expect(await queuedFor(email)).toBe(5)
  const other = newEmail()
  await write(other)
  expect(await queuedFor(other)).toBe(1)
})

test('an author is mailed about five comments an hour; all of them are stored', async () => {
  const author = await world.person()
  const id = await aRecipe(world, { by: author })
  const guest = await world.person()
  await times(7, () => world.call(`POST /api/recipes/${id}/comments`, { as: guest, body: { body: 'Nice' } }))
  expect((await world.call(`GET /api/recipes/${id}/comments`)).body.comments.length).toBe(7)
  expect(await queuedFor(author.email)).toBe(5)
})

test('no table contains the mailbox that was counted', async () => {
  const { email } = await world.person()
  await world.call('POST /api/auth/magic-link', { body: { email } })
  const rows = await world.sql`select route, address from rate_limits where address like ${`%${email}%`}`
  expect([...rows]).toEqual([])
})

test.each([
  'ann\u000b@people.example',
  'ann\u3000b@people.example',
  'ann，bob@people.example',
  'ann@people．example',
  'ａｎｎ@people.example',
  'ann@people.example，bob@people.example',
  'ann\u0001@people.example',
  'ann\u202e@people.example',
  'ann\u200b@people.example',
  'ann@-people.example',
  `${'a'.repeat(65)}@people.example`,
  'ann@people..example',
  'ann bob@people.example',
])('%j is no address anywhere', async email => {
  const answer = await world.call('POST /api/subscribe', { body: { email } })
  expect([answer.status, answer.body]).toEqual([400, { error: 'email must be an email address.' }])
})

test.each(['ann+coffee@people.example', "o'hara@people.example", 'anna@müller.example', 'ann@xn--mller-kva.example'])(
  '%j is an address',
  async email => {
    expect((await world.call('POST /api/subscribe', { body: { email } })).status).toBe(200)
  },
)
