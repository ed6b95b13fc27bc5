import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { openOutside } from '../../adapters/outside/outside.ts'
import { ACCESS_MINUTES, CODE_SECONDS, MOST_CONNECTIONS, UNUSED_DAYS } from '../../core/apps/model.ts'
import { APP_ID, answerConsent, describeApps, described, personAskedIn, REDIRECT } from '../support/apps.ts'
import { newAuthority } from '../support/certificates.ts'
import { jarOf } from '../support/jar.ts'
import { openOutsideServer, replyOf } from '../support/outside-server.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let server: oauth.AuthorizationServer
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  describeApps(world)
  const issuer = new URL(`${world.url}/oauth`)
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  )
})
afterAll(() => world.stop())

const insecure = { [oauth.allowInsecureRequests]: true }
const client: oauth.Client = { client_id: APP_ID }
const none = oauth.None()
const verifier = 'v'.repeat(43)

/** Somebody whose address is proven, with a browser that is signed in. */
async function aPerson(name = 'Ann') {
  const person = await world.person(name)
  await world.prove(person)
  return { person, jar: signedIn(person) }
}

function signedIn({ token }: { token: string }) {
  const jar = jarOf(world)
  jar.cookies.set('svc_session /', { name: 'svc_session', value: token, path: '/' })
  return jar
}

