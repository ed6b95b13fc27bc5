import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPair, type JWTPayload } from 'jose'
import { newSubject, type Overrides, startApple } from '../support/apple.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const apple = await startApple()
const stranger = await generateKeyPair('RS256')

let world: TestWorld
beforeAll(async () => {
  world = await startWorld(apple.settings)
})
afterAll(async () => {
  await world.stop()
  await apple.stop()
})

const newEmail = () => `${crypto.randomUUID()}@people.example`
async function signIn(claims: JWTPayload, overrides: Overrides = {}, extra: object = {}) {
  return world.call('POST /api/auth/apple', {
    body: { identityToken: await apple.identityToken(claims, overrides), ...extra },
  })
}

describe('signing in with Apple', () => {
  test('registers on the first sign-in and knows the person by subject afterwards', async () => {
    const sub = newSubject()
    const email = newEmail()
    const first = await signIn({ sub, email, email_verified: 'true' })
    expect([first.status, first.body.success, first.body.user.email]).toEqual([200, true, email])
    expect(first.headers.get('set-cookie')).toStartWith(`svc_session=${first.body.token};`)
    const later = await signIn({ sub })
    expect(later.body.user).toEqual(first.body.user)
  })

  test('creates one account for concurrent first sign-ins', async () => {
    const claims = { sub: newSubject(), email: newEmail(), email_verified: true }
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(claims)))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(answer => answer.body.user.id)).size).toBe(1)
  })

  test('joins an account with the same proven address and keeps its password', async () => {
    const email = newEmail()
    const password = 'a long enough password'
    const { body: account } = await world.call('POST /api/auth/register', { body: { email, password } })
    await world.sql`update users set email_verified_at = now() where id = ${account.user.id}`
    const joined = await signIn({ sub: newSubject(), email: email.toUpperCase(), email_verified: true })
    expect(joined.body.user.id).toBe(account.user.id)
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(200)
  })

  test("removes the password and sessions of a person who registered somebody else's address", async () => {
    const email = newEmail()
    const password = 'set by somebody else'
    const { body: squatter } = await world.call('POST /api/auth/register', { body: { email, password } })
    const owner = await signIn({ sub: newSubject(), email, email_verified: true })
    expect(owner.body.user.id).toBe(squatter.user.id)
    expect((await world.call('GET /api/auth/me', { as: { token: squatter.token } })).status).toBe(401)
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(401)
    expect((await world.call('GET /api/auth/me', { as: { token: owner.body.token } })).status).toBe(200)
  })

  test('does not join an account by an unproven address', async () => {
    const email = newEmail()
    await world.call('POST /api/auth/register', { body: { email, password: 'a long enough password' } })
    expect((await signIn({ sub: newSubject(), email, email_verified: false })).status).toBe(409)
    expect((await signIn({ sub: newSubject() }, {}, { email })).status).toBe(409)
  })

  test('takes the address from the body on a first sign-in without one', async () => {
    const email = newEmail()
    const sub = newSubject()
    expect((await signIn({ sub })).body).toEqual({
      error: 'email is required on the first sign-in when the identity token has none.',
    })
    expect((await signIn({ sub }, {}, { email })).body.user.email).toBe(email)
  })

  test.each<[string, Overrides]>([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another app', { audience: 'some.other.app' }],
    ['another key', { key: stranger.privateKey }],
    ['a time long past', { expires: '1 minute ago' }],
  ])('refuses a token for %s', async (_, overrides) => {
    const answer = await signIn({ sub: newSubject(), email: newEmail(), email_verified: true }, overrides)
    expect(answer.status).toBe(401)
    expect(answer.body.error).toStartWith('identityToken ')
  })

  test('refuses anything but a token', async () => {
    expect((await world.call('POST /api/auth/apple', { body: { identityToken: 'a.b.c' } })).status).toBe(401)
    expect((await world.call('POST /api/auth/apple', { body: {} })).body).toEqual({
      error: 'identityToken is required.',
    })
  })

  test("says so if Apple's key server is unreachable, instead of blaming the token", async () => {
    const lonely = await startWorld({ appleClientId: 'coffee.dialin.app', appleJwksUrl: 'http://127.0.0.1:9/keys' })
    const token = await apple.identityToken({ sub: newSubject(), email: newEmail(), email_verified: true })
    const answer = await lonely.call('POST /api/auth/apple', { body: { identityToken: token } })
    await lonely.stop()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

describe('signing in with Apple on the site', () => {
  const headers = { accept: 'text/html', origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
  const answer = (form: Record<string, string>, cookie = '') =>
    fetch(`${world.url}/sign-in/apple`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body: new URLSearchParams(form),
    })
  const asked = async (next: string) => {
    const { status, headers } = await world.call(`GET /sign-in/apple?next=${encodeURIComponent(next)}`)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    return { status, cookie, address: new URL(headers.get('location') ?? '') }
  }
  const tokenOf = (email: string) =>
    apple.identityToken({ sub: newSubject(), email, email_verified: true }, { audience: 'coffee.dialin.site' })

  test('goes to Apple and comes back signed in, to the original page', async () => {
    expect((await world.call('GET /sign-in?next=%2Fme')).text).toContain('href="/sign-in/apple?next=%2Fme"')
    const { status, address, cookie } = await asked('/me')
    expect([status, address.host, address.searchParams.get('redirect_uri')]).toEqual([
      303,
      'appleid.apple.com',
      `${world.url}/sign-in/apple`,
    ])
    const email = newEmail()
    const state = address.searchParams.get('state') ?? ''
    const back = await answer({ state, id_token: await tokenOf(email) }, cookie)
    expect([back.status, back.headers.get('location')]).toEqual([303, `${world.url}/me`])
    const session = back.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await world.call('GET /api/auth/me', { headers: { cookie: session } })).body.user.email).toBe(email)
    expect((await asked('//evil.example')).cookie).toEndWith(':%2F')
    const odd = await answer({ state: 'any', id_token: await tokenOf(newEmail()) }, 'apple_state=any:%')
    expect([odd.status, odd.headers.get('location')]).toEqual([303, `${world.url}/`])
  })

  test('signs nobody in with a reply that this browser did not ask for, or that Apple did not sign', async () => {
    const { address, cookie } = await asked('/')
    const state = address.searchParams.get('state') ?? ''
    const token = await tokenOf(newEmail())
    for (const [form, carried] of [
      [{ state, id_token: token }, ''],
      [{ state: 'other', id_token: token }, cookie],
      [{ state: '', id_token: token }, 'apple_state='],
      [{ state, id_token: 'none' }, cookie],
      [{ state }, cookie],
    ] as const) {
      const refused = await answer(form, carried)
      expect([refused.status >= 400, refused.headers.get('set-cookie')]).toEqual([true, null])
    }
    expect((await answer({ state, error: 'user_cancelled_authorize' }, cookie)).headers.get('location')).toBe(
      '/sign-in',
    )
  })
})
