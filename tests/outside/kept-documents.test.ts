import { beforeEach, describe, expect, test } from 'bun:test'
import type { TLSSocket } from 'node:tls'
import { openOutside } from '../../adapters/outside/outside.ts'
import type { Outside } from '../../core/outside.ts'
import { eventually, PATIENCE_MS } from '../support/eventually.ts'
import { type OutsideServer, replyOf } from '../support/outside-server.ts'
import { OUTSIDE_HOST, outsideServers } from './servers.ts'
import { whyUnreachable } from './why-unreachable.ts'

describe.skipIf(!Bun.which('openssl'))('documents outside', () => {
  const { authority, serve } = outsideServers()
  let server: OutsideServer
  let answer: (socket: TLSSocket) => void
  let now = new Date('2026-05-01T10:00:00Z')
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const opened = (rules: Parameters<typeof openOutside>[1] = {}) =>
    openOutside(() => now, {
      addressesOf: async () => ['127.0.0.1'],
      isPublic: () => true,
      ca: authority().ca,
      limitMs: PATIENCE_MS,
      ...rules,
    })
  let outside: Outside

  beforeEach(async () => {
    answer = socket => socket.end(replyOf(`{"request":${server.requests.length}}`, { 'cache-control': 'max-age=600' }))
    server = await serve(socket => answer(socket))
    outside = opened()
  })
  const urlOf = (path: string) => `https://${OUTSIDE_HOST}:${server.port}/${path}`
  const read = (path: string) => outside.readJson(urlOf(path)).then(({ json }) => json)

  test('are read again when the server says, and no earlier', async () => {
    expect(await read('a')).toEqual({ request: 1 })
    later(599)
    expect(await read('a')).toEqual({ request: 1 })
    expect(await outside.readJson(urlOf('../%61/../a'))).toEqual({ json: { request: 1 }, keepMs: 600_000 })
    later(2)
    expect(await read('a')).toEqual({ request: 2 })
  })

  test('are told apart by their whole URL', async () => {
    expect([await read('a'), await read('b'), await read('a?b'), await read('b')]).toEqual([
      { request: 1 },
      { request: 2 },
      { request: 3 },
      { request: 2 },
    ])
  })

  test('that fail are asked for again after ten seconds', async () => {
    answer = socket => socket.end(replyOf('{}', { status: 500 }))
    const sentence = 'The server answered 500. It must answer 200.'
    expect(await whyUnreachable(read('a'))).toBe(sentence)
    answer = socket => socket.end(replyOf('{}'))
    later(9)
    expect(await whyUnreachable(read('a'))).toBe(sentence)
    expect(server.requests).toHaveLength(1)
    later(2)
    expect(await read('a')).toEqual({})
  })

  test('that many ask for at the same time are read once', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => read('a')))
    expect([all, server.requests.length]).toEqual([Array(100).fill({ request: 1 }), 1])
    answer = socket => socket.end('nonsense')
    const refusals = await Promise.all(Array.from({ length: 100 }, () => whyUnreachable(read('b'))))
    expect([new Set(refusals).size, server.requests.length]).toEqual([1, 2])
  })

  test('of one host are read five at a time, and whoever asks for another is told to try again', async () => {
    expect(await read('known')).toEqual({ request: 1 })
    const waiting: TLSSocket[] = []
    answer = socket => waiting.push(socket)
    const reads = Array.from({ length: 5 }, (_, at) => read(`${at}`))
    await eventually(() => waiting.length === 5)
    const busy = { code: 'service-down', message: 'The service is busy. Try again shortly.' }
    expect(await read('another').catch(error => error)).toMatchObject(busy)
    // What is known or already under way needs no more room.
    expect(await read('known')).toEqual({ request: 1 })
    const same = read('0')
    expect(server.requests).toHaveLength(6)
    for (const socket of waiting) socket.end(replyOf('{"late":true}'))
    expect(await Promise.all(reads.concat(same))).toEqual(Array(6).fill({ late: true }))
    answer = socket => socket.end(replyOf('{}'))
    expect(await read('another')).toEqual({})
  })

  test('are read a hundred at a time, and count until their lookup ends, which nothing can stop', async () => {
    const lookups = Array.from({ length: 100 }, () => Promise.withResolvers<string[]>())
    const unanswered = lookups.values()
    const addressesOf = () => unanswered.next().value?.promise ?? Promise.resolve(['127.0.0.1'])
    outside = opened({ addressesOf, limitMs: 50 })
    const refusals = await Promise.all(
      lookups.map((_, at) => whyUnreachable(outside.readJson(`https://host-${at}.example/app`))),
    )
    expect(new Set(refusals)).toEqual(new Set(['The server must send the whole document within 5 seconds.']))
    expect(await read('another').catch(error => error)).toMatchObject({ code: 'service-down' })
    for (const { resolve } of lookups) resolve(['127.0.0.1'])
    // Now there is room again; on a slow machine 50 ms may be too little to read it.
    await eventually(() => whyUnreachable(read('another')).catch(() => false))
  })
})