async function wishUrl(more: Record<string, string | undefined> = {}) {
  const url = new URL(server.authorization_endpoint ?? '')
  const wish: Record<string, string | undefined> = {
    client_id: APP_ID,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'a-state',
    scope: 'read log',
    ...more,
  }
  for (const [name, value] of Object.entries(wish)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** The tokens after a person has allowed the app. */
async function connected(jar: ReturnType<typeof jarOf>, more: Record<string, string | undefined> = {}) {
  const back = await answerConsent(jar, await wishUrl(more))
  const answer = await send('token', {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: more.redirect_uri ?? REDIRECT,
    client_id: APP_ID,
    code_verifier: verifier,
  })
  expect(answer.status).toBe(200)
  return answer.body as { access_token: string; refresh_token: string; scope: string }
}

const send = (path: string, form: Record<string, string> | string) =>
  world.call(`POST /oauth/${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })

const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
  send('token', { grant_type: 'refresh_token', refresh_token, client_id: APP_ID, ...more })

const statusWith = async (token: string, route = 'GET /api/brew-logs') =>
  (await world.call(route, { as: { token } })).status

describe('oauth4webapi and openid-client', () => {
  test('connect an app, use its token, refresh it, look at it and revoke it', async () => {
    const { person, jar } = await aPerson()
    const back = await answerConsent(jar, await wishUrl())
    const params = oauth.validateAuthResponse(server, client, back, 'a-state')
    const first = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, none, params, REDIRECT, verifier, insecure),
    )
    expect([first.token_type, first.expires_in, first.scope]).toEqual(['bearer', ACCESS_MINUTES * 60, 'read log'])
    expect(await statusWith(first.access_token)).toBe(200)
    const next = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, none, first.refresh_token ?? '', insecure),
    )
    expect([await statusWith(first.access_token), await statusWith(next.access_token)]).toEqual([401, 200])
    const seen = await oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, none, next.access_token, insecure),
    )
    expect(seen).toMatchObject({
      active: true,
      client_id: APP_ID,
      scope: 'read log',
      sub: String(person.id),
      aud: `${world.url}/api`,
    })
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, none, next.access_token, insecure),
    )
    expect(await statusWith(next.access_token)).toBe(401)
    expect((await refresh(next.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  test('connect an app on this computer, on whatever port is free', async () => {
    const { jar } = await aPerson()
    const config = await openid.discovery(new URL(`${world.url}/oauth`), APP_ID, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const pkce = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:53682/back',
      scope: 'read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkce),
      code_challenge_method: 'S256',
      state,
    })
    const page = await jar.open(pathOf(url))
    expect(page.text).toContain('Did you just start Kitchen Notes on this device?')
    const back = await answerConsent(jar, url)
    expect(back.origin).toBe('http://127.0.0.1:53682')
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: pkce, expectedState: state })
    expect(tokens.scope).toBe('read')
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toStartWith('dla_')
  })
})

describe('the consent page', () => {
  test('says who asks, what the app may do and what it may not, and where it leads', async () => {
    const { person, jar } = await aPerson()
    const { status, text, headers } = await jar.open(pathOf(await wishUrl({ scope: 'log' })))
    expect(status).toBe(200)
    for (const words of [
      'Kitchen Notes wants to use your coffee data',
      person.email,
      'Log brews and bags for you',
      'Publish, change or delete your own recipes',
      'Change your password or email address, or delete your account',
      'kitchen-notes.example',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('on this device')
    const policy = headers.get('content-security-policy') ?? ''
    // Browsers apply it to every redirect after a form, and apps redirect further.
    expect(policy).not.toContain('form-action')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('sends a visitor to sign in and then back to it', async () => {
    const { pathname, search } = await wishUrl({ state: 's'.repeat(900) })
    const visitor = jarOf(world)
    const away = await visitor.open(`${pathname}${search}`)
    const location = new URL(away.headers.get('location') ?? '', world.url)
    expect([away.status, location.pathname]).toEqual([303, '/sign-in'])
    expect(location.searchParams.get('next')).toBe(`${pathname}${search}`)
  })

  test('tells the app when a person denies it', async () => {
    const { person, jar } = await aPerson()
    const { origin, searchParams } = await answerConsent(jar, await wishUrl(), 'deny')
    expect([origin, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'https://kitchen-notes.example',
      'access_denied',
      'a-state',
      `${world.url}/oauth`,
    ])
    expect([...(await world.sql`select from app_connections where user_id = ${person.id}`)]).toEqual([])
  })

  test('takes a decision from its own form only: not from other sites, and not by GET', async () => {
    const { person } = await aPerson()
    const url = await wishUrl()
    const allowed = { ...Object.fromEntries(url.searchParams), answer: 'allow', person: String(person.id) }
    const body = new URLSearchParams(allowed).toString()
    const forms = { 'content-type': 'application/x-www-form-urlencoded', cookie: `svc_session=${person.token}` }
    for (const headers of [
      { origin: 'https://evil.example' },
      {},
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await world.call(`POST ${url.pathname}`, { headers: { ...forms, ...headers }, body })).status).toBe(403)
    await signedIn(person).open(`${pathOf(url)}&answer=allow`)
    // A token isn't a person: no app may connect another.
    const byToken = await world.call(`POST ${url.pathname}`, {
      as: { token: (await connected(signedIn(person))).access_token },
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
      body,
    })
    expect(byToken.status).toBe(401)
    const rows = await world.sql`select from app_connections where user_id = ${person.id}`
    expect(rows).toHaveLength(1)
  })

  test('asks again if somebody else has signed in meanwhile, and is never taken from one person for another', async () => {
    const [ann, ben] = [await aPerson('Ann'), await aPerson('Ben')]
    const url = await wishUrl()
    const ofAnn = { ...Object.fromEntries(url.searchParams), answer: 'allow', person: String(ann.person.id) }
    const asked = await ben.jar.send(url.pathname, ofAnn)
    expect([asked.status, personAskedIn(asked.text)]).toEqual([200, String(ben.person.id)])
    expect(asked.text).toContain(ben.person.email)
    expect([
      ...(await world.sql`select from app_connections where user_id in (${ann.person.id}, ${ben.person.id})`),
    ]).toEqual([])
  })

  test('warns of an address that is not the app’s own', async () => {
    const { jar } = await aPerson()
    const redirect_uri = 'https://elsewhere.example/back'
    describeApps(world, { [APP_ID]: described({ redirect_uris: [redirect_uri] }) })
    const { text } = await jar.open(pathOf(await wishUrl({ redirect_uri })))
    describeApps(world)
    expect(text).toContain('You’ll be sent to elsewhere.example.')
    expect((await jar.open(pathOf(await wishUrl()))).text).not.toContain('You’ll be sent to')
  })

  test('needs a proven address, and a session that has not ended', async () => {
    const squatter = await world.person()
    const url = await wishUrl()
    const form = { ...Object.fromEntries(url.searchParams), answer: 'allow' }
    const refused = await signedIn(squatter).send(url.pathname, { ...form, person: String(squatter.id) })
    expect([refused.status, refused.text.includes('Confirm your email address first')]).toEqual([403, true])
    const { person, jar } = await aPerson()
    await world.ports.accounts.endAllSessions(person.id, 1)
    const away = await jar.send(url.pathname, form)
    expect([away.status, away.headers.get('location')?.startsWith('/sign-in')]).toEqual([303, true])
  })
})

describe('a request that is wrong', () => {
  test.each([
    [
      'another redirect address',
      { redirect_uri: 'https://evil.example/back' },
      'isn’t one that Kitchen Notes has named',
    ],
    ['a longer path', { redirect_uri: `${REDIRECT}/more` }, 'isn’t one'],
    ['a query added', { redirect_uri: `${REDIRECT}?next=https://evil.example` }, 'isn’t one'],
    ['another letter case', { redirect_uri: REDIRECT.replace('/back', '/Back') }, 'isn’t one'],
    ['a user in the address', { redirect_uri: 'https://kitchen-notes.example@evil.example/back' }, 'isn’t one'],
    ['a fragment', { redirect_uri: `${REDIRECT}#x` }, 'isn’t one'],
    ['a dot segment', { redirect_uri: 'https://kitchen-notes.example/x/../back' }, 'isn’t one'],
    ['a port of another host', { redirect_uri: 'https://kitchen-notes.example:8443/back' }, 'isn’t one'],
    ['another path on this machine', { redirect_uri: 'http://127.0.0.1:9/other' }, 'isn’t one'],
    ['another name of this machine', { redirect_uri: 'http://localhost:9/back' }, 'isn’t one'],
    ['https on this machine', { redirect_uri: 'https://127.0.0.1/back' }, 'isn’t one'],
    ['a script', { redirect_uri: 'javascript://kitchen-notes.example/%0aalert(1)' }, 'isn’t one'],
    ['no redirect address', { redirect_uri: undefined }, 'isn’t one'],
    ['an unknown app', { client_id: 'https://nobody.example/app.json' }, 'There is nothing at'],
    ['an app without a path', { client_id: 'https://kitchen-notes.example/' }, 'must be the https address'],
    ['an app over http', { client_id: 'http://kitchen-notes.example/app.json' }, 'must be the https address'],
    ['no app', { client_id: undefined }, 'must be the https address'],
    ['a very long request', { scope: 'x'.repeat(2900) }, 'The request is too long'],
    ['a very long state', { state: 'x'.repeat(1001) }, 'state must have at most'],
  ])('is shown to the person and redirects nowhere: %s', async (_, wrong, said) => {
    const { jar } = await aPerson()
    const url = await wishUrl(wrong)
    const page = await jar.open(pathOf(url))
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    expect(page.text).toContain('This app can’t connect')
    expect(page.text).toContain(said)
    const sent = await jar.send(url.pathname, { ...Object.fromEntries(url.searchParams), answer: 'allow' })
    expect([sent.status, sent.headers.get('location')]).toEqual([400, null])
  })

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
    ['an unknown resource', { resource: 'https://elsewhere.example/api' }, 'invalid_target'],
  ])('is told to the app: %s', async (_, wrong, code) => {
    const { jar } = await aPerson()
    const { status, headers } = await jar.open(pathOf(await wishUrl(wrong)))
    const back = new URL(headers.get('location') ?? '')
    expect([status, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([303, code, 'a-state'])
    expect(back.href).toStartWith(`${REDIRECT}?`)
  })

  test('may give each parameter once; with two, nobody is redirected', async () => {
    const { jar } = await aPerson()
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example'],
      ['client_id', 'https://evil.example/a'],
      ['state', 'b'],
    ] as const) {
      const page = await jar.open(`${pathOf(await wishUrl())}&${name}=${encodeURIComponent(value)}`)
      expect([page.status, page.text.includes(`${name} must be given once.`)]).toEqual([400, true])
    }
  })

  test('asks for reading only if it names no scope, and may name one for refresh tokens', async () => {
    const { jar } = await aPerson()
    expect((await connected(jar, { scope: undefined })).scope).toBe('read')
    expect((await connected(jar, { scope: 'log offline_access' })).scope).toBe('log')
  })
})

