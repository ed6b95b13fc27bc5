import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JWTPayload } from 'jose'
import { dialin, envOf } from '../cli/cli.ts'
import { newSubject, startApple } from '../support/apple.ts'
import { browsing } from '../support/browsing.ts'
import { jarOf } from '../support/jar.ts'
import { aRoastery } from '../support/roastery.ts'
import { startSmtp } from '../support/smtp.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const password = 'a long enough password'
const newEmail = () => `${crypto.randomUUID()}@people.example`
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? ''
const byInvitation =
  'You need an invitation to create an account here. Open the link in yours, or ask the people who run this site for one.'
const noLonger = 'This invitation has expired, was already used, or is for another address. Ask for a new one.'

const apple = await startApple()
let smtp: Awaited<ReturnType<typeof startSmtp>>
let world: TestWorld
beforeAll(async () => {
  smtp = await startSmtp()
  world = await startWorld({ ...apple.settings, signUp: 'invite', smtpUrl: smtp.url })
})
afterAll(async () => {
  await world.stop()
  await smtp.stop()
  await apple.stop()
})

const register = (body: object, at = world) => at.call('POST /api/auth/register', { body: { password, ...body } })
const admin = (args: string[], env: Record<string, string> = {}) =>
  dialin(args, { ...envOf(world), SIGNUP: 'invite', ...env })
/** The secret that an admin hands over. */
const invited = async (email: string) => tokenIn((await admin(['users', 'invite', email])).out)
/** The same by mail. */
async function mailed(email: string) {
  const { out, exit } = await admin(['users', 'invite', email], { SMTP_URL: smtp.url })
  expect([exit, out]).toEqual([0, `An invitation is on its way to ${email}. It works once, within 7 days.\n`])
  await world.postman.deliver()
  return smtp.linksTo(email).at(-1) ?? ''
}
const isProven = async (email: string, at = world) =>
  (await at.sql`select from users where email = ${email} and email_verified_at is not null`).length === 1

