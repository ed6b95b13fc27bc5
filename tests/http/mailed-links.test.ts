import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mailedToken, pressedButton } from '../support/mails.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const newEmail = () => `${crypto.randomUUID()}@business.example`

async function askedForLink() {
  const person = await world.person('Ann')
  await world.call('POST /api/auth/magic-link', { body: { email: person.email } })
  return person
}

async function claimed(name = 'Ann', roasterName = `Roaster ${crypto.randomUUID()}`) {
  const person = await world.person(name)
  const businessEmail = newEmail()
  await world.call('POST /api/roaster-claims', { as: person, body: { roasterName, businessEmail } })
  return { person, businessEmail, roasterName }
}

const form = (page: string, token: string, headers: Record<string, string>) =>
  world.call(`POST ${page}`, {
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

/** Every row that could have changed. */
const state = () =>
  Promise.all([
    world.sql`select id, session_version, email_verified_at from users order by id`,
    world.sql`select id, used_at from magic_links order by id`,
    world.sql`select id, state from roaster_claims order by id`,
    world.sql`select * from roaster_members order by 1, 2`,
  ]).then(tables => JSON.stringify(tables))

test('opening a link in a mail changes nothing, in a browser or a mail scanner', async () => {
  const person = await askedForLink()
  const { businessEmail } = await claimed()
  const mails = (await world.mails()).filter(mail =>
    [person.email, businessEmail].includes(mail.to?.[0]?.address ?? ''),
  )
  const links = mails.flatMap(mail =>
    [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([url]) => url),
  )
  const ours = [...new Set(links.map(url => url.replaceAll('&amp;', '&')))].filter(url => url.startsWith(world.url))
  expect(ours.length).toBe(2)
  const before = await state()
  for (const url of ours)
    for (const accept of ['text/html', '*/*', 'application/json'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await world.call(`${method} ${url.slice(world.url.length)}`, { headers: { accept } })
        expect([url, answer.status, answer.headers.get('set-cookie')]).toEqual([url, 200, null])
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
  expect(await state()).toBe(before)
})

describe('the page of a sign-in mail', () => {
  test('has a button that signs in without a script, once', async () => {
    const { email } = await askedForLink()
    await world.sql`update users set email_verified_at = now() where email = ${email}`
    const page = await world.call(`GET /sign-in?token=${await mailedToken(world, email)}`)
    expect(page.text).toContain('<form method="post" action="/sign-in">')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const pressed = await pressedButton(world, email, '/sign-in')
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${world.url}/`])
    const cookie = pressed.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await world.call('GET /api/auth/me', { headers: { cookie } })).body.user.email).toBe(email)
    const again = await pressedButton(world, email, '/sign-in')
    expect([again.status, again.headers.get('set-cookie')]).toEqual([400, null])
    expect(again.text).toContain('was already used')
  })

  test('says that a password was removed if the address is proven for the first time', async () => {
    const { email } = await askedForLink()
    const pressed = await pressedButton(world, email, '/sign-in')
    expect([pressed.status, pressed.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(pressed.text).toContain('The old password no longer works.')
    expect(pressed.headers.get('set-cookie')).toStartWith('svc_session=ey')
  })

  test('accepts no form from another site, and none without an origin', async () => {
    const { email } = await askedForLink()
    const token = await mailedToken(world, email)
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await form('/sign-in', token, headers as Record<string, string>)).status).toBe(403)
    expect((await form('/sign-in', token, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('handles an invalid token', async () => {
    for (const token of ['', 'x'.repeat(600), '"><script>', '\0'])
      expect((await form('/sign-in', token, { origin: world.url })).status).toBe(400)
    expect((await form('/sign-in', 'x'.repeat(5000), { origin: world.url })).status).toBe(413)
    expect((await world.call('GET /sign-in?token=%22%3E%3Cscript%3E')).text).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('the page of a claim', () => {
  test('names who asks and what for, and so does the mail', async () => {
    const { person, businessEmail, roasterName } = await claimed('Mallory <b>')
    const mail = (await world.mails()).find(mail => mail.to?.[0]?.address === businessEmail)
    expect(mail?.text).toContain(`Mallory <b>, who signed up with ${person.email}, asked to manage ${roasterName}`)
    expect(mail?.text).toContain('We don’t know yet whether that address is theirs.')
    const page = await world.call(`GET /claim?token=${await mailedToken(world, businessEmail)}`)
    for (const words of ['Mallory &lt;b&gt;', person.email, roasterName, businessEmail, 'We don’t know yet'])
      expect(page.text).toContain(words)
  })

  test('has a button that confirms it, once', async () => {
    const { person, businessEmail, roasterName } = await claimed()
    const pressed = await pressedButton(world, businessEmail, '/claim')
    expect([pressed.status, pressed.text.includes('The address is confirmed.')]).toEqual([200, true])
    const [claim] = await world.sql`select state from roaster_claims where user_id = ${person.id}`
    expect([claim?.state, pressed.text.includes(roasterName)]).toEqual(['VERIFIED', true])
    const again = await pressedButton(world, businessEmail, '/claim')
    expect([again.status, again.text.includes('was already used')]).toEqual([400, true])
  })

  test('accepts no form from another site', async () => {
    const { person, businessEmail } = await claimed()
    const token = await mailedToken(world, businessEmail)
    expect((await form('/claim', token, { origin: 'https://evil.example' })).status).toBe(403)
    const [claim] = await world.sql`select state from roaster_claims where user_id = ${person.id}`
    expect(claim?.state).toBe('PENDING')
  })

  test('says so if the link has expired', async () => {
    const answer = await world.call('GET /claim?token=old')
    expect([answer.status, answer.text.includes('This link doesn’t work')]).toEqual([400, true])
  })
})
