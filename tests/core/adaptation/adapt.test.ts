import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { baseRecipes } from '../../../core/adaptation/base.ts'
import type { Wishes } from '../../../core/adaptation/rules.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { filterOnly, ruler } from './test-grinders.ts'

describe('the base recipes', () => {
  // dose g, water g, F, seconds, index
  test.each([
    ['espresso', 18, 36, 200, 28, 9],
    ['moka', 18, 180, 205, 240, 22],
    ['aeropress', 15, 225, 196, 120, 30],
    ['v60', 15, 250, 201, 180, 41],
    ['kalita', 20, 320, 201, 195, 43],
    ['chemex', 30, 500, 203, 255, 50],
    ['drip', 60, 1000, 200, 300, 43],
    ['clever', 18, 300, 203, 195, 46],
    ['siphon', 20, 300, 200, 130, 41],
    ['french_press', 30, 500, 203, 270, 60],
    ['cold_brew', 80, 880, 68, 57_600, 74],
    ['turkish', 7, 70, 203, 180, 0],
  ] as const)('%s: %d g to %d g at %d F for %d s, index %d', (method, dose, water, tempF, seconds, index) => {
    const recipe = adapt({ method }, ruler)
    expect(recipe).toMatchObject({
      doseGrams: dose,
      waterGrams: water,
      waterTempF: tempF,
      brewTimeSeconds: seconds,
      grindIndex: index,
      grindSetting: index,
    })
    if (method !== 'turkish') expect(recipe.reasons).toEqual([])
  })
})

describe('worked by hand', () => {
  // Dark: 201 - 6 F, 41 + 3; 180 s x (1 - 0.015 x 3) = 171.9, to the five: 170.
  test('a dark V60', () => {
    expect(adapt({ method: 'v60', roastLevel: 'DARK' }, ruler)).toEqual({
      method: 'v60',
      doseGrams: 15,
      waterGrams: 250,
      ratio: 16.67,
      waterTempF: 195,
      brewTimeSeconds: 170,
      grindSetting: 44,
      grindLabel: '44',
      grindRange: { min: 39, max: 49 },
      grindIndex: 44,
      reachable: true,
      extrapolated: false,
      calibrated: false,
      reasons: ['Dark roast: 6 F cooler, a touch coarser'],
    })
  })

  // Ratio 2 x 0.76 = 1.52, 36 / 1.52 = 23.68 g; index 9 - 1.5; 28 s x 1.075 = 30.1.
  test('a strong espresso of a light roast', () => {
    expect(adapt({ method: 'espresso', roastLevel: 'LIGHT', strength: 5 }, ruler)).toMatchObject({
      doseGrams: 23.7,
      waterGrams: 36,
      ratio: 1.52,
      waterTempF: 204,
      brewTimeSeconds: 30,
      grindSetting: 7.5,
    })
  })

  // Ratio 16.667 x 0.88 x 0.96 = 14.08; 250 / 14.08 = 17.76; index 41 - 3; 180 x 1.045 = 188.1.
  test('a strong, rich V60', () => {
    expect(adapt({ method: 'v60', strength: 5, taste: 2 }, ruler)).toMatchObject({
      doseGrams: 17.8,
      ratio: 14.04,
      grindIndex: 38,
      brewTimeSeconds: 190,
      reasons: ['Strength 5 of 5: more coffee to the same water', 'Richer by 2: finer, a shorter ratio'],
    })
  })

  // 500 g at 1:16.67 is 30 g; 180 s x 2^0.35 = 229.4.
  test('a V60 for two', () => {
    expect(adapt({ method: 'v60', volumeGrams: 500 }, ruler)).toMatchObject({
      doseGrams: 30,
      waterGrams: 500,
      ratio: 16.67,
      brewTimeSeconds: 230,
    })
  })

  // Paper 50, metal + 3, stale - 2: 51; nudged two half steps finer: 50.
  test('a Chemex with a metal filter and old beans, nudged', () => {
    expect(adapt({ method: 'chemex', filterType: 'metal', daysOffRoast: 40 }, ruler, -2)).toMatchObject({
      grindSetting: 50,
      grindIndex: 50,
      reasons: ['Metal filter: coarser', 'Beans 40 days off roast: a touch finer', 'Your nudge: 2 steps finer'],
    })
  })

  test('a palate counts one step where it is far from neutral', () => {
    const palate = { ...neutralPalate, strength: 1, acidity: 1 }
    // Ratio 16.667 x 0.94 x 1.02 = 15.98; 250 / 15.98 = 15.64; index 41 + 1.5.
    expect(adapt({ method: 'v60', palate }, ruler)).toMatchObject({ doseGrams: 15.6, grindIndex: 42.5 })
  })

  test('cold water stays cold and Turkish stays fine, whatever the roast', () => {
    expect(adapt({ method: 'cold_brew', roastLevel: 'LIGHT' }, ruler).waterTempF).toBe(68)
    expect(adapt({ method: 'turkish', roastLevel: 'DARK', taste: -2 }, ruler).grindIndex).toBe(0)
  })
})

describe('what a dial cannot do', () => {
  test('is said, with the nearest setting', () => {
    const espresso = adapt({ method: 'espresso' }, filterOnly)
    expect(espresso).toMatchObject({ reachable: false, grindSetting: 30, grindIndex: 30 })
    expect(espresso.reasons).toContain(
      'The Test Filter Only does not reach the grind for Espresso: 30 clicks is the nearest it has',
    )
  })

  test('ends a nudge, and the reason tells how far it came', () => {
    // Index 60 is click 15 and the dial counts down: finer is up, to click 16.
    expect(adapt({ method: 'french_press' }, filterOnly, -1)).toMatchObject({ grindSetting: 16, grindIndex: 58 })
    const atEnd = adapt({ method: 'espresso' }, ruler, -25)
    expect(atEnd.grindSetting).toBe(0)
    expect(atEnd.reasons).toContain('Your nudge: 18 steps finer, where the dial ends')
  })

  test('an amount of water that no recipe can hold names the most', () => {
    expect(() => adapt({ method: 'espresso', volumeGrams: 20_000 }, ruler)).toThrow(
      'volumeGrams must be at most 2000 for Espresso; you asked for 20000.',
    )
  })
})

