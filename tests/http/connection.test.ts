import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/**
 * The replies on one connection, each request sent after the previous reply, until the service
 * closes it.
 */
function spoken(...requests: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const replies: string[] = []
  let said = ''
  Bun.connect({
    hostname: 'localhost',
    port: world.port,
    socket: {
      open: socket => void socket.write(requests.shift() ?? ''),
      data: (socket, bytes) => {
        said += bytes.toString('latin1').toLowerCase()
        if (!isWhole(said)) return
        replies.push(said)
        said = ''
        socket.write(requests.shift() ?? '')
      },
      close: () => resolve(replies),
      error: (_, error) => reject(error),
    },
  })
  return promise
}

/** By its length or, if it is chunked, by the empty last chunk. */
function isWhole(reply: string) {
  const body = reply.indexOf('\r\n\r\n') + 4
  const length = Number(/content-length: (\d+)/.exec(reply)?.[1] ?? Number.POSITIVE_INFINITY)
  return body >= 4 && (reply.length >= body + length || reply.endsWith('\r\n0\r\n\r\n'))
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
// Some are requested twice, because the second reply comes from a cache.
test.each([
  '/api/health',
  '/api/brew-methods',
  '/api/brew-methods',
  '/openapi.json',
  '/openapi.json',
  '/recipes',
  '/nothing-here',
])('%s says that a connection ends when its client has asked for that, and only then', async path => {
  const replies = await spoken(get(path), get(path, 'Connection: keep-alive\r\n'), get(path, 'Connection: Close\r\n'))
  expect(replies.map(reply => reply.includes('connection: close'))).toEqual([false, false, true])
})

test('a long reply starts with its complete headers, however it is requested, and ends where it should', async () => {
  const ann = await world.person('Ann')
  const recipe = await aRecipe(world)
  for (let at = 0; at < 20; at++)
    await world.call(`POST /api/recipes/${recipe}/comments`, {
      as: ann,
      from: `203.0.113.${at}`,
      body: { body: `${at} sweet é `.repeat(90).trim() },
    })
  const path = `/api/recipes/${recipe}/comments`
  const zipped = await fetch(`${world.url}${path}`)
  const text = await zipped.text()
  expect([zipped.headers.get('content-encoding'), Buffer.byteLength(text) > 20_000]).toEqual(['gzip', true])
  const plain = await fetch(`${world.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
  expect([plain.status, plain.headers.get('content-type'), await plain.text()]).toEqual([200, 'application/json', text])
  const old = await said(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`)
  expect(old.whole.slice(old.whole.indexOf('\r\n\r\n') + 4)).toBe(text)
  for (const first of [old.first, (await said(get(path, 'Connection: close\r\n'))).first]) {
    expect(first).toStartWith('HTTP/1.1 200 OK\r\n')
    expect(first).toContain('\r\n\r\n')
  }
})

/** The first data, and everything until the service closes the connection. */
function said(request: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ first: string; whole: string }>()
  const pieces: Buffer[] = []
  Bun.connect({
    hostname: 'localhost',
    port: world.port,
    socket: {
      open: socket => void socket.write(request),
      data: (_, bytes) => void pieces.push(Buffer.from(bytes)),
      close: () => resolve({ first: String(pieces[0]), whole: Buffer.concat(pieces).toString('utf8') }),
      error: (_, error) => reject(error),
    },
  })
  return promise
}