describe('the document of an app', () => {
  test.each([
    ['another client_id', { client_id: 'https://kitchen-notes.example/other.json' }, 'names another client_id'],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'token_endpoint_auth_method must be none'],
    [
      'only a key of its own',
      { token_endpoint_auth_method: 'private_key_jwt' },
      'token_endpoint_auth_method must be none',
    ],
    ['no redirect address', { redirect_uris: [] }, 'redirect_uris must name one'],
    ['a script to redirect to', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris must name one'],
    ['http elsewhere', { redirect_uris: ['http://kitchen-notes.example/back'] }, 'redirect_uris must name one'],
    ['our name', { client_name: ' Dialin on the command line' }, 'client_name must not begin with Dialin'],
    ['a long name', { client_name: 'x'.repeat(61) }, 'client_name must have at most 60'],
    ['a name that is no text', { client_name: ['x'] }, 'client_name'],
  ])('is refused with %s', async (_, wrong, said) => {
    const { jar } = await aPerson()
    describeApps(world, { [APP_ID]: described(wrong) })
    const page = await jar.open(pathOf(await wishUrl()))
    describeApps(world)
    expect([page.status, page.text.includes(said)]).toEqual([400, true])
  })

  test('may name what other services need: other ways to sign in, and addresses that we don’t take', async () => {
    const { jar } = await aPerson()
    const ways = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    }
    const redirect_uris = ['http://localhost:*/callback', REDIRECT, 'com.example.kitchen:/back']
    describeApps(world, { [APP_ID]: described({ ...ways, redirect_uris }) })
    const statusOf = async (redirect_uri: string) => (await jar.open(pathOf(await wishUrl({ redirect_uri })))).status
    const found = [
      await statusOf(REDIRECT),
      await statusOf('com.example.kitchen:/back'),
      await statusOf('http://localhost:*/callback'),
    ]
    describeApps(world)
    expect(found).toEqual([200, 200, 400])
  })

  test('may name a scheme of its own, and gives only text: markup in a name is shown as it is', async () => {
    const { jar } = await aPerson()
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    describeApps(world, { [APP_ID]: described({ client_name: '<b>Evil</b>\u202e', redirect_uris: [redirect_uri] }) })
    const page = await jar.open(pathOf(await wishUrl({ redirect_uri })))
    const back = await answerConsent(jar, await wishUrl({ redirect_uri }))
    describeApps(world)
    expect(page.text).toContain('&lt;b&gt;Evil&lt;/b&gt; wants to use')
    expect(back.href).toStartWith(`${redirect_uri}?code=`)
  })
})

