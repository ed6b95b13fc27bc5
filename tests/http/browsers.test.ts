import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

/** What a browser is told, and what is not believed from it. */
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const password = 'a long enough password'
const login = (headers: Record<string, string>, email: string) =>
  world.call('POST /api/auth/login', { headers, body: JSON.stringify({ email, password }) })

describe('a form on another site', () => {
  test('cannot sign a visitor in as somebody else by text/plain; JSON, our own pages and programs can', async () => {
    const email = 'eve@people.example'
    await world.call('POST /api/auth/register', { body: { email, password } })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const { status, headers } = await login({ origin: 'https://evil.example', 'content-type': type }, email)
      expect([type, status, headers.get('set-cookie')]).toEqual([type, 403, null])
    }
    expect((await login({ origin: 'null', 'content-type': 'text/plain' }, email)).status).toBe(403)
    expect((await login({ 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }, email)).status).toBe(403)
    expect((await login({ origin: world.url, 'content-type': 'text/plain' }, email)).status).toBe(200)
    expect((await login({ 'content-type': 'application/x-www-form-urlencoded' }, email)).status).toBe(200)
    const json = { origin: 'https://other.example', 'content-type': 'application/json; charset=utf-8' }
    expect((await login(json, email)).status).toBe(200)
  })
})

describe('headers', () => {
  test('a reply that sets a cookie is never cached, not even by the browser', async () => {
    const person = await world.person()
    const body = { email: 'cookie@people.example', password }
    for (const answer of [
      await world.call('POST /api/auth/register', { body }),
      await world.call('POST /api/auth/login', { body }),
      await world.call('POST /api/auth/logout', { as: person }),
    ])
      expect([answer.headers.get('set-cookie') === null, answer.headers.get('cache-control')]).toEqual([
        false,
        'private, no-store',
      ])
    await world.call('POST /api/auth/magic-link', { body: { email: body.email } })
    const [mail] = (await world.mails()).filter(({ to }) => to?.[0]?.address === body.email)
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
    const opened = await world.call(`GET /api/auth/magic-link/verify?token=${token}`, {
      headers: { accept: 'text/html' },
    })
    expect([opened.status, opened.headers.get('set-cookie') === null, opened.headers.get('cache-control')]).toEqual([
      302,
      false,
      'private, no-store',
    ])
  })

  test('require https from now on if the address has it, and only then', async () => {
    expect((await world.call('GET /api/health')).headers.has('strict-transport-security')).toBe(false)
    const secure = await startWorld({ baseUrl: 'https://dialin.example' })
    for (const path of ['/api/health', '/', '/nothing', '/docs'])
      expect((await secure.call(`GET ${path}`)).headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.stop()
  })
})

test('an impossible id names nothing, in a URL and in a form', async () => {
  const { token } = await world.person('Ida')
  const headers = {
    accept: 'text/html',
    cookie: `svc_session=${token}`,
    origin: world.url,
    'content-type': 'application/x-www-form-urlencoded',
  }
  for (const id of ['1.5', '99999999999', 'Infinity']) {
    for (const path of [
      ...['coffee', 'again', 'recipe', 'mine'].map(name => `/me/log?${name}=`),
      '/recipes/new?coffee=',
      '/recipes/new?from=brew-',
      '/recipes?coffee=',
      '/?coffee=',
      '/me/recipes?page=',
      '/grinders/niche-zero/calibrate?left=',
    ])
      expect([path, id, (await world.call(`GET ${path}${id}`, { headers })).status]).not.toContain(500)
    for (const [path, field] of [
      ['/me/gear', 'kind=machine&id'],
      ['/me/gear', 'act=remove&kind=filter&id'],
      ['/me/shelf', 'coffee'],
      ['/me/shelf', 'act=remove&coffee'],
      ['/me/log', 'coffee'],
      ['/recipes/new', 'coffee'],
    ])
      expect([
        path,
        field,
        id,
        (await world.call(`POST ${path}`, { headers, body: `${field}=${id}` })).status,
      ]).not.toContain(500)
  }
})

test('half a character or NUL in the path of a page names nothing', async () => {
  for (const path of [
    '/r/%00',
    '/grinders/a%00b',
    '/brew/x/%00',
    '/brew/%00/x',
    '/recipes/%00',
    '/embed/%00/frame',
    '/assets/%00',
  ])
    expect([path, (await world.call(`GET ${path}`)).status]).toEqual([path, 404])
  for (const path of ['/r/%ED%A0%80', '/r/%FF', '/r/%', '/grinders/%E0%A4%A'])
    expect((await world.call(`GET ${path}`)).status).toBeLessThan(500)
})
