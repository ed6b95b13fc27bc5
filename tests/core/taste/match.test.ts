import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Flavour,
  flavourOf,
  liftForNovelty,
  matchDimensions,
  palateBox,
  recommendedScore,
  tasteCell,
  tasteMatch,
} from '../../../core/taste/match.ts'
import { neutralPalate, type Palate } from '../../../core/taste/palate.ts'

const share = fc.integer({ min: 0, max: 100 }).map(hundredths => hundredths / 100)
const flavour: fc.Arbitrary<Flavour> = fc.record(
  { acidity: share, body: share, sweetness: share, bitterness: share, strength: share, roast: share },
  { requiredKeys: [] },
)
const palate: fc.Arbitrary<Palate> = fc
  .record({
    acidity: share,
    body: share,
    sweetness: share,
    bitterness: share,
    strength: share,
    roast: share,
    explorer: share,
  })
  .map(tastes => ({ ...neutralPalate, ...tastes }))

describe("a recipe's flavour", () => {
  test("is its author's where tasted, its coffee's and its ratio's where not", () => {
    const coffee = { roastLevel: 'LIGHT' as const, acidityLevel: 5, bodyLevel: 2 }
    const atNorm = { method: 'v60' as const, ratio: 245 / 15 }
    expect(flavourOf({ ...atNorm, coffee })).toEqual({ acidity: 1, body: 0.25, strength: 0.5, roast: 0 })
    expect(flavourOf({ ...atNorm, coffee, tasteProfile: { acidity: 3, sweetness: 4, bitterness: 1 } })).toEqual({
      acidity: 0.5,
      body: 0.25,
      sweetness: 0.75,
      bitterness: 0,
      strength: 0.5,
      roast: 0,
    })
    expect(flavourOf({ ...atNorm, coffee: null, tasteProfile: null })).toEqual({ strength: 0.5 })
  })

  // 245/15 x 1.12, x 1.03 (half a step weaker), x 0.94, x 0.5; espresso 2 x 1.35, x 1.075, x 0.76
  test.each([
    ['v60', 18.2934, 0],
    ['v60', 25, 0],
    ['v60', 16.8233, 0.375],
    ['v60', 15.3533, 0.75],
    ['v60', 8, 1],
    ['espresso', 2.7, 0],
    ['espresso', 2.15, 0.375],
    ['espresso', 2, 0.5],
    ['espresso', 1.52, 1],
  ] as const)('%s at 1:%d is %d strong', (method, ratio, strength) => {
    expect(flavourOf({ method, ratio }).strength).toBeCloseTo(strength, 3)
  })
})

describe('the match', () => {
  test('is one minus the distance, weighed by how much the person cares', () => {
    // Cares 1 for acidity, 0.5 for body: 1 - sqrt((1 x 0.25^2 + 0.5 x 0.75^2) / 1.5) = 1 - sqrt(0.229167)
    const person = { ...neutralPalate, acidity: 1, body: 0.25 }
    expect(tasteMatch(person, { acidity: 0.75, body: 1, roast: 1 })).toBeCloseTo(0.5213, 4)
  })

  test('of somebody neutral in everything is the distance from the middle', () => {
    expect(tasteMatch(neutralPalate, { acidity: 0.5, body: 1 })).toBeCloseTo(1 - Math.sqrt(0.125), 10)
  })

  test('is unknown when nothing that the person cares about is known', () => {
    expect(tasteMatch({ ...neutralPalate, sweetness: 1 }, { acidity: 0.5, strength: 0.1 })).toBeNull()
    expect(tasteMatch(neutralPalate, {})).toBeNull()
  })

  test('stays between 0 and 1, and is 1 exactly for the cup of one own palate', () => {
    fc.assert(
      fc.property(palate, flavour, (person, cup) => {
        const match = tasteMatch(person, cup)
        if (match === null) return
        expect(match).toBeGreaterThanOrEqual(0)
        expect(match).toBeLessThanOrEqual(1)
        expect(tasteMatch(person, person)).toBe(1)
      }),
    )
  })

  test('never worsens when one known taste comes nearer', () => {
    fc.assert(
      fc.property(palate, flavour, fc.constantFrom(...matchDimensions), share, (person, cup, dimension, part) => {
        const taste = cup[dimension]
        if (taste === undefined) return
        const nearer = { ...cup, [dimension]: taste + (person[dimension] - taste) * part }
        expect(tasteMatch(person, nearer) ?? 0).toBeGreaterThanOrEqual((tasteMatch(person, cup) ?? 0) - 1e-12)
      }),
    )
  })

  test('does not count what is unknown of the cup, nor what the person does not mind', () => {
    fc.assert(
      fc.property(palate, flavour, share, (person, cup, anything) => {
        const unmoved = { ...person, acidity: 0.8, body: 0.5 }
        const { body: _, ...bodiless } = { ...cup, acidity: 0.3 }
        expect(tasteMatch(unmoved, { ...bodiless, body: anything })).toBeCloseTo(
          tasteMatch(unmoved, bodiless) as number,
          10,
        )
      }),
    )
  })
})

