import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const lengths = [0, 1, 127, 128, 200, 255, 256, 383, 384, 65_535, 65_536, 100_000]
const texts = lengths.flatMap(length => [
  'x'.repeat(length),
  'é'.repeat(length),
  `${'x'.repeat(length)}☕`,
  `☕${'x'.repeat(length)}`,
])

test('a text is returned as it was stored, whatever its letters and length', async () => {
  const rows = await world.sql<{ before: string; text: string; after: number }[]>`
    select 'a' as before, text, 7 as after
    from unnest(${texts}::text[]) with ordinality given (text, place)
    order by place`
  expect(rows.map(row => ({ ...row }))).toEqual(texts.map(text => ({ before: 'a', text, after: 7 })))
})

test('values of every type are returned next to texts of any kind', async () => {
  for (const word of ['plain', 'crème brûlée', '日本', '👩‍🌾']) {
    const [row] = await world.sql`
      select null as nothing,
             ${word} as word,
             array[${word}, 'b']::text[] as words,
             array[1, 2] as numbers,
             jsonb_build_object('word', ${word}::text, 'list', array[1, 2]) as object,
             1.25::numeric as numeric,
             9007199254740991::bigint as large,
             0.1::float8 as float,
             true as is_true,
             ''::text as empty,
             null::int[] as no_numbers`
    expect(row).toEqual({
      nothing: null,
      word,
      words: [word, 'b'],
      numbers: [1, 2],
      object: { word, list: [1, 2] },
      numeric: 1.25,
      large: 9007199254740991,
      float: 0.1,
      isTrue: true,
      empty: '',
      noNumbers: null,
    })
  }
})

test('an instant is returned to the millisecond, however many digits are stored', async () => {
  const instants = [
    '2026-11-16 02:03:04.123456+00',
    '2026-11-16 02:03:04.999999+00',
    '2026-11-16 02:03:04.12+00',
    '2026-11-16 02:03:04+00',
    '1969-12-31 23:59:59.5+00',
    '0099-01-02 03:04:05.678901+00',
    '10099-01-02 03:04:05.678901+00',
  ]
  const rows = await world.sql<{ at: string }[]>`
    select at from unnest(${instants}::timestamptz[]) with ordinality given (at, place) order by place`
  expect(rows.map(({ at }) => at)).toEqual([
    '2026-11-16T02:03:04.123Z',
    '2026-11-16T02:03:04.999Z',
    '2026-11-16T02:03:04.120Z',
    '2026-11-16T02:03:04.000Z',
    '1969-12-31T23:59:59.500Z',
    '0099-01-02T03:04:05.678Z',
    '+010099-01-02T03:04:05.678Z',
  ])
})

test('of two columns with the same name, the last counts', async () => {
  const [row] = await world.sql`select 1 as one, 2 as one`
  expect(row).toEqual({ one: 2 })
})

test('a query that fails partway through its rows leaves no gap in the rows of the next one', async () => {
  const { sql } = world
  // Often enough to use every connection of the pool.
  for (let time = 0; time < 20; time++) {
    const failed = await sql`select 1 / (5 - n) as share from generate_series(1, 9) n`.then(() => undefined, String)
    expect(failed).toContain('division by zero')
  }
  for (let time = 0; time < 20; time++)
    expect([...(await sql`select n from generate_series(1, 3) n`)]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})
