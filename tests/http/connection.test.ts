import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** What comes back on one connection, each request sent once the one before is answered, until the service closes it. */
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
        const body = said.indexOf('\r\n\r\n') + 4
        const length = Number(/content-length: (\d+)/.exec(said)?.[1] ?? Number.POSITIVE_INFINITY)
        if (body < 4 || said.length < body + length) return
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

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
// The second time some of them leave as they did the first time.
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
