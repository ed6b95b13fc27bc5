import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { halfSentTo } from '../support/half-sent.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
const sending = halfSentTo(() => world.port)
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  sending.endAll()
  await world.stop()
})

let addresses = 0
/** Each from its own address unless given. */
const begin = (head: string, length: number, sent = '', from = `10.1.${addresses >> 8}.${addresses++ & 255}`) =>
  sending.begin(`${head}\r\ncontent-type: application/json\r\nx-forwarded-for: ${from}`, length, sent)

test('a request without a sign-in is refused before any of its body arrives, however large it is', async () => {
  expect(await begin('POST /api/brew-logs HTTP/1.1', 60_000).status()).toBe('401')
  for (const path of ['brew-logs', 'user/import']) {
    const { status, answer } = begin(`POST /api/${path} HTTP/1.1`, 600_000_000)
    expect([path, await status()]).toEqual([path, '401'])
    expect(answer()).toMatch(/^connection: close\r$/im)
  }
})

test('a body that declares itself too large is refused before it arrives', async () => {
  const { status, answer } = begin('POST /api/auth/login HTTP/1.1', 70_000)
  expect(await status()).toBe('413')
  expect(answer()).toMatch(/^connection: close\r$/im)
})

test('bodies take up to 64 MB in all; beyond that, requests are told to retry', async () => {
  const person = await world.person()
  const signed = `POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${person.token}`
  const nearlyAll = ' '.repeat(15 * 1024 * 1024)
  // The fourth does not fit into the share for files.
  const uploads = Array.from({ length: 5 }, () => begin(signed, nearlyAll.length + 1, nearlyAll))
  expect(await Promise.any(uploads.map(({ status }) => status()))).toBe('503')
  expect(uploads.map(({ answer }) => answer()).join('')).toMatch(/^retry-after: 5\r$/im)
  for (const { socket } of uploads) socket.destroy()
  // The memory is released: there is room again, for something that is not JSON.
  const again = () => world.call('POST /api/user/import', { as: person, body: nearlyAll })
  expect(await eventually(async () => (await again()).status === 400)).toBe(true)
})

/** More than one address may have waiting, without a sign-in. */
const beginMany = (from: (at: number) => string) =>
  Array.from({ length: 150 }, (_, at) => begin('POST /api/mcp HTTP/1.1', 60_001, ' '.repeat(60_000), from(at)))

test.each([
  ['one address', () => '203.0.113.7', '203.0.113.8'],
  ['one IPv6 network', (at: number) => `2001:db8:1:2::${at.toString(16)}`, '2001:db8:1:3::1'],
])('%s holds up to an eighth, and everybody else is still served', async (_, from, other) => {
  const flood = beginMany(from)
  const refused = await Promise.any(flood.map(({ answered }) => answered()))
  expect(refused).toMatch(/^HTTP\/1.1 503/)
  expect(refused).toMatch(/^retry-after: 5\r$/im)
  expect(refused).toContain('Too much is being uploaded from your network at once')
  const ann = await world.person()
  const tryFrom = (address: string) =>
    world.call('POST /api/brew-logs', { as: ann, from: address, body: `{"method":"v60"}${' '.repeat(59_000)}` })
  expect((await tryFrom(other)).status).toBe(201)
  expect((await tryFrom(from(1))).status).toBe(503)
  for (const { socket } of flood) socket.destroy()
  // The memory is released.
  expect(await eventually(async () => (await tryFrom(from(1))).status === 201)).toBe(true)
})

test('one address may send the largest file, but not a second one at the same time', async () => {
  const person = await world.person()
  const head = `POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${person.token}`
  const first = begin(head, 16_777_216, ' '.repeat(16_777_215), '203.0.113.9')
  const second = begin(head, 16_777_216, ' '.repeat(16_777_215), '203.0.113.9')
  expect(await Promise.any([first, second].map(({ status }) => status()))).toBe('503')
  const elsewhere = begin(head, 16_777_216, ' '.repeat(16_777_215), '203.0.113.10')
  const kept = first.answer() === '' ? first : second
  elsewhere.socket.write(' ')
  kept.socket.write(' ')
  // Complete, but not JSON.
  expect(await Promise.all([elsewhere, kept].map(({ status }) => status()))).toEqual(['400', '400'])
})

