import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { eventually } from '../support/eventually.ts'
import { replyOf } from '../support/outside-server.ts'
import { outsideServers } from './servers.ts'
import { whyUnreachable } from './why-unreachable.ts'

const UNREACHED = 'The server could not be reached, or stopped before the end of the document.'
const TOO_LARGE = 'The document must have at most 10 kB.'
const TOO_LATE = 'The server must send the whole document within 5 seconds.'

describe.skipIf(!Bun.which('openssl'))('a document outside', () => {
  const { readFrom, serve } = outsideServers()

  const OK = replyOf('', { 'transfer-encoding': 'chunked' })

  test.each([
    ['the body', replyOf(''), 'a'.repeat(1000)],
    ['the headers', OK.slice(0, -2), 'x-a: a\r\n'.repeat(100)],
    ['one header', `${OK.slice(0, -2)}x-a: `, 'a'.repeat(1000)],
    ['the status line', 'HTTP/1.1 200 ', 'a'.repeat(1000)],
    ['interim replies', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(20)],
    ['what surrounds chunks', `${OK}2;`, 'a'.repeat(1000)],
    ['the length of a chunk', OK, '0'.repeat(1000)],
    ['headers after the body', `${OK}2\r\n{}\r\n0\r\n`, 'x-a: a\r\n'.repeat(100)],
  ])('is given up when the server sends more and more of it: %s', async (_, start, piece) => {
    const server = await serve(socket => {
      socket.write(start)
      const more = () => {
        if (socket.destroyed) return
        socket.write(piece)
        setImmediate(more)
      }
      more()
    })
    expect([TOO_LARGE, UNREACHED]).toContain(await whyUnreachable(readFrom(server)))
    await eventually(() => server.connections() === 0)
  })

  test.each<[string, (socket: TLSSocket) => void]>([
    ['before the headers', () => {}],
    ['among the headers', socket => socket.write('HTTP/1.1 200 OK\r\ncontent-type:')],
    ['in the document', socket => socket.write(replyOf('{"a":'))],
    ['after an interim reply', socket => socket.write(replyOf('', { status: 103 }))],
  ])('is given up when the server falls silent %s', async (_, answer) => {
    const server = await serve(answer)
    expect(await whyUnreachable(readFrom(server, { limitMs: 300 }))).toBe(TOO_LATE)
    await eventually(() => server.connections() === 0)
  })

  test('is given up at once when its headers are refused, without waiting for the rest', async () => {
    const server = await serve(socket => socket.write(replyOf('{', { status: 404 })))
    expect(await whyUnreachable(readFrom(server))).toBe('The server answered 404. It must answer 200.')
    await eventually(() => server.connections() === 0)
  })

  test('is given up when it drips', async () => {
    const server = await serve(socket => {
      socket.write(replyOf(''))
      const drip = setInterval(() => socket.write(' '), 10)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await whyUnreachable(readFrom(server, { limitMs: 300 }))).toBe(TOO_LATE)
    await eventually(() => server.connections() === 0)
  })

  test('is given up when the server upgrades to another protocol', async () => {
    const server = await serve(socket =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    )
    expect(await whyUnreachable(readFrom(server))).toBe('The server answered 101. It must answer 200.')
    await eventually(() => server.connections() === 0)
  })

  test('is given up when TLS hangs', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.on('error', () => {})
      socket.on('close', () => connections--)
      // Or the end of the connection would wait behind what was sent before.
      socket.resume()
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const address = server.address() as { port: number }
    expect(await whyUnreachable(readFrom(address, { limitMs: 300 }))).toBe(TOO_LATE)
    await eventually(() => connections === 0)
    server.close()
  })

  test('is given up when the lookup hangs', async () => {
    expect(
      await whyUnreachable(readFrom({ port: 443 }, { limitMs: 50, addressesOf: () => new Promise(() => {}) })),
    ).toBe(TOO_LATE)
  })

  test('is not asked for after a lookup that took too long', async () => {
    const server = await serve(replyOf('{}'))
    const lookup = Promise.withResolvers<string[]>()
    expect(await whyUnreachable(readFrom(server, { limitMs: 50, addressesOf: () => lookup.promise }))).toBe(TOO_LATE)
    lookup.resolve(['127.0.0.1'])
    await readFrom(server)
    expect(server.requests).toHaveLength(1)
  })
})