test("an owner's calibration is said to be used", () => {
  expect(adapt({ method: 'v60' }, { ...ruler, calibrated: true }).calibrated).toBe(true)
})

describe('for every grinder, method and wish', () => {
  const share = fc.constantFrom(0, 0.2, 0.25, 0.5, 0.7, 0.75, 1)
  const grinder = fc.constantFrom(...shippedGrinders.list())
  const wishes: fc.Arbitrary<Wishes> = fc.record({
    method: fc.constantFrom(...methodIds),
    roastLevel: fc.constantFrom(null, ...roastLevels),
    strength: fc.integer({ min: 1, max: 5 }),
    taste: fc.integer({ min: -2, max: 2 }),
    palate: fc.option(
      fc
        .record({ acidity: share, body: share, bitterness: share, strength: share })
        .map(tastes => ({ ...neutralPalate, ...tastes })),
    ),
    filterType: fc.constantFrom(null, 'paper' as const, 'metal' as const, 'cloth' as const),
    daysOffRoast: fc.option(fc.nat({ max: 3650 })),
    volumeGrams: fc.option(fc.integer({ min: 20, max: 1200 }), { nil: undefined }),
  })
  const nudge = fc.integer({ min: -5, max: 5 })
  const runs = { numRuns: 400 }

  test('every figure is a number within its bounds, and the setting is one that the dial has', () => {
    fc.assert(
      fc.property(grinder, wishes, nudge, (own, wish, steps) => {
        const recipe = adapt(wish, own, steps)
        const dial = dialOf(own)
        const [shortest, longest] = baseRecipes[wish.method].brewTimeBand
        within(recipe.doseGrams, 0.1, 1000)
        within(recipe.waterGrams, 1, 20_000)
        within(recipe.ratio, 0.5, 50)
        within(recipe.waterTempF, 32, 212)
        within(recipe.brewTimeSeconds, shortest, longest)
        within(recipe.grindIndex, 0, 100)
        within(recipe.grindSetting, dial.min, dial.max)
        for (const setting of [recipe.grindSetting, recipe.grindRange.min, recipe.grindRange.max])
          expect(dial.isStep(setting)).toBe(true)
        within(recipe.grindSetting, recipe.grindRange.min, recipe.grindRange.max)
        expect(recipe.reasons.some(reason => reason.includes('does not reach'))).toBe(!recipe.reachable)
      }),
      runs,
    )
  })

  test('dose times ratio is the water, within half a percent', () => {
    fc.assert(
      fc.property(wishes, wish => {
        const { doseGrams, ratio, waterGrams } = adapt(wish, ruler)
        expect(Math.abs(doseGrams * ratio - waterGrams) / waterGrams).toBeLessThanOrEqual(0.005)
        expect(waterGrams).toBe(wish.volumeGrams ?? baseRecipes[wish.method].waterGrams)
      }),
      runs,
    )
  })

  test('more strength never gives a longer ratio', () => {
    fc.assert(
      fc.property(grinder, wishes, fc.integer({ min: 1, max: 5 }), (own, wish, strength) => {
        const [weak, strong] = [Math.min(strength, wish.strength ?? 3), Math.max(strength, wish.strength ?? 3)]
        expect(adapt({ ...wish, strength: strong }, own).ratio).toBeLessThanOrEqual(
          adapt({ ...wish, strength: weak }, own).ratio,
        )
      }),
      runs,
    )
  })

  test('richer is never coarser, never a longer ratio, never faster', () => {
    fc.assert(
      fc.property(grinder, wishes, fc.integer({ min: -2, max: 2 }), nudge, (own, wish, taste, steps) => {
        const brighter = adapt({ ...wish, taste: Math.min(taste, wish.taste ?? 0) }, own, steps)
        const richer = adapt({ ...wish, taste: Math.max(taste, wish.taste ?? 0) }, own, steps)
        expect(richer.grindIndex).toBeLessThanOrEqual(brighter.grindIndex)
        expect(richer.ratio).toBeLessThanOrEqual(brighter.ratio)
        expect(richer.brewTimeSeconds).toBeGreaterThanOrEqual(brighter.brewTimeSeconds)
      }),
      runs,
    )
  })

  test('n nudges move exactly n steps, coarser when above 0, unless the dial ends', () => {
    fc.assert(
      fc.property(grinder, wishes, nudge, (own, wish, steps) => {
        const dial = dialOf(own)
        const [from, to] = [adapt(wish, own).grindSetting, adapt(wish, own, steps).grindSetting]
        const up = own.finerIsHigher ? -steps : steps
        const moved = Math.round((to - from) / dial.step)
        if (moved !== up) expect(to).toBe(up > 0 ? dial.max : dial.min)
        expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(steps))
      }),
      runs,
    )
  })

  test('the same request twice gives the same answer', () => {
    fc.assert(
      fc.property(grinder, wishes, nudge, (own, wish, steps) => {
        expect(adapt(wish, own, steps)).toEqual(adapt({ ...wish }, structuredClone(own), steps))
      }),
      { numRuns: 50 },
    )
  })
})

function within(figure: number, min: number, max: number) {
  expect(figure).toBeGreaterThanOrEqual(min)
  expect(figure).toBeLessThanOrEqual(max)
}
