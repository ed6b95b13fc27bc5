import { expect, test } from 'bun:test'
import { hostsTyped, isAtDomain, websiteDomain } from '../../../core/roasters/website.ts'

test.each([
  ['ottermill.example', ['ottermill.example']],
  [' HTTPS://www.Ottermill.example/shop/konga?size=250 ', ['ottermill.example']],
  ['shop.ottermill.example:8080/konga', ['shop.ottermill.example', 'ottermill.example']],
])('%p is a web address at %p', (typed, hosts) => {
  expect(hostsTyped(typed)).toEqual(hosts)
})

test.each([
  'Ottermill',
  'Tern & Tallow',
  'St. Ali Coffee',
  'a..b',
  '.example',
  'me@ottermill.example',
  `${'a'.repeat(300)}.example`,
])('%p is no web address', typed => {
  expect(hostsTyped(typed)).toEqual([])
})

test.each([
  ['https://www.Onyx.example/shop', 'onyx.example'],
  ['http://shop.onyx.example', 'shop.onyx.example'],
  ['https://localhost:3000', undefined],
  ['no address', undefined],
  [null, undefined],
])('the website %p is at the domain %p', (website, domain) => {
  expect(websiteDomain(website)).toBe(domain)
})

test.each([
  ['ann@onyx.example', true],
  ['Ann@Mail.Onyx.Example', true],
  ['ann@fakeonyx.example', false],
  ['ann@onyx.example.evil.example', false],
  ['onyx.example@evil.example', false],
])('%p is at onyx.example: %p', (address, isAt) => {
  expect(isAtDomain('onyx.example', address)).toBe(isAt)
})