describe('a code', () => {
  async function aCode() {
    const { person, jar } = await aPerson()
    const back = await answerConsent(jar, await wishUrl())
    const code = back.searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      client_id: APP_ID,
      code_verifier: verifier,
    }
    return { person, form }
  }

  test('works once; sent again, it ends what it gave', async () => {
    const { form } = await aCode()
    const { body } = await send('token', form)
    expect(await statusWith(body.access_token)).toBe(200)
    const again = await send('token', form)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect([await statusWith(body.access_token), (await refresh(body.refresh_token)).status]).toEqual([401, 400])
  })

  test('gives tokens at most once when it is sent many times at once', async () => {
    const { form } = await aCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('token', form)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('works for a minute', async () => {
    const { form } = await aCode()
    world.clock.advance({ minutes: CODE_SECONDS / 60 })
    expect((await send('token', form)).body.error).toBe('invalid_grant')
  })

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['the challenge as verifier', { code_verifier: '4NfZbI2wzu6Xj_yYUzE4xIMx4cBa8rF9Z1aG1Rc7Jbs' }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another app', { client_id: 'https://evil.example/app.json' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1/back' }, 'invalid_grant'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['another of our resources', { resource: '/api/mcp/me' }, 'invalid_grant'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no grant type', { grant_type: '' }, 'invalid_request'],
  ])('does not work with %s, and still does for its app', async (_, wrong, code) => {
    const { form } = await aCode()
    const resource =
      'resource' in wrong && wrong.resource.startsWith('/') ? { resource: `${world.url}${wrong.resource}` } : {}
    const { status, body } = await send('token', { ...form, ...(wrong as Record<string, string>), ...resource })
    expect([status, body.error]).toEqual([400, code])
    expect((await send('token', form)).status).toBe(200)
  })

  test('is taken in a form, with each parameter once', async () => {
    const { form } = await aCode()
    const json = await world.call('POST /oauth/token', { body: form })
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request'])
    const twice = await send('token', `${new URLSearchParams(form)}&client_id=x`)
    expect([twice.status, twice.body.error_description]).toEqual([400, 'client_id must be given once.'])
    const { headers } = await send('token', form)
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual(['no-store', '*'])
  })
})