test('files leave room for everybody else, however slowly they are sent', async () => {
  const person = await world.person()
  const signed = `POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${person.token}`
  // Four of them would take everything but 24 bytes.
  const uploads = Array.from({ length: 5 }, () => begin(signed, 16_777_211, ' '.repeat(16_777_210)))
  expect(await Promise.any(uploads.map(({ status }) => status()))).toBe('503')
  const { status } = await world.call('POST /api/auth/login', { body: { email: 'ann@people.example', password: 'a' } })
  expect(status).toBe(401)
  // A client that is refused while sending gets the reply, not a cut connection.
  const more = Array.from({ length: 8 }, () => begin(signed, 16_000_000, ' '.repeat(16_000_000)))
  expect(await Promise.all(more.map(({ status }) => status()))).toEqual(more.map(() => '503'))
  for (const { socket } of uploads) socket.destroy()
})

test('requests to MCP and from forms count, too', async () => {
  const person = await world.person()
  const signed = `POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${person.token}`
  const uploads = Array.from({ length: 3 }, () => begin(signed, 16_770_000, ' '.repeat(16_700_000)))
  const messages = Array.from({ length: 290 }, () => begin('POST /api/mcp HTTP/1.1', 60_001, ' '.repeat(60_000)))
  // The uploads alone would fit.
  expect(await Promise.any([...uploads, ...messages].map(({ status }) => status()))).toBe('503')
  for (const { socket } of [...uploads, ...messages]) socket.destroy()
})

test('so does a form from a visitor', async () => {
  const person = await world.person()
  const signed = `POST /api/user/import HTTP/1.1\r\nauthorization: Bearer ${person.token}`
  const uploads = Array.from({ length: 3 }, () => begin(signed, 16_770_000, ' '.repeat(16_700_000)))
  const head = 'POST /me/log HTTP/1.1\r\naccept: text/html\r\nsec-fetch-site: same-origin'
  const forms = Array.from({ length: 300 }, () => begin(head, 59_001, 'x'.repeat(59_000)))
  // A form that does not fit is not waited for; its sender is asked to sign in anyway.
  expect(['303', '503']).toContain(await Promise.any([...uploads, ...forms].map(({ status }) => status())))
  for (const { socket } of [...uploads, ...forms]) socket.destroy()
})

test.each([
  ['a body', 'DELETE /api/user/account HTTP/1.1', '{}'],
  ['a form', 'POST /me/account/delete HTTP/1.1\r\nsec-fetch-site: same-origin', 'confirmation=delete my account'],
])('who sends %s slowly does not act under a session that ended meanwhile', async (_, head, body) => {
  const ann = await world.person()
  const { accounts } = world.ports
  const { personOf } = accounts
  const known = Promise.withResolvers<void>()
  accounts.personOf = async (...session) => {
    const person = await personOf(...session)
    known.resolve()
    return person
  }
  const deletion = begin(`${head}\r\nauthorization: Bearer ${ann.token}`, body.length, body.slice(0, -1))
  await known.promise
  accounts.personOf = personOf
  await world.sql`update users set session_version = session_version + 1 where id = ${ann.id}`
  world.clock.advance({ minutes: 1 })
  deletion.socket.write(body.slice(-1))
  expect(await deletion.status()).toBe('401')
  expect(await world.sql`select id from users where id = ${ann.id}`).toHaveLength(1)
})

test.each([
  ['a small body', 'POST /api/auth/login', 100, '{"email"'],
  ['a large body', 'POST /api/auth/login', 60_000, ' '.repeat(20_000)],
  ['a form', 'POST /sign-in', 100, 'email='],
  ['a message to the MCP door', 'POST /api/mcp', 60_000, ' '.repeat(20_000)],
])('who hangs up in the middle of %s has done nothing that is an error of ours', async (_, route, length, sent) => {
  const from = world.logLines.length
  const { socket } = begin(`${route} HTTP/1.1`, length, sent)
  socket.destroySoon()
  const lines = () => world.logLines.slice(from).map(line => JSON.parse(line))
  await eventually(() => lines().some(({ event }) => event === 'request'))
  expect(lines()).toMatchObject([
    { level: 'info', event: 'client hung up' },
    { level: 'info', event: 'request', status: 400 },
  ])
})
