import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { openWorld } from '../../adapters/compose.ts'
import { startService } from '../../adapters/http/service.ts'
import { createLog } from '../../adapters/program/log.ts'
import { eventually } from '../support/eventually.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ allowedOrigins: ['https://app.example.com'] })
})
afterAll(() => world.stop())

describe('the order of checks', () => {
  const large = { email: 'x'.repeat(70_000), password: 'whatever' }

  test('has the sign-in before the size of the body, of which nothing is read', async () => {
    expect((await world.call('PUT /api/user/password', { body: large })).status).toBe(401)
    const member = await world.call('PUT /api/user/password', { as: await world.person(), body: large })
    expect([member.status, member.body]).toEqual([413, { error: 'The body is larger than 64 KiB.' }])
  })

  test('does not believe a body that hides its size', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part++) controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)))
        controller.close()
      },
    })
    const response = await fetch(`${world.url}/api/auth/login`, { method: 'POST', body: stream })
    expect(response.status).toBe(413)
  })

  test('has the limit before the sign-in, and the sign-in before the input', async () => {
    const from = '203.0.113.9'
    const wrong = { from, body: { nonsense: true } }
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await world.call('PUT /api/user/password', wrong)).status).toBe(401)
    expect((await world.call('PUT /api/user/password', wrong)).status).toBe(429)
    const member = await world.person()
    expect((await world.call('PUT /api/user/password', { as: member, body: {} })).body).toEqual({
      error: 'newPassword is required.',
    })
  })
})

