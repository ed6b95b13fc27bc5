import { afterAll, beforeAll, expect, test } from 'bun:test'
import { publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const turned = 'Vic \u202e reversed \u2066x'
const controls = /[\u202a-\u202e\u2066-\u2069]/

test('a name that would reverse the words after it is stored without the characters that do so', async () => {
  const as = await world.person('Vic')
  await world.call('PUT /api/user/profile', { as, body: { displayName: turned } })
  expect((await world.call('GET /api/auth/me', { as })).body.user.name).toBe('Vic  reversed x')
  const body = { name: turned, roasterName: turned, roastLevel: 'LIGHT' }
  const { coffee } = (await world.call('POST /api/coffees', { as, body })).body
  expect(JSON.stringify(coffee)).not.toMatch(controls)
  const made = await world.call('POST /api/collections', { as, body: { name: turned, description: turned } })
  expect([made.status, controls.test(made.text)]).toEqual([201, false])
})

test('an older one reverses nothing on a page, in structured data, or in link previews', async () => {
  const ann = await world.person('Ann')
  const id = (await publish(world, ann, { notes: 'as is' })).id
  await world.call(`POST /api/recipes/${id}/comments`, { as: ann, body: { body: 'Good' } })
  await world.sql`update users set name = ${turned} where id = ${ann.id}`
  await world.sql`update recipes set notes = ${turned} where id = ${id}`
  await world.sql`update comments set body = ${turned}`
  await world.sql`update coffees set name = ${turned}`
  await world.sql`update roasters set name = ${turned}`
  const { text } = await world.call(`GET /recipes/${id}`, { headers: { accept: 'text/html' } })
  expect(text).toContain('As Vic  reversed x wrote it on the')
  expect(text).toContain('application/ld+json')
  expect(text).toContain('<p dir="auto">Vic  reversed x</p>')
  expect(text).not.toMatch(controls)
})
