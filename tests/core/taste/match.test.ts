import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cellOfFlavour,
  type Flavour,
  flavourOf,
  liftForNovelty,
  matchDimensions,
  palateBox,
  recommendedScore,
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
  test("is its author's if tasted, else its coffee's and its ratio's", () => {
    const coffee = { roastLevel: 'LIGHT' as const, acidityLevel: 5, bodyLevel: 2 }
    const atNorm = { method: 'v60' as const, ratio: 245 / 15 }
    // log(1.3 / 0.4) / log(12 / 0.4)
    const strength = expect.closeTo(0.347, 3)
    expect(flavourOf({ ...atNorm, coffee })).toEqual({ acidity: 1, body: 0.25, bitterness: 0, strength, roast: 0 })
    expect(flavourOf({ ...atNorm, coffee, tasteProfile: { acidity: 3, sweetness: 4, bitterness: 2 } })).toEqual({
      acidity: 0.5,
      body: 0.25,
      sweetness: 0.75,
      bitterness: 0.25,
      strength,
      roast: 0,
    })
    expect(flavourOf({ ...atNorm, coffee: null, tasteProfile: null })).toEqual({ strength })
  })

  // Dissolved in the cup: 1.3 % of a V60, 3.5 of a moka, 9 of an espresso, each moved by the ratio.
  test.each([
    ['v60', 245 / 15, 0.347],
    ['v60', 14.4, 0.384],
    ['v60', 25, 0.221],
    ['moka', 10, 0.638],
    ['espresso', 3, 0.796],
    ['espresso', 2, 0.915],
    ['espresso', 1.4, 1],
  ] as const)('as a drink, %s at 1:%d is %d strong', (method, ratio, strength) => {
    expect(flavourOf({ method, ratio }).strength).toBeCloseTo(strength, 3)
  })

  test('of a dark roast is bitter, unless its author says otherwise', () => {
    const dark = { method: 'moka', ratio: 10, coffee: { roastLevel: 'DARK' } } as const
    expect(flavourOf(dark).bitterness).toBe(1)
    expect(flavourOf({ ...dark, tasteProfile: { bitterness: 1 } }).bitterness).toBe(0)
  })
})

describe('the match', () => {
  test('is one minus the distance, weighted by how much the person cares', () => {
    // Cares 1 for acidity, 0.5 for body, not for roast: 1 - sqrt((1 x 0.25^2 + 0.5 x 0.75^2) / 1.5) = 1 - sqrt(0.229167)
    const person = { ...neutralPalate, acidity: 1, body: 0.25 }
    expect(tasteMatch(person, { acidity: 0.75, body: 1, roast: 1 })).toBeCloseTo(0.5213, 4)
  })

  test('for a person neutral in everything is the distance from the middle', () => {
    expect(tasteMatch(neutralPalate, { acidity: 0.5, body: 1 })).toBeCloseTo(1 - Math.sqrt(0.25 / 6), 10)
  })

  test('hardly moves from that for a person who is nearly neutral', () => {
    fc.assert(
      fc.property(
        flavour,
        fc.constantFrom(...matchDimensions),
        fc.constantFrom(0.49, 0.51),
        (cup, dimension, taste) => {
          const nearly = tasteMatch({ ...neutralPalate, [dimension]: taste }, cup)
          expect(Math.abs(nearly - tasteMatch(neutralPalate, cup))).toBeLessThan(0.02)
        },
      ),
    )
  })

  test('counts an unknown dimension as halfway, not as perfect', () => {
    expect(tasteMatch({ ...neutralPalate, sweetness: 1 }, { acidity: 0.5, strength: 0.1 })).toBe(0.5)
    const darkLover = { ...neutralPalate, roast: 1, bitterness: 0 }
    const darkMoka = flavourOf({ method: 'moka', ratio: 10, coffee: { roastLevel: 'DARK' } })
    expect(tasteMatch(darkLover, darkMoka)).toBeLessThan(0.4)
  })

  test('sends a tea drinker to a filter coffee, and a lover of strong coffee to an espresso', () => {
    const [filter, espresso] = [flavourOf({ method: 'v60', ratio: 17 }), flavourOf({ method: 'espresso', ratio: 2.7 })]
    const [tea, strong] = [
      { ...neutralPalate, strength: 0, body: 0 },
      { ...neutralPalate, strength: 1 },
    ]
    expect(tasteMatch(tea, filter)).toBeGreaterThan(tasteMatch(tea, espresso))
    expect(tasteMatch(strong, espresso)).toBeGreaterThan(tasteMatch(strong, filter))
  })

  test('sends a person who likes it a little lighter to the weaker of two filter coffees', () => {
    const [weak, strong] = [18, 14].map(ratio => flavourOf({ method: 'v60', ratio })) as [Flavour, Flavour]
    const lighter = { ...neutralPalate, strength: 0.25 }
    expect(tasteMatch(lighter, weak)).toBeGreaterThan(tasteMatch(lighter, strong))
  })

  test('stays between 0 and 1, and is 1 exactly for a cup like the palate', () => {
    fc.assert(
      fc.property(palate, flavour, (person, cup) => {
        const match = tasteMatch(person, cup)
        expect(match).toBeGreaterThanOrEqual(0)
        expect(match).toBeLessThanOrEqual(1)
        expect(tasteMatch(person, person)).toBe(1)
      }),
    )
  })

  test('never gets worse when one known taste comes closer', () => {
    fc.assert(
      fc.property(palate, flavour, fc.constantFrom(...matchDimensions), share, (person, cup, dimension, part) => {
        const taste = cup[dimension]
        if (taste === undefined) return
        const nearer = { ...cup, [dimension]: taste + (person[dimension] - taste) * part }
        expect(tasteMatch(person, nearer)).toBeGreaterThanOrEqual(tasteMatch(person, cup) - 1e-12)
      }),
    )
  })

  test('does not count what the person does not mind', () => {
    fc.assert(
      fc.property(palate, flavour, share, (person, cup, anything) => {
        const unmoved = { ...person, acidity: 0.8, body: 0.5 }
        const { body: _, ...bodiless } = { ...cup, acidity: 0.3 }
        expect(tasteMatch(unmoved, { ...bodiless, body: anything })).toBeCloseTo(tasteMatch(unmoved, bodiless), 10)
      }),
    )
  })
})

