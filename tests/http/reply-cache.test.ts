import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const path = '/api/widget/grinder/comandante-c40-mk4'
const ask = (headers: Record<string, string> = {}) =>
  world.call(`GET ${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })
const headersOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)))

test('the same request twice gets the same reply, and is logged each time', async () => {
  const first = await ask()
  const second = await ask()
  expect(second.text).toBe(first.text)
  expect(headersOf(second)).toEqual(headersOf(first))
  expect(headersOf(second)).toMatchObject({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' })
  for (const { headers } of [first, second]) {
    const lines = world.logLines.filter(line => line.includes(headers.get('x-request-id') ?? 'none'))
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { level: 'info', event: 'request', method: 'GET', path, status: 200, ms: expect.any(Number) },
    ])
  }
})

test('HEAD, which has no body, does not affect the next request', async () => {
  for (const path of ['/api/widget/grinder/niche-zero', '/embed/widget.js', '/favicon.svg']) {
    const head = await world.call(`HEAD ${path}`)
    const { status, text } = await world.call(`GET ${path}`)
    expect([path, head.status, head.text, status, text.length > 50]).toEqual([path, 200, '', 200, true])
  }
})

test('a client with the reply gets 304, a page elsewhere its headers, and each encoding its bytes', async () => {
  const { headers, text } = await ask()
  expect((await ask({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  expect((await ask({ origin: 'https://shop.example' })).headers.get('access-control-expose-headers')).toContain('ETag')
  const packed = await ask({ 'accept-encoding': 'br' })
  expect([packed.headers.get('content-encoding'), packed.text]).toEqual(['br', text])
  expect((await ask()).headers.get('content-encoding')).toBeNull()
})

test('when the grinder changes, so does the reply', async () => {
  expect((await ask()).body.name).not.toBe('C40 renamed')
  await world.sql`
    update grinders
    set record = jsonb_set(record, '{model}', '"C40 renamed"')
    where slug = 'comandante-c40-mk4'`
  await world.refresh()
  expect((await ask()).body.name).toBe('C40 renamed')
})