describe('a refresh token', () => {
  test('is replaced at each use; an old one ends the connection', async () => {
    const { jar } = await aPerson()
    const first = await connected(jar)
    const second = (await refresh(first.refresh_token)).body
    const third = (await refresh(second.refresh_token)).body
    expect(await statusWith(third.access_token)).toBe(200)
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect([await statusWith(third.access_token), (await refresh(third.refresh_token)).status]).toEqual([401, 400])
  })

  test('sent many times at once, gives no two connections', async () => {
    const { jar } = await aPerson()
    const { refresh_token } = await connected(jar)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given.length).toBeLessThanOrEqual(1)
    const working = await Promise.all(given.map(({ body }) => statusWith(body.access_token)))
    expect(working.filter(status => status === 200)).toEqual([])
  })

  test('does not work for another app, or for another resource, and then still does for its own', async () => {
    const { jar } = await aPerson()
    const { refresh_token } = await connected(jar)
    expect((await refresh(refresh_token, { client_id: 'https://evil.example/app.json' })).body.error).toBe(
      'invalid_grant',
    )
    expect((await refresh(refresh_token, { resource: `${world.url}/api/mcp/me` })).body.error).toBe('invalid_grant')
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('of nobody, or one that is cut or made up, ends nothing', async () => {
    const { jar } = await aPerson()
    const { access_token, refresh_token } = await connected(jar)
    for (const wrong of [
      'dlr_',
      'dlr_.',
      'x',
      refresh_token.slice(0, 20),
      `dlr_${'0'.repeat(40)}.${'0'.repeat(40)}`,
      access_token,
    ])
      expect((await refresh(wrong)).status).toBe(400)
    expect(await statusWith(access_token)).toBe(200)
  })

  test(`keeps an app connected as long as it is used once in ${UNUSED_DAYS} days`, async () => {
    const { jar } = await aPerson()
    let { refresh_token } = await connected(jar)
    for (let round = 0; round < 3; round++) {
      world.clock.advance({ days: UNUSED_DAYS - 1 })
      refresh_token = (await refresh(refresh_token)).body.refresh_token
    }
    world.clock.advance({ days: UNUSED_DAYS + 1 })
    expect((await refresh(refresh_token)).status).toBe(400)
  })
})

describe('an access token', () => {
  test('works for an hour, within its scopes', async () => {
    const { jar } = await aPerson()
    const { access_token } = await connected(jar, { scope: 'read' })
    expect(await statusWith(access_token)).toBe(200)
    const refused = await world.call('DELETE /api/brew-logs/1', { as: { token: access_token } })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="log"',
    ])
    expect(await statusWith(access_token, 'GET /api/user/tokens')).toBe(403)
    expect(await statusWith(access_token, 'DELETE /api/user/account')).toBe(403)
    world.clock.advance({ minutes: ACCESS_MINUTES })
    expect(await statusWith(access_token)).toBe(401)
  })

  test('opens only the resource that it is for', async () => {
    const { jar } = await aPerson()
    const { access_token } = await connected(jar, { resource: `${world.url}/api/mcp/me` })
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const mcp = await world.call('POST /api/mcp/me', { as: { token: access_token }, body: list })
    expect([mcp.status, mcp.body.result.tools.length]).toEqual([200, 8])
    expect(await statusWith(access_token)).toBe(401)
    const whole = await connected(jar)
    expect((await world.call('POST /api/mcp/me', { as: { token: whole.access_token }, body: list })).status).toBe(200)
  })

  test('is taken in the header only, and is not written to the log', async () => {
    const { jar } = await aPerson()
    const { access_token, refresh_token } = await connected(jar)
    const cookie = await world.call('GET /api/brew-logs', { headers: { cookie: `svc_session=${access_token}` } })
    expect(cookie.status).toBe(401)
    expect((await world.call(`GET /api/brew-logs?access_token=${access_token}`)).status).toBe(401)
    expect(await statusWith(refresh_token)).toBe(401)
    await world.call(`GET /x/${refresh_token}`)
    for (const token of [access_token, refresh_token])
      expect(world.logLines.join('\n')).not.toContain(token.slice(4, 30))
    const rows = await world.sql`select to_jsonb(app_connections)::text as row from app_connections`
    for (const token of [access_token, refresh_token])
      expect(rows.map(({ row }) => row).join()).not.toContain(token.slice(4, 30))
  })

  test('ends when its owner disconnects the app, deletes the account or is disabled, and not with a new password', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => aPerson()))
    const tokens = await Promise.all(people.map(({ jar }) => connected(jar)))
    const [kept, closed, disabled, gone] = people.map(({ person }) => person) as [Someone, Someone, Someone, Someone]
    await world.call('PUT /api/user/password', { as: kept, body: { newPassword: 'a longer one than before' } })
    await world.call('DELETE /api/user/account', { as: closed })
    await world.ports.accounts.setDisabled(disabled.id, world.clock.now())
    expect((await refresh(tokens[2]?.refresh_token ?? '')).status).toBe(400)
    await world.ports.accounts.setDisabled(disabled.id, null)
    await signedIn(gone).send('/me/keys/disconnect', { app: APP_ID })
    expect(await Promise.all(tokens.map(({ access_token }) => statusWith(access_token)))).toEqual([200, 401, 401, 401])
  })
})

