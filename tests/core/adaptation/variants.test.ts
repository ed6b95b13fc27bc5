import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { moveToGrinder, recommendBest, variantOn } from '../../../core/adaptation/variants.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { Recipe } from '../../../core/recipes/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { filterOnly, ruler } from './test-grinders.ts'

const voted = (id: number, upvotes: number, downvotes: number) => ({ id, upvotes, downvotes })

describe('community evidence', () => {
  test('recommends the best once three have voted on it, however they voted', () => {
    const [best, next] = [voted(1, 2, 1), voted(2, 100, 0)]
    expect(recommendBest([best, next])).toEqual({ recommended: best, others: [next] })
  })

  test('recommends nothing on fewer votes, and nothing out of nothing', () => {
    const [best, next] = [voted(1, 2, 0), voted(2, 100, 0)]
    expect(recommendBest([best, next])).toEqual({ recommended: null, others: [best, next] })
    expect(recommendBest([])).toEqual({ recommended: null, others: [] })
  })
})

describe('a recipe moved to another grinder', () => {
  const theirs = {
    id: 7,
    method: 'v60' as const,
    grindIndex: 44,
    doseGrams: 16,
    waterGrams: 250,
    ratio: 15.63,
    brewTimeSeconds: 180,
    grindSetting: 26,
  }

  test('keeps its amounts and takes the new dial', () => {
    expect(moveToGrinder(theirs, filterOnly)).toMatchObject({
      id: 7,
      doseGrams: 16,
      waterGrams: 250,
      ratio: 15.63,
      brewTimeSeconds: 180,
      grindSetting: 23,
      grindLabel: '23 clicks',
      grindIndex: 44,
      reachable: true,
    })
  })

  test('joins the uncertainty of both grinders in its range', () => {
    // The root of 5^2 + 12^2 is 13.
    expect(moveToGrinder(theirs, ruler, { sourceUncertainty: 12 }).grindRange).toEqual({ min: 31, max: 57 })
  })

  test('scales to another amount of water', () => {
    // 16 / 250 x 500; 180 s x 2^0.35 = 229.4
    expect(moveToGrinder(theirs, ruler, { volumeGrams: 500 })).toMatchObject({
      doseGrams: 32,
      waterGrams: 500,
      ratio: 15.63,
      brewTimeSeconds: 229,
    })
  })

  test('says when the dial does not reach it', () => {
    expect(moveToGrinder({ ...theirs, grindIndex: 10 }, filterOnly)).toMatchObject({
      reachable: false,
      grindSetting: 30,
    })
  })
})

describe('a variant', () => {
  const published: Recipe = {
    id: 7,
    coffeeProfileId: 1,
    grinderId: 1,
    machineId: 1,
    filterId: null,
    grindSetting: 44,
    grindSettingText: 'about 44',
    grindIndex: 44,
    ratio: 15.63,
    doseGrams: 16,
    waterGrams: 250,
    brewTimeSeconds: 180,
    waterTempF: null,
    notes: null,
    tasteProfile: null,
    upvotes: 3,
    downvotes: 0,
    wilsonScore: 0.4385,
    avgRating: null,
    ratingCount: 0,
    brewCount: 0,
    createdAt: '2026-05-01T08:00:00.000Z',
    coffee: {
      id: 1,
      name: 'Huila',
      slug: 'huila',
      roastLevel: 'LIGHT',
      origin: null,
      flavorProfile: null,
      acidityLevel: null,
      bodyLevel: null,
      roasterName: 'Onyx',
      roasterSlug: 'onyx',
    },
    grinder: { id: 1, slug: 'test-ruler', brand: 'Test', name: 'Ruler', model: 'Ruler' },
    machine: { id: 1, brand: 'Hario', model: 'V60', brewMethod: 'v60' },
    createdBy: null,
  }
  const mine = { id: 2, ...filterOnly }

  test('names the grinder its setting is for, and keeps what its author brews', () => {
    const variant = variantOn(mine, published, { theirs: ruler })
    expect(variant).toMatchObject({ method: 'v60', grinderId: 2, grindLabel: '23 clicks', reachable: true })
    expect(variant.grinder).toMatchObject({ id: 2, slug: 'test-filter-only' })
    expect(variant.original).toMatchObject({ grinderId: 1, grindSetting: 44, grindSettingText: 'about 44' })
    expect(variant.reasons).toEqual(['Moved from 44 on the Test Ruler'])
  })

  test('of the same grinder is not moved, and as sure as the grinder is', () => {
    const variant = variantOn({ id: 1, ...ruler }, published, { theirs: ruler })
    expect(variant).toMatchObject({ grindSetting: 44, grindRange: { min: 39, max: 49 }, reasons: [] })
  })

  test('says how it was scaled, and when the dial ends before it', () => {
    const { reasons } = variantOn(mine, { ...published, grindIndex: 9 }, { theirs: ruler, volumeGrams: 500 })
    expect(reasons).toEqual([
      'Moved from 44 on the Test Ruler',
      'Scaled from 250 g of water to 500 g',
      'The Test Filter Only does not reach its grind: 30 clicks is the nearest it has',
    ])
  })

  test('always has amounts that agree, a setting that is on the dial, and no figure out of its bound', () => {
    const grinders = shippedGrinders.list().map((grinder, at) => ({ id: at + 1, ...grinder }))
    const recipe = fc.record({
      method: fc.constantFrom(...methodIds),
      grindIndex: fc.double({ min: 0, max: 100, noNaN: true }),
      waterGrams: fc.integer({ min: 10, max: 2000 }),
      ratio: fc.double({ min: 1, max: 30, noNaN: true }),
      brewTimeSeconds: fc.option(fc.integer({ min: 1, max: 72 * 3600 })),
    })
    fc.assert(
      fc.property(
        recipe,
        fc.constantFrom(...grinders),
        fc.integer({ min: 10, max: 5000 }),
        ({ method, waterGrams, ratio, ...given }, grinder, volumeGrams) => {
          const doseGrams = waterGrams / ratio
          const { original: _, ...variant } = variantOn(
            grinder,
            {
              ...published,
              ...given,
              waterGrams,
              doseGrams,
              ratio,
              machine: { ...published.machine, brewMethod: method },
            },
            { theirs: ruler, volumeGrams },
          )
          const dial = dialOf(grinder)
          expect(variant.waterGrams).toBe(volumeGrams)
          expect(Math.abs(variant.doseGrams * variant.ratio - volumeGrams) / volumeGrams).toBeLessThan(0.005)
          expect(dial.isStep(variant.grindSetting) && dial.holds(variant.grindSetting)).toBe(true)
          expect(variant.grindRange.min).toBeLessThanOrEqual(variant.grindSetting)
          expect(variant.grindRange.max).toBeGreaterThanOrEqual(variant.grindSetting)
          expect(variant.grindIndex).toBeWithin(0, 100.01)
          expect(variant.brewTimeSeconds ?? 1).toBeWithin(1, 72 * 3600 + 1)
          expect(variant.reachable).toBe(!variant.reasons.some(reason => reason.includes('does not reach')))
        },
      ),
    )
  })
})
