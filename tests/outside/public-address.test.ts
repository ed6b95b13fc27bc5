import { describe, expect, test } from 'bun:test'
import { isPublicAddress } from '../../adapters/outside/public-address.ts'

describe('a document is never read from', () => {
  test.each([
    ['an unspecified address', ['0.0.0.0', '0.1.2.3', '::', '0:0:0:0:0:0:0:0']],
    ['this machine', ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1']],
    ['a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1']],
    ['the network of a carrier', ['100.64.0.1', '100.127.255.255']],
    ['a neighbour on the link', ['169.254.169.254', 'fe80::1', 'febf::1', 'fe80::1%eth0']],
    ['many machines at once', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', 'ff0e::1']],
    [
      'reserved addresses',
      ['192.0.0.1', '192.0.0.192', '192.88.99.1', '240.0.0.1', '254.0.0.1', '2001:1::1', '100::1'],
    ],
    ['addresses of examples', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['addresses of benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    [
      'services of the network itself',
      ['192.31.196.1', '192.52.193.1', '192.175.48.1', '2001:3::1', '2620:4f:8000::1'],
    ],
    ['IPv4 mapped into IPv6', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:a00:1']],
    ['IPv4-compatible IPv6', ['::127.0.0.1', '::7f00:1', '::8.8.8.8']],
    ['IPv4 translated to IPv6', ['::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1']],
    ['IPv4 in a tunnel', ['2002:7f00:1::1', '2002:a00:1::1', '2001::1', '2001:0:7f00:1::']],
    ['hashes and routes that look like addresses', ['2001:10::1', '2001:20::1', '2001:30::1', '5f00::1']],
    ['what has not been handed out', ['1::1', '64:ff9a::1', '200::1', '400::1', '4000::1', 'e000::1', 'fe00::1']],
    ['what is not an address', ['', 'app.example', '8.8.8', '134744072', '010.8.8.8', '0x8.8.8.8', '[2606:4700::1]']],
    ['a public address in a network of this machine', ['2606:4700:4700::1111%eth0']],
  ])('%s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  test('but from the rest of the internet, up to the edges of these networks', () => {
    const publicOnes = [
      ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
      ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '223.255.255.255'],
      ...['2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700:4700::1111', '2a00:1450::1', '2c0f::1'],
    ]
    expect(publicOnes.filter(address => !isPublicAddress(address))).toEqual([])
  })
})
