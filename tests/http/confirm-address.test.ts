import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { jarOf } from '../support/jar.ts'
import { startSmtp } from '../support/smtp.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let smtp: Awaited<ReturnType<typeof startSmtp>>
let world: TestWorld
beforeAll(async () => {
  smtp = await startSmtp()
  world = await startWorld({ smtpUrl: smtp.url })
})
afterAll(async () => {
  await world.stop()
  await smtp.stop()
})

const password = 'a password of my own'
const newEmail = () => `${crypto.randomUUID()}@people.example`
const login = async (email: string, typed = password) =>
  (await world.call('POST /api/auth/login', { body: { email, password: typed } })).status
const isProven = async (email: string) =>
  (await world.sql`select from users where email = ${email} and email_verified_at is not null`).length === 1

/** A browser in which somebody has just registered, and the link in the mail that follows. */
async function registered(email = newEmail()) {
  const browser = jarOf(world)
  const made = await browser.send('/register', { email, password })
  expect(made.status).toBe(303)
  return { browser, email, ...(await newestLink(email)) }
}

async function newestLink(email: string) {
  await world.postman.deliver()
  const link = new URL(smtp.linksTo(email).at(-1) ?? '')
  return { path: `${link.pathname}${link.search}`, token: link.searchParams.get('token') ?? '' }
}

/** The session of a browser, for a look at whether it still works. */
const sessionIn = (browser: ReturnType<typeof jarOf>) => browser.cookies.get('svc_session /')?.value ?? ''
const isIn = async (token: string) => (await world.call('GET /api/auth/me', { as: { token } })).status === 200

describe('registering mails a link that confirms the address, and', () => {
  test('in the same browser one button keeps the password and every session', async () => {
    const { browser, email, path, token } = await registered()
    const session = sessionIn(browser)
    const page = await browser.open(path)
    expect(page.text).toContain('Your password, brews and settings stay as they are.')
    expect(await isProven(email)).toBe(false)
    const pressed = await browser.send('/sign-in', { token })
    expect([pressed.status, await isProven(email)]).toEqual([303, true])
    expect([await login(email), await isIn(session), await isIn(sessionIn(browser))]).toEqual([200, true, true])
    expect(smtp.linksTo(email).length).toBe(1)
  })

  test('on another device the password, typed once, keeps everything', async () => {
    const { browser, email, path, token } = await registered()
    const phone = jarOf(world)
    const page = await phone.open(path)
    expect(page.text).toContain('Type it once, and everything stays as it is.')
    expect(page.text).toContain('name="password"')
    const wrong = await phone.send('/sign-in', { token, password: 'not this one' })
    expect([wrong.status, wrong.headers.get('set-cookie'), await isProven(email)]).toEqual([401, null, false])
    expect(wrong.text).toContain('That isn’t the password of this account.')
    const right = await phone.send('/sign-in', { token, password })
    expect([right.status, await isProven(email), await login(email)]).toEqual([303, true, 200])
    expect([await isIn(sessionIn(browser)), await isIn(sessionIn(phone))]).toEqual([true, true])
  })

  test('the mail works for a day, and its mailbox gets a few an hour', async () => {
    const { browser, path } = await registered()
    world.clock.advance({ hours: 23 })
    expect((await browser.open(path)).text).toContain('Confirm your email address')
    world.clock.advance({ hours: 2 })
    expect((await browser.open(path)).text).not.toContain('Confirm your email address')
    world.clock.advance({ hours: -25 })
    const [name] = newEmail().split('@')
    const aliases = Array.from({ length: 7 }, (_, at) => `${name}+${at}@people.example`)
    for (const email of aliases) await world.call('POST /api/auth/register', { body: { email, password } })
    await world.postman.deliver()
    expect(aliases.flatMap(smtp.linksTo).length).toBe(5)
  })

  test('says so on the next page', async () => {
    const { browser, path, token } = await registered()
    const next = new URL(path, world.url).searchParams.get('next') ?? ''
    const { headers } = await browser.send('/sign-in', { token, next })
    const arrived = await browser.open((headers.get('location') ?? '').replace(world.url, ''))
    expect(arrived.text).toContain('Email confirmed')
  })
})

