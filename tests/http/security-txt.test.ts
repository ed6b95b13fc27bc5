import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DAY_MS } from '../../core/dates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ supportEmail: 'safe@club.example', baseUrl: 'https://dialin.club.test' })
})
afterAll(() => world.stop())

const fieldsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const)

describe('/.well-known/security.txt', () => {
  test('says whom to write to, in which language, and its own location', async () => {
    const { status, headers, text } = await world.call('GET /.well-known/security.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(fieldsOf(text).filter(([name]) => name !== 'Expires')).toEqual([
      ['Contact', 'mailto:safe@club.example'],
      ['Contact', 'https://dialin.club.test/about#contact'],
      ['Preferred-Languages', 'en'],
      ['Canonical', 'https://dialin.club.test/.well-known/security.txt'],
    ])
  })

  test('expires within a year of the request', async () => {
    const expiry = async () => {
      const { text } = await world.call('GET /.well-known/security.txt')
      const found = fieldsOf(text).filter(([name]) => name === 'Expires')
      expect(found).toHaveLength(1)
      return new Date(found[0]?.[1] ?? '').getTime()
    }
    const first = await expiry()
    const daysLeft = (first - world.clock.now().getTime()) / DAY_MS
    expect([daysLeft > 30, daysLeft < 365]).toEqual([true, true])
    world.clock.advance({ days: 10 })
    expect(await expiry()).toBe(first + 10 * DAY_MS)
  })
})

test('the placeholder address is not given as a contact', async () => {
  const other = await startWorld()
  const { text } = await other.call('GET /.well-known/security.txt')
  expect(fieldsOf(text).filter(([name]) => name === 'Contact')).toEqual([
    ['Contact', expect.stringMatching(/^http:\/\/.*\/about#contact$/)],
  ])
  await other.stop()
})
