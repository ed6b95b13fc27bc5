import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { StoredGrinder } from '../../../core/equipment/equipment.ts'
import { aBean, aBrew, aMill, anExport } from '../../support/beanconqueror.ts'
import { grinderIdOf, numberedGrinders, planOf } from '../../support/plan.ts'

const planned = async (filled: object, more: object = {}) =>
  (await planOf(anExport({ BREWS: [aBrew('b', filled)], ...more }))).brews[0]

describe('a brew of Beanconqueror', () => {
  test('becomes a brew log with its own date, in our units', async () => {
    expect(await planned({})).toMatchObject({
      importKey: 'b',
      bagKey: 'bean-1',
      createdAt: '2024-05-12T08:00:00.000Z',
      method: 'v60',
      grinderId: grinderIdOf('comandante-c40-mk4'),
      grindSetting: 24,
      grindSettingText: '24',
      doseGrams: 15,
      waterGrams: 250,
      waterTempF: 201.2,
      brewTimeSeconds: 182,
      daysOffRoast: 11,
      notes: 'Bright.',
      rating: 4,
    })
    expect((await planned({}))?.grindIndex).toBeCloseTo(39.6, 0)
  })

  test('leaves empty what was not filled in', async () => {
    const empty = {
      grind_size: '',
      grind_weight: 0,
      brew_temperature: 0,
      brew_time: 0,
      brew_quantity: 0,
      note: '',
      rating: 0,
    }
    expect(await planned(empty)).toMatchObject({
      grindSetting: null,
      grindSettingText: null,
      grindIndex: null,
      doseGrams: null,
      waterGrams: null,
      waterTempF: null,
      brewTimeSeconds: null,
      notes: null,
      rating: null,
    })
  })

  test.each<[string, object, object]>([
    [
      'counts the beverage of an espresso',
      { method_of_preparation: 'prep-portafilter', brew_beverage_quantity: 36, grind_weight: 18 },
      { waterGrams: 36 },
    ],
    [
      'takes the quantity of an old espresso',
      { method_of_preparation: 'prep-portafilter', brew_quantity: 40 },
      { waterGrams: 40 },
    ],
    [
      'reads numbers that were written as text',
      { grind_weight: '15.5', brew_time: '200' },
      { doseGrams: 15.5, brewTimeSeconds: 200 },
    ],
    ['reads numbers that were written with a comma', { grind_weight: '15,5' }, { doseGrams: 15.5 }],
    ['takes a temperature above boiling for Fahrenheit', { brew_temperature: 200 }, { waterTempF: 200 }],
    ['reads a decimal comma', { grind_size: '24,5' }, { grindSetting: 24.5, grindSettingText: '24,5' }],
    [
      'keeps a grind size without a number as text',
      { grind_size: 'medium' },
      { grindSetting: null, grindSettingText: 'medium' },
    ],
    ['keeps a setting off the dial without an index', { grind_size: '92' }, { grindSetting: 92, grindIndex: null }],
    [
      'keeps the setting of a grinder that is not known',
      { mill: 'gone' },
      { grinderId: null, grindSetting: 24, grindIndex: null },
    ],
    [
      'leaves out figures that no brew has',
      { grind_weight: 5000, brew_time: 1e9 },
      { doseGrams: null, brewTimeSeconds: null, waterGrams: 250 },
    ],
    [
      'leaves out water that does not go with the coffee',
      { grind_weight: 1, brew_quantity: 500 },
      { doseGrams: 1, waterGrams: null },
    ],
    [
      'leaves out the weight of a drink that is heavier than its water',
      { brew_quantity: 250, brew_beverage_quantity: 400 },
      { waterGrams: 250, beverageGrams: null },
    ],
  ])('%s', async (_, filled, expected) => {
    expect(await planned(filled)).toMatchObject(expected)
  })

  test('keeps its measurements and notes', async () => {
    const filled = {
      tds: 1.38,
      brew_beverage_quantity: 215.5,
      coffee_blooming_time: 44.6,
      coffee_first_drip_time: 12,
      favourite: true,
      best_brew: true,
    }
    expect(await planned(filled)).toMatchObject({
      waterGrams: 250,
      tdsPercent: 1.38,
      beverageGrams: 215.5,
      bloomSeconds: 45,
      firstDripSeconds: 12,
      isFavourite: true,
      isBest: true,
    })
    const none = {
      tdsPercent: null,
      beverageGrams: null,
      bloomSeconds: null,
      firstDripSeconds: null,
      isFavourite: null,
    }
    expect(await planned({})).toMatchObject(none)
  })

  test.each<[slug: string | undefined, given: string, setting: number | null]>([
    ['1zpresso-k-ultra', '7.8', 7.8],
    ['1zpresso-k-ultra', '7,8', 7.8],
    ['1zpresso-k-ultra', '7-8', null],
    ['1zpresso-k-ultra', '5/10', null],
    ['1zpresso-k-ultra', '3 + 2', null],
    ['1zpresso-jx-pro', '1.4.2', 58],
    ['1zpresso-jx-pro', '2.5', null],
    ['1zpresso-jx-pro', '24', 24],
    ['1zpresso-k-ultra', 'about 7', null],
    ['comandante-c40-mk4', '24 clicks', 24],
    ['comandante-c40-mk4', '24 numbers', null],
    ['comandante-c40-mk4', '2.4.1', null],
    ['comandante-c40-mk4', '1e1', null],
    [undefined, '24', 24],
    [undefined, '24 Clicks', 24],
    [undefined, '2,5 turns', 2.5],
    [undefined, '-3', -3],
    [undefined, '9E', null],
    [undefined, '7-8', null],
    [undefined, '5/10', null],
    [undefined, '3 + 2', null],
    [undefined, '1.4.2', null],
    [undefined, '1,250', null],
  ])('on %s, the grind size %p is %p, and always the text', async (slug, grind_size, setting) => {
    const MILL = slug ? [aMill('mill-c40', slug)] : []
    const brew = await planned({ grind_size }, { MILL })
    expect(brew).toMatchObject({ grindSetting: setting, grindSettingText: grind_size })
    expect(typeof brew?.grindIndex).toBe(slug && setting !== null ? 'number' : 'object')
  })

  test("reads a grind size in the dial's notation of turns and numbers", async () => {
    const dial = numberedGrinders.find(({ notation }) => notation?.form === 'turn+number') as StoredGrinder
    const MILL = [aMill('mill-c40', dial.slug)]
    expect((await planned({ grind_size: '1 + 2' }, { MILL }))?.grindSetting).toBe(
      (await planned({ grind_size: '1+2' }, { MILL }))?.grindSetting as number,
    )
    expect((await planned({ grind_size: '1 + 2' }, { MILL }))?.grindIndex).not.toBeNull()
  })

  test('reports texts in place of numbers', async () => {
    const { brews, bags, remarks } = await planOf(
      anExport({
        BREWS: [aBrew('b', { grind_weight: 'abc', brew_quantity: '1,250', tds: ' ', brew_time: '200' })],
        BEANS: [aBean('x', { weight: 'a bag' })],
      }),
    )
    expect([brews[0], bags[0]]).toMatchObject([
      { doseGrams: null, waterGrams: null, brewTimeSeconds: 200 },
      { weightGrams: null },
    ])
    expect(remarks.map(({ remark, sum }) => [remark, sum]).filter(([remark]) => remark?.includes('number'))).toEqual([
      ['The weight ("a bag") isn’t a number, so it was left out.', 'The weight isn’t a number, so it was left out.'],
      ['The dose ("abc") isn’t a number, so it was left out.', 'The dose isn’t a number, so it was left out.'],
      [
        'The amount of water ("1,250") isn’t a number, so it was left out.',
        'The amount of water isn’t a number, so it was left out.',
      ],
    ])
  })

  test('dated in the future is left out, however far the date is', async () => {
    const on = (uuid: string, unix_timestamp: number) => aBrew(uuid, { config: { uuid, unix_timestamp } })
    const { notTaken } = await planOf(anExport({ BREWS: [on('a', 4e9), on('b', 4.1e9), on('c', 1e300)] }))
    expect(notTaken.map(({ name }) => name)).toEqual([
      '2096-10-02T07:06:40.000Z',
      '2099-12-03T16:53:20.000Z',
      'in the future',
    ])
  })

  test('reports a grind size that its dial does not show', async () => {
    const { remarks } = await planOf(
      anExport({ BREWS: [aBrew('b', { grind_size: '3 + 2' }), aBrew('c', { grind_size: '-3' })] }),
    )
    expect(remarks.map(({ remark }) => remark)).toEqual([
      'The grind size "3 + 2" isn’t a setting on the Comandante C40 MK4, so we kept it as text.',
      'The grind size "-3" is off the dial of the Comandante C40 MK4, so it has no grind index.',
    ])
  })

  test.each([
    ['not frozen', {}, 11],
    ['still in the freezer', { frozenDate: '2024-05-05T07:00:00.000Z' }, 4],
    ['taken out again', { frozenDate: '2024-05-03T07:00:00.000Z', unfrozenDate: '2024-05-10T07:00:00.000Z' }, 4],
    ['frozen later', { frozenDate: '2024-05-20T07:00:00.000Z' }, 11],
    ['200 days in the freezer', { roastingDate: '2023-10-01T08:00:00Z', frozenDate: '2023-10-11T08:00:00Z' }, 12],
    ['taken out after the brew', { frozenDate: '2024-05-02T07:00:00Z', unfrozenDate: '2024-06-02T07:00:00Z' }, 1],
  ])('of a bag %s is as old as the app counts', async (_, bag, days) => {
    expect((await planned({}, { BEANS: [aBean('bean-1', bag)] }))?.daysOffRoast).toBe(days)
  })

  test('that is in the file twice is imported once, and the report says so', async () => {
    const { brews, notTaken } = await planOf(anExport({ BREWS: [aBrew('b'), aBrew('b', { rating: 1 })] }))
    expect(brews).toMatchObject([{ rating: 4 }])
    expect(notTaken).toMatchObject([{ kind: 'brew', uuid: 'b', reason: 'This is in the file twice.' }])
  })

  test.each([
    [5, 5, 5],
    [10, 10, 5],
    [10, 7, 4],
    [10, 1, 1],
    [100, 3, 1],
    [5, 3.5, 4],
    [5, 2.5, 2],
    [5, 4.5, 4],
    [5, 4.6, 5],
    [3, 3, 5],
    [5, 9, 5],
    [5, -1, null],
  ])('on a scale of %d, a rating of %d is %d of five', async (brew_rating, rating, ours) => {
    expect(await planned({ rating }, { SETTINGS: [{ brew_rating }] })).toMatchObject({ rating: ours })
  })

  test.each([
    [99, 'The rating (99 of 5) was rounded to 5 of 5.'],
    [0.2, 'The rating (0.2 of 5) was rounded to 1 of 5.'],
    [3.5, 'The rating (3.5 of 5) was rounded to 4 of 5.'],
    [-1, 'The rating (-1) is out of range, so it was left out.'],
    [0, undefined],
    [4, undefined],
  ])('a rating of %d is taken, or not, with the remark %p; a bean’s likewise', async (rating, remark) => {
    const file = anExport({ BREWS: [aBrew('b', { rating })], BEANS: [aBean('x', { rating })] })
    const remarks = (await planOf(file)).remarks.filter(({ remark }) => remark.includes('rating'))
    expect(remarks.map(({ kind, uuid, remark }) => [kind, uuid, remark])).toEqual(
      remark
        ? [
            ['bean', 'x', remark],
            ['brew', 'b', remark],
          ]
        : [],
    )
  })

  test.each<[object, string]>([
    [{ config: { uuid: 'b', unix_timestamp: 0 } }, 'The date is missing.'],
    [{ config: { uuid: 'b', unix_timestamp: 1e11 } }, 'The date is in the future.'],
    [{ method_of_preparation: 'gone' }, 'The preparation is not in the file.'],
    [{ config: {} }, 'The ID (config.uuid) is missing.'],
  ])('%j is not taken, and why is said', async (filled, reason) => {
    const { brews, notTaken } = await planOf(anExport({ BREWS: [aBrew('b', filled), aBrew('good')] }))
    expect(brews.map(({ importKey }) => importKey)).toEqual(['good'])
    expect(notTaken).toMatchObject([{ kind: 'brew', reason }])
  })
})

test('planning never fails, whatever a file contains', async () => {
  const file = fc.record({
    BEANS: fc.array(fc.anything()),
    BREWS: fc.array(
      fc.oneof(
        fc.anything(),
        fc.record({
          config: fc.record({ uuid: fc.string(), unix_timestamp: fc.anything() }),
          grind_size: fc.anything(),
          brew_time: fc.anything(),
          method_of_preparation: fc.constant('prep-v60'),
        }),
      ),
    ),
    MILL: fc.array(fc.anything()),
    SETTINGS: fc.array(fc.anything()),
  })
  await fc.assert(
    fc.asyncProperty(file, async any => {
      const { bags, brews, notTaken } = await planOf(anExport(any))
      const rows = any.BEANS.length + any.BREWS.length
      expect(bags.length + brews.length + notTaken.filter(({ kind }) => kind !== 'grinder').length).toBe(rows)
    }),
    { numRuns: 200 },
  )
})
