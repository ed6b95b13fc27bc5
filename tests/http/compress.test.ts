import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let id: number
beforeAll(async () => {
  world = await startWorld()
  for (let nth = 0; nth < 30; nth++) id = await aRecipe(world)
})
afterAll(() => world.stop())

const raw = (path: string, accepted: string, headers = {}) =>
  fetch(`${world.url}${path}`, { headers: { 'accept-encoding': accepted, ...headers }, decompress: false })

describe('a reply that is generated for each request', () => {
  test.each(['/api/browse/recipes', '/api/recipes/{id}', '/recipes/{id}', '/grinders?q=comandante'])(
    '%s is compressed for whoever takes it',
    async template => {
      const path = template.replace('{id}', String(id))
      const packed = await raw(path, 'gzip, br')
      const plain = await raw(path, 'identity')
      expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
      expect(plain.headers.get('content-encoding')).toBeNull()
      for (const { headers } of [packed, plain]) expect(headers.get('vary')).toContain('Accept-Encoding')
      const bytes = new Uint8Array(await packed.arrayBuffer())
      const text = await plain.text()
      expect(bytes.length).toBeLessThan(0.7 * text.length)
      expect(new TextDecoder().decode(gunzipSync(bytes))).toBe(text)
    },
  )

  test('is compressed with Brotli for clients that accept only that, or prefer it', async () => {
    for (const path of ['/api/browse/recipes', `/recipes/${id}`, '/api/browse/recipes?limit=100'])
      for (const accepted of ['br', 'br, gzip;q=0.5', 'gzip;q=0, *']) {
        const packed = await raw(path, accepted)
        expect(packed.headers.get('content-encoding')).toBe('br')
        const text = brotliDecompressSync(new Uint8Array(await packed.arrayBuffer())).toString()
        expect(text).toBe(await (await raw(path, 'identity')).text())
      }
    expect((await raw('/api/browse/recipes', 'zstd')).headers.get('content-encoding')).toBeNull()
  })

  test.each(['gzip', 'br'])('is confirmed by the tag of its own encoding: %s', async encoding => {
    const path = `/api/recipes/${id}`
    const [packed, plain] = [await raw(path, encoding), await raw(path, 'identity')]
    const tagOf = ({ headers }: Response) => headers.get('etag') ?? ''
    expect(tagOf(packed)).not.toBe(tagOf(plain))
    expect((await raw(path, encoding, { 'if-none-match': tagOf(packed) })).status).toBe(304)
    expect((await raw(path, 'identity', { 'if-none-match': tagOf(plain) })).status).toBe(304)
    expect((await raw(path, encoding, { 'if-none-match': tagOf(plain) })).status).toBe(200)
  })

  test('always has its own text, however often it and others are requested', async () => {
    const pages = ['/api/browse/recipes?limit=5', '/api/browse/recipes?limit=6', `/api/recipes/${id}`]
    const read = async (path: string) =>
      new TextDecoder().decode(gunzipSync(new Uint8Array(await (await raw(path, 'gzip')).arrayBuffer())))
    const plain = await Promise.all(pages.map(async path => (await raw(path, 'identity')).text()))
    for (let time = 0; time < 4; time++) expect(await Promise.all(pages.map(read))).toEqual(plain)
  })

  test('has its own end if it begins like another, such as a reply that repeats its question', async () => {
    for (const question of [1, 2, 3, 'café ☕', 'x'.repeat(500), 2]) {
      const answer = await fetch(`${world.url}/api/mcp`, {
        method: 'POST',
        headers: { 'accept-encoding': 'gzip', accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: question, method: 'tools/list' }),
        decompress: false,
      })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      const { id, result } = JSON.parse(gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString())
      expect([id, result.tools.length]).toEqual([question, 5])
    }
  })

  test('is sent uncompressed if it is small', async () => {
    expect((await raw('/api/health', 'gzip')).headers.get('content-encoding')).toBeNull()
  })
})