describe('where accounts need an invitation', () => {
  test('nobody can create one without, and the reply does not reveal whether an address is known', async () => {
    const { email: known } = await world.person()
    const [one, other] = [await register({ email: known }), await register({ email: newEmail() })]
    expect([one.status, one.body]).toEqual([403, { error: byInvitation }])
    expect([other.status, other.body]).toEqual([one.status, one.body])
    const wrong = [known, newEmail()].map(email => register({ email, invitation: 'not-one' }))
    for (const { status, body } of await Promise.all(wrong)) expect([status, body]).toEqual([400, { error: noLonger }])
    // Existing accounts can sign in as before.
    expect((await world.call('POST /api/auth/magic-link', { body: { email: known } })).status).toBe(200)
  })

  test('the mailed link leads to a form for that address, and an account with a proven address', async () => {
    const email = newEmail()
    const link = new URL(await mailed(email))
    expect(link.pathname).toBe('/register')
    const jar = jarOf(world)
    for (let look = 0; look < 2; look++) {
      const page = await jar.open(`${link.pathname}${link.search}`)
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(page.headers.get('referrer-policy')).toBe('strict-origin')
      expect(page.text).toContain(`value="${email}"`)
      expect(page.text).toContain('readonly')
      // No link on the page contains the secret.
      expect(page.text.split(tokenIn(link.search))).toHaveLength(2)
    }
    const form = { email, password, name: 'Ann', invitation: tokenIn(link.search) }
    const short = await jar.send('/register', { ...form, password: 'short' })
    expect([short.status, short.text]).toEqual([400, expect.stringContaining(`value="${email}"`)])
    const made = await jar.send('/register', form)
    expect([made.status, made.headers.get('location')]).toEqual([303, `${world.url}/me`])
    expect(await isProven(email)).toBe(true)
    const again = await jarOf(world).open(`${link.pathname}${link.search}`)
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('This invitation has expired')])
    expect(again.text).not.toContain('action="/register"')
    expect(world.logLines.filter(line => line.includes(tokenIn(link.search)))).toEqual([])
  })

  test('an invitation is only for its address, and for a week', async () => {
    const email = newEmail()
    const invitation = await invited(email)
    expect((await register({ email: newEmail(), invitation })).body).toEqual({ error: noLonger })
    const { email: taken } = await world.person()
    expect((await register({ email: taken, invitation })).body).toEqual({ error: noLonger })
    world.clock.advance({ days: 8 })
    expect((await register({ email, invitation })).status).toBe(400)
    world.clock.advance({ days: -8 })
    expect((await register({ email: email.toUpperCase(), invitation })).status).toBe(201)
    expect(await isProven(email)).toBe(false)
  })

  test('sending it again replaces it; withdrawing it ends it', async () => {
    const email = newEmail()
    const [first, second] = [await invited(email), await invited(email)]
    expect((await register({ email, invitation: first })).status).toBe(400)
    expect((await admin(['users', 'uninvite', email])).out).toContain('its link no longer works')
    expect((await register({ email, invitation: second })).status).toBe(400)
    expect((await admin(['users', 'uninvite', email])).exit).toBe(1)
  })

  test('of many who use one at the same moment one succeeds', async () => {
    const email = newEmail()
    const invitation = await invited(email)
    const answers = await Promise.all(Array.from({ length: 3 }, () => register({ email, invitation })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  test('an invitation to a roaster counts as one, and can be accepted at once', async () => {
    const owner = await world.person('Olga')
    const roasterId = await aRoastery(world, { slug: 'hill', name: 'Hill', coffees: [] })
    await world.sql`insert into roaster_members values (${roasterId}, ${owner.id}, 'OWNER', now())`
    const email = newEmail()
    await world.call('POST /api/roaster-portal/invitations', { as: owner, body: { email } })
    await world.postman.deliver()
    const link = new URL(smtp.linksTo(email).at(-1) ?? '')
    const jar = jarOf(world)
    expect((await jar.open(`/invitation${link.search}`)).text).toContain('href="/register?next=%2Finvitation"')
    const page = await jar.open('/register?next=%2Finvitation')
    expect(page.text).toContain(`value="${email}"`)
    const invitation = tokenIn(link.search)
    expect((await register({ email: newEmail(), invitation })).status).toBe(400)
    const forgotten = /^invitation=; Path=\/register;.* Max-Age=0/
    const setBy = ({ headers }: { headers: Headers }) => headers.getSetCookie().filter(one => forgotten.test(one))
    expect(setBy(page)).toEqual([])
    const made = await jar.send('/register', { email, password, invitation, next: '/invitation' })
    expect(setBy(made)).toHaveLength(1)
    const dead = await world.call('GET /register', {
      headers: { accept: 'text/html', cookie: `invitation=${'x'.repeat(43)}` },
    })
    expect([dead.status, setBy(dead).length]).toEqual([400, 1])
    expect(await isProven(email)).toBe(true)
    expect((await jar.open('/invitation')).text).toContain('value="accept"')
    const joined = await jar.send('/invitation', { token: invitation, answer: 'accept' })
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/portal/hill'])
    // Nothing changes for a person who already has an account.
    const guest = await world.person()
    await world.sql`update users set email_verified_at = now() where id = ${guest.id}`
    await world.call('POST /api/roaster-portal/invitations', { as: owner, body: { email: guest.email } })
    await world.postman.deliver()
    const token = tokenIn(smtp.linksTo(guest.email).at(-1))
    expect((await world.call('POST /api/roaster-invitations/accept', { as: guest, body: { token } })).status).toBe(200)
    // Once declined, it invites nobody.
    const other = newEmail()
    await world.call('POST /api/roaster-portal/invitations', { as: owner, body: { email: other } })
    await world.postman.deliver()
    const declined = tokenIn(smtp.linksTo(other).at(-1))
    await world.call('POST /api/roaster-invitations/decline', { body: { token: declined } })
    expect((await register({ email: other, invitation: declined })).status).toBe(400)
    // Nor while its sender is disabled.
    const later = newEmail()
    await world.call('POST /api/roaster-portal/invitations', { as: owner, body: { email: later } })
    await world.postman.deliver()
    const waiting = { email: later, invitation: tokenIn(smtp.linksTo(later).at(-1)) }
    await admin(['users', 'disable', owner.email])
    expect((await register(waiting)).status).toBe(400)
    await admin(['users', 'enable', owner.email])
    expect((await register(waiting)).status).toBe(201)
  })

  test('Apple is no way around it, and reveals nothing', async () => {
    const signIn = async (claims: JWTPayload, more: object = {}) =>
      world.call('POST /api/auth/apple', {
        body: { identityToken: await apple.identityToken({ sub: newSubject(), ...claims }), ...more },
      })
    const { email: known } = await world.person()
    const refusals = await Promise.all([
      signIn({ email: newEmail(), email_verified: true }),
      signIn({ email: newEmail() }),
      signIn({ email: known }),
      signIn({}, { email: known }),
      signIn({}, { email: newEmail() }),
      signIn({}),
    ])
    for (const { status, body } of refusals) expect([status, body]).toEqual([403, { error: byInvitation }])
    const email = newEmail()
    await invited(email)
    const sub = newSubject()
    expect((await signIn({ sub, email })).status).toBe(403)
    expect((await signIn({ sub, email, email_verified: true })).status).toBe(200)
    expect((await signIn({ sub })).status).toBe(200)
    // A person who is already here signs in as before.
    expect((await signIn({ email: known, email_verified: true })).status).toBe(200)
  })

  test('pages say so, and offer no dead ends', async () => {
    for (const path of ['/sign-in', '/sign-in/password', '/sign-in/sent']) {
      const { text } = await jarOf(world).open(path)
      expect([path, text.includes('href="/register')]).toEqual([path, false])
      expect(text).toContain('You need an invitation to create an account here.')
    }
    const page = await jarOf(world).open('/register')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('By invitation.')])
    expect(page.text).not.toContain('action="/register"')
    const sent = await jarOf(world).send('/register', { email: newEmail(), password })
    expect([sent.status, sent.text]).toEqual([403, expect.stringContaining(byInvitation)])
  })

  test('a person with an account is not invited, no mailbox is flooded, and anything but an address is refused', async () => {
    const { email: taken } = await world.person()
    expect((await admin(['users', 'invite', taken])).err).toBe(`${taken} already has an account here.\n`)
    const email = newEmail()
    for (let sent = 0; sent < 5; sent++) await mailed(email)
    const sixth = await admin(['users', 'invite', email], { SMTP_URL: smtp.url })
    expect([sixth.exit, sixth.err]).toEqual([1, expect.stringContaining('We’ve already sent 5 of these emails')])
    expect((await admin(['users', 'invite', 'nobody'])).exit).toBe(1)
    const { entries } = JSON.parse((await admin(['audit', '--act', 'users invite', '--limit', '1', '--json'])).out)
    expect(entries).toMatchObject([{ on: { kind: 'invitation', name: email }, details: { mailed: true } }])
  })
})

