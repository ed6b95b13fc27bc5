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
  expect(page).toContain('from two settings')
  expect(page).toContain('Espresso could be anywhere from')
  expect(page).toContain('The curve of the Zerno Z1')
})

test.each([
  [{ lowest: '9', highest: '0' }, 'The highest number must be above 9, the lowest.'],
  [{ step: '9' }, 'The smallest step of 9 leaves one step from 0 to 9.'],
  [{ step: '0.000009' }, 'makes 1,000,000 steps'],
  [{ highest: 'Z' }, 'The highest number must be a number.'],
  [{ highest: '9'.repeat(10_000) }, 'The highest number must'],
  [{ step: '0' }, 'The smallest step must be above 0.'],
  [{ shows: 'number-letter', letters: '99' }, 'The number of letters must be at most 26'],
  [{ shows: 'turn.number.click', numbers: 'ten', clicks: '5' }, 'The number of numbers per turn must be'],
  [{ shows: 'runes' }, 'must be'],
  [{ setting1: 'four' }, 'Setting 1 must be a number'],
  [{ setting2: '', is1: 'index', index1: 'Infinity' }, 'Setting 1 must be'],
  [{ is2: 'like', grinder2: 'nothing' }, 'We don’t know a grinder called'],
  [{ slowest: '1400', fastest: '400' }, 'The speed must go from the slowest to the fastest'],
  [{ model: 'x'.repeat(10_000) }, 'The name must have at most 80 characters'],
  [{ model: 'Z\u00071' }, 'The name must not contain control or invisible characters; character'],
  [{ setting2: '3', is2: 'french_press' }, '2 is coarser than 1 but has a lower number. Is higher finer?'],
  [{ setting1: '44' }, 'Setting 1 must be on your dial, 0 to 9; you wrote 44.'],
  [{ model: '<script>alert(1)</script>' }, '&lt;script&gt;alert(1)&lt;/script&gt;'],
])('%j is answered in the words of the form', async (changes, sentence) => {
  const page = await previewed(changes)
  expect(page).toContain(sentence)
  expect(page).not.toContain('<script>alert')
})

test.each<[string, object, string]>([
  ['clicks', { shows: 'clicks', lowest: '0', highest: '40', step: '1', setting1: '24' }, '24 clicks'],
  ['turns', { shows: 'rotations', lowest: '0', highest: '4', step: '0.1', setting1: '2' }, '2 turns'],
  ['letters', { shows: 'number-letter', letters: '26', lowest: '1A', highest: '10Z', step: '', setting1: '5M' }, '5M'],
  [
    'clicks between numbers',
    { shows: 'number.click', clicks: '3', lowest: '1', highest: '11', step: '', setting1: '5.2' },
    '5.2',
  ],
  [
    'turn, number and click',
    {
      ...{ shows: 'turn.number.click', numbers: '10', clicks: '5' },
      lowest: '0.0.0',
      highest: '8.5.0',
      step: '',
      setting1: '3.4.1',
    },
    '3.4.1',
  ],
  [
    'turns and a number',
    { shows: 'turn+number', numbers: '12', lowest: '0+0', highest: '5+0', step: '0.5', setting1: '2+6.5' },
    '2+6.5',
  ],
])('a dial with %s shows what it shows, and its form is filled in again', async (_what, changes, label) => {
  const all = { is1: 'v60', setting2: '', burrs: 'SSP 64 mm', slowest: '400', fastest: '1400', ...changes }
  expect(await previewed(all)).toContain(`<p class="written">${label} <`)
  const ann = await world.person()
  expect((await post(ann, all)).status).toBe(303)
  const { body } = await world.call('GET /api/user/grinders', { as: ann })
  const [{ grinderId: id, ownGrinder }] = body.grinders
  expect(ownGrinder).toMatchObject({ burrSet: 'SSP 64 mm', rpm: { min: 400, max: 1400 } })
  const form = (await world.call(`GET /my-grinder?change=${id}`, { as: ann })).text
  expect(form).toContain(`<p class="written">${label} <`)
  // Saved as it is, it stays as it is.
  const fields = [
    ...form.slice(0, form.indexOf('<footer')).matchAll(/<input id="[^"]*" name="([^"]*)" value="([^"]*)"/g),
  ]
  const kept = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
  const { change: _, ...hidden } = Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  await post(ann, { ...kept, ...hidden, shows: (all as Record<string, string>).shows, change: String(id) })
  const again = await world.call('GET /api/user/grinders', { as: ann })
  expect(again.body.grinders[0].ownGrinder).toEqual(ownGrinder)
})

test('a setting may be given by its grind index', async () => {
  expect(await previewed({ setting2: '', is1: 'index', index1: '41' })).toContain('<p class="written">4.5 <')
  expect(await previewed({ setting2: '', is1: 'index', index1: '120' })).toContain('Setting 1 must be')
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

test('the page of a described grinder claims no sources and no other owners, and every link on it opens', async () => {
  const ann = await world.person()
  await post(ann)
  const { body } = await world.call('GET /api/user/grinders', { as: ann })
  const [{ slug, grinderId }] = body.grinders
  const brew = { method: 'v60', grinderId, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 }
  await world.call('POST /api/brew-logs', { as: ann, body: { ...brew, extractionFeedback: { balanced: true } } })
  const { text } = await world.call(`GET /grinders/${slug}`, { as: ann })
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  expect(main).toContain('The line runs through the settings you know.')
  expect(main).toContain('Only you can see this grinder.')
  expect(main).not.toMatch(/published|Sources|Right for you|When enough people agree/i)
  for (const [, link = ''] of main.matchAll(/href="(\/[^"#]*)/g)) {
    const { status } = await world.call(`GET ${link.replaceAll('&amp;', '&')}` as `GET ${string}`, { as: ann })
    expect([link, status]).toEqual([link, 200])
  }
})
