import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { grindSweetSpot, insightsFrom, type RatedBrew, ratioPreference } from '../../../core/brews/insights.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const c40 = { ...shippedGrinders.list()[0], ...shippedGrinders.bySlug('comandante-c40-mk4'), id: 7 } as never
const noGrinder = () => undefined

const brew = (rating: number, more: Partial<RatedBrew> = {}): RatedBrew => ({
  method: 'v60',
  rating,
  grinderId: null,
  grindSetting: null,
  grindIndex: 40,
  doseGrams: 15,
  waterGrams: 240,
  ...more,
})
/** Brews given as [rating, grind index]. */
const ground = (...pairs: [number, number][]) => pairs.map(([rating, grindIndex]) => brew(rating, { grindIndex }))
/** Brews given as [rating, water for 10 g]. */
const poured = (...pairs: [number, number][]) =>
  pairs.map(([rating, waterGrams]) => brew(rating, { doseGrams: 10, waterGrams }))

describe('the grind sweet spot', () => {
  const nine = ground([5, 38], [5, 40], [5, 41], [3, 30], [3, 45], [2, 50], [4, 44], [3, 36], [1, 55])

  test('is the index range of the best-rated third', () => {
    expect(grindSweetSpot(nine, noGrinder)).toMatchObject({
      type: 'grind_sweet_spot',
      method: 'v60',
      ratedBrews: 9,
      bestBrews: 3,
      grindIndex: { min: 38, max: 41 },
      message: 'Your 3 best of 9 rated V60 brews were ground at index 38 to 41.',
    })
  })

  test('takes in those rated as well as the last of the third', () => {
    const tied = ground([5, 38], [4, 40], [4, 41], [4, 43], [3, 30], [3, 45], [2, 50], [3, 44], [3, 36])
    expect(grindSweetSpot(tied, noGrinder)).toMatchObject({ bestBrews: 4, grindIndex: { min: 38, max: 43 } })
  })

  test('is told in the clicks of the grinder last used', () => {
    const onC40 = nine.map(one => ({ ...one, grinderId: 7 }))
    const insight = grindSweetSpot(onC40, () => c40)
    expect(insight).toMatchObject({ setting: { grinderId: 7, label: expect.stringMatching(/^\d+ to \d+ clicks$/) } })
    expect(insight?.message).toContain('clicks on your Comandante C40 MK4')
  })

  test.each<[string, RatedBrew[]]>([
    ['seven brews are too few', nine.slice(0, 7)],
    ['every brew was rated alike', ground(...Array.from({ length: 9 }, (_, n): [number, number] => [4, 35 + n]))],
    [
      'more than half share the best rating',
      ground(...nine.map((one, n): [number, number] => [n < 5 ? 5 : 2, one.grindIndex ?? 0])),
    ],
    [
      'the best were ground as widely as all',
      ground([5, 30], [5, 40], [5, 55], [3, 32], [3, 45], [2, 50], [3, 44], [3, 36]),
    ],
    ['no grind is known', nine.map(one => ({ ...one, grindIndex: null }))],
    [
      'eight brews are spread over two methods',
      nine.slice(0, 8).map((one, n) => ({ ...one, method: n % 2 ? 'v60' : ('chemex' as const) })),
    ],
  ])('is absent when %s', (_, brews) => {
    expect(grindSweetSpot(brews, noGrinder)).toBeUndefined()
  })

  test('speaks of the method with the most brews that has one', () => {
    const dull = Array.from({ length: 12 }, () => brew(4, { method: 'espresso', grindIndex: 9 }))
    expect(grindSweetSpot([...dull, ...nine], noGrinder)).toMatchObject({ method: 'v60' })
  })
})

describe('the ratio preference', () => {
  test.each<['stronger' | 'lighter', RatedBrew[]]>([
    ['stronger', poured([5, 150], [5, 152], [5, 148], [3, 165], [3, 167], [2, 170], [3, 166], [1, 168])],
    ['lighter', poured([5, 172], [5, 170], [5, 171], [3, 155], [3, 157], [2, 150], [3, 156], [1, 158])],
  ])('is %s when the best-rated third was', (prefers, brews) => {
    expect(ratioPreference(brews)).toMatchObject({ type: 'ratio_preference', prefers, ratedBrews: 8, bestBrews: 3 })
  })

  test('says the two means it rests on', () => {
    const brews = poured([5, 150], [5, 152], [5, 148], [3, 165], [3, 167], [2, 168], [3, 166], [1, 164])
    expect(ratioPreference(brews)).toMatchObject({
      bestRatio: 15,
      otherRatio: 16.6,
      message: 'You like V60 stronger: your 3 best of 8 rated brews were 1:15 on average, the others 1:16.6.',
    })
  })

  test.each<[string, RatedBrew[]]>([
    ['seven brews are too few', poured([5, 150], [5, 150], [5, 150], [2, 170], [2, 170], [2, 170], [2, 170])],
    [
      'the means lie within 3 %',
      poured([5, 160], [5, 161], [5, 160], [3, 163], [3, 162], [2, 164], [3, 163], [1, 162]),
    ],
    ['dose or water is not known', Array.from({ length: 9 }, (_, n) => brew(n < 3 ? 5 : 2, { waterGrams: null }))],
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
    const insight = { type: 'streak_milestone', days: streak, message: `You have brewed ${streak} days in a row.` }
    expect(insightsFrom([], streak, noGrinder)).toEqual(isOne ? [insight as never] : [])
  })

  test('are two at most, and each is true of the brews it speaks of', () => {
    const anyBrew = fc.record({
      method: fc.constantFrom('v60', 'espresso'),
      rating: fc.integer({ min: 1, max: 5 }),
      grinderId: fc.constant(null),
      grindSetting: fc.constant(null),
      grindIndex: fc.option(fc.integer({ min: 0, max: 100 })),
      doseGrams: fc.option(fc.integer({ min: 10, max: 20 })),
      waterGrams: fc.option(fc.integer({ min: 100, max: 300 })),
    }) as fc.Arbitrary<RatedBrew>
    fc.assert(
      fc.property(fc.array(anyBrew, { maxLength: 40 }), fc.constantFrom(0, 3), (brews, streak) => {
        const insights = insightsFrom(brews, streak, noGrinder)
        expect(insights.length).toBeLessThanOrEqual(2)
        for (const insight of insights) {
          if (insight.type !== 'grind_sweet_spot') continue
          const all = brews.filter(({ method, grindIndex }) => method === insight.method && grindIndex !== null)
          const { min, max } = insight.grindIndex
          const outside = all.filter(({ grindIndex }) => (grindIndex ?? 0) < min || (grindIndex ?? 0) > max)
          const byRating = all.map(({ rating }) => rating).sort((one, other) => other - one)
          const third = byRating[Math.ceil(all.length / 3) - 1] ?? 0
          expect(all.length).toBeGreaterThanOrEqual(8)
          expect(outside.length).toBeGreaterThan(0)
          for (const { rating } of outside) expect(rating).toBeLessThan(third)
        }
      }),
      { numRuns: 300 },
    )
  })
})
