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

  test('makes one account of first sign-ins that race', async () => {
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

  test('takes the keys from whoever registered an address that was not theirs', async () => {
    const email = newEmail()
    const password = 'set by somebody else'
    const { body: squatter } = await world.call('POST /api/auth/register', { body: { email, password } })
    const owner = await signIn({ sub: newSubject(), email, email_verified: true })
    expect(owner.body.user.id).toBe(squatter.user.id)
    expect((await world.call('GET /api/auth/me', { as: { token: squatter.token } })).status).toBe(401)
    expect((await world.call('POST /api/auth/login', { body: { email, password } })).status).toBe(401)
    expect((await world.call('GET /api/auth/me', { as: { token: owner.body.token } })).status).toBe(200)
  })

  test('does not join an account by an address that nobody has proven', async () => {
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

  test('refuses what is no token', async () => {
    expect((await world.call('POST /api/auth/apple', { body: { identityToken: 'a.b.c' } })).status).toBe(401)
    expect((await world.call('POST /api/auth/apple', { body: {} })).body).toEqual({
      error: 'identityToken is required.',
    })
  })

  test('says so when the key server is away, instead of blaming the token', async () => {
    const lonely = await startWorld({ appleClientId: 'coffee.dialin.app', appleJwksUrl: 'http://127.0.0.1:9/keys' })
    const token = await apple.identityToken({ sub: newSubject(), email: newEmail(), email_verified: true })
    const answer = await lonely.call('POST /api/auth/apple', { body: { identityToken: token } })
    await lonely.stop()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
})