describe('where sign-up is closed', () => {
  let closed: TestWorld
  beforeAll(async () => {
    closed = await startWorld({ ...apple.settings, signUp: 'closed' })
  })
  afterAll(() => closed.stop())
  const sentence = 'New accounts are closed at the moment. If you already have one, you can still sign in.'

  test('nobody can create an account, by any interface or invitation', async () => {
    const { email: known, id } = await closed.person()
    for (const body of [{ email: known }, { email: newEmail() }, { email: newEmail(), invitation: 'any' }]) {
      const refused = await register(body, closed)
      expect([refused.status, refused.body]).toEqual([403, { error: sentence }])
    }
    const byApple = async (claims: JWTPayload) =>
      closed.call('POST /api/auth/apple', { body: { identityToken: await apple.identityToken(claims) } })
    const refused = await byApple({ sub: newSubject(), email: newEmail(), email_verified: true })
    expect([refused.status, refused.body]).toEqual([403, { error: sentence }])
    expect((await byApple({ sub: newSubject(), email: known, email_verified: true })).body.user.id).toBe(id)
    const cli = await dialin(['users', 'invite', newEmail()], { ...envOf(closed), SIGNUP: 'closed' })
    expect([cli.exit, cli.err]).toEqual([1, expect.stringContaining('SIGNUP is "closed"')])
    const [users] = await closed.sql`select count(*) as count from users`
    expect(users?.count).toBe(1)
  })

  test('pages say so', async () => {
    expect((await jarOf(closed).open('/sign-in')).text).toContain(sentence)
    const page = await jarOf(closed).open('/register?token=any')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(sentence)])
    expect(page.text).not.toContain('action="/register"')
    const sent = await jarOf(closed).send('/register', { email: newEmail(), password })
    expect(sent.status).toBe(403)
    const owner = await closed.person()
    const roasterId = await aRoastery(closed, { slug: 'lake', name: 'Lake', coffees: [] })
    await closed.sql`insert into roaster_members values (${roasterId}, ${owner.id}, 'OWNER', now())`
    const email = newEmail()
    const note = 'New accounts are closed at the moment, so only people who already have one can accept.'
    expect((await browsing(closed, owner).open('/portal/lake/members')).text).toContain(note)
    const { body } = await closed.call('POST /api/roaster-portal/invitations', { as: owner, body: { email } })
    const again = await closed.call(`POST /api/roaster-portal/invitations/${body.invitation.id}/resend`, { as: owner })
    expect([body.note, again.body.note]).toEqual([note, note])
    const mail = (await closed.mails()).at(-1)
    expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(note), expect.stringContaining(note)])
    const invitation = await jarOf(closed).open(`/invitation?token=${tokenIn(mail?.text)}`)
    expect([invitation.status, invitation.text.includes('href="/register')]).toEqual([200, false])
    expect(invitation.text).toContain(sentence)
  })
})

describe('where sign-up is open', () => {
  let open: TestWorld
  beforeAll(async () => {
    open = await startWorld()
  })
  afterAll(() => open.stop())

  test('an invitation proves its own address, and blocks nobody', async () => {
    const link = async (email: string) => {
      await dialin(['users', 'invite', email], { ...envOf(open), SMTP_URL: 'smtp://127.0.0.1:9' })
      return tokenIn((await open.mails()).findLast(mail => mail.to?.[0]?.address === email)?.text)
    }
    const email = newEmail()
    const page = await jarOf(open).open(`/register?token=${await link(email)}`)
    expect(page.text).toContain(`value="${email}"`)
    expect(page.text).not.toContain('readonly')
    expect((await register({ email, invitation: await link(email) }, open)).status).toBe(201)
    expect(await isProven(email, open)).toBe(true)
    const other = newEmail()
    expect((await register({ email: other, invitation: await link(newEmail()) }, open)).status).toBe(201)
    expect(await isProven(other, open)).toBe(false)
    expect((await register({ email: newEmail(), invitation: 'none' }, open)).status).toBe(201)
  })
})