describe('novelty', () => {
  const adventurous = { ...neutralPalate, explorer: 1 }

  test('lifts a new coffee by a tenth of what is missing, a new origin by another', () => {
    expect(liftForNovelty(0.5, adventurous, { coffee: true, origin: false })).toBeCloseTo(0.55, 10)
    expect(liftForNovelty(0.5, adventurous, { coffee: true, origin: true })).toBeCloseTo(0.6, 10)
    expect(liftForNovelty(0.5, { ...neutralPalate, explorer: 0.75 }, { coffee: true, origin: true })).toBeCloseTo(
      0.55,
      10,
    )
  })

  test('means nothing to a consistent palate, and never goes beyond 1', () => {
    fc.assert(
      fc.property(palate, share, fc.boolean(), fc.boolean(), (person, match, coffee, origin) => {
        const lifted = liftForNovelty(match, person, { coffee, origin })
        expect(lifted).toBeGreaterThanOrEqual(match)
        expect(lifted).toBeLessThanOrEqual(1)
        if (person.explorer <= 0.5 || (!coffee && !origin)) expect(lifted).toBe(match)
      }),
    )
  })
})

describe('the recommended order', () => {
  test('is six parts match and four parts Wilson', () => {
    expect(recommendedScore(0.8, 0.5)).toBeCloseTo(0.68, 10)
    expect(recommendedScore(1, 0)).toBeCloseTo(0.6, 10)
  })

  test("is Wilson's where no match is known", () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        expect(Math.sign(recommendedScore(null, one) - recommendedScore(null, other))).toBe(Math.sign(one - other))
      }),
    )
  })
})

describe('the search space', () => {
  test('puts a flavour in the cell of its nearest levels, and what is unknown in the middle', () => {
    expect(tasteCell({ acidity: 0.3, strength: 0.9, roast: 1 })).toEqual([0.25, 0.5, 0.5, 0.5, 1, 1])
  })

  test('makes the box of a taste narrower the further it is from neutral', () => {
    const { low, high } = palateBox({ ...neutralPalate, acidity: 1, body: 0.75, sweetness: 0.25, bitterness: 0 })
    const rounded = (ends: number[]) => ends.map(end => Math.round(end * 1000) / 1000)
    // At 0.75 somebody cares by half: (1 - 0.7071) / 2 = 0.1464 either way.
    expect(rounded(low)).toEqual([1, 0.604, 0.104, 0, 0, 0])
    expect(rounded(high)).toEqual([1, 0.896, 0.396, 0, 1, 1])
  })

  test('looks in the middle for who is neutral in everything, as the match does', () => {
    expect(palateBox(neutralPalate)).toEqual({ low: Array(6).fill(0.5), high: Array(6).fill(0.5) })
  })

  test('finds the cell of the cup that suits a palate best within half a level of its box', () => {
    fc.assert(
      fc.property(palate, person => {
        const { low, high } = palateBox(person)
        const cell = tasteCell(person)
        expect(cell.length).toBe(low.length)
        cell.forEach((taste, at) => {
          expect(taste).toBeGreaterThanOrEqual((low[at] as number) - 0.125)
          expect(taste).toBeLessThanOrEqual((high[at] as number) + 0.125)
        })
      }),
    )
  })
})
