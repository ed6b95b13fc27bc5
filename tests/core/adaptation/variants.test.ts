import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { recommendBest, variantOn } from '../../../core/adaptation/variants.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { Recipe } from '../../../core/recipes/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from './brewers.ts'
import { filterOnly, rulerGrinder } from './test-grinders.ts'

const brewer = brewerOf('hario-v60-02')
const voted = (id: number, upvotes: number, downvotes: number, amiss = {}) => ({
  id,
  upvotes,
  downvotes,
  reachable: true,
  suits: 'yes' as const,
  doseGrams: 15,
  waterGrams: 250,
  ratio: 16.67,
  grindIndex: 41,
  ...amiss,
})

describe('community evidence', () => {
  test('recommends the best once it has three votes, more of them up than down', () => {
    const [best, next] = [voted(1, 2, 1), voted(2, 100, 0)]
    expect(recommendBest([best, next], brewer)).toEqual({ recommended: best, others: [next] })
  })

  test.each([
    [2, 0],
    [0, 3],
    [2, 2],
    [1, 40],
  ])('recommends nothing on %d votes for it and %d against, but the next that is fit', (upvotes, downvotes) => {
    const [best, next, last] = [voted(1, upvotes, downvotes), voted(2, 100, 0), voted(3, 3, 0)]
    expect(recommendBest([best], brewer)).toEqual({ recommended: null, others: [best] })
    expect(recommendBest([best, next, last], brewer)).toEqual({ recommended: next, others: [best, last] })
  })

  test('recommends nothing if there is nothing', () => {
    expect(recommendBest([], brewer)).toEqual({ recommended: null, others: [] })
  })

  test('recommends nothing that this grinder or machine cannot make', () => {
    const unreached = voted(1, 9, 0, { reachable: false })
    const tooMuch = voted(2, 9, 0, { waterGrams: 900 })
    expect(recommendBest([unreached, tooMuch], brewer)).toEqual({ recommended: null, others: [unreached, tooMuch] })
    const next = voted(4, 3, 0)
    expect(recommendBest([unreached, tooMuch, next], brewer).recommended).toBe(next)
    const overfull = voted(3, 9, 0, { doseGrams: 25, waterGrams: 50 })
    expect(recommendBest([overfull], brewerOf('gaggia-classic-pro')).recommended).toBeNull()
    const unsuited = voted(5, 9, 0, { suits: 'no' })
    expect(recommendBest([unsuited, next], brewer).recommended).toBe(next)
  })

  test('recommends only what was requested: about as strong, and not brighter if richer was requested', () => {
    const asked = { method: 'v60', ratio: 14.4, grindIndex: 41, taste: 0 } as const
    const [weak, strong] = [voted(1, 9, 0, { ratio: 17.5 }), voted(2, 3, 0, { ratio: 15 })]
    expect(recommendBest([weak, strong], brewer, asked).recommended).toBe(strong)
    expect(recommendBest([weak], brewer, { ...asked, method: 'espresso', ratio: 15 }).recommended).toBe(weak)
    // Richer by 1 at 1:16 means 1:16.3 and index 42.5 without it; longer and coarser than that is brighter.
    const richer = { method: 'v60', ratio: 16, grindIndex: 41, taste: 1 } as const
    const [bright, rich] = [
      voted(3, 9, 0, { ratio: 16.8, grindIndex: 45 }),
      voted(4, 3, 0, { ratio: 15.2, grindIndex: 38 }),
    ]
    expect(recommendBest([bright, rich], brewer, richer).recommended).toBe(rich)
    expect(recommendBest([rich, bright], brewer, { ...richer, taste: -1 }).recommended).toBe(bright)
  })

  test.each([
    [
      { ratio: 16, grindIndex: 37.4 },
      { ratio: 16.13, grindIndex: 44.1 },
    ],
    [
      { ratio: 15.7, grindIndex: 35.1 },
      { ratio: 15.7, grindIndex: 41.9 },
    ],
    [
      { ratio: 13.9, grindIndex: 28.4 },
      { ratio: 13.9, grindIndex: 37.4 },
    ],
  ])(
    'does not recommend a coarser cup than a neutral one to somebody who asked for a richer: %p, %p',
    (adapted, theirs) => {
      const asked = { method: 'v60', ...adapted } as const
      const coarse = voted(1, 9, 0, theirs)
      expect(recommendBest([coarse], brewer, { ...asked, taste: 2 }).recommended).toBeNull()
      expect(recommendBest([coarse], brewer, { ...asked, taste: 0 }).recommended).toBe(coarse)
    },
  )

  test('does not recommend one cup for opposite tastes', () => {
    const cup = voted(1, 9, 0, { ratio: 16.13, grindIndex: 44.1 })
    const brighter = { method: 'v60', ratio: 16.99, grindIndex: 44.1, taste: -2 } as const
    expect(recommendBest([cup], brewer, brighter).recommended).toBeNull()
    const longer = voted(2, 3, 0, { ratio: 16.5, grindIndex: 44.1 })
    expect(recommendBest([cup, longer], brewer, brighter).recommended).toBe(longer)
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
    steps: [
      { atSeconds: 0, action: 'bloom', toGrams: 50 },
      { atSeconds: 60, action: 'pour', toGrams: 250 },
    ],
    authorCalibrated: false,
    upvotes: 3,
    downvotes: 0,
    wilsonScore: 0.4385,
    avgRating: null,
    ratingCount: 0,
    brewCount: 0,
    createdAt: '2026-05-01T08:00:00.000Z',
    byRoaster: false,
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

  test("names the grinder its setting is for, and keeps its author's figures", () => {
    const variant = variantOn(mine, published, { theirs: rulerGrinder })
    expect(variant).toMatchObject({ method: 'v60', grinderId: 2, grindLabel: '23 clicks', reachable: true })
    expect(variant.grinder).toMatchObject({ id: 2, slug: 'test-filter-only' })
    expect(variant.original).toMatchObject({ grinderId: 1, grindSetting: 44, grindSettingText: 'about 44' })
    expect(variant.reasons).toEqual(['Converted from 44 on the Test Ruler'])
  })

  test('combines the uncertainty of both grinders in its range', () => {
    // The root of 5^2 + 12^2 is 13.
    const variant = variantOn({ id: 3, ...rulerGrinder }, published, { theirs: { ...rulerGrinder, uncertainty: 12 } })
    expect(variant.grindRange).toMatchObject({ min: 31, max: 57 })
  })

  test('of espresso has a range that stays two steps from the end of the dial', () => {
    const shot = { ...published, grindIndex: 5, machine: { ...published.machine, brewMethod: 'espresso' as const } }
    const variant = variantOn({ id: 3, ...rulerGrinder }, shot, { theirs: rulerGrinder })
    expect(variant.grindRange).toMatchObject({ min: 1, max: 12.5 })
  })

  test('for the same grinder is not converted, and as certain as the grinder is', () => {
    const variant = variantOn({ id: 1, ...rulerGrinder }, published, { theirs: rulerGrinder })
    expect(variant).toMatchObject({ grindSetting: 44, grindRange: { min: 39, max: 49 }, reasons: [] })
  })

  test('by an author who has calibrated says so, and has another setting on the same grinder', () => {
    const theirs = { ...published, grindSetting: 40, authorCalibrated: true }
    expect(variantOn({ id: 1, ...rulerGrinder }, theirs, { theirs: rulerGrinder })).toMatchObject({
      grindSetting: 44,
      reasons: ['Its author has calibrated their grinder: 40 on theirs is 44 on yours'],
    })
  })

  test('is brewed in batches if the machine is too small, with its steps', () => {
    // 16 / 250 x 500; 60 s x 2^0.35.
    const variant = variantOn({ id: 1, ...rulerGrinder }, published, {
      theirs: rulerGrinder,
      brewer,
      volumeGrams: 1000,
    })
    expect(variant).toMatchObject({
      waterGrams: 500,
      doseGrams: 32,
      batches: 2,
      brewTimeSeconds: 229,
      steps: [
        { atSeconds: 0, action: 'bloom', toGrams: 100 },
        { atSeconds: 76, action: 'pour', toGrams: 500 },
      ],
      reasons: ['Scaled from 250 g of water to 500 g', 'Brew it twice'],
    })
  })

  test('of espresso keeps its author’s basket: only the number of shots changes', () => {
    const shot = {
      ...published,
      doseGrams: 20,
      waterGrams: 40,
      ratio: 2,
      machine: { ...published.machine, brewMethod: 'espresso' as const },
    }
    expect(variantOn({ id: 1, ...rulerGrinder }, shot, { theirs: rulerGrinder, volumeGrams: 120 })).toMatchObject({
      doseGrams: 20,
      waterGrams: 40,
      batches: 3,
    })
  })

  test('says how it was scaled, and if the dial ends before it', () => {
    const { reasons } = variantOn(mine, { ...published, grindIndex: 9 }, { theirs: rulerGrinder, volumeGrams: 500 })
    expect(reasons).toEqual([
      'Converted from 44 on the Test Ruler',
      'Scaled from 250 g of water to 500 g',
      'The Test Filter Only can’t reach its grind: 30 clicks is as close as it gets',
    ])
  })

  test('on a machine that heats its own water has its temperature, and says what to expect', () => {
    const gaggia = brewerOf('gaggia-classic-pro')
    const shot = { ...published, waterTempF: 207, machine: { ...published.machine, brewMethod: 'espresso' as const } }
    const variant = variantOn({ id: 1, ...rulerGrinder }, shot, { theirs: rulerGrinder, brewer: gaggia })
    expect(variant.waterTempF).toBe(200)
    expect(variant.original.waterTempF).toBe(207)
    expect(variant.reasons).toContain(
      'The Gaggia Classic Pro brews at 200 F, whatever the recipe says; if the cup tastes sour, grind a little finer',
    )
    const almost = variantOn(
      { id: 1, ...rulerGrinder },
      { ...shot, waterTempF: 199 },
      { theirs: rulerGrinder, brewer: gaggia },
    )
    expect(almost.reasons).toContain('The Gaggia Classic Pro brews at 200 F, whatever the recipe says')
  })

  test('keeps a temperature that a kettle can have', () => {
    const variant = variantOn(
      { id: 1, ...rulerGrinder },
      { ...published, waterTempF: 210 },
      { theirs: rulerGrinder, brewer },
    )
    expect(variant.waterTempF).toBe(210)
  })

  test('for espresso on a grinder that cannot do it says so, with low confidence', () => {
    const ode = shippedGrinders.bySlug('fellow-ode-gen-2')
    if (!ode) throw new Error('The Ode is not shipped.')
    const shot = { ...published, grindIndex: 9, machine: { ...published.machine, brewMethod: 'espresso' as const } }
    const variant = variantOn({ id: 2, ...ode }, shot, { theirs: rulerGrinder })
    expect(variant).toMatchObject({ suits: 'no', confidence: 'low' })
    expect(variant.reasons.at(-1)).toBe('Fellow doesn’t recommend the Ode Gen 2 for espresso')
  })

  test('past the published settings of a dial that turns further says to go on by taste', () => {
    const kUltra = shippedGrinders.bySlug('1zpresso-k-ultra')
    if (!kUltra) throw new Error('The K-Ultra is not shipped.')
    const { reachable, reasons } = variantOn(
      { id: 2, ...kUltra },
      { ...published, grindIndex: 70 },
      { theirs: rulerGrinder },
    )
    expect(reachable).toBe(false)
    expect(reasons.at(-1)).toBe(
      'Published settings for the 1Zpresso K-Ultra end at 10: its dial turns further, so go coarser from there by taste',
    )
  })

  test('always has amounts that agree, a setting on the dial, and figures within bounds', () => {
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
            { theirs: rulerGrinder, volumeGrams },
          )
          const dial = dialOf(grinder)
          if (method !== 'espresso') expect(variant.waterGrams).toBe(volumeGrams)
          const made = variant.waterGrams
          expect(Math.abs(variant.doseGrams * variant.ratio - made) / made).toBeLessThan(0.005)
          expect(dial.isStep(variant.grindSetting) && dial.holds(variant.grindSetting)).toBe(true)
          expect(variant.grindRange.min).toBeLessThanOrEqual(variant.grindSetting)
          expect(variant.grindRange.max).toBeGreaterThanOrEqual(variant.grindSetting)
          expect(variant.grindIndex).toBeWithin(0, 100.01)
          expect(variant.brewTimeSeconds ?? 1).toBeWithin(1, 72 * 3600 + 1)
          expect(variant.reachable).toBe(!variant.reasons.some(reason => /can’t reach|turns further/.test(reason)))
        },
      ),
    )
  })
})
