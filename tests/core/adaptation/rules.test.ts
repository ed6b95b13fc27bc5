import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  byBeanAge,
  byFilter,
  byPalate,
  byRoast,
  byStrength,
  byTaste,
  byVolume,
  rules,
  type Wishes,
} from '../../../core/adaptation/rules.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'

describe('roast', () => {
  test.each([
    ['v60', 'LIGHT', 4, -3, 'Light roast: 4 F hotter, a touch finer'],
    ['v60', 'MEDIUM_LIGHT', 2, -1.5, 'Medium-light roast: 2 F hotter, a touch finer'],
    ['v60', 'MEDIUM_DARK', -3, 1.5, 'Medium-dark roast: 3 F cooler, a touch coarser'],
    ['v60', 'DARK', -6, 3, 'Dark roast: 6 F cooler, a touch coarser'],
    ['espresso', 'LIGHT', 4, -1.5, 'Light roast: 4 F hotter, a touch finer'],
    ['espresso', 'DARK', -6, 1.5, 'Dark roast: 6 F cooler, a touch coarser'],
    ['cold_brew', 'DARK', 0, 3, 'Dark roast: a touch coarser'],
    ['turkish', 'DARK', -6, 3, 'Dark roast: 6 F cooler'],
  ] as const)('%s of a %s coffee: %d F, %d index points', (method, roastLevel, tempShiftF, indexShift, reason) => {
    expect(byRoast({ method, roastLevel })).toEqual({ tempShiftF, indexShift, reason })
  })

  test('of medium or unknown level changes nothing', () => {
    expect(byRoast({ method: 'v60', roastLevel: 'MEDIUM' })).toBeNull()
    expect(byRoast({ method: 'v60', roastLevel: null })).toBeNull()
  })
})

describe('strength', () => {
  test.each([
    ['v60', 1, 1.12],
    ['v60', 2, 1.06],
    ['v60', 4, 0.94],
    ['v60', 5, 0.88],
    ['v60', 4.5, 0.91],
    ['espresso', 1, 1.35],
    ['espresso', 2, 1.15],
    ['espresso', 4, 0.88],
    ['espresso', 5, 0.76],
  ] as const)('%s at %d: ratio x %d', (method, strength, factor) => {
    expect(byStrength({ method, strength })?.ratioFactor).toBeCloseTo(factor, 10)
  })

  test('says which way the dose goes', () => {
    expect(byStrength({ method: 'v60', strength: 5 })?.reason).toBe('Strength 5 of 5: more coffee to the same water')
    expect(byStrength({ method: 'v60', strength: 2 })?.reason).toBe('Strength 2 of 5: less coffee to the same water')
    expect(byStrength({ method: 'v60', strength: 3 })).toBeNull()
  })
})

test.each([
  [-2, 3, 1.04, 'Brighter by 2: coarser, a longer ratio'],
  [-1, 1.5, 1.02, 'Brighter by 1: coarser, a longer ratio'],
  [1, -1.5, 0.98, 'Richer by 1: finer, a shorter ratio'],
  [2, -3, 0.96, 'Richer by 2: finer, a shorter ratio'],
])('taste %d: %d index points, ratio x %d', (taste, indexShift, ratioFactor, reason) => {
  expect(byTaste({ method: 'v60', taste })).toEqual({ indexShift, ratioFactor, reason })
})

describe('a palate', () => {
  const moved = (tastes: Partial<typeof neutralPalate>) =>
    byPalate({ method: 'v60', palate: { ...neutralPalate, ...tastes } })

  test('near neutral changes nothing', () => {
    expect(moved({ strength: 0.7, body: 0.3, acidity: 0.74, bitterness: 0.6 })).toBeNull()
    expect(byPalate({ method: 'v60', palate: null })).toBeNull()
  })

  test('moves strength by one step', () => {
    expect(moved({ strength: 1 })).toEqual({
      indexShift: 0,
      ratioFactor: 0.94,
      reason: 'Your palate: a step stronger',
    })
    expect(moved({ strength: 0.25 })?.ratioFactor).toBe(1.06)
  })

  test('moves brightness by one step, however many tastes ask for it', () => {
    const reason = 'Your palate: a step brighter (coarser, a longer ratio)'
    expect(moved({ acidity: 0.9 })).toEqual({ indexShift: 1.5, ratioFactor: 1.02, reason })
    expect(moved({ acidity: 1, body: 0, bitterness: 0 })).toEqual({ indexShift: 1.5, ratioFactor: 1.02, reason })
  })

  test('pulling both ways stays where it is', () => {
    expect(moved({ acidity: 1, body: 1 })).toBeNull()
  })

  test('may move both levers', () => {
    const both = moved({ strength: 0.9, body: 0.8 })
    expect(both?.indexShift).toBe(-1.5)
    expect(both?.ratioFactor).toBeCloseTo(0.94 * 0.98, 10)
    expect(both?.reason).toBe('Your palate: a step stronger, a step richer (finer, a shorter ratio)')
  })
})

test.each([
  ['v60', 'metal', 3, 'Metal filter: coarser'],
  ['chemex', 'cloth', 1, 'Cloth filter: a touch coarser'],
  ['french_press', 'paper', -3, 'Paper filter: finer'],
  ['siphon', 'paper', -1, 'Paper filter: a touch finer'],
] as const)('%s with a %s filter: %d index points', (method, filterType, indexShift, reason) => {
  expect(byFilter({ method, filterType })).toEqual({ indexShift, reason })
})

test('the filter that a method is ground for changes nothing, nor does one where none is used', () => {
  expect(byFilter({ method: 'v60', filterType: 'paper' })).toBeNull()
  expect(byFilter({ method: 'french_press', filterType: 'metal' })).toBeNull()
  expect(byFilter({ method: 'espresso', filterType: 'metal' })).toBeNull()
})

test.each([
  [0, 1],
  [4, 1],
  [5, 0],
  [30, 0],
  [31, -2],
  [3650, -2],
])('beans %d days off roast: %d index points', (daysOffRoast, indexShift) => {
  expect(byBeanAge({ method: 'v60', daysOffRoast })?.indexShift ?? 0).toBe(indexShift)
})

test('twice the water takes longer where it is poured, and nothing where it steeps', () => {
  expect(byVolume({ method: 'v60', volumeGrams: 500 })?.timeFactor).toBeCloseTo(1.2746, 4)
  expect(byVolume({ method: 'v60', volumeGrams: 250 })).toBeNull()
  expect(byVolume({ method: 'french_press', volumeGrams: 1000 })).toBeNull()
})

test('every rule that changes something says so in one line, and only then', () => {
  const wishes: fc.Arbitrary<Wishes> = fc.record({
    method: fc.constantFrom(...methodIds),
    roastLevel: fc.constantFrom(null, ...roastLevels),
    strength: fc.integer({ min: 1, max: 5 }),
    taste: fc.integer({ min: -2, max: 2 }),
    filterType: fc.constantFrom(null, 'paper' as const, 'metal' as const, 'cloth' as const),
    daysOffRoast: fc.option(fc.nat({ max: 60 })),
  })
  fc.assert(
    fc.property(wishes, wish => {
      for (const rule of rules) {
        const adjustment = rule(wish)
        if (!adjustment) continue
        expect(adjustment.reason).toMatch(/^[A-Z0-9][^\n.]+$/)
        const { indexShift = 0, tempShiftF = 0, ratioFactor = 1, timeFactor = 1 } = adjustment
        expect(indexShift !== 0 || tempShiftF !== 0 || ratioFactor !== 1 || timeFactor !== 1).toBe(true)
      }
    }),
  )
})
