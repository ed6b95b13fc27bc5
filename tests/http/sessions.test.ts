import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { jarOf } from '../support/jar.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const password = 'a password of my own'
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** Somebody who is signed in on a Mac, and then on a phone. */
async function onTwoDevices() {
  const email = `${crypto.randomUUID()}@people.example`
  const { token: mac } = (await world.call('POST /api/auth/register', { body: { email, password } })).body
  const { token: phone } = (await world.call('POST /api/auth/login', { body: { email, password } })).body
  await listed(mac, FIREFOX)
  world.clock.advance({ hours: 1 })
  await listed(phone, SAFARI)
  return { email, mac, phone }
}
const listed = async (token: string, agent = FIREFOX) =>
  (await world.call('GET /api/user/sessions', { as: { token }, headers: { 'user-agent': agent } })).body.sessions
const isIn = async (token: string) => (await world.call('GET /api/auth/me', { as: { token } })).status === 200

describe('where somebody is signed in', () => {
  test('lists devices and when each was last used, this one first', async () => {
    const { mac } = await onTwoDevices()
    const sessions = await listed(mac)
    expect(sessions).toMatchObject([
      { device: 'Firefox on a Mac', isPhone: false, isCurrent: true },
      { device: 'Safari on an iPhone', isPhone: true, isCurrent: false },
    ])
    expect(Math.abs(Date.parse(sessions[1].lastUsedAt) - world.clock.now().getTime())).toBeLessThan(60_000)
    world.clock.advance({ days: 8 })
    const { body } = await world.call('POST /api/auth/login', {
      body: { email: (await onTwoDevices()).email, password },
    })
    expect(await listed(body.token)).toHaveLength(3)
  })

  test('signs out one of them, and nobody else’s', async () => {
    const [ann, ben] = [await onTwoDevices(), await onTwoDevices()]
    const [, other] = await listed(ann.mac)
    const end = (id: string, token?: string) =>
      world.call(`DELETE /api/user/sessions/${id}`, { as: token ? { token } : undefined })
    expect((await end('nothing')).status).toBe(401)
    expect((await end('nothing', ann.mac)).status).toBe(404)
    expect((await end(other.id, ben.mac)).status).toBe(404)
    expect(await isIn(ann.phone)).toBe(true)
    expect((await end(other.id, ann.mac)).status).toBe(200)
    expect([await isIn(ann.phone), await isIn(ann.mac)]).toEqual([false, true])
    expect(await listed(ann.mac)).toHaveLength(1)
  })

  test('signs out everywhere else, also where no session is listed yet', async () => {
    const { email, mac, phone } = await onTwoDevices()
    const { token: unseen } = (await world.call('POST /api/auth/login', { body: { email, password } })).body
    const { status, body } = await world.call('DELETE /api/user/sessions', { as: { token: mac } })
    expect(status).toBe(200)
    expect(await Promise.all([mac, phone, unseen, body.token].map(isIn))).toEqual([false, false, false, true])
    expect(await listed(body.token)).toMatchObject([{ isCurrent: true }])
  })

  test('is on the account page, with a button for each, and no link that acts', async () => {
    const { email, phone } = await onTwoDevices()
    const browser = jarOf(world)
    await browser.send('/sign-in/password', { email, password })
    const page = await browser.open('/me/account')
    expect(page.text).toContain('aria-label="Sign out Safari on an iPhone"')
    const [, id = ''] = /name="id" value="([^"]+)"><button[^>]*Sign out Safari/.exec(page.text) ?? []
    expect((await browser.open('/me/account/sessions/end')).status).toBe(405)
    expect((await browser.send('/me/account/sessions/end', { id })).status).toBe(303)
    expect(await isIn(phone)).toBe(false)
    expect((await browser.send('/me/account/sessions/end-others', {})).status).toBe(303)
    const after = await browser.open('/me/account')
    expect([after.status, after.text.includes('Sign out everywhere else')]).toEqual([200, false])
  })
})
