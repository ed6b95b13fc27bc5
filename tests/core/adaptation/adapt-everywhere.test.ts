import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import { baseRecipes } from '../../../core/adaptation/base.ts'
import { comesWhole } from '../../../core/adaptation/portion.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { doseCeiling } from '../../../core/equipment/dose-ceiling.ts'
import { finestAdvised } from '../../../core/grind/advised.ts'
import { type ChartRow, chartOf } from '../../../core/grind/chart.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { refuseOddSteps } from '../../../core/recipes/steps.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewers } from './brewers.ts'
import { rulerGrinder } from './test-grinders.ts'

describe('for every grinder, method and request', () => {
  const share = fc.constantFrom(0, 0.2, 0.25, 0.5, 0.7, 0.75, 1)
  const grinder = fc.constantFrom(...shippedGrinders.list())
  const kit = fc.oneof(
    fc.record({ method: fc.constantFrom(...methodIds), brewer: fc.constant(undefined) }),
    fc.constantFrom(...brewers).map(brewer => ({ method: brewer.brewMethod, brewer })),
  )
  const circumstances = fc.record({
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
    volumeGrams: fc.option(fc.integer({ min: 20, max: 3000 }), { nil: undefined }),
  })
  const wishes: fc.Arbitrary<WantedBrew> = fc.tuple(kit, circumstances).map(([one, other]) => ({ ...one, ...other }))
  const nudge = fc.integer({ min: -5, max: 5 })
  const runs = { numRuns: 400 }

  test('every figure is within its bounds, and the setting is one that the dial has', () => {
    fc.assert(
      fc.property(grinder, wishes, nudge, (own, wish, steps) => {
        const recipe = adapt(wish, own, steps)
        const dial = dialOf(own)
        const usualSeconds = baseRecipes[wish.method].brewTimeSeconds
        within(recipe.doseGrams, 0.1, 1000)
        within(recipe.waterGrams, 1, 20_000)
        within(recipe.ratio, 0.5, 50)
        within(recipe.waterTempF, 32, 212)
        within(recipe.brewTimeSeconds, 0.3 * usualSeconds, 12 * usualSeconds)
        within(recipe.grindIndex, 0, 100)
        within(recipe.grindSetting, dial.atLeast(dial.min), dial.max)
        within(recipe.grindRange.min, dial.atLeast(dial.min), dial.max)
        for (const setting of [recipe.grindSetting, recipe.grindRange.min, recipe.grindRange.max])
          expect(dial.isStep(setting)).toBe(true)
        within(recipe.grindSetting, recipe.grindRange.min, recipe.grindRange.max)
        if (!recipe.reachable && steps === 0) expect(recipe.grindRange.min).toBe(recipe.grindRange.max)
        expect(() => refuseOddSteps(recipe.steps, recipe)).not.toThrow()
        expect(recipe.steps.findLast(({ toGrams }) => toGrams != null)?.toGrams).toBe(recipe.waterGrams)
        expect(recipe.reasons.some(reason => /can’t reach|not fine enough|turns further/.test(reason))).toBe(
          !recipe.reachable,
        )
      }),
      runs,
    )
  })

  test('dose times ratio is the water, within half a percent', () => {
    fc.assert(
      fc.property(wishes, wish => {
        const { doseGrams, ratio, waterGrams } = adapt(wish, rulerGrinder)
        expect(Math.abs(doseGrams * ratio - waterGrams) / waterGrams).toBeLessThanOrEqual(0.005)
      }),
      runs,
    )
  })

  test("a machine's capacity is never exceeded, nor its basket's", () => {
    fc.assert(
      fc.property(wishes, wish => {
        const { doseGrams, waterGrams, batches } = adapt(wish, rulerGrinder)
        within(waterGrams, wish.brewer?.minWaterGrams ?? 0, wish.brewer?.maxWaterGrams ?? Infinity)
        within(doseGrams, wish.brewer?.doseGrams?.min ?? 0, wish.brewer?.doseGrams?.max ?? Infinity)
        if (wish.brewer && waterGrams > (wish.brewer.minWaterGrams ?? 0))
          within(doseGrams, 0, doseCeiling(wish.method, wish.brewer) ?? Infinity)
        if (wish.method === 'espresso') expect(doseGrams).toBe(adapt({ ...wish, strength: 3 }, rulerGrinder).doseGrams)
        else if (comesWhole(wish.method, wish.brewer))
          expect(Math.abs(batches - (wish.volumeGrams ?? 0) / waterGrams)).toBeLessThanOrEqual(1)
        else if (wish.volumeGrams) expect(batches * waterGrams).toBeGreaterThan(wish.volumeGrams - 0.51 * batches)
      }),
      runs,
    )
  })

  test('more water never brews faster, batch by batch', () => {
    fc.assert(
      fc.property(grinder, wishes, fc.integer({ min: 20, max: 3000 }), (own, wish, volumeGrams) => {
        const [less, more] = [volumeGrams, wish.volumeGrams ?? 500].toSorted((a, b) => a - b)
        const seconds = (grams: number | undefined) => {
          const { brewTimeSeconds, batches } = adapt({ ...wish, volumeGrams: grams }, own)
          return brewTimeSeconds * batches
        }
        expect(seconds(more)).toBeGreaterThanOrEqual(seconds(less))
      }),
      runs,
    )
  })

  test('a changed volume says what follows from it, and a reason names only what has changed', () => {
    fc.assert(
      fc.property(grinder, wishes, (own, wish) => {
        const { volumeGrams: _, ...usual } = wish
        const [asked, base] = [adapt(wish, own), adapt(usual, own)]
        if (asked.waterGrams !== base.waterGrams || asked.batches > 1) expect(asked.reasons.length).toBeGreaterThan(0)
        const plain = adapt({ method: wish.method, brewer: wish.brewer }, own)
        const says = (word: RegExp) => base.reasons.some(reason => word.test(reason))
        if (says(/ F (hotter|cooler)/)) expect(base.waterTempF).not.toBe(plain.waterTempF)
        if (!says(/(finer|coarser)($|, (?!but))/)) expect(base.grindSetting).toBe(plain.grindSetting)
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
        // A shorter shot runs shorter, where the dial's step swallows that it is finer.
        if (wish.method !== 'espresso') expect(richer.brewTimeSeconds).toBeGreaterThanOrEqual(brighter.brewTimeSeconds)
      }),
      runs,
    )
  })

  test('n nudges move exactly n steps, coarser when above 0, unless the dial or what is safe on it ends', () => {
    fc.assert(
      fc.property(grinder, wishes, nudge, (own, wish, steps) => {
        const dial = dialOf(own)
        const [from, to] = [adapt(wish, own).grindSetting, adapt(wish, own, steps).grindSetting]
        const up = own.finerIsHigher ? -steps : steps
        const moved = Math.round((to - from) / dial.step)
        const { indexAt, settingAt } = curveThrough(own.references)
        const finest = Math.min(indexAt(from), finestAdvised(own, wish.method))
        const end = finest === -Infinity ? (own.finerIsHigher ? dial.max : dial.min) : settingAt(finest)
        if (moved !== up) expect(to).toBe(steps > 0 ? (own.finerIsHigher ? dial.min : dial.max) : dial.nearest(end))
        expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(steps))
      }),
      runs,
    )
  })

  test('no range of an espresso or moka leads to the end of a dial, unless its own setting is there', () => {
    fc.assert(
      fc.property(grinder, fc.constantFrom('espresso' as const, 'moka' as const), (own, method) => {
        const { min, max, step } = dialOf(own)
        const [end, twoSteps] = own.finerIsHigher ? [max, -2 * step] : [min, 2 * step]
        const { settingAt } = curveThrough(own.references)
        const espresso = dialOf(own).nearest(settingAt(9))
        for (const { setting, range } of [
          { setting: adapt({ method }, own).grindSetting, range: adapt({ method }, own).grindRange },
          chartOf(own).methods.find(({ key }) => key === method) as ChartRow,
        ]) {
          const finest = own.finerIsHigher ? range.max : range.min
          const nearest = Math.min(...[setting, espresso, end + twoSteps].map(at => Math.abs(at - end)))
          expect(Math.abs(finest - end)).toBeGreaterThanOrEqual(nearest - 0.01)
        }
      }),
      runs,
    )
  })

  test('the same request gives the same reply', () => {
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
