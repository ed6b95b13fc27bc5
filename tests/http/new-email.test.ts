import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { jarOf } from '../support/jar.ts'
import { mailedToken } from '../support/mails.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const password = 'a password of my own'
const newEmail = () => `${crypto.randomUUID()}@people.example`

/** Somebody with a password, signed in by the API. */
async function registered() {
  const email = newEmail()
  const { body } = await world.call('POST /api/auth/register', { body: { email, password } })
  return { id: body.user.id as number, email, token: body.token as string }
}
type Owner = Awaited<ReturnType<typeof registered>>
const ask = (as: Owner | undefined, body: object) => world.call('PUT /api/user/email', { as, body })
const confirm = (as: Owner | undefined, token: string) =>
  world.call('POST /api/user/email/confirm', { as, body: { token } })
const emailOf = async (as: { token: string }) => (await world.call('GET /api/auth/me', { as })).body.user?.email
const mailsTo = async (address: string) =>
  (await world.mails()).filter(mail => mail.to?.[0]?.address === address).map(({ subject }) => subject)
const login = async (email: string) => (await world.call('POST /api/auth/login', { body: { email, password } })).status

describe('a new email address', () => {
  test('is confirmed by mail to it, tells the old one twice, and ends every other session', async () => {
    const ann = await registered()
    const phone = await world.call('POST /api/auth/login', { body: { email: ann.email, password } })
    const email = newEmail()
    const asked = await ask(ann, { email, currentPassword: password })
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining(`We emailed ${email}.`)])
    expect([await emailOf(ann), await login(email)]).toEqual([ann.email, 401])
    expect((await mailsTo(ann.email)).at(-1)).toBe('Someone asked to change your Dialin email address')
    const done = await confirm(ann, await mailedToken(world, email))
    expect([done.status, done.body.user.email]).toEqual([200, email])
    expect((await mailsTo(ann.email)).at(-1)).toBe('Your Dialin account has a new email address')
    expect(await Promise.all([emailOf(ann), emailOf(phone.body), emailOf(done.body)])).toEqual([
      undefined,
      undefined,
      email,
    ])
    expect([await login(email), await login(ann.email)]).toEqual([200, 401])
    const [{ email_verified_at: isProven } = {}] =
      await world.sql`select email_verified_at from users where id = ${ann.id}`
    expect(isProven).not.toBeNull()
  })

  test('takes a session and the password: 401 before 400', async () => {
    const ann = await registered()
    expect((await ask(undefined, {})).status).toBe(401)
    expect((await confirm(undefined, '')).status).toBe(401)
    expect((await ask(ann, {})).status).toBe(400)
    expect((await ask(ann, { email: newEmail() })).status).toBe(400)
    expect((await ask(ann, { email: newEmail(), currentPassword: 'not this one' })).status).toBe(401)
    expect((await ask(ann, { email: ann.email.toUpperCase(), currentPassword: password })).status).toBe(400)
  })

  test('is not given to a squatter: only the account that asked can confirm, and no address is taken twice', async () => {
    const [ann, ben] = [await registered(), await registered()]
    expect((await ask(ann, { email: ben.email.toUpperCase(), currentPassword: password })).status).toBe(409)
    const email = newEmail()
    await ask(ann, { email, currentPassword: password })
    const token = await mailedToken(world, email)
    // The owner of the mailbox, with an account of their own or without one.
    expect((await confirm(ben, token)).status).toBe(400)
    expect(
      (
        await world.call(`POST /sign-in`, {
          body: `token=${token}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
        })
      ).status,
    ).not.toBe(303)
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(400)
    expect(await emailOf(ann)).toBe(ann.email)
    // Who registers it first, has it.
    await world.call('POST /api/auth/register', { body: { email, password } })
    expect((await confirm(ann, token)).status).toBe(409)
  })

  test('waits for one day; a second request, a new password or signing out elsewhere replaces the link', async () => {
    const ann = await registered()
    const [first, second] = [newEmail(), newEmail()]
    await ask(ann, { email: first, currentPassword: password })
    const old = await mailedToken(world, first)
    await ask(ann, { email: second, currentPassword: password })
    expect((await confirm(ann, old)).status).toBe(400)
    const token = await mailedToken(world, second)
    world.clock.advance({ hours: 25 })
    expect((await confirm(ann, token)).status).toBe(400)
    world.clock.advance({ hours: -25 })
    const elsewhere = await world.call('DELETE /api/user/sessions', { as: ann })
    expect((await confirm({ ...ann, token: elsewhere.body.token }, token)).status).toBe(400)
  })

  test('in a browser: opening the link changes nothing, and a visitor signs in first', async () => {
    const { email, token: _ } = await registered()
    const browser = jarOf(world)
    await browser.send('/sign-in/password', { email, password })
    const next = newEmail()
    const wrong = await browser.send('/me/account/email', { email: next, currentPassword: 'not it' })
    expect([wrong.status, wrong.text.includes('That isn’t your current password.')]).toEqual([401, true])
    expect(wrong.text).toContain(`value="${next}"`)
    const sent = await browser.send('/me/account/email', { email: next, currentPassword: password })
    expect((await browser.open(sent.headers.get('location') ?? '')).text).toContain(`We sent a link to <b>${next}</b>`)
    const token = await mailedToken(world, next)
    const link = `/me/account/email/confirm?token=${token}`
    const visitor = await jarOf(world).open(link)
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(link)}`,
    ])
    expect((await browser.open(link)).text).toContain(`You’ll sign in with <b>${next}</b> instead of ${email}.`)
    expect(await login(next)).toBe(401)
    const pressed = await browser.send('/me/account/email/confirm', { token })
    expect([pressed.status, await login(next)]).toEqual([303, 200])
    expect((await browser.open('/me/account')).text).toContain(next)
    expect((await browser.open(link)).status).toBe(400)
  })
})
