import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aBrew, anExport } from '../support/beanconqueror.ts'
import { browsing } from '../support/browsing.ts'
import { many } from '../support/many.ts'
import { waitBeside } from '../support/waiting.ts'
import { type Someone, startWorld, type TestAnswer, type TestWorld } from '../support/world.ts'

/**
 * Texts far longer than their field allows, through every interface. None may keep others waiting.
 */
let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person()
})
afterAll(() => world.stop())

/** In characters: as much as fits into the headers of a request. */
const LONG = 15_800
const digits = `${'0'.repeat(LONG)}x`
const spaces = `1${' '.repeat(400)}x`
const marks = (pairs: number) => `a${'\u0345'.repeat(pairs)}${'\u0334'.repeat(pairs)}`
const encodedMarks = encodeURIComponent(marks(1200))

const page = (path: string) => world.call(`GET ${path}`, { headers: { accept: 'text/html' } })
const csv = (cells: Record<string, string>) =>
  world.call('POST /api/user/import', {
    as: ann,
    body: `date,method,${Object.keys(cells)}\n${`2026-03-31 08:15,v60,${Object.values(cells)}\n`.repeat(20)}`,
    headers: { 'content-type': 'text/csv' },
  })

const cases: [string, () => Promise<TestAnswer>, number, string][] = [
  ['a number in a query', () => world.call(`GET /api/recipes?limit=${digits}`), 400, 'limit must be a whole number.'],
  [
    'twenty numbers in queries at once',
    async () => (await Promise.all(many(20, () => world.call(`GET /api/recipes?limit=${digits}`))))[0] as TestAnswer,
    400,
    'limit must be a whole number.',
  ],
  ['an id in a path', () => world.call(`GET /api/recipes/${digits}`), 404, 'There is nothing at this address'],
  ['a name in the path of a page', () => page(`/grinders/${'a'.repeat(600)}`), 404, ''],
  ['a setting on the first page', () => page(`/?setting=${digits}`), 400, 'setting must have at most 5000 characters.'],
  [
    'a setting on the page of a grinder',
    () => page(`/grinders/comandante-c40-mk4?setting=${digits.slice(-9000)}`),
    200,
    '',
  ],
  ['a temperature in a form', () => browsing(world, ann).send('/me/log', { waterTemp: spaces }), 400, ''],
  ['a time in a form', () => browsing(world, ann).send('/me/log', { brewTime: `1${' '.repeat(4000)}x` }), 400, ''],
  ['a weight in a form', () => browsing(world, ann).send('/me/log', { doseGrams: ' g'.repeat(5000) }), 400, ''],
  [
    'a text in a form',
    () => browsing(world, ann).send('/me/log', { notes: 'a'.repeat(20_000) }),
    400,
    'notes must have at most 5000 characters.',
  ],
  [
    'more fields than any form has',
    () =>
      browsing(world, ann).send(
        '/me/log',
        many(15_000, () => ['at', '']),
      ),
    400,
    'A form or query can have at most 300 fields. Send fewer.',
  ],
  [
    'more names than any address of a page has',
    () => page(`/recipes?${'at=&'.repeat(3000)}`),
    400,
    'A form or query can have at most 300 fields. Send fewer.',
  ],
  [
    'a text in JSON',
    () => world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', notes: `${' '.repeat(60_000)}x` } }),
    400,
    'notes must have at most 5000 characters.',
  ],
  [
    'a word of a few in JSON',
    () => world.call('POST /api/brew-logs', { as: ann, body: { method: ' -'.repeat(30_000) } }),
    400,
    'method must be one of',
  ],
  [
    'marks that take long to sort, in a search',
    () => world.call(`GET /api/coffees?q=${encodedMarks}`),
    400,
    'q must have at most 100 characters.',
  ],
  [
    'such marks in the search of a page',
    () => page(`/coffees?q=${encodedMarks}`),
    200,
    'Shorten your search to 100 characters.',
  ],
  [
    'such marks in a name',
    () =>
      world.call('POST /api/coffees', {
        as: ann,
        body: { name: marks(10_000), roasterName: 'A', roastLevel: 'LIGHT' },
      }),
    400,
    'name must have at most 200 characters.',
  ],
  [
    'such marks in a web address',
    () =>
      world.call('POST /api/roaster-claims', {
        as: ann,
        body: { roasterName: 'A', businessEmail: 'a@a.example', proofUrl: `https://${marks(10_000)}` },
      }),
    400,
    'proofUrl must have at most 2000 characters.',
  ],
  [
    'a language',
    () => world.call('GET /', { headers: { accept: 'text/html', 'accept-language': `en-${'abcdef-'.repeat(2000)}` } }),
    200,
    '',
  ],
  [
    'numbers in an export of Beanconqueror',
    () =>
      world.call('POST /api/user/import', {
        as: ann,
        body: anExport({ BREWS: many(20, at => aBrew(`slow ${at}`, { brew_temperature: digits, tds: spaces })) }),
      }),
    200,
    '',
  ],
  [
    'settings in an export of Beanconqueror',
    () =>
      world.call('POST /api/user/import', {
        as: ann,
        body: anExport({ BREWS: many(20, at => aBrew(`slow setting ${at}`, { grind_size: digits })) }),
      }),
    200,
    '',
  ],
  ['cells of a table', () => csv({ notes: "'".repeat(6000), coffee_g: digits, setting: digits }), 200, ''],
  [
    'an argument of a tool',
    () =>
      world.call('POST /api/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'convert_grind_setting', arguments: { from: 'c40', to: 'k ultra', setting: digits } },
        },
      }),
    200,
    'setting must be a number or what the dial shows',
  ],
]

test.each(cases)('%s that is too long keeps nobody waiting', async (_, send, status, sentence) => {
  const answers: TestAnswer[] = []
  const wait = await waitBeside(world, async () => answers.push(await send()))
  const [{ status: answered, text } = { status: 0, text: '' }] = answers
  expect([answered, text.includes(sentence)]).toEqual([status, true])
  expect(wait).toBeLessThan(100)
})

test('notes full of apostrophes are written to a table quickly', async () => {
  const bob = await world.person()
  for (const notes of many(20, () => "'".repeat(5000)))
    await world.call('POST /api/brew-logs', { as: bob, body: { method: 'v60', notes } })
  expect(await waitBeside(world, () => world.call('GET /api/brew-logs.csv', { as: bob }))).toBeLessThan(100)
})
