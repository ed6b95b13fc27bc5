import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  adjustmentsFor,
  byBeanAge,
  byFilter,
  byPalate,
  byRoast,
  byStrength,
  byTaste,
  type Circumstances,
} from '../../../core/adaptation/rules.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { volumeTimeFactor } from '../../../core/recipes/brew-time.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'

describe('roast', () => {
  test.each([
    ['v60', 'LIGHT', 4, -3, 1, 'Light roast'],
    ['v60', 'MEDIUM_LIGHT', 2, -1.5, 1, 'Medium-light roast'],
    ['v60', 'MEDIUM_DARK', -4, 1.5, 1, 'Medium-dark roast'],
    ['v60', 'DARK', -9, 3, 1, 'Dark roast'],
    ['espresso', 'LIGHT', 4, -1.5, 1.2, 'Light roast'],
    ['espresso', 'MEDIUM_LIGHT', 2, -0.75, 1.1, 'Medium-light roast'],
    ['espresso', 'MEDIUM_DARK', -4, 0.75, 0.95, 'Medium-dark roast'],
    ['espresso', 'DARK', -9, 1.5, 0.9, 'Dark roast'],
    ['cold_brew', 'DARK', 0, 3, 1, 'Dark roast'],
  ] as const)('%s of a %s coffee: %d F, %d index points, ratio x %d', (method, roastLevel, tempShiftF, ...moves) => {
    const [indexShift, ratioFactor, cause] = moves
    expect(byRoast({ method, roastLevel })).toEqual({ tempShiftF, indexShift, ratioFactor, cause })
  })

  test('of medium or unknown level changes nothing', () => {
    expect(byRoast({ method: 'v60', roastLevel: 'MEDIUM' })).toBeNull()
    expect(byRoast({ method: 'v60', roastLevel: null })).toBeNull()
  })
})

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
] as const)('%s at strength %d: ratio x %d', (method, strength, factor) => {
  expect(byStrength({ method, strength })?.ratioFactor).toBeCloseTo(factor, 10)
})

test.each([
  [-2, 3, 1.04, '2 steps brighter'],
  [-1, 1.5, 1.02, '1 step brighter'],
  [1, -1.5, 0.98, '1 step richer'],
  [2, -3, 0.96, '2 steps richer'],
])('taste %d: %d index points, ratio x %d', (taste, indexShift, ratioFactor, cause) => {
  expect(byTaste({ method: 'v60', taste })).toEqual({ indexShift, ratioFactor, cause })
})

describe('a palate', () => {
  const moved = (tastes: Partial<typeof neutralPalate>) =>
    byPalate({ method: 'v60', palate: { ...neutralPalate, ...tastes } })

  test('near neutral changes nothing', () => {
    expect(moved({ strength: 0.7, body: 0.3, acidity: 0.74, bitterness: 0.6 })).toBeNull()
    expect(byPalate({ method: 'v60', palate: null })).toBeNull()
  })

  test('changes strength by one step', () => {
    expect(moved({ strength: 1 })).toEqual({
      indexShift: 0,
      ratioFactor: 0.94,
      cause: 'Your palate, a step stronger',
    })
    expect(moved({ strength: 0.25 })?.ratioFactor).toBe(1.06)
  })

  test('changes brightness by one step, however many tastes ask for it', () => {
    const brighter = { indexShift: 1.5, ratioFactor: 1.02, cause: 'Your palate, a step brighter' }
    expect(moved({ acidity: 0.9 })).toEqual(brighter)
    expect(moved({ acidity: 1, body: 0, bitterness: 0 })).toEqual(brighter)
  })

  test('that pulls both ways changes nothing', () => {
    expect(moved({ acidity: 1, body: 1 })).toBeNull()
  })

  test('may change both levers', () => {
    const both = moved({ strength: 0.9, body: 0.8 })
    expect(both?.indexShift).toBe(-1.5)
    expect(both?.ratioFactor).toBeCloseTo(0.94 * 0.98, 10)
    expect(both?.cause).toBe('Your palate, a step stronger and a step richer')
  })
})

test.each([
  ['v60', 'metal', 3, 'Metal filter'],
  ['chemex', 'cloth', 1, 'Cloth filter'],
  ['french_press', 'paper', -3, 'Paper filter'],
  ['siphon', 'paper', -1, 'Paper filter'],
] as const)('%s with a %s filter: %d index points', (method, filterType, indexShift, cause) => {
  expect(byFilter({ method, filterType })).toEqual({ indexShift, cause })
})

test('the filter that a method is ground for changes nothing, nor does any for a method without filters', () => {
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

test('twice the water takes longer if it is poured by hand or machine, and no longer if it steeps', () => {
  expect(volumeTimeFactor('v60', 250, 500)).toBeCloseTo(1.2746, 4)
  expect(volumeTimeFactor('french_press', 500, 1000)).toBe(1)
  // (130 + 0.2 x 1000) / (130 + 0.2 x 500)
  expect(volumeTimeFactor('drip', 500, 1000)).toBeCloseTo(1.4348, 4)
})

test('every rule that changes something gives its cause, and only then', () => {
  const wishes: fc.Arbitrary<Circumstances> = fc.record({
    method: fc.constantFrom(...methodIds),
    roastLevel: fc.constantFrom(null, ...roastLevels),
    strength: fc.integer({ min: 1, max: 5 }),
    taste: fc.integer({ min: -2, max: 2 }),
    filterType: fc.constantFrom(null, 'paper' as const, 'metal' as const, 'cloth' as const),
    daysOffRoast: fc.option(fc.nat({ max: 60 })),
  })
  fc.assert(
    fc.property(wishes, wish => {
      for (const adjustment of adjustmentsFor(wish)) {
        expect(adjustment.cause).toMatch(/^[A-Z0-9][^\n.]+$/)
        const { indexShift = 0, tempShiftF = 0, ratioFactor = 1 } = adjustment
        expect(indexShift !== 0 || tempShiftF !== 0 || ratioFactor !== 1).toBe(true)
      }
    }),
  )
})