describe('novelty', () => {
  const adventurous = { ...neutralPalate, explorer: 1 }

  test('lifts a new coffee by a tenth of what is missing, and a new origin by another tenth', () => {
    expect(liftForNovelty(0.5, adventurous, { coffee: true, origin: false })).toBeCloseTo(0.55, 10)
    expect(liftForNovelty(0.5, adventurous, { coffee: true, origin: true })).toBeCloseTo(0.6, 10)
    expect(liftForNovelty(0.5, { ...neutralPalate, explorer: 0.75 }, { coffee: true, origin: true })).toBeCloseTo(
      0.55,
      10,
    )
  })

  test('means nothing to a consistent palate, and never exceeds 1', () => {
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

  test('is by Wilson score if no match is known', () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        expect(Math.sign(recommendedScore(null, one) - recommendedScore(null, other))).toBe(Math.sign(one - other))
      }),
    )
  })
})

describe('the search space', () => {
  test('puts a flavour in the cell of its nearest levels, and unknown dimensions in the middle', () => {
    expect(cellOfFlavour({ acidity: 0.3, strength: 0.9, roast: 1 })).toEqual([0.25, 0.5, 0.5, 0.5, 1, 1])
  })

  test('makes the box of a taste narrower the further it is from neutral', () => {
    const { low, high } = palateBox({ ...neutralPalate, acidity: 1, body: 0.75, sweetness: 0.25, bitterness: 0 })
    const rounded = (ends: number[]) => ends.map(end => Math.round(end * 1000) / 1000)
    // At 0.75 somebody cares by half: (1 - 0.7071) / 2 = 0.1464 either way.
    expect(rounded(low)).toEqual([1, 0.604, 0.104, 0, 0, 0])
    expect(rounded(high)).toEqual([1, 0.896, 0.396, 0, 1, 1])
  })

  test('searches in the middle for a person neutral in everything, as the match does', () => {
    expect(palateBox(neutralPalate)).toEqual({ low: Array(6).fill(0.5), high: Array(6).fill(0.5) })
  })

  test('finds the cell of the cup that suits a palate best within half a level of its box', () => {
    fc.assert(
      fc.property(palate, person => {
        const { low, high } = palateBox(person)
        const cell = cellOfFlavour(person)
        expect(cell.length).toBe(low.length)
        cell.forEach((taste, at) => {
          expect(taste).toBeGreaterThanOrEqual((low[at] as number) - 0.125)
          expect(taste).toBeLessThanOrEqual((high[at] as number) + 0.125)
        })
      }),
    )
  })
})