describe('Keys and apps', () => {
  test('lists an app once, with what it may do and when it was used, and asks before it is disconnected', async () => {
    const { person, jar } = await aPerson()
    await connected(jar, { scope: 'log' })
    const { access_token } = await connected(jar, { scope: 'read' })
    await statusWith(access_token)
    const { text } = await jar.open('/me/keys')
    expect(text.match(/Disconnect Kitchen Notes/g)).toHaveLength(1)
    for (const words of [
      'Connected apps',
      'kitchen-notes.example',
      'Read everything and log brews',
      'Used this minute',
    ])
      expect(text).toContain(words)
    const asked = await jar.open(`/me/keys?disconnect=${encodeURIComponent(APP_ID)}`)
    expect(asked.text).toContain('Disconnect “Kitchen Notes”?')
    expect(await statusWith(access_token)).toBe(200)
    const other = await aPerson('Ben')
    await other.jar.send('/me/keys/disconnect', { app: APP_ID })
    expect(await statusWith(access_token)).toBe(200)
    await jar.send('/me/keys/disconnect', { app: APP_ID })
    expect(await statusWith(access_token)).toBe(401)
    expect((await jar.open('/me/keys')).text).not.toContain('Connected apps')
    const mails = await world.sql`select template from outbox where recipient = ${person.email}`
    expect(mails.map(({ template }) => template)).toEqual(['app-connected'])
  })

  test(`holds ${MOST_CONNECTIONS} connections: the oldest makes room`, async () => {
    const { person, jar } = await aPerson()
    const first = await connected(jar)
    await world.sql`
      insert into app_connections (user_id, app_id, app_name, scopes, resource, redirect_uri, code_hash, code_challenge, created_at, expires_at)
      select ${person.id}, ${APP_ID}, 'Many', '{read}', 'r', 'u', 'many ' || nth, 'c', ${world.clock.now()}, ${world.clock.now()}
      from generate_series(1, ${MOST_CONNECTIONS - 1}) nth`
    expect(await statusWith(first.access_token)).toBe(200)
    await connected(jar)
    expect(await statusWith(first.access_token)).toBe(401)
    const [held] = await world.sql`select count(*)::int as count from app_connections where user_id = ${person.id}`
    expect(held?.count).toBe(MOST_CONNECTIONS)
  })

  test('forgets consents that nobody collected', async () => {
    const { person, jar } = await aPerson()
    await answerConsent(jar, await wishUrl())
    expect((await jar.open('/me/keys')).text).not.toContain('Connected apps')
    world.clock.advance({ minutes: 10 })
    await world.sweep()
    expect([...(await world.sql`select from app_connections where user_id = ${person.id}`)]).toEqual([])
  })
})

