import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chances } from '../../../bench/drinkers.ts'
import { grindSweetSpot, insightsFrom, type RatedBrew, ratioPreference } from '../../../core/brews/insights.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const c40 = { ...(shippedGrinders.bySlug('comandante-c40-mk4') as Grinder), id: 7 }
const grinderOf = (id: number) => (id === 7 ? c40 : undefined)

const brew = (rating: number, more: Partial<RatedBrew> = {}): RatedBrew => ({
  method: 'v60',
  style: null,
  technique: null,
  rating,
  coffeeProfileId: 1,
  bagId: null,
  coffeeName: 'Kiamaina',
  grinderId: 7,
  grindSetting: 25,
  grindIndex: 40,
  doseGrams: 15,
  waterGrams: 240,
  ...more,
})
/** Brews given as [rating, clicks]. */
const ground = (...pairs: [number, number][]) =>
  pairs.map(([rating, grindSetting]) => brew(rating, { grindSetting, grindIndex: 2 * grindSetting - 10 }))
/** Brews given as [rating, water for 10 g]. */
const poured = (...pairs: [number, number][]) =>
  pairs.map(([rating, waterGrams]) => brew(rating, { doseGrams: 10, waterGrams }))

describe('the grind sweet spot', () => {
  // Two of six, next to each other: one pair of fifteen lies as close.
  const six = ground([5, 24], [4, 25], [3, 20], [2, 28], [3, 31], [1, 34])

  test('is where the good ones were ground, on the grinder they were ground with', () => {
    expect(grindSweetSpot(six, grinderOf)).toEqual({
      type: 'grind_sweet_spot',
      coffee: 'Kiamaina',
      method: 'v60',
      style: null,
      ratedBrews: 6,
      bestBrews: 2,
      grindIndex: { min: 38, max: 40 },
      setting: { grinderId: 7, range: { min: 24, max: 25, label: '24 to 25 clicks' }, label: '24 to 25 clicks' },
      message:
        'Your 2 best-rated V60 brews of Kiamaina, out of 6, were ground at 24 to 25 clicks on your Comandante C40 MK4.',
    })
  })

  test('is where the five stars are, when all are good', () => {
    const good = ground([5, 24], [5, 25], [4, 20], [4, 28], [4, 31], [4, 34])
    expect(grindSweetSpot(good, grinderOf)).toMatchObject({ bestBrews: 2, setting: { label: '24 to 25 clicks' } })
  })

  test.each<[string, RatedBrew[]]>([
    ['three brews are too few', six.slice(0, 3)],
    ['chance lays two of four as close once in six', ground([5, 24], [5, 25], [2, 20], [2, 34])],
    ['every brew was rated alike', ground(...Array.from({ length: 9 }, (_, n): [number, number] => [4, 18 + n]))],
    ['none is good', ground([2, 24], [2, 25], [1, 20], [1, 28], [1, 31], [1, 34])],
    ['bad ones lie between the good', ground([5, 20], [1, 22], [5, 25], [1, 27], [5, 30], [2, 23], [1, 28])],
    [
      'one bad one lies among the good',
      ground([5, 24], [5, 25], [5, 26], [5, 24], [5, 25], [2, 25], [3, 15], [3, 35], [3, 38], [3, 12]),
    ],
    ['nobody knows what coffee it was', six.map(one => ({ ...one, coffeeProfileId: null, coffeeName: null }))],
    ['no grind is known', six.map(one => ({ ...one, grindIndex: null, grindSetting: null }))],
    ['the grinder is not known', six.map(one => ({ ...one, grinderId: 8 }))],
    ['the brews are of two grinders', six.map((one, n) => ({ ...one, grinderId: n % 2 ? 7 : 8 }))],
    ['the brews are of two coffees', six.map((one, n) => ({ ...one, coffeeProfileId: n % 2 }))],
    ['the brews are of two methods', six.map((one, n) => ({ ...one, method: n % 2 ? 'v60' : ('chemex' as const) }))],
  ])('is absent when %s', (_, brews) => {
    expect(grindSweetSpot(brews, grinderOf)).toBeUndefined()
  })

  test('is rarer than chance among all coffees looked at, not in one alone', () => {
    const others = Array.from({ length: 2 }, (_, n) => six.map(one => ({ ...one, coffeeProfileId: 2 + n })))
    // Once in fifteen for each: three such coffees show one by chance more than once in ten.
    expect(grindSweetSpot([...six, ...others.flat()], grinderOf)).toBeUndefined()
    // Four of eight in two clicks are once in seventy.
    const clear = ground([5, 24], [5, 25], [4, 24], [4, 25], [3, 20], [2, 28], [3, 31], [1, 34])
    expect(grindSweetSpot([...clear, ...others.flat()], grinderOf)).toMatchObject({ bestBrews: 4 })
  })

  test('speaks of the coffee with the most brews that has one', () => {
    const dull = Array.from({ length: 12 }, () => brew(4, { method: 'espresso', grindSetting: 10, grindIndex: 9 }))
    expect(grindSweetSpot([...dull, ...six], grinderOf)).toMatchObject({ method: 'v60' })
  })
})