describe('a stranger to the account who proves its address', () => {
  test('is told first, and ends what somebody else set up', async () => {
    const { browser: squatter, email, path, token } = await registered()
    const owner = jarOf(world)
    expect((await owner.open(path)).text).toContain('Someone may have created this account with your address')
    const pressed = await owner.send('/sign-in', { token, isStranger: 'yes' })
    expect(pressed.text).toContain('Email confirmed. You’re signed in.')
    expect(pressed.text).toContain('The old password no longer works.')
    expect([await login(email), await isIn(sessionIn(squatter)), await isIn(sessionIn(owner))]).toEqual([
      401,
      false,
      true,
    ])
  })

  test('may be signed in to another account, which proves nothing about this one', async () => {
    const { browser: squatter, email, path, token } = await registered()
    const { browser: owner, email: other } = await registered()
    const page = await owner.open(path)
    expect(page.text).toContain(`You’re signed in as ${other}.`)
    expect(page.text).toContain('Continue without the password')
    const pressed = await owner.send('/sign-in', { token })
    expect(pressed.text).toContain('The old password no longer works.')
    expect([await login(email), await isIn(sessionIn(squatter)), await login(other)]).toEqual([401, false, 200])
  })

  test('can say so in a browser where the account was left signed in', async () => {
    const { browser, email, path, token } = await registered()
    const left = sessionIn(browser)
    expect((await browser.open(path)).text).toContain('I didn’t create this account')
    await browser.send('/sign-in', { token, isStranger: 'yes' })
    expect([await login(email), await isIn(left), await isIn(sessionIn(browser))]).toEqual([401, false, true])
  })

  test('does not become the owner by a session that has ended', async () => {
    const { browser, email, token } = await registered()
    await world.sql`update users set session_version = session_version + 1 where email = ${email}`
    const pressed = await browser.send('/sign-in', { token })
    expect([pressed.text.includes('The old password no longer works.'), await login(email)]).toEqual([true, 401])
  })
})

test('a session must be of the version that the account has when the address is proven', async () => {
  const { email, token } = await registered()
  const { accounts, secrets } = world.ports
  const account = await accounts.byEmail(email)
  const owner = { id: account?.id ?? 0, sessionVersion: (account?.sessionVersion ?? 0) + 1 }
  const proven = await accounts.redeemMagicLink(secrets.hash(token), world.clock.now(), owner)
  expect(proven?.passwordRemoved).toBe(true)
})

test('the link confirms nothing by GET, for another site, or a second time', async () => {
  const { browser, email, path, token } = await registered()
  for (const method of ['GET', 'HEAD']) await world.call(`${method} ${path}`)
  const cookie = `svc_session=${sessionIn(browser)}`
  const body = new URLSearchParams({ token }).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded', cookie }
  for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await world.call('POST /sign-in', { body, headers: { ...form, ...headers } })).status).toBe(403)
  expect(await isProven(email)).toBe(false)
  expect((await browser.send('/sign-in', { token })).status).toBe(303)
  expect((await jarOf(world).send('/sign-in', { token, password })).status).toBe(400)
})

test('a password is not compared without a link that works', async () => {
  const { passwords } = world.ports
  const { matches } = passwords
  let compared = 0
  passwords.matches = (...given) => {
    compared++
    return matches(...given)
  }
  const answers = ['/sign-in', '/claim'].map(path => jarOf(world).send(path, { token: 'x'.repeat(43), password }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400])
  passwords.matches = matches
  expect(compared).toBe(0)
})

describe('a claim with the own address', () => {
  async function claimed() {
    const { browser, email } = await registered()
    await browser.send('/claim/new', { roasterName: `Roaster ${crypto.randomUUID()}`, businessEmail: email })
    return { browser, email, ...(await newestLink(email)) }
  }

  test('keeps the password in the same browser', async () => {
    const { browser, email, path, token } = await claimed()
    expect((await browser.open(path)).text).toContain('You asked to manage')
    const pressed = await browser.send('/claim', { token })
    expect([pressed.status, await isProven(email), await login(email)]).toEqual([303, true, 200])
  })

  test('keeps it for those who type it, and for nobody else', async () => {
    const first = await claimed()
    expect((await jarOf(world).open(first.path)).text).toContain('name="password"')
    const wrong = await jarOf(world).send('/claim', { token: first.token, password: 'not this one' })
    expect([wrong.status, await isProven(first.email)]).toEqual([401, false])
    await jarOf(world).send('/claim', { token: first.token, password })
    expect([await isProven(first.email), await login(first.email)]).toEqual([true, 200])
    const second = await claimed()
    await jarOf(world).send('/claim', { token: second.token })
    expect([await isProven(second.email), await login(second.email)]).toEqual([true, 401])
  })
})

test('API clients keep the password by sending the session along', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const { body } = await world.call('POST /api/auth/register', { body: { email, password } })
  const verify = async (address: string, as: { token: string }) =>
    world.call(`GET /api/auth/magic-link/verify?token=${(await newestLink(address)).token}`, { as })
  expect((await verify(email, body)).body.passwordRemoved).toBeUndefined()
  await world.call('POST /api/auth/register', { body: { email: other, password } })
  expect((await verify(other, body)).body.passwordRemoved).toBe(true)
  expect([await login(email), await login(other)]).toEqual([200, 401])
})
