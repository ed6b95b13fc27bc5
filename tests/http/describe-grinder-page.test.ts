import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const typed = {
  ...{
    maker: 'Zerno',
    model: 'Z1',
    kind: 'electric-flat',
    lowest: '0',
    highest: '9',
    step: '0,1',
    direction: 'coarser',
  },
  ...{ setting1: '4.5', is1: 'v60', setting2: '6.2', is2: 'like', there2: '31', grinder2: 'Comandante C40 MK4' },
}
const previewed = async (changes: object = {}) =>
  (await world.call(`GET /my-grinder?${new URLSearchParams({ ...typed, ...changes })}`)).text
const post = (as: Awaited<ReturnType<TestWorld['person']>> | undefined, changes: object = {}) =>
  world.call('POST /my-grinder', {
    ...(as && { as }),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      accept: 'text/html',
    },
    body: new URLSearchParams({ ...typed, back: '/me/gear', ...changes }).toString(),
  })

test('the curve is drawn before it is saved, without scripts and without signing in', async () => {
  const page = await previewed()
  expect(page).toContain('V60 on your Z1')
  expect(page).toContain('from 2 settings')
  expect(page).toContain('Espresso could be anywhere from')
  expect(page).toContain('The curve of the Zerno Z1')
})

test.each([
  [{ lowest: '9', highest: '0' }, 'The highest number must be above 9, the lowest.'],
  [{ step: '9' }, 'The smallest step of 9 leaves one step from 0 to 9.'],
  [{ step: '0.000009' }, 'makes 1,000,000 steps'],
  [{ highest: 'Z' }, 'The highest number must be a number.'],
  [{ setting2: '3', is2: 'french_press' }, '2 is coarser than 1 but has a lower number. Is higher finer?'],
  [{ setting1: '44' }, 'Setting 1 must be on your dial, 0 to 9; you wrote 44.'],
  [{ model: '<script>alert(1)</script>' }, '&lt;script&gt;alert(1)&lt;/script&gt;'],
])('%j is answered in the words of the form', async (changes, sentence) => {
  const page = await previewed(changes)
  expect(page).toContain(sentence)
  expect(page).not.toContain('<script>alert')
})

test('nothing is said to be wrong while somebody is still typing', async () => {
  expect(await previewed({ setting1: '' })).not.toContain('Check this')
})

test('a saved grinder is the default, and is changed on the same form', async () => {
  const ann = await world.person()
  const { status, headers } = await post(ann)
  expect([status, headers.get('location')]).toEqual([303, '/me/gear'])
  const gear = (await world.call('GET /me/gear', { as: ann })).text
  expect(gear).toContain('Zerno Z1')
  expect(gear).toContain('Described by you')
  const [, change] = /my-grinder\?change=(\d+)/.exec(gear) ?? []
  const form = (await world.call(`GET /my-grinder?change=${change}`, { as: ann })).text
  expect(form).toContain('value="Zerno"')
  expect(form).toContain('value="Comandante C40 MK4"')
  expect((await post(ann, { change, model: 'Z2' })).status).toBe(303)
  expect((await world.call('GET /me/gear', { as: ann })).text).toContain('Zerno Z2')
  const bea = await world.person()
  expect((await world.call(`GET /my-grinder?change=${change}`, { as: bea })).text).not.toContain('Zerno')
})

test('whoever is not signed in signs in first, and their description waits', async () => {
  const { status, headers } = await post(undefined)
  expect([status, String(headers.get('location')).startsWith('/sign-in')]).toEqual([303, true])
})

test('the pages of a described grinder open for its owner only', async () => {
  const ann = await world.person()
  await post(ann)
  const { body } = await world.call('GET /api/user/grinders', { as: ann })
  const [{ slug }] = body.grinders
  for (const path of [
    `/grinders/${slug}`,
    `/grinders/${slug}/calibrate`,
    `/?grinder=${slug}`,
    '/me',
    '/me/log',
    '/search?q=zerno',
  ] as const) {
    const page = await world.call(`GET ${path}` as `GET ${string}`, { as: ann })
    expect([path, page.status, page.text.includes('Z1')]).toEqual([path, 200, true])
  }
  expect((await world.call(`GET /grinders/${slug}`)).status).toBe(404)
})
