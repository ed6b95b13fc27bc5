import { afterAll, describe, expect, test } from 'bun:test'
import { startGenerator } from '../../bench/load/load.ts'
import { replyReader } from '../../bench/load/reply.ts'
import { median, quantile } from '../../bench/statistics.ts'

test('a quantile is the value that this share of the values does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect([quantile(hundred, 0.95), quantile(hundred, 0.99), median(hundred), median([3, 1, 2])]).toEqual([
    95, 99, 50, 2,
  ])
  expect([quantile([7], 0.99), quantile([], 0.5)]).toEqual([7, 0])
})

test('a reply is complete once all of it has arrived, in any number of pieces', () => {
  const reply = Buffer.from('HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello')
  const read = replyReader()
  expect(read(reply)).toBe(201)
  for (let cut = 1; cut < reply.length; cut++)
    expect([read(reply.subarray(0, cut)), read(reply.subarray(cut))]).toEqual([undefined, 201])
})

test('a chunked reply is complete with its last chunk', () => {
  const reply = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n')
  const read = replyReader()
  expect(read(reply)).toBe(200)
  for (let cut = 1; cut < reply.length; cut++)
    expect([read(reply.subarray(0, cut)), read(reply.subarray(cut))]).toEqual([undefined, 200])
})

describe('the load generator', () => {
  const seen = new Map<string, number>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      const path = `${new URL(request.url).pathname} ${await request.text()}`
      seen.set(path, (seen.get(path) ?? 0) + 1)
      return new Response(path.repeat(1000), { status: path.startsWith('/gone') ? 404 : 200 })
    },
  })
  const port = server.port ?? 0
  const generator = startGenerator()
  afterAll(async () => {
    await generator.stop()
    await server.stop(true)
  })

  test('counts the requests that the server got, one after the other', async () => {
    const load = await generator.load(
      port,
      [
        { method: 'GET', path: '/one', status: 200 },
        { method: 'POST', path: '/other', body: 'é', status: 200 },
      ],
      0.2,
      4,
    )
    const [one = 0, other = 0] = [seen.get('/one '), seen.get('/other é')]
    expect(load.done).toBe(one + other)
    expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
    expect(load.p50).toBeLessThanOrEqual(load.p95)
    expect(load.p95).toBeLessThanOrEqual(load.p99)
  })

  test('refuses a reply with another status', async () => {
    const load = generator.load(port, [{ method: 'GET', path: '/gone', status: 200 }], 0.1, 2)
    await expect(load).rejects.toThrow('GET /gone answered 404, not 200')
  })
})
