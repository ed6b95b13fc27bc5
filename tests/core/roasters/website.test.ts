import { expect, test } from 'bun:test'
import { hostsTyped } from '../../../core/roasters/website.ts'

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