test.skipIf(!Bun.which('openssl'))(
  'an app is read from its own server, which is not asked again for every step',
  async () => {
    const authority = newAuthority()
    const certificate = authority.certify('DNS:kitchen-notes.example')
    let id = ''
    const kitchen = await openOutsideServer(certificate, socket =>
      socket.end(replyOf(JSON.stringify(described({ client_id: id })))),
    )
    id = `https://kitchen-notes.example:${kitchen.port}/app.json`
    const rules = { addressesOf: async () => ['127.0.0.1'], isPublic: () => true, ca: authority.ca }
    const apart = await startWorld({}, { outside: openOutside(() => new Date(), rules) })
    try {
      const person = await apart.person('Ann')
      await apart.prove(person)
      const jar = jarOf(apart)
      jar.cookies.set('svc_session /', { name: 'svc_session', value: person.token, path: '/' })
      const { search } = await wishUrl({ client_id: id })
      const url = new URL(`/oauth/authorize${search}`, apart.url)
      expect((await jar.open(pathOf(url))).text).toContain('Kitchen Notes wants to use your coffee data')
      expect((await answerConsent(jar, url)).searchParams.get('code')).toMatch(/^[0-9a-f]{40}$/)
      expect(kitchen.requests).toHaveLength(1)
      expect(kitchen.requests[0]).not.toMatch(/cookie|authorization|referer/i)
    } finally {
      await apart.stop()
      await kitchen.stop()
      authority.stop()
    }
  },
)

