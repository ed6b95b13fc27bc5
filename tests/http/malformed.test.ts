import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { openWorld } from '../../adapters/compose.ts'
import { startService } from '../../adapters/http/service.ts'
import { createLog } from '../../adapters/program/log.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The reply to these bytes, once the service has closed the connection. */
const send = (bytes: string) =>
  new Promise<string>(done => {
    let answer = ''
    const socket = connect(world.port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', data => {
      answer += data
    })
    socket.on('error', () => {})
    socket.on('close', () => done(answer))
  })

const get = (path: string, host: string) => send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

describe('a Host header that is not a host name', () => {
  test.each(['', '[', 'a b', 'a:99999999', 'a/api/embed/x?', 'me@there', '\xe9'])(
    'is a 400 everywhere: %j',
    async host => {
      for (const path of ['/nope', '/docs', '/grinders?q=x', '/api/coffees/1', '/sign-in?token=x']) {
        const answer = await get(path, host)
        expect([path, answer]).toEqual([
          path,
          expect.stringMatching(/^HTTP\/1\.1 400 .*\{"error":"The Host header [^<]*$/s),
        ])
        expect(answer.toLowerCase()).toContain('\r\ncache-control: no-store\r\n')
      }
    },
  )

  test('is missing in the probe of a load balancer', async () => {
    for (const path of ['/api/health', '/api/health/live', '/api/health/ready'])
      expect(await send(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send('GET /grinders HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

const head = 'POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\n'

/** The server answers these itself, without a body, and closes: they do not reach our code. */
describe('anything but HTTP is refused and the connection closed:', () => {
  test.each<[string, string, number]>([
    ['bytes', '\0\x01\x02\r\n\r\n', 400],
    ['TLS', `\x16\x03\x01\x02\0\x01\0${'a'.repeat(100)}`, 400],
    ['HTTP/0.9', 'GET /api/health\r\n\r\n', 505],
    ['no Host in HTTP/1.1', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}xyz`, 400],
    ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a length below zero', `${head}Content-Length: -1\r\n\r\n{}`, 400],
    ['another coding of the body', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['chunks without a length', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, 400],
    ['a header in two lines', `${head}X-A: a\r\n b\r\n\r\n`, 400],
    ['a space before the colon', `${head}X-A : a\r\n\r\n`, 400],
    ['NUL in a header', `${head}X-A: a\0b\r\n\r\n`, 400],
    ['headers of more than 16 KB', `${head}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path of more than 16 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
    ['300 headers', `${head}${Array.from({ length: 300 }, (_, at) => `X-${at}: 1\r\n`).join('')}\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const answer = await send(bytes)
    expect(answer).toStartWith(`HTTP/1.1 ${status} `)
    expect(answer).toEndWith('\r\n\r\n')
  })
})

test('an uncaught error is answered with a sentence, not with our source', async () => {
  const full = createLog('info', line => {
    if (line.includes('"request"')) throw new Error('The disk is full.')
  })
  const other = await openWorld({ ...world.config, port: 0 }, full)
  const service = await startService(other, { ...world.config, port: 0 }, full)
  const answer = await fetch(`http://localhost:${service.port}/nope`)
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: 'Something went wrong on our side. Try again in a moment.' },
  ])
  await service.stop()
})
