import { describe, expect, test } from 'bun:test'
import { readTable } from '../../../core/portability/brew-table.ts'
import { guessedMeaning } from '../../../core/portability/table-columns.ts'
import { isOfEitherOrder, timeInCell } from '../../../core/portability/table-dates.ts'
import { figureInCell, ratingInCell } from '../../../core/portability/table-figures.ts'
import { methodInCell } from '../../../core/portability/table-method.ts'

const table = (...rows: string[][]) => ({
  separator: ',',
  letters: 'utf-8' as const,
  rows: rows.map((cells, at) => ({ line: at + 1, cells })),
})

describe('a column is known by what people call it:', () => {
  test.each<[string, string | undefined]>([
    ['Date', 'date'],
    ['Brewed at', 'date'],
    ['Timestamp', 'date'],
    ['Brewer', 'method'],
    ['Brew Method', 'method'],
    ['Beans', 'coffee'],
    ['Coffee Name', 'coffee'],
    ['Roaster', 'roaster'],
    ['Grinder', 'grinder'],
    ['Mühle', 'grinder'],
    ['Grind', 'setting'],
    ['Grind Size', 'setting'],
    ['Grind setting (clicks)', 'setting'],
    ['Mahlgrad', 'setting'],
    ['Clicks', 'setting'],
    ['Dose (g)', 'coffee_g'],
    ['Dose [g]', 'coffee_g'],
    ['Dose g', 'coffee_g'],
    ['Dose (oz)', 'coffee_oz'],
    ['Coffee (g)', 'coffee'],
    ['Water', 'water_g'],
    ['Water (ml)', 'water_g'],
    ['Water (oz)', 'water_oz'],
    ['Water_g', 'water_g'],
    ['Yield', 'drink_g'],
    ['Output (g)', 'drink_g'],
    ['TDS (%)', 'tds_percent'],
    ['Temp (C)', 'water_temperature_c'],
    ['Temp °C', 'water_temperature_c'],
    ['Water temperature (°F)', 'water_temperature_f'],
    ['Temperature', 'water_temperature'],
    ['Time', 'time_s'],
    ['Brew time (min:sec)', 'time_s'],
    ['Total Time (s)', 'time_s'],
    ['Time (min)', 'time_min'],
    ['Bloom (s)', 'bloom_s'],
    ['Days since roast', 'days_off_roast'],
    ['Rating', 'rating'],
    ['Score /10', 'rating_10'],
    ['Score (0-10)', 'rating_10'],
    ['Rating out of 5', 'rating'],
    ['Score (/100)', 'rating_100'],
    ['Tasting Notes', 'notes'],
    ['Notes', 'notes'],
    ['Barista', undefined],
    ['Mood', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ["=cmd|'/c calc'!A1", undefined],
    ['x'.repeat(10_000), undefined],
    ['(('.repeat(5000), undefined],
  ])('%p', (header, meaning) => expect(guessedMeaning(header)).toBe(meaning as never))

  test('the whole table of the reviewer is matched, except its barista', () => {
    const header = 'Date,Brewer,Beans,Grinder,Grind,Dose (g),Water,Temp (C),Time,Score /10,Barista'.split(',')
    const row = '2026-11-14 07:40,V60,Huila,C40,24,15,250,93,2:45,7,Sam'.split(',')
    const { columns, rows } = readTable(table(header, row))
    expect(columns.filter(({ meaning }) => !meaning).map(({ name }) => name)).toEqual(['Barista'])
    const [read] = rows
    expect([read?.figure('water_temperature_f'), read?.figure('time_s'), read?.rating()]).toEqual([
      199.4,
      165,
      { rating: 7, best: 10 },
    ])
  })

  test('a name that occurs twice is numbered, and the second is left out', () => {
    const { columns, rows } = readTable(table(['Date', 'Notes', 'Notes', ''], ['2026-01-01', 'one', 'two', 'three']))
    expect(columns).toEqual([
      { name: 'Date', meaning: 'date' },
      { name: 'Notes', meaning: 'notes' },
      { name: 'Notes (2)', meaning: null },
    ])
    expect(rows[0]?.cell('notes')).toBe('one')
  })

  test('a choice wins over a guess, and the name that we use over one that means the same', () => {
    const header = ['When', 'Mood', 'Comments', 'notes']
    expect(readTable(table(header), {}).columns.map(({ meaning }) => meaning)).toEqual(['date', null, null, 'notes'])
    const chosen = { Mood: 'outcome', notes: '', When: 'date_day_first' } as const
    expect(readTable(table(header), chosen).columns.map(({ meaning }) => meaning)).toEqual([
      'date_day_first',
      'outcome',
      'notes',
      null,
    ])
    expect(() => readTable(table(header), { Nowhere: 'notes' })).toThrow('has no column "Nowhere"')
  })

  test('scores and dates show which scale and order they have', () => {
    const meanings = (...rows: string[][]) => readTable(table(['Date', 'Score'], ...rows)).columns.map(c => c.meaning)
    expect(meanings(['01/02/2026', '5'])).toEqual(['date', 'rating'])
    expect(meanings(['01/02/2026', '5'], ['13/02/2026', '7.5'])).toEqual(['date_day_first', 'rating_10'])
    expect(meanings(['01/02/2026', '5'], ['02/13/2026', '87'])).toEqual(['date_month_first', 'rating_100'])
  })

  test('a header of 201 columns is refused, one with thousands of empty cells is not', () => {
    expect(() => readTable(table(Array.from({ length: 201 }, () => 'x')))).toThrow('has 201 columns')
    expect(readTable(table(['Date', 'Brewer', ...Array.from({ length: 9000 }, () => '')])).columns).toHaveLength(2)
  })
})

test.each<[string, string | undefined]>([
  ['2026-11-14 07:40', '2026-11-14T07:40:00.000Z'],
  ['2026/11/14 7:40', '2026-11-14T07:40:00.000Z'],
  ['14.11.2026', '2026-11-14T00:00:00.000Z'],
  ['14.11.26 07:40', '2026-11-14T07:40:00.000Z'],
  ['14/11/2026 07:40', '2026-11-14T07:40:00.000Z'],
  ['11/14/2026, 7:40 PM', '2026-11-14T19:40:00.000Z'],
  ['14 Nov 2026, 7:40', '2026-11-14T07:40:00.000Z'],
  ['14th November 2026', '2026-11-14T00:00:00.000Z'],
  ['Nov 14, 2026 12:05 am', '2026-11-14T00:05:00.000Z'],
  ['Saturday, November 14, 2026 at 7:40 AM', '2026-11-14T07:40:00.000Z'],
  ['2026-11-14T07:40:00+02:00', '2026-11-14T05:40:00.000Z'],
  ['2026-02-30', undefined],
  ['04/05/2026', undefined],
  ['14 Foo 2026', undefined],
  ['yesterday', undefined],
  ['1'.repeat(10_000), undefined],
])('the date %p', (text, at) => expect(timeInCell(text)?.at).toBe(at as never))

test('a date of either order is read once the order is known', () => {
  expect(isOfEitherOrder('04/05/2026')).toBe(true)
  expect(timeInCell('04/05/2026', 'day-first')?.at).toStartWith('2026-05-04')
  expect(timeInCell('04/05/2026', 'month-first')?.at).toStartWith('2026-04-05')
})

test.each([
  ['15', 'grams', 15],
  ['15.5 g', 'grams', 15.5],
  ['15,5g', 'grams', 15.5],
  ['0.5 oz', 'grams', 14.2],
  ['0.53', 'ounces', 15],
  ['15 g', 'ounces', 15],
  ['250ml', 'grams', 250],
  ['0.25 l', 'grams', 250],
  ['93', 'degrees', 199.4],
  ['200', 'degrees', 200],
  ['93 °C', 'fahrenheit', 199.4],
  ['200F', 'celsius', 200],
  ['2:45', 'seconds', 165],
  ['00:02:45', 'seconds', 165],
  ['2m45s', 'seconds', 165],
  ['2\'45"', 'seconds', 165],
  ['2 min 45 sec', 'seconds', 165],
  ['165 s', 'minutes', 165],
  ['2.75', 'minutes', 165],
  ['2.5 min', 'seconds', 150],
  ['lots', 'grams', undefined],
  ['15 apples', 'grams', undefined],
  ['15 constructor', 'grams', undefined],
] as const)('%p in %s', (text, kind, figure) => expect(figureInCell(text, kind, ';')).toBe(figure as never))

test.each([
  ['7', 10, { rating: 7, best: 10 }],
  ['7/10', 5, { rating: 7, best: 10 }],
  ['4 out of 5', 10, { rating: 4, best: 5 }],
  ['★★★★☆', 10, { rating: 4, best: 5 }],
  ['85%', 5, { rating: 85, best: 100 }],
  ['7/0', 5, undefined],
  ['good', 5, undefined],
] as const)('the rating %p', (text, best, rating) => expect(ratingInCell(text, best, ',')).toEqual(rating as never))

test.each([
  ['V60', 'v60'],
  ['Aeropress', 'aeropress'],
  ['Hario V60 02', 'v60'],
  ['Hario Switch', 'clever'],
  ['Pour over', 'v60'],
  ['Moka Express', 'moka'],
  ['Samovar', undefined],
  ['', undefined],
] as const)('the brewer %p', (text, method) => expect(methodInCell(text, [])).toBe(method as never))