describe('a rate limit', () => {
  beforeAll(() => world.clock.hold())

  const subscribe = (from: string, headers = {}) =>
    world.call('POST /api/subscribe', { from, headers, body: { email: 'a@people.example' } })

  test('lets this many pass in any minute and says how long to wait', async () => {
    const from = '203.0.113.10'
    expect([await subscribe(from), await subscribe(from)].map(({ status }) => status)).toEqual([200, 200])
    world.clock.advance({ seconds: 30 })
    expect((await subscribe(from)).status).toBe(200)
    const refused = await subscribe(from)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(refused.body.error).toBe('Too many requests; try again in 30 seconds.')
    world.clock.advance({ seconds: 30 })
    // The two of the first half minute are forgotten, the third is not.
    const later = await Promise.all([subscribe(from), subscribe(from), subscribe(from), subscribe(from)])
    expect(later.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
  })

  test('is exact for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe('203.0.113.11')))
    expect(answers.filter(({ status }) => status === 200).length).toBe(3)
  })

  test('is exact for each of many concurrent addresses', async () => {
    const addresses = Array.from({ length: 6 }, (_, at) => `203.0.113.${40 + at}`)
    const answers = await Promise.all([...addresses, ...addresses, ...addresses, ...addresses].map(subscribe))
    const refused = answers.flatMap(({ status }, at) => (status === 429 ? [at % addresses.length] : []))
    expect(refused.sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('counts each route and each address by itself', async () => {
    const from = '203.0.113.12'
    for (let attempt = 0; attempt < 4; attempt++) await subscribe(from)
    const body = { name: 'Bo', email: 'bo@roaster.example', company: 'Bo Roasts' }
    expect((await world.call('POST /api/demo-requests', { from, body })).status).toBe(200)
    expect((await subscribe('203.0.113.13')).status).toBe(200)
  })

  test('counts the addresses of one IPv6 customer as one', async () => {
    const statuses: number[] = []
    for (let host = 1; host <= 4; host++) statuses.push((await subscribe(`2001:db8:1:2::${host}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await subscribe('2001:db8:1:3::1')).status).toBe(200)
  })

  test('is shared by all instances on one database', async () => {
    const log = createLog('silent', () => {})
    const other = await openWorld({ ...world.config, port: 0 }, log, { clock: world.clock.now })
    const instance = await startService(other, { ...world.config, port: 0 }, log)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const response = await fetch(`http://localhost:${attempt % 2 ? instance.port : world.port}/api/subscribe`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.14' },
        body: JSON.stringify({ email: 'a@people.example' }),
      })
      statuses.push(response.status)
    }
    await instance.stop()
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('believes X-Forwarded-For only from a trusted proxy', async () => {
    const exposed = await startWorld({ trustedProxies: [] })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push(
        (
          await exposed.call('POST /api/subscribe', {
            from: `198.51.100.${attempt}`,
            body: { email: 'a@people.example' },
          })
        ).status,
      )
    await exposed.stop()
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('an origin', () => {
  const preflight = (origin: string, path = '/api/auth/login') =>
    world.call(`OPTIONS ${path}`, { headers: { origin, 'access-control-request-method': 'POST' } })

  test('that is ours or allowed may use everything, with credentials', async () => {
    for (const origin of [world.url, 'https://app.example.com']) {
      const { headers, status } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-allow-headers')).toContain('Authorization')
      expect(headers.get('vary')).toBe('Origin')
    }
  })

  test('that is neither gets no permission', async () => {
    const { headers } = await preflight('https://evil.example')
    expect(headers.get('access-control-allow-origin')).toBe(null)
    const answer = await world.call('GET /api/health', { headers: { origin: 'https://evil.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(null)
  })
})

describe('an unknown path', () => {
  test('is a 404 in JSON that points to the docs', async () => {
    const { status, body } = await world.call('GET /api/nothing')
    expect([status, body]).toEqual([404, { error: 'There is nothing at /api/nothing. See /docs for all routes.' }])
  })

  test('is a 405 with the methods if only the method is wrong', async () => {
    const { status, headers, body } = await world.call('DELETE /api/health')
    expect([status, headers.get('allow'), body]).toEqual([405, 'GET', { error: '/api/health takes GET, not DELETE.' }])
  })

  test('gets a proper reply for a malformed request', async () => {
    const statuses = await Promise.all(
      ['GET /api/%zz', 'GET /%00', 'GET /api/auth/magic-link/verify?token=%00'].map(
        async route => (await world.call(route)).status,
      ),
    )
    expect(statuses).toEqual([404, 404, 400])
    const raw = await new Promise<string>(done => {
      const socket = connect(world.port, 'localhost', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
      socket.once('data', data => {
        done(String(data))
        socket.destroy()
      })
    })
    expect(raw).toMatch(/^HTTP\/1\.1 [24]\d\d/)
  })
})

describe('hostile input', () => {
  test('with halves of characters, NUL in deep nesting, and numbers in disguise is refused', async () => {
    const half = await world.call('POST /api/contact', {
      body: '{"name":"\\ud800","email":"a@b.example","subject":"s","message":"m"}',
    })
    expect([half.status, half.body]).toEqual([
      400,
      { error: 'name must be valid Unicode text; it contains an incomplete character.' },
    ])
    const whole = { name: '\u{1f375}', email: 'a@b.example', subject: 's', message: 'm' }
    expect((await world.call('POST /api/contact', { body: whole })).status).toBe(200)
    const deep = `{"email":"a@b.example","source":${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}}`
    expect((await world.call('POST /api/subscribe', { body: deep })).status).toBe(400)
    for (const id of ['01', '+1', '1e0', '1.0', '%201', '0', '-1', '2147483648', 'x'])
      expect([id, (await world.call(`GET /api/coffees/${id}`)).status]).toEqual([id, 404])
  })

  test('of any size is answered in JSON', async () => {
    const answer = await world.call('POST /api/subscribe', { body: 'x'.repeat(40_000_000) })
    expect([answer.status, answer.body]).toEqual([413, { error: 'The body is larger than 64 KiB.' }])
  })

  test('with another kind of Authorization is ignored on public routes', async () => {
    const answer = await world.call('GET /api/recipes', { headers: { authorization: 'Basic YTpi' } })
    expect(answer.status).toBe(200)
  })
})

describe('the log', () => {
  test('has one JSON line per request, with the id in the reply', async () => {
    const { headers } = await world.call('GET /api/health?token=secret-in-a-query')
    const id = headers.get('x-request-id')
    const lines = () => world.logLines.map(line => JSON.parse(line)).filter(line => line.id === id)
    await eventually(() => lines().length > 0)
    expect(lines()).toEqual([
      {
        time: expect.any(String),
        level: 'info',
        event: 'request',
        id,
        method: 'GET',
        path: '/api/health',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  test('contains no password, token or full address, whatever happens', async () => {
    const email = 'very.private@people.example'
    const password = 'a very private password'
    const { body } = await world.call('POST /api/auth/register', { body: { email, password } })
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const letter = (await world.mails()).find(mail => mail.to?.[0]?.address === email)
    const link = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? 'none'
    await world.call(`GET /api/auth/magic-link/verify?token=${link}`)
    // A failure inside the database, whose message contains the values.
    await world.sql.unsafe(`alter table subscribers add constraint broken check (email <> '${email}')`)
    const failure = await world.call('POST /api/subscribe', { body: { email } })
    await world.sql`alter table subscribers drop constraint broken`
    expect(failure.status).toBe(500)
    expect(failure.body.error).toStartWith('Something went wrong on our side.')
    expect(failure.text).not.toContain('constraint')
    await eventually(() => world.logLines.some(line => line.includes('broken')))
    const log = world.logLines.join('')
    for (const secret of [email, password, body.token, link]) expect(log).not.toContain(secret)
  })
})
