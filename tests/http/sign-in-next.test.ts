import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mailedToken } from '../support/mails.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  `/${'x'.repeat(3000)}`,
]

async function linkTo(next: string) {
  const { id, email } = await world.person()
  await world.sql`update users set email_verified_at = ${world.clock.now()} where id = ${id}`
  const { status } = await world.call('POST /api/auth/magic-link', { body: { email, next } })
  expect(status).toBe(200)
  const mail = (await world.mails()).findLast(({ to }) => to?.[0]?.address === email)
  return { token: await mailedToken(world, email), text: mail?.text ?? '' }
}

test('a sign-in link continues to the requested page', async () => {
  const next = '/recipes/7?grinder=mine'
  const { token, text } = await linkTo(next)
  expect(text).toContain(`token=${token}&next=${encodeURIComponent(next)}`)
  const page = await world.call(`GET /sign-in?token=${token}&next=${encodeURIComponent(next)}`)
  expect(page.text).toContain('name="next" value="/recipes/7?grinder=mine"')
  const pressed = await world.call('POST /sign-in', {
    body: new URLSearchParams({ token, next }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
  })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${world.url}${next}`])
})

test('so does opening it at the API: a browser is redirected, another client is told where', async () => {
  const query = async () => `token=${(await linkTo('/me')).token}&next=%2Fme`
  const browser = await world.call(`GET /api/auth/magic-link/verify?${await query()}`, {
    headers: { accept: 'text/html' },
  })
  expect([browser.status, browser.headers.get('location')]).toEqual([302, `${world.url}/me`])
  const client = await world.call(`GET /api/auth/magic-link/verify?${await query()}`)
  expect(client.body).toMatchObject({ success: true, next: '/me' })
  const { email } = await world.person()
  await world.call('POST /api/auth/magic-link', { body: { email } })
  const plain = await world.call(`GET /api/auth/magic-link/verify?token=${await mailedToken(world, email)}`)
  expect(plain.body).not.toHaveProperty('next')
})

test('a person who is told that keys were removed continues from there', async () => {
  const { email } = await world.person()
  await world.call('POST /api/auth/magic-link', { body: { email } })
  const pressed = await world.call('POST /sign-in', {
    body: new URLSearchParams({ token: await mailedToken(world, email), next: '/me' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
  })
  expect(pressed.text).toContain('href="/me">Continue</a>')
})

test.each(elsewhere)('%j is not one of our pages', async next => {
  const { email } = await world.person()
  const asked = await world.call('POST /api/auth/magic-link', { body: { email, next } })
  expect([asked.status, asked.body.error]).toEqual([400, expect.stringContaining('next must')])
  const { token } = await linkTo('/me')
  const opened = await world.call(`GET /api/auth/magic-link/verify?token=${token}&next=${encodeURIComponent(next)}`)
  expect(opened.status).toBe(400)
  const pressed = await world.call('POST /sign-in', {
    body: new URLSearchParams({ token, next }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
  })
  expect(pressed.headers.get('location')).toBe(`${world.url}/`)
})
