import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { jwt } from '@elysiajs/jwt'
import { argon2Passwords } from '../../adapters/auth/passwords.ts'
import { mailedToken } from '../support/mails.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

const password = 'a long enough password'
const newEmail = () => `${crypto.randomUUID()}@people.example`

async function registered(email = newEmail()) {
  const { body } = await world.call('POST /api/auth/register', { body: { email, password } })
  return { email, token: body.token as string, user: body.user }
}

test('a password that is too long is refused with a sentence, by login too', async () => {
  const body = { email: 'ann@people.example', password: 'x'.repeat(1001) }
  for (const route of ['POST /api/auth/login', 'POST /api/auth/register'])
    expect((await world.call(route, { body })).body).toEqual({ error: 'password must have at most 1000 characters.' })
})

describe('registering', () => {
  test('makes an account, a session cookie and a token', async () => {
    const email = newEmail()
    const { status, body, headers } = await world.call('POST /api/auth/register', { body: { email, password } })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      user: { id: expect.any(Number), email, name: `Brewer ${body.user.id}`, createdAt: expect.any(String) },
      token: expect.any(String),
    })
    expect(body.user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(headers.get('set-cookie')).toBe(`svc_session=${body.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`)
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('accepts a display name', async () => {
    const { body } = await world.call('POST /api/auth/register', {
      body: { email: newEmail(), password, name: ' Ann ' },
    })
    expect(body.user.name).toBe('Ann')
  })

  test('refuses an address that has an account, in any case', async () => {
    const { email } = await registered()
    const answer = await world.call('POST /api/auth/register', { body: { email: email.toUpperCase(), password } })
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This email address already has an account; sign in instead.',
    ])
  })

  test('creates one account for two concurrent registrations', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.call('POST /api/auth/register', { body: { email, password } })),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test.each([
    [{ password }, 'email is required.'],
    [{ email: 'not an address', password }, 'email must be an email address.'],
    [{ email: 'ann@people.example' }, 'password is required.'],
    [{ email: 'ann@people.example', password: '1234567' }, 'password must have at least 8 characters.'],
    [{ email: 'ann@people.example', password: 12345678 }, 'password must be text.'],
    [{ email: 'ann@people.example', password, name: '' }, 'name must not be empty.'],
    [{ email: 'ann@people.example', password, name: 'a\0b' }, 'name must not contain NUL characters.'],
    ['{"email":', 'The body is not valid JSON.'],
    ['[]', 'The body must be a JSON object.'],
  ])('says what is wrong with %j', async (body, error) => {
    const answer = await world.call('POST /api/auth/register', { body })
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('keeps the password only as an argon2id hash', async () => {
    const { user } = await registered()
    const [row] = await world.sql`select password_hash from users where id = ${user.id}`
    expect(row?.passwordHash).toStartWith('$argon2id$')
  })
})

describe('signing in with a password', () => {
  test('answers with the user, a token and a cookie', async () => {
    const { email, user } = await registered()
    const { status, body, headers } = await world.call('POST /api/auth/login', {
      body: { email: email.toUpperCase(), password },
    })
    expect([status, body.success, body.user]).toEqual([200, true, user])
    expect(headers.get('set-cookie')).toStartWith(`svc_session=${body.token};`)
  })

  test('does not tell a wrong password from an unknown address', async () => {
    const { email } = await registered()
    const wrong = await world.call('POST /api/auth/login', { body: { email, password: 'wrong' } })
    const unknown = await world.call('POST /api/auth/login', { body: { email: newEmail(), password } })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { error: 'That email and password don’t match. Try again or get a sign-in link.' },
    ])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  test('spends the same hashing time on an unknown address as on a known one', async () => {
    const cheap = { ...world.ports.passwords }
    // Slow enough to be noticed.
    Object.assign(world.ports.passwords, argon2Passwords({ memoryCost: 16_384, timeCost: 2 }))
    const { email } = await registered()
    // Processor time, which a busy machine does not stretch.
    const costOf = async (body: object) => {
      const before = process.cpuUsage()
      await world.call('POST /api/auth/login', { body })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    // The least of three: other work of the process may be in one of them, seldom in all.
    for (let round = 0; round < 3; round++) {
      known.push(await costOf({ email, password: 'wrong password' }))
      unknown.push(await costOf({ email: newEmail(), password: 'wrong password' }))
    }
    // A reply takes a few milliseconds without hashing, and tens with it.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
    Object.assign(world.ports.passwords, cheap)
  })

  test('is closed to a disabled account, and so are its sessions', async () => {
    const { email, token, user } = await registered()
    await world.sql`update users set disabled_at = now() where id = ${user.id}`
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(403)
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(401)
  })
})

describe('a magic link', () => {
  test('signs in once, within the hour', async () => {
    const { email, user } = await registered()
    const asked = await world.call('POST /api/auth/magic-link', { body: { email } })
    expect([asked.status, asked.body.success]).toEqual([200, true])
    const token = await mailedToken(world, email)
    const first = await world.call(`GET /api/auth/magic-link/verify?token=${token}`)
    expect([first.status, first.body.success, first.body.user]).toEqual([200, true, user])
    expect(first.headers.get('set-cookie')).toStartWith(`svc_session=${first.body.token};`)
    expect((await world.call('GET /api/auth/me', { as: { token: first.body.token } })).status).toBe(200)
    const second = await world.call(`GET /api/auth/magic-link/verify?token=${token}`)
    expect([second.status, second.body.error]).toEqual([
      400,
      'This sign-in link has expired or was already used; ask for a new one.',
    ])
  })

  test('redirects a browser to the app with the cookie, and explains when it has expired', async () => {
    const { email } = await registered()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const token = await mailedToken(world, email)
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const opened = await world.call(`GET /api/auth/magic-link/verify?token=${token}`, { headers })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `${world.url}/`])
    expect(opened.headers.get('set-cookie')).toStartWith('svc_session=ey')
    const again = await world.call(`GET /api/auth/magic-link/verify?token=${token}`, { headers })
    expect([again.status, again.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(again.text).toContain('Email me a new link')
  })

  test('is not spent by a HEAD request, such as a mail scanner sends', async () => {
    const { email } = await registered()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const token = await mailedToken(world, email)
    const looked = await world.call(`HEAD /api/auth/magic-link/verify?token=${token}`)
    expect([looked.status, looked.headers.get('allow'), looked.headers.get('set-cookie')]).toEqual([405, 'GET', null])
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(200)
  })

  test('tells a browser that asks too often to wait', async () => {
    const open = () =>
      world.call('GET /api/auth/magic-link/verify?token=guess', {
        from: '203.0.113.77',
        headers: { accept: 'text/html' },
      })
    const answers = []
    for (let attempt = 0; attempt < 11; attempt++) answers.push(await open())
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('gives one session to two concurrent requests', async () => {
    const { email } = await registered()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const token = await mailedToken(world, email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.call(`GET /api/auth/magic-link/verify?token=${token}`)),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(400)])
  })

  test('is stored only as a hash, in the queue as well', async () => {
    const { email } = await registered()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const queued =
      await world.sql`select props::text from outbox where recipient = ${email} and template = 'magic-link'`
    const token = await mailedToken(world, email)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(queued.length).toBe(1)
    expect(queued[0]?.props).not.toContain(token)
    const stored = await world.sql`select 1 from magic_links where token_hash = ${token}`
    expect(stored.length).toBe(0)
  })

  test('gives the same reply for an address without an account, and mails nothing', async () => {
    const email = newEmail()
    const known = await registered()
    const unknown = await world.call('POST /api/auth/magic-link', { body: { email } })
    const answer = await world.call('POST /api/auth/magic-link', { body: { email: known.email } })
    expect([unknown.status, unknown.body]).toEqual([answer.status, answer.body])
    const [queued] = await world.sql`select count(*)::int as mails from outbox where recipient = ${email}`
    expect(queued?.mails).toBe(0)
  })

  test('refuses an invented token', async () => {
    expect((await world.call('GET /api/auth/magic-link/verify?token=guess')).status).toBe(400)
    expect((await world.call('GET /api/auth/magic-link/verify')).body).toEqual({ error: 'token is required.' })
  })

  test('expires after 60 minutes', async () => {
    const { email } = await registered()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const token = await mailedToken(world, email)
    world.clock.advance({ minutes: 61 })
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(400)
    world.clock.advance({ minutes: -61 })
    expect((await world.call(`GET /api/auth/magic-link/verify?token=${token}`)).status).toBe(200)
  })
})

test('expired rows are swept, and only those', async () => {
  const { email } = await registered()
  await world.call('POST /api/auth/magic-link', { body: { email } })
  const links = () => world.sql`select 1 from magic_links join users on users.id = user_id where email = ${email}`
  const ended = () => world.sql`select 1 from ended_sessions`
  await world.call('POST /api/auth/logout', { as: await world.person() })
  await world.sweep()
  // The one that was asked for, and the one that confirms the address.
  expect((await links()).length).toBe(2)
  world.clock.advance({ days: 2 })
  await world.sweep()
  expect((await ended()).length).toBeGreaterThan(0)
  world.clock.advance({ days: 6 })
  await world.sweep()
  world.clock.advance({ days: -8 })
  expect((await ended()).length).toBe(0)
  expect((await links()).length).toBe(0)
  expect((await world.sql`select 1 from rate_limits`).length).toBe(0)
})

describe('a session', () => {
  test('distinguishes people who come at the same moment, and refuses one whose session has ended', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()))
    const [gone] = people
    await world.ports.accounts.setDisabled(gone?.id ?? 0, new Date())
    const answers = await Promise.all(people.map(as => world.call('GET /api/auth/me', { as })))
    expect(answers.map(({ status, body }) => body.user?.id ?? status)).toEqual([
      401,
      ...people.slice(1).map(({ id }) => id),
    ])
  })

  test('identifies the signed-in person, by Bearer token or by cookie', async () => {
    const { token, user } = await registered()
    const byToken = await world.call('GET /api/auth/me', { as: { token } })
    const byCookie = await world.call('GET /api/auth/me', { headers: { cookie: `other=1; svc_session=${token}` } })
    expect(byToken.body.user).toMatchObject(user)
    expect([byToken.status, byCookie.status]).toEqual([200, 200])
    expect(byCookie.body).toEqual(byToken.body)
    expect(byToken.body.user.memberships).toEqual([])
  })

  test('lists their roasters, in the order they joined', async () => {
    const ids = await Promise.all(
      ['first-home', 'second-home'].map(slug => aRoastery(world, { slug, name: slug, coffees: [] })),
    )
    const { body } = await world.call('GET /api/auth/me', { as: await aMember(world, ...ids) })
    expect(body.user.memberships).toEqual([
      { roaster: { id: ids[0], name: 'first-home', slug: 'first-home' }, role: 'OWNER' },
      { roaster: { id: ids[1], name: 'second-home', slug: 'second-home' }, role: 'EDITOR' },
    ])
  })

  test.each([
    ['nothing', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no token after Bearer', { authorization: 'Bearer' }],
    ['a token that is none', { authorization: 'Bearer abc.def.ghi' }],
    [
      'an unsigned token',
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwidmVyIjoxLCJleHAiOjk5OTk5OTk5OTl9.' },
    ],
  ])('is refused with %s', async (_, headers) => {
    const answer = await world.call('GET /api/auth/me', { headers: headers as Record<string, string> })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('ends after seven days', async () => {
    const { token } = await registered()
    world.clock.advance({ days: 7, seconds: -60 })
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(200)
    world.clock.advance({ minutes: 2 })
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(401)
    world.clock.advance({ days: -7, seconds: -60 })
  })

  test('ends on sign-out, with what the browser kept; the one on another device continues', async () => {
    const { email, token } = await registered()
    const other = (await world.call('POST /api/auth/login', { body: { email, password } })).body
    const answer = await world.call('POST /api/auth/logout', { as: { token } })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(answer.headers.getSetCookie()).toEqual(
      ['svc_session', 'unsent', 'unsent-2'].map(name => `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`),
    )
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    for (const route of ['GET /api/auth/me', 'POST /api/auth/logout'])
      expect((await world.call(route, { as: { token } })).status).toBe(401)
    expect((await world.call('GET /api/auth/me', { as: other })).status).toBe(200)
  })

  test('from before sessions had ids works until it is signed out', async () => {
    const { id } = await world.person()
    const { sign } = jwt({ secret: world.config.sessionSecret }).decorator.jwt
    const until = Math.floor(world.clock.now().getTime() / 1000) + 60
    const [token, other] = await Promise.all([until, until + 1].map(exp => sign({ sub: String(id), ver: 1, exp })))
    const status = async (token = '') => (await world.call('GET /api/auth/me', { as: { token } })).status
    expect(await status(token)).toBe(200)
    await world.call('POST /api/auth/logout', { as: { token: token ?? '' } })
    expect([await status(token), await status(other)]).toEqual([401, 200])
  })

  test('with a right signature and odd claims belongs to nobody, and does not affect concurrent requests', async () => {
    const { id, token: fine } = await world.person()
    const { sign } = jwt({ secret: world.config.sessionSecret }).decorator.jwt
    const exp = Math.floor(world.clock.now().getTime() / 1000) + 60
    const odd = [{ sub: 'x' }, { sub: '1.5' }, { sub: '99999999999' }, { ver: 1.5 }, { ver: 2 ** 40 }, { jti: 'x' }]
    const tokens = await Promise.all(odd.map(words => sign({ sub: String(id), ver: 1, exp, ...words } as never)))
    const answers = await Promise.all(
      [...tokens, fine].map(token => world.call('GET /api/auth/me', { as: { token: String(token) } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([...odd.map(() => 401), 200])
  })

  test('by cookie alone changes things only from our own or an allowed origin', async () => {
    const logout = async (headers: Record<string, string>) => {
      const { token } = await world.person()
      return world.call('POST /api/auth/logout', { headers: { cookie: `svc_session=${token}`, ...headers } })
    }
    expect((await logout({ origin: world.url })).status).toBe(200)
    expect((await logout({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await logout({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await logout({ origin: 'null' })).status).toBe(403)
    expect((await logout({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await logout({})).status).toBe(403)
  })
})

describe('the password', () => {
  const change = (token: string, body: object) => world.call('PUT /api/user/password', { as: { token }, body })

  test('changes with the current one, and ends every other session at once', async () => {
    const { email, token } = await registered()
    const newPassword = 'another long password'
    expect((await change(token, { newPassword })).body).toEqual({
      error: 'currentPassword is required when the account has a password.',
    })
    expect((await change(token, { newPassword, currentPassword: 'wrong' })).status).toBe(401)
    const changed = await change(token, { newPassword, currentPassword: password })
    expect(changed.status).toBe(200)
    expect((await world.call('GET /api/auth/me', { as: { token } })).status).toBe(401)
    expect((await world.call('GET /api/auth/me', { as: { token: changed.body.token } })).status).toBe(200)
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(401)
    expect((await world.call('POST /api/auth/login', { body: { email, password: newPassword } })).status).toBe(200)
  })

  test('may be set without a current one if there is none', async () => {
    const { email, token, user } = await registered()
    await world.sql`update users set password_hash = null where id = ${user.id}`
    expect((await change(token, { newPassword: password })).status).toBe(200)
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(200)
  })
})
