import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { request } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { MAX_IMPORT_BYTES } from '../../adapters/imports/import-file.ts'
import { freePort } from '../support/cluster.ts'
import { packedMain } from '../support/hostile-archives.ts'
import { openProxy, type ProxyName, proxyPrograms } from '../support/proxies.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

interface Asked {
  /** The visitor's own address. */
  from?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

describe.each(Object.keys(proxyPrograms) as ProxyName[])('behind %s as in docs/hosting.md', name => {
  const when = test.skipIf(!proxyPrograms[name])
  let world: TestWorld
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let port: number
  beforeAll(async () => {
    if (!proxyPrograms[name]) return
    port = await freePort()
    world = await startWorld({ baseUrl: `https://localhost:${port}`, trustedProxies: ['127.0.0.1', '::1'] })
    world.clock.hold()
    proxy = await openProxy({ name, upstream: `127.0.0.1:${world.port}`, port })
  })
  afterAll(async () => {
    await proxy?.close()
    await world?.stop()
  })

  const ask = (route: string, { from = '127.0.0.9', headers = {}, body }: Asked = {}) => {
    const [method = '', path = ''] = route.split(' ')
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number
      headers: Record<string, string | string[] | undefined>
      bytes: Buffer
    }>()
    const settings = {
      host: '127.0.0.1',
      port,
      path,
      method,
      servername: 'localhost',
      ca: proxy.certificate,
      localAddress: from,
      headers: { host: `localhost:${port}`, ...headers },
    }
    const asked = request(settings, reply => {
      const pieces: Buffer[] = []
      reply.on('data', piece => pieces.push(piece))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(pieces) }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
    return promise
  }
  const json = (body: object, headers = {}) => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

  when('visitors are counted by their own address, whatever they say it is', async () => {
    const subscribe = async (from: string, headers = {}) =>
      (await ask('POST /api/subscribe', { ...json({ email: 'a@people.example' }, headers), from })).status
    const [first, other] = ['127.0.0.21', '127.0.0.22']
    let status = 200
    for (let tries = 0; tries < 100 && status === 200; tries++) status = await subscribe(first)
    expect(status).toBe(429)
    for (const said of ['203.0.113.7', '127.0.0.1', '203.0.113.7, 127.0.0.1'])
      expect(await subscribe(first, { 'x-forwarded-for': said })).toBe(429)
    expect(await subscribe(other)).toBe(200)
    expect(await subscribe(other, { 'x-forwarded-for': first })).toBe(200)
  })

  when('links lead to the address that people use, over https, whatever host is asked for', async () => {
    const home = await ask('GET /', { headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' } })
    expect(home.status).toBe(200)
    const links = [...home.bytes.toString().matchAll(/(?:href|content)="(https?:\/\/[^"]*)"/g)].map(([, link]) => link)
    expect(links.filter(link => link?.startsWith(world.config.baseUrl ?? ' ')).length).toBeGreaterThan(0)
    expect(links.filter(link => /evil|^http:/.test(link ?? ''))).toEqual([])
  })

  when('a page is compressed once, and known again by its tag', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const page = await ask('GET /grinders', { headers })
    expect(page.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(page.bytes).toString()).toContain('</html>')
    const chart = 'GET /api/widget/grinder/comandante-c40-mk4'
    const { etag } = (await ask(chart, { headers })).headers
    const again = await ask(chart, { headers: { ...headers, 'if-none-match': `${etag}` } })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  when('the largest import that is taken comes through, and what is larger does not', async () => {
    const as = await world.person()
    const signed = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' }
    const photo = { name: 'photos/1.jpg', text: Buffer.alloc(30_000_000), stored: true }
    const archive = await ask('POST /api/user/import', { headers: signed, body: zipped([photo, packedMain()]) })
    expect([archive.status, JSON.parse(archive.bytes.toString()).brews?.taken]).toEqual([200, 1])
    const padded = (bytes: number) => Buffer.alloc(bytes, ' ').fill('{}', 0, 2)
    const taken = await ask('POST /api/user/import', { headers: signed, body: padded(MAX_IMPORT_BYTES) })
    expect([taken.status, JSON.parse(taken.bytes.toString())]).toEqual([400, { error: expect.any(String) }])
    const refused = await ask('POST /api/user/import', { headers: signed, body: padded(24_000_000) }).catch(
      ({ code }) => ({ status: code }),
    )
    // Caddy before 2.7 has no status of its own for it.
    expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(refused.status)
  })

  when('who is not signed in is told so, however much they bring', async () => {
    const reply = await fetch(`https://localhost:${port}/api/user/import`, {
      ...json({ pad: ' '.repeat(15_000_000) }),
      method: 'POST',
      tls: { ca: proxy.certificate },
    })
    expect([reply.status, await reply.json()]).toEqual([401, { error: expect.any(String) }])
  })

  when('tools answer a language model', async () => {
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const reply = await ask('POST /api/mcp', json(asked, { accept: 'application/json, text/event-stream' }))
    expect([reply.status, JSON.parse(reply.bytes.toString()).id]).toEqual([200, 1])
  })
})