describe('registration', () => {
  let open: TestWorld
  beforeAll(async () => {
    open = await startWorld({ mayAppsRegister: true })
  })
  afterAll(() => open.stop())
  const metadata = { client_name: 'Desk assistant', redirect_uris: ['https://desk.example/back'] }

  test('is off unless the service says otherwise', async () => {
    const { status, body } = await world.call('POST /oauth/register', { body: metadata })
    expect([status, body.error]).toEqual([404, expect.stringContaining('Apps don’t register here.')])
    expect(server.registration_endpoint).toBeUndefined()
  })

  test('gives an app an id that connects it, and says that nobody vouches for it', async () => {
    const issuer = new URL(`${open.url}/oauth`)
    const found = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    )
    const app = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(found, metadata, insecure),
    )
    const person = await open.person('Ann')
    await open.prove(person)
    const jar = jarOf(open)
    jar.cookies.set('svc_session /', { name: 'svc_session', value: person.token, path: '/' })
    const url = new URL(found.authorization_endpoint ?? '')
    const redirect_uri = metadata.redirect_uris[0] as string
    url.search = new URLSearchParams({
      client_id: app.client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const page = await jar.open(pathOf(url))
    expect(page.text).toContain('Nobody has checked who made Desk assistant.')
    expect(page.text).toContain(redirect_uri)
    const params = oauth.validateAuthResponse(found, app, await answerConsent(jar, url), oauth.expectNoState)
    const request = await oauth.authorizationCodeGrantRequest(
      found,
      app,
      none,
      params,
      redirect_uri,
      verifier,
      insecure,
    )
    const { access_token } = await oauth.processAuthorizationCodeResponse(found, app, request)
    expect((await open.call('GET /api/brew-logs', { as: { token: access_token } })).status).toBe(200)
    expect((await jar.open('/me/keys')).text).toContain('Nobody vouches for its name')
    for (const wrong of [
      app.client_id.slice(0, -1),
      app.client_id.replace('dlc_', 'dlc_x'),
      'dlc_',
      'dlc_.',
      'dlc_e30.x',
    ]) {
      url.searchParams.set('client_id', wrong)
      expect((await jar.open(pathOf(url))).status).toBe(400)
    }
    // An id of another service, or of this one before it was switched off.
    const elsewhere = await (await aPerson()).jar.open(pathOf(await wishUrl({ client_id: app.client_id })))
    expect(elsewhere.status).toBe(400)
  })

  test.each([
    [{}, 'redirect_uris is required.'],
    [{ redirect_uris: [] }, 'redirect_uris must name one'],
    [{ redirect_uris: ['http://desk.example/back'] }, 'redirect_uris must name one that is https'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris must name one that is https'],
    [
      { redirect_uris: Array.from({ length: 20 }, (_, nth) => `https://desk.example/${nth}/${'x'.repeat(60)}`) },
      'too long',
    ],
    ['not an object', 'What was sent must be an object'],
  ])('refuses %j', async (wrong, said) => {
    const { status, body } = await open.call('POST /oauth/register', { body: JSON.stringify(wrong) })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    expect(body.error_description).toContain(said)
  })
})

describe('the code of a device', () => {
  const start = (form: Record<string, string> = {}) =>
    send('device', { client_id: 'dialin-cli', scope: 'read', ...form })
  const ask = (device_code: string, more: Record<string, string> = {}) =>
    send('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: 'dialin-cli',
      ...more,
    })
  const later = (seconds: number) => world.clock.advance({ minutes: seconds / 60 })

  test('waits for a person, and gives one token that lasts', async () => {
    const { body } = await start()
    expect(body).toMatchObject({ verification_uri: `${world.url}/device`, interval: 5, expires_in: 600 })
    expect((await ask(body.device_code)).body.error).toBe('authorization_pending')
    expect((await ask(body.device_code)).body.error).toBe('slow_down')
    const { person, jar } = await aPerson()
    await jar.send('/device', { code: body.user_code, answer: 'allow', person: String(person.id) })
    later(5)
    const given = (await ask(body.device_code)).body
    expect(given).toMatchObject({ token_type: 'Bearer', expires_in: UNUSED_DAYS * 24 * 3600, scope: 'read' })
    expect(given.refresh_token).toBeUndefined()
    expect(await statusWith(given.access_token)).toBe(200)
    later(5)
    expect((await ask(body.device_code)).body.error).toBe('invalid_grant')
    expect(await statusWith(given.access_token)).toBe(401)
  })

  test('is worth nothing if it was denied, has expired, belongs to another app or is unknown', async () => {
    const { person, jar } = await aPerson()
    const decide = (code: string, answer: string) => jar.send('/device', { code, answer, person: String(person.id) })
    const denied = (await start()).body
    await decide(denied.user_code, 'deny')
    expect((await ask(denied.device_code)).body.error).toBe('access_denied')
    const stolen = (await start()).body
    await decide(stolen.user_code, 'allow')
    expect((await ask(stolen.device_code, { client_id: APP_ID })).body.error).toBe('invalid_grant')
    const code = { code: stolen.device_code, redirect_uri: 'by device', code_verifier: 'by device' }
    const asCode = await send('token', { grant_type: 'authorization_code', client_id: 'dialin-cli', ...code })
    expect(asCode.body.error).toBe('invalid_grant')
    expect((await ask('unknown')).body.error).toBe('expired_token')
    const late = (await start()).body
    later(600)
    expect((await ask(late.device_code)).body.error).toBe('expired_token')
    expect((await decide(late.user_code, 'allow')).status).toBe(404)
    await world.sweep()
    expect([...(await world.sql`select from device_sign_ins`)]).toEqual([])
  })

  test('is for the command line only, and is decided by one person, from our own page', async () => {
    expect((await start({ client_id: APP_ID })).body.error).toBe('unauthorized_client')
    const { body } = await start()
    const [ann, ben] = [await aPerson('Ann'), await aPerson('Ben')]
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `svc_session=${ann.person.token}`,
      origin: 'https://evil.example',
    }
    const form = new URLSearchParams({ code: body.user_code, answer: 'allow' }).toString()
    expect((await world.call('POST /device', { headers, body: form })).status).toBe(403)
    const both = await Promise.all(
      [ann, ben].map(({ person, jar }) =>
        jar.send('/device', { code: body.user_code, answer: 'allow', person: String(person.id) }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const squatter = await world.person()
    const other = (await start()).body
    const ofSquatter = { code: other.user_code, answer: 'allow', person: String(squatter.id) }
    const refused = await signedIn(squatter).send('/device', ofSquatter)
    expect([refused.status, refused.text.includes('Confirm your email address first')]).toEqual([403, true])
    expect((await ask(other.device_code)).body.error).toBe('invalid_grant')
  })
})