describe('the ratio preference', () => {
  test.each<['stronger' | 'lighter', RatedBrew[]]>([
    ['stronger', poured([5, 150], [5, 152], [5, 148], [3, 165], [3, 167], [2, 170], [3, 166], [1, 168])],
    ['lighter', poured([5, 172], [5, 170], [5, 171], [3, 155], [3, 157], [2, 150], [3, 156], [1, 158])],
  ])('is %s when the good ones were', (prefers, brews) => {
    expect(ratioPreference(brews)).toMatchObject({ type: 'ratio_preference', prefers, ratedBrews: 8, bestBrews: 3 })
  })

  test('says the two means it rests on', () => {
    const brews = poured([5, 150], [5, 152], [5, 148], [3, 165], [3, 167], [2, 168], [3, 166], [1, 164])
    expect(ratioPreference(brews)).toMatchObject({
      bestRatio: 15,
      otherRatio: 16.6,
      message: 'You like Kiamaina stronger: your 3 best-rated V60 brews, out of 8, averaged 1:15, the others 1:16.6.',
    })
  })

  test.each<[string, RatedBrew[]]>([
    ['chance parts two from two once in three', poured([5, 150], [5, 151], [2, 170], [2, 171])],
    ['only one cup was different', poured(...Array<[number, number]>(8).fill([5, 156]), [2, 138])],
    ['the others lie on both sides', poured([5, 150], [5, 155], [5, 160], [2, 140], [2, 180], [2, 170], [2, 141])],
    ['none is good', poured([3, 150], [3, 152], [3, 148], [1, 165], [1, 167], [2, 170], [1, 166], [1, 168])],
    ['the means lie within 3%', poured([5, 160], [5, 161], [5, 160], [3, 163], [3, 162], [2, 164], [3, 163], [1, 162])],
    ['dose or water is not known', Array.from({ length: 9 }, (_, n) => brew(n < 3 ? 5 : 2, { waterGrams: null }))],
    [
      'the brews are of two coffees',
      poured([5, 150], [5, 152], [5, 148], [3, 165], [3, 167], [2, 170], [3, 166], [1, 168]).map((one, n) => ({
        ...one,
        coffeeProfileId: n < 3 ? 1 : 2,
      })),
    ],
    ['nothing stands out', poured(...Array.from({ length: 9 }, (_, n): [number, number] => [4, 140 + 5 * n]))],
  ])('is absent when %s', (_, brews) => {
    expect(ratioPreference(brews)).toBeUndefined()
  })
})

describe('insights', () => {
  test.each([
    [2, false],
    [3, true],
    [4, false],
    [7, true],
    [14, true],
    [30, true],
    [31, false],
    [100, true],
  ])('a streak of %d days is a milestone: %p', (streak, isOne) => {
    const insight = { type: 'streak_milestone', days: streak, message: `You’ve brewed ${streak} days in a row.` }
    expect(insightsFrom([], streak, grinderOf)).toEqual(isOne ? [insight as never] : [])
  })

  test('are two at most, and a spot holds the good brews and no bad one', () => {
    const anyBrew = fc
      .record({
        rating: fc.integer({ min: 1, max: 5 }),
        grindSetting: fc.integer({ min: 10, max: 40 }),
        doseGrams: fc.option(fc.integer({ min: 10, max: 20 })),
        waterGrams: fc.option(fc.integer({ min: 100, max: 300 })),
      })
      .map(({ rating, grindSetting, ...more }) => brew(rating, { ...more, grindSetting, grindIndex: 2 * grindSetting }))
    fc.assert(
      fc.property(fc.array(anyBrew, { maxLength: 20 }), fc.constantFrom(0, 3), (brews, streak) => {
        const insights = insightsFrom(brews, streak, grinderOf)
        expect(insights.length).toBeLessThanOrEqual(2)
        for (const insight of insights) {
          if (insight.type !== 'grind_sweet_spot') continue
          const { min, max } = insight.setting.range
          const inside = brews.filter(({ grindSetting }) => (grindSetting ?? 0) >= min && (grindSetting ?? 0) <= max)
          expect(inside.filter(({ rating }) => rating >= 4).length).toBeGreaterThanOrEqual(insight.bestBrews)
          expect(inside.every(({ rating }) => rating > 2)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test.each([1, 12])('are seldom found where ratings are dice, of %d coffees', coffees => {
    const dice = chances(1)
    const found = Array.from({ length: 400 }, () => {
      const brews = Array.from({ length: 10 * coffees }, (_, n) => {
        const grindSetting = 15 + Math.floor(20 * dice.next())
        const more = { coffeeProfileId: n % coffees, grindSetting, grindIndex: 2 * grindSetting }
        return brew(1 + Math.floor(5 * dice.next()), more)
      })
      return grindSweetSpot(brews, grinderOf)
    }).filter(Boolean)
    expect(found.length).toBeLessThan(40)
  })
})
