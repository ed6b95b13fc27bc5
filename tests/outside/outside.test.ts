import { describe, expect, test } from 'bun:test'
import { isPublicAddress } from '../../adapters/outside/public-address.ts'
import { newAuthority } from '../support/certificates.ts'
import { replyOf } from '../support/outside-server.ts'
import { OUTSIDE_HOST, outsideServers } from './servers.ts'
import { whyUnreachable } from './why-unreachable.ts'

const UNREACHED = 'The server could not be reached, or stopped before the end of the document.'
const CERTIFICATE = "The server's certificate must be valid for the host in the URL and come from a public authority."

describe.skipIf(!Bun.which('openssl'))('a document outside', () => {
  const { authority, readFrom, serve } = outsideServers()

  test('is read with one request that tells the server nothing but who asks', async () => {
    const server = await serve(replyOf('{"client_name":"Café"}'))
    expect(await readFrom(server)).toEqual({ json: { client_name: 'Café' }, keepMs: 60_000 })
    const [line, ...headers] = server.requests.join('').trim().split('\r\n')
    expect(line).toBe('GET /client.json?a=b HTTP/1.1')
    expect(headers.map(header => header.toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      'connection: close',
      `host: ${OUTSIDE_HOST}:${server.port}`,
      expect.stringMatching(/^user-agent: dialin\/\d+\.\d+\.\d+$/),
    ])
  })

  test.each([
    ['with its length', replyOf('{"a":1}', { 'content-length': 7 })],
    ['in chunks', replyOf('3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n', { 'transfer-encoding': 'chunked' })],
    ['up to the end of the connection', replyOf('{"a":1}')],
    [
      'as another kind of JSON',
      replyOf('{"a":1}', { 'content-type': 'Application/Client-Metadata+JSON;charset=UTF-8' }),
    ],
    ['with an encoding that changes nothing', replyOf('{"a":1}', { 'content-encoding': 'identity' })],
    ['of 10 kB', replyOf(`{"a":1}${' '.repeat(10 * 1024 - 7)}`)],
  ])('may be sent %s', async (_, reply) => {
    expect((await readFrom(await serve(reply))).json).toEqual({ a: 1 })
  })

  test.each<[string | undefined, number]>([
    [undefined, 60],
    ['max-age=0', 60],
    ['no-store', 60],
    ['no-cache, max-age=3600', 60],
    ['private, max-age=3600', 60],
    ['public, max-age=3600', 3600],
    ['Max-Age="600"', 600],
    ['max-age=3600, s-maxage=120', 120],
    ['max-age=31536000, immutable', 86_400],
    [`max-age=${'9'.repeat(400)}`, 86_400],
    ['max-age=-5', 60],
    ['max-age=soon', 60],
  ])('with Cache-Control %p may be kept for %d seconds', async (control, seconds) => {
    const reply = replyOf('{}', control === undefined ? {} : { 'cache-control': control })
    expect((await readFrom(await serve(reply))).keepMs).toBe(seconds * 1000)
  })

  test('is read from the address that was checked, although the name leads elsewhere at the next lookup', async () => {
    const checked = await serve(replyOf('{"from":"checked"}'))
    const other = await serve(replyOf('{"from":"other"}'), { host: '127.0.0.2', port: checked.port })
    const addresses = ['127.0.0.1', '127.0.0.2']
    let lookups = 0
    const addressesOf = async () => [addresses[lookups++] ?? '127.0.0.2']
    expect((await readFrom(checked, { addressesOf })).json).toEqual({ from: 'checked' })
    expect([lookups, checked.requests.length, other.requests.length]).toEqual([1, 1, 0])
  })

  test('is read from the next address if the first does not answer', async () => {
    const server = await serve(replyOf('{}'))
    const rules = { addressesOf: async () => ['127.0.0.3', '127.0.0.1'], isPublic: () => true }
    expect((await readFrom(server, rules)).json).toEqual({})
  })

  test('is read from an address in the URL if the certificate is for that address', async () => {
    const named = await serve(replyOf('{}'))
    expect(await whyUnreachable(readFrom(named, {}, '127.0.0.1'))).toBe(CERTIFICATE)
    const addressed = await serve(replyOf('{}'), { certificate: authority().certify('IP:127.0.0.1') })
    const addressesOf = () => expect.unreachable()
    expect((await readFrom(addressed, { addressesOf }, '127.0.0.1')).json).toEqual({})
  })

  test('is not asked for at an address that is not public', async () => {
    const server = await serve(replyOf('{}'))
    expect(await whyUnreachable(readFrom(server, { isPublic: isPublicAddress }))).toBe(
      'The host must have public addresses, and no others.',
    )
    expect([server.requests.length, server.connections()]).toEqual([0, 0])
  })

  test('needs a server that answers', async () => {
    const server = await serve(replyOf('{}'))
    await server.stop()
    expect(await whyUnreachable(readFrom(server))).toBe(UNREACHED)
  })

  test.each([
    ['for another name', 'DNS:other.example', {}],
    ['for a name below', `DNS:www.${OUTSIDE_HOST}`, {}],
    ['for its address only', 'IP:127.0.0.1', {}],
    ['that has expired', `DNS:${OUTSIDE_HOST}`, { days: -1 }],
  ])('needs a valid certificate, not one %s', async (_, name, options) => {
    const server = await serve(replyOf('{}'), { certificate: authority().certify(name, options) })
    expect(await whyUnreachable(readFrom(server))).toBe(CERTIFICATE)
    expect(server.requests).toEqual([])
  })

  test('needs a certificate from an authority that is trusted', async () => {
    const server = await serve(replyOf('{}'))
    expect(await whyUnreachable(readFrom(server, { ca: undefined }))).toBe(CERTIFICATE)
    const other = newAuthority()
    expect(await whyUnreachable(readFrom(server, { ca: other.ca }))).toBe(CERTIFICATE)
    other.stop()
    expect(server.requests).toEqual([])
  })
})
