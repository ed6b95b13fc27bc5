import { expect, test } from 'bun:test'
import { openOutside } from '../../adapters/outside/outside.ts'
import { whyUnreachable } from './why-unreachable.ts'

const asked: string[] = []
/** Every name leads to a private address, so that nothing is ever called. */
const outside = openOutside(() => new Date(), {
  addressesOf: async name => {
    asked.push(name)
    return ['10.0.0.1']
  },
})

const HTTPS = 'The URL must be complete and start with https://.'
const NAME = 'The host must be a full name on the internet, such as app.example.com.'
const PORT = 'The port must be 443 or above 1023.'
const USER = 'The URL must have no user name and no password.'
const ADDRESS = 'The host must have public addresses, and no others.'

test.each([
  ['http://app.example/', HTTPS],
  ['file:///etc/passwd', HTTPS],
  ['data:application/json,{}', HTTPS],
  ['//app.example/', HTTPS],
  ['app.example', HTTPS],
  ['', HTTPS],
  ['https://', HTTPS],
  ['https://app.example:99999/', HTTPS],
  ['https://[fe80::1%25eth0]/', HTTPS],
  ['https://256.1.1.1/', HTTPS],
  ['https://127.0.0.1%2f.example/', HTTPS],
  [`https://app.example/${'a'.repeat(2029)}`, 'The URL must have at most 2,048 characters.'],
  ['https://user@app.example/', USER],
  ['https://user:password@app.example/', USER],
  ['https://:password@app.example/', USER],
  ['https://app.example/#part', 'The URL must have no fragment.'],
  ['https://app.example/#', 'The URL must have no fragment.'],
  ['https://app.example:0/', PORT],
  ['https://app.example:22/', PORT],
  ['https://app.example:80/', PORT],
  ['https://app.example:1023/', PORT],
  ['https://app/', NAME],
  ['https://app./', NAME],
  ['https://app.example./', NAME],
  ['https://app..example/', NAME],
  ['https://.example/', NAME],
  ['https://localhost/', NAME],
  ['https://LOCALHOST/', NAME],
  ['https://%6cocalhost/', NAME],
  ['https://localhost./', NAME],
  ['https://app.localhost/', NAME],
  ['https://printer.local/', NAME],
  ['https://metadata.google.internal/', NAME],
  ['https://metadata.google.INTERNAL/', NAME],
])('refuses %s', async (url, sentence) => {
  expect(await whyUnreachable(outside.readJson(url))).toBe(sentence)
  expect(asked).toEqual([])
})

test.each([
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0x7F000001/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0177.0x0.1/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://①②⑦。0。0。1/',
  'https://0/',
  'https://0x/',
  'https://10.1.2.3:8443/',
  'https://3232235777/',
  'https://0xa9fea9fe/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::FFFF:7f00:1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
])('refuses the address %s without looking it up', async url => {
  expect(await whyUnreachable(outside.readJson(url))).toBe(ADDRESS)
  expect(asked).toEqual([])
})

test('looks a name up once, and says the same of one that is private and one that does not exist', async () => {
  expect(await whyUnreachable(outside.readJson('https://app.example/'))).toBe(ADDRESS)
  expect(asked.splice(0)).toEqual(['app.example'])
  for (const addressesOf of [async () => [], async () => Promise.reject(new Error('ENOTFOUND'))])
    expect(await whyUnreachable(openOutside(() => new Date(), { addressesOf }).readJson('https://app.example/'))).toBe(
      ADDRESS,
    )
})

test.each([
  ['IPv4', ['8.8.8.8', '10.0.0.1']],
  ['IPv6', ['2606:4700:4700::1111', '::1']],
  ['both', ['fd00::1', '8.8.8.8']],
])('refuses a name with a public and a private address: %s', async (_, addresses) => {
  const mixed = openOutside(() => new Date(), { addressesOf: async () => addresses })
  expect(await whyUnreachable(mixed.readJson('https://app.example/'))).toBe(ADDRESS)
})

test('takes ports from 1024, and URLs of 2,048 characters', async () => {
  for (const url of ['https://b.example:443/', 'https://b.example:1024/', `https://b.example/${'b'.repeat(2030)}`])
    expect(await whyUnreachable(outside.readJson(url))).toBe(ADDRESS)
  expect(asked.splice(0)).toHaveLength(3)
})
