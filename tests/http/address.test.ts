import { describe, expect, test } from 'bun:test'
import { clientsBehind } from '../../adapters/http/address.ts'
import { limitKey } from '../../adapters/limits/limits.ts'

describe('the client address', () => {
  const behindProxies = clientsBehind(['10.0.0.0/8', '2001:db8::/32'])

  test.each([
    ['the socket speaks for itself', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['a trusted proxy speaks for its client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what the client wrote before the proxy is not believed', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['a chain of trusted proxies leads to the client', '10.0.0.1', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['nonsense ends the chain', '10.0.0.1', 'unknown, 10.9.9.9', '10.9.9.9'],
    ['IPv4 in IPv6 clothes is IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['IPv6 proxies are proxies', '2001:db8::1', '2001:470::5', '2001:470::5'],
    ['ports and brackets are not part of it', '10.0.0.1', '[2001:470::5]:443', '2001:470::5'],
  ])('%s', (_, socket, forwarded, client) => {
    expect(behindProxies.addressOf(socket, forwarded)).toBe(client)
  })

  test('is the socket’s if no proxy is trusted', () => {
    expect(clientsBehind([]).addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  })

  test("is taken from a trusted proxy's header, and from nobody else's", () => {
    const sockets = ['10.0.0.1', '::ffff:10.0.0.1', '203.0.113.5', undefined]
    expect(sockets.map(behindProxies.isTrusted)).toEqual([true, true, false, false])
    expect(sockets.map(clientsBehind([]).isTrusted)).toEqual([false, false, false, false])
  })
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the limit of %s counts by %s', (address, key) => {
  expect(limitKey(address)).toBe(key)
})
