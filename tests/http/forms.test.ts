import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('sign in with Apple, if not set up, says what to do instead and nothing internal', async () => {
  const { status, body } = await world.call('POST /api/auth/apple', { body: { identityToken: 'x' } })
  expect([status, body.error]).toEqual([
    404,
    'Sign in with Apple is not set up on this server; use a password or a sign-in link.',
  ])
})

describe('the contact form', () => {
  const body = { name: 'Ann', email: 'ann@people.example', subject: 'Hello', message: 'Do you know the <b>C40</b>?' }

  test('reaches support with the sender as Reply-To', async () => {
    const { status, body: reply } = await world.call('POST /api/contact', { body })
    expect([status, reply.success]).toEqual([200, true])
    const letter = (await world.mails()).find(mail => mail.to?.[0]?.address === world.config.supportEmail)
    expect(letter?.replyTo?.[0]?.address).toBe('ann@people.example')
    expect(letter?.text).toContain('Do you know the <b>C40</b>?')
    expect(letter?.html).not.toContain('<b>C40</b>')
  })

  test.each(['name', 'email', 'subject', 'message'])('needs %s', async field => {
    const answer = await world.call('POST /api/contact', { body: { ...body, [field]: undefined } })
    expect([answer.status, answer.body]).toEqual([400, { error: `${field} is required.` }])
  })
})

test('subscribing twice changes nothing', async () => {
  const email = 'reader@people.example'
  const first = await world.call('POST /api/subscribe', { body: { email, source: 'footer' } })
  const second = await world.call('POST /api/subscribe', { body: { email: email.toUpperCase() } })
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  const rows = await world.sql`select source from subscribers where email = ${email}`
  expect(rows.map(row => row.source)).toEqual(['footer'])
})

test('a demo request is stored', async () => {
  const body = { name: 'Bo', email: 'bo@roaster.example', company: 'Bo Roasts' }
  expect((await world.call('POST /api/demo-requests', { body })).status).toBe(200)
  expect((await world.call('POST /api/demo-requests', { body: { ...body, company: ' ' } })).body).toEqual({
    error: 'company must not be empty.',
  })
  const rows = await world.sql`select name, company, message from demo_requests`
  expect(rows.map(row => ({ ...row }))).toEqual([{ name: 'Bo', company: 'Bo Roasts', message: null }])
})
