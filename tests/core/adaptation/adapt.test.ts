import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { finestAdvised } from '../../../core/grind/advised.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { cautionAt } from '../../../core/grind/suits.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from './brewers.ts'
import { filterOnly, rulerGrinder } from './test-grinders.ts'

describe('the base recipes', () => {
  // dose g, water g, F, seconds, index
  test.each([
    ['espresso', 18, 36, 200, 28, 9],
    ['moka', 18, 180, 212, 195, 22],
    ['aeropress', 15.5, 225, 194, 120, 30],
    ['v60', 15, 245, 201, 180, 41],
    ['kalita', 20, 325, 203, 200, 42],
    ['chemex', 31, 500, 203, 250, 50],
    ['drip', 60, 1000, 201, 330, 43],
    ['clever', 20, 300, 203, 220, 46],
    ['siphon', 21, 300, 199, 150, 41],
    ['french_press', 32, 500, 203, 240, 59],
    ['cold_brew', 80, 880, 68, 61_200, 74],
    // Below the scale, and 2.5 points from the end of the dial.
    ['turkish', 7, 70, 150, 150, 2.5],
  ] as const)('%s: %d g to %d g at %d F for %d s, index %d', (method, dose, water, tempF, seconds, index) => {
    const recipe = adapt({ method }, rulerGrinder)
    expect(recipe).toMatchObject({
      doseGrams: dose,
      waterGrams: water,
      batches: 1,
      waterTempF: tempF,
      brewTimeSeconds: seconds,
      grindIndex: index,
      grindSetting: index,
    })
    if (method !== 'turkish') expect(recipe.reasons).toEqual([])
  })

  test('say what guides typically do, and on how many that rests', () => {
    // 87-95 C.
    expect(adapt({ method: 'espresso' }, rulerGrinder).typical).toEqual({
      ratio: { low: 1.9, high: 2.5, guides: 23 },
      waterTempF: { low: 189, high: 203, guides: 28 },
      brewTimeSeconds: { low: 21, high: 30, guides: 13 },
    })
    expect(adapt({ method: 'siphon' }, rulerGrinder).typical).toMatchObject({ waterTempF: null, brewTimeSeconds: null })
    expect(adapt({ method: 'cold_brew' }, rulerGrinder)).toMatchObject({
      typical: { ratio: null },
      note: expect.stringMatching(/^This is ready to drink\. Most guides make a concentrate/),
    })
  })
})

describe('worked by hand', () => {
  // Dark: 201 - 9 F, 41 + 3; 180 s x (1 - 0.015 x 3) = 171.9, to the five: 170.
  test('a dark V60', () => {
    expect(adapt({ method: 'v60', roastLevel: 'DARK' }, rulerGrinder)).toMatchObject({
      method: 'v60',
      doseGrams: 15,
      waterGrams: 245,
      ratio: 16.33,
      batches: 1,
      waterTempF: 192,
      brewTimeSeconds: 170,
      grindSetting: 44,
      grindLabel: '44',
      grindRange: { min: 39, max: 49 },
      grindIndex: 44,
      reachable: true,
      extrapolated: false,
      calibrated: false,
      reasons: ['Dark roast: 9 F cooler, coarser'],
    })
  })

  // Ratio 2 x 1.2 x 0.76 = 1.824; 18 x 1.824 = 32.83; index 9 - 1.5; 6 s + 11 s x 1.82 + 2 s x 1.5 = 29.0.
  test('a strong espresso of a light roast: the dose stays, the yield moves', () => {
    expect(adapt({ method: 'espresso', roastLevel: 'LIGHT', strength: 5 }, rulerGrinder)).toMatchObject({
      doseGrams: 18,
      waterGrams: 32.8,
      ratio: 1.82,
      waterTempF: 204,
      brewTimeSeconds: 29,
      grindSetting: 7.5,
      reasons: ['Light roast: 4 F hotter, finer, a longer shot', 'Strength 5 of 5: a shorter shot'],
    })
  })

  // Ratio 16.333 x 0.88 x 0.96 = 13.80; 245 / 13.80 = 17.76; index 41 - 3; 180 x 1.045 = 188.1.
  test('a strong, rich V60', () => {
    expect(adapt({ method: 'v60', strength: 5, taste: 2 }, rulerGrinder)).toMatchObject({
      doseGrams: 17.8,
      ratio: 13.76,
      grindIndex: 38,
      brewTimeSeconds: 190,
      reasons: [
        'Strength 5 of 5: more coffee for the same water',
        '2 steps richer: finer, more coffee for the same water',
      ],
    })
  })

  // 500 g at 1:16.33 is 30.6 g; 180 s x (500 / 245)^0.35 = 231.0.
  test('a V60 for two', () => {
    expect(adapt({ method: 'v60', volumeGrams: 500 }, rulerGrinder)).toMatchObject({
      doseGrams: 30.6,
      waterGrams: 500,
      ratio: 16.34,
      brewTimeSeconds: 230,
      reasons: ['500 g of water instead of 245 g: 30.6 g of coffee, a longer brew'],
    })
  })

  // 180 s x 4.0816^0.35 = 294.5 and x 6.1224^0.35 = 339.4.
  test('more water takes longer, far beyond the usual too', () => {
    expect(adapt({ method: 'v60', volumeGrams: 1000 }, rulerGrinder).brewTimeSeconds).toBe(295)
    expect(adapt({ method: 'v60', volumeGrams: 1500 }, rulerGrinder).brewTimeSeconds).toBe(340)
    expect(adapt({ method: 'french_press', volumeGrams: 1000 }, rulerGrinder)).toMatchObject({
      brewTimeSeconds: 240,
      reasons: ['1,000 g of water instead of 500 g: 64 g of coffee, the same brew time'],
    })
  })

  // Paper 50, metal + 3, stale - 2: 51; nudged two half steps finer: 50.
  test('a Chemex with a metal filter and old beans, nudged', () => {
    expect(adapt({ method: 'chemex', filterType: 'metal', daysOffRoast: 40 }, rulerGrinder, -2)).toMatchObject({
      grindSetting: 50,
      grindIndex: 50,
      reasons: ['Metal filter: coarser', 'Beans 40 days off roast: finer', 'Your nudge: 2 steps finer'],
    })
  })

  test('a palate counts one step where it is far from neutral', () => {
    const palate = { ...neutralPalate, strength: 1, acidity: 1 }
    // Ratio 16.333 x 0.94 x 1.02 = 15.66; 245 / 15.66 = 15.64; index 41 + 1.5.
    expect(adapt({ method: 'v60', palate }, rulerGrinder)).toMatchObject({
      doseGrams: 15.6,
      grindIndex: 42.5,
      reasons: ['Your palate, a step stronger and a step brighter: coarser, more coffee for the same water'],
    })
  })

  test('cold water stays cold, and water never boils over', () => {
    expect(adapt({ method: 'cold_brew', roastLevel: 'LIGHT' }, rulerGrinder).waterTempF).toBe(68)
    const moka = adapt({ method: 'moka', roastLevel: 'LIGHT' }, rulerGrinder)
    expect(moka).toMatchObject({ waterTempF: 212, reasons: ['Light roast: finer'] })
  })
})

describe('the machine', () => {
  test('that is too small brews more than once', () => {
    expect(
      adapt({ method: 'aeropress', brewer: brewerOf('aeropress-original'), volumeGrams: 1000 }, rulerGrinder),
    ).toMatchObject({
      // 250 / 14.516
      doseGrams: 17.2,
      waterGrams: 250,
      batches: 4,
      reasons: [
        'An AeroPress Original holds 250 g: brew it 4 times',
        '250 g of water instead of 225 g: 17.2 g of coffee, the same brew time',
      ],
    })
    expect(
      adapt({ method: 'aeropress', brewer: brewerOf('aeropress-original'), volumeGrams: 600 }, rulerGrinder),
    ).toMatchObject({ waterGrams: 200, batches: 3 })
  })

  test('decides the amounts of a moka pot: a 3-cup is no 6-cup, and half full is none', () => {
    const three = { method: 'moka', brewer: brewerOf('bialetti-moka-express-3-cup') } as const
    // 75 s + 0.67 s x 150 = 175.5 and 75 s + 0.67 s x 300 = 276, to the five.
    expect(adapt(three, rulerGrinder)).toMatchObject({
      doseGrams: 14.5,
      waterGrams: 150,
      ratio: 10.34,
      brewTimeSeconds: 175,
      reasons: [
        'A Bialetti Moka Express 3-Cup is always brewed full: 14.5 g fills the basket, 150 g of water comes up to the valve',
      ],
    })
    expect(adapt({ method: 'moka', brewer: brewerOf('bialetti-moka-express-6-cup') }, rulerGrinder)).toMatchObject({
      doseGrams: 27,
      waterGrams: 300,
      brewTimeSeconds: 275,
    })
    expect(adapt({ ...three, volumeGrams: 100 }, rulerGrinder)).toMatchObject({
      doseGrams: 14.5,
      waterGrams: 150,
      batches: 1,
      reasons: expect.arrayContaining(['100 g of water: one pot of 150 g']),
    })
    expect(adapt({ ...three, volumeGrams: 450 }, rulerGrinder)).toMatchObject({
      waterGrams: 150,
      batches: 3,
      reasons: expect.arrayContaining(['450 g of water: 3 pots of 150 g']),
    })
  })

  test('that steeps goes by the clock: a cold brew takes 17 hours at any grind that was asked for', () => {
    const hours = (nudge: number) => adapt({ method: 'cold_brew' }, rulerGrinder, nudge).brewTimeSeconds / 3600
    expect([hours(0), hours(-5), hours(5), hours(-15), hours(15)]).toEqual([17, 17, 17, 17, 17])
    expect(adapt({ method: 'french_press' }, rulerGrinder, -5).brewTimeSeconds).toBe(240)
    expect(adapt({ method: 'v60' }, rulerGrinder, -5).brewTimeSeconds).toBe(185)
  })

  test.each([
    ['breville-smart-grinder-pro', 12],
    ['1zpresso-k-ultra', 12.5],
  ])('a cold brew steeps shorter on a %s, which ends finer than it should be: %d h', (slug, hours) => {
    expect(adapt({ method: 'cold_brew' }, shippedGrinders.bySlug(slug) as Grinder)).toMatchObject({
      reachable: false,
      brewTimeSeconds: hours * 3600,
      reasons: expect.arrayContaining([
        `Ground finer than a cold brew should be: steep it for ${hours} h instead of 17 h`,
      ]),
    })
  })

  test('decides the dose of an espresso, and the amount how many shots are pulled', () => {
    const dedica = { method: 'espresso', brewer: brewerOf('delonghi-dedica-ec685') } as const
    expect(adapt(dedica, rulerGrinder)).toMatchObject({
      doseGrams: 14,
      waterGrams: 28,
      reasons: ["The De'Longhi Dedica EC685’s basket holds 12 to 16 g: 14 g of coffee"],
    })
    expect(
      adapt({ method: 'espresso', brewer: brewerOf('gaggia-classic-pro'), volumeGrams: 500 }, rulerGrinder),
    ).toMatchObject({
      doseGrams: 18,
      waterGrams: 36,
      batches: 14,
      reasons: ['500 g of espresso: 14 shots of 36 g'],
    })
  })

  test('brews at its own temperature, from which the roast moves it', () => {
    const lever = { method: 'espresso', brewer: brewerOf('flair-classic') } as const
    expect(adapt(lever, rulerGrinder)).toMatchObject({
      waterTempF: 203,
      reasons: ['The Flair Classic usually starts with water at 203 F'],
    })
    expect(adapt({ ...lever, roastLevel: 'DARK' }, rulerGrinder).waterTempF).toBe(194)
  })

  test('that pours for one cup scales the recipe to it', () => {
    expect(adapt({ method: 'drip', brewer: brewerOf('technivorm-moccamaster-cup-one') }, rulerGrinder)).toMatchObject({
      doseGrams: 18,
      waterGrams: 300,
      // 130 s + 0.2 s x 300.
      brewTimeSeconds: 190,
      reasons: ['The Technivorm Moccamaster Cup-One holds 300 g: scaled from 1,000 g of water'],
    })
  })
})

describe('what a dial cannot do', () => {
  test('is said, with the nearest setting and no range beyond the dial', () => {
    const espresso = adapt({ method: 'espresso' }, filterOnly)
    expect(espresso).toMatchObject({
      reachable: false,
      grindSetting: 30,
      grindIndex: 30,
      grindRange: { min: 30, max: 30 },
    })
    expect(espresso.reasons).toContain(
      'The Test Filter Only can’t reach the grind for espresso: 30 clicks is as close as it gets',
    )
  })

  test('is no reason: a shift that the step swallows is said to be less than one', () => {
    // Index 60 is 15 on the dial, and a step of 5 is ten points.
    expect(adapt({ method: 'french_press', daysOffRoast: 4 }, { ...filterOnly, step: 5 }).reasons).toEqual([
      'Beans 4 days off roast: coarser, but less than one click of your dial',
    ])
    expect(adapt({ method: 'french_press', taste: 1 }, { ...filterOnly, step: 5 }).reasons).toEqual([
      '1 step richer: more coffee for the same water; finer, but less than one click of your dial',
    ])
  })

  test('leaves the range around the index that was meant, not around the position', () => {
    // 41 + 1.5 is between positions 40 and 45 of a coarse dial; 37.5 to 47.5, outward to real steps.
    const coarse = { ...rulerGrinder, step: 5 }
    expect(adapt({ method: 'v60', taste: -1 }, coarse)).toMatchObject({
      grindSetting: 45,
      grindRange: { min: 35, max: 50 },
    })
    expect(adapt({ method: 'v60' }, coarse)).toMatchObject({ grindSetting: 40, grindRange: { min: 35, max: 50 } })
    // Nudged, the position itself is meant: 45 - 5 to 45 + 5.
    expect(adapt({ method: 'v60' }, coarse, 1)).toMatchObject({ grindSetting: 45, grindRange: { min: 40, max: 50 } })
  })

  test('ends a nudge, and the reason tells how far it came', () => {
    // Index 59 is click 15.5, rounded to 16, and the dial counts down: finer is up, to click 17.
    expect(adapt({ method: 'french_press' }, filterOnly, -1)).toMatchObject({ grindSetting: 17, grindIndex: 56 })
    const atEnd = adapt({ method: 'aeropress' }, rulerGrinder, -70)
    expect(atEnd.grindSetting).toBe(0)
    expect(atEnd.reasons).toContain('Your nudge: 60 steps finer, where the dial ends')
    // An espresso and a moka stop two steps before.
    expect(adapt({ method: 'moka' }, rulerGrinder, -50).reasons).toContain(
      'Your nudge: 42 steps finer, 1 is as fine as we recommend for moka pot',
    )
    const atLimit = adapt({ method: 'espresso' }, rulerGrinder, -25)
    expect(atLimit.grindSetting).toBe(1)
    expect(atLimit.reasons).toContain('Your nudge: 16 steps finer, 1 is as fine as we recommend for espresso')
  })

  test('is the range alone where it ends before the grind, and a nudge that moves nothing leaves it so', () => {
    for (const nudge of [0, -2])
      expect(adapt({ method: 'espresso' }, filterOnly, nudge)).toMatchObject({
        grindSetting: 30,
        grindRange: { min: 30, max: 30 },
        reachable: false,
      })
    expect(adapt({ method: 'espresso' }, filterOnly, -2).reasons).toContain(
      'Your nudge: no finer, because the dial ends here',
    )
  })

  test('an amount of water that no recipe can hold names the most', () => {
    expect(() => adapt({ method: 'drip', volumeGrams: 20_000 }, rulerGrinder)).toThrow(
      'volumeGrams must be at most 16666 for Drip machine; you asked for 20000.',
    )
  })
})

describe('Turkish', () => {
  const c40 = shippedGrinders.bySlug('comandante-c40-mk4') ?? rulerGrinder

  test('is ground below the scale, whatever else is wished, and never where the burrs touch', () => {
    // -8 on the continued curve of the C40: 6.36 - 8 x 0.4455 = 2.8 clicks.
    expect(adapt({ method: 'turkish', roastLevel: 'DARK', taste: -2 }, c40)).toMatchObject({
      grindSetting: 3,
      grindRange: { min: 2, max: 6, label: '2 to 6 clicks' },
      grindIndex: 0,
      reachable: true,
      reasons: expect.arrayContaining([
        'Turkish is ground finer than our scale goes, so this setting is an estimate',
        'Comandante lists Turkish for the C40 MK4, but we don’t know at which setting',
      ]),
      rangeReason:
        'We have no published settings for the Comandante C40 MK4 this far out, so we continue its curve in a straight line.',
    })
  })

  test('is never given with high confidence, and does not contradict a maker who lists it', () => {
    const listed: string[] = []
    for (const grinder of shippedGrinders.list()) {
      const { confidence, suits, reachable, reasons, rangeReason } = adapt({ method: 'turkish' }, grinder)
      expect([grinder.slug, confidence]).not.toEqual([grinder.slug, 'high'])
      if (!reachable) expect([grinder.slug, suits, confidence]).toEqual([grinder.slug, 'no', 'low'])
      if (!grinder.makerPublished.includes('turkish')) continue
      listed.push(grinder.slug)
      expect([...reasons, rangeReason].join()).not.toMatch(/Nobody|not fine enough/)
      expect(reasons.join()).toContain(grinder.brand)
    }
    expect(listed).toHaveLength(15)
  })

  test('stays two steps away from the end of the dial', () => {
    expect(adapt({ method: 'turkish' }, { ...c40, minSetting: 4, finestSetting: undefined })).toMatchObject({
      grindSetting: 6,
      reachable: true,
    })
  })

  test.each([
    ['mahlkonig-ek43-s', '0.8', []],
    ['mahlkonig-ek43-16', '0.8', ['Zero points and burrs vary widely between shops']],
    ['turin-df64-gen-2', '4', ['The maker counts from where your own burrs touch, not from the printed 0']],
    ['turin-df83', '4', []],
    ['porlex-mini-ii', '2 clicks', []],
    ['kingrinder-k6', '15 clicks', ['Do not turn it below 15']],
    ['timemore-c2', '6 clicks', ['Do not go below 6 clicks']],
  ])('on %s is %s, as fine as we would go, and says so with the note of that end', (slug, label, notes) => {
    const own = shippedGrinders.bySlug(slug) ?? rulerGrinder
    const { grindLabel, reachable, reasons } = adapt({ method: 'turkish' }, own)
    expect({ grindLabel, reachable }).toEqual({ grindLabel: label, reachable: true })
    expect(reasons.slice(-1 - notes.length)).toEqual([`${label} is as fine as we’d go on this dial`, ...notes])
    const { grindSetting: setting } = adapt({ method: 'turkish' }, own)
    expect(cautionAt(own, 'turkish', { setting, reachable })?.split('. ')).toEqual(reasons.slice(-1 - notes.length))
  })

  test('warns at the fine end of every dial and nowhere else, with low confidence if the usual grind is finer', () => {
    for (const own of shippedGrinders.list())
      for (const nudge of [0, 4, -30]) {
        const { grindSetting, grindLabel, reachable, reasons, confidence } = adapt({ method: 'turkish' }, own, nudge)
        const finest = finestAdvised(own, 'turkish')
        const isEnd = Math.abs(curveThrough(own.references).indexAt(grindSetting) - finest) < 1e-9
        const isSaid = reasons.includes(`${grindLabel} is as fine as we’d go on this dial`)
        expect([own.slug, nudge, isSaid]).toEqual([own.slug, nudge, reachable && isEnd])
        if (finest > -7) expect([own.slug, confidence]).toEqual([own.slug, 'low'])
      }
  })

  test('keeps as far from the end of every dial as two grinders of a kind differ, if the maker does not say where to stop', () => {
    for (const own of shippedGrinders.list()) {
      const { indexAt } = curveThrough(own.references)
      const away = finestAdvised(own, 'turkish') - indexAt(own.finerIsHigher ? own.maxSetting : own.minSetting)
      expect([own.slug, away >= 2.5 - 0.05]).toEqual([own.slug, true])
    }
  })

  test('does not name a setting coarser than for espresso where it is out of reach', () => {
    for (const own of shippedGrinders.list()) {
      const { indexAt } = curveThrough(own.references)
      const [turkish, espresso] = (['turkish', 'espresso'] as const).map(method => adapt({ method }, own))
      if (!turkish || !espresso || turkish.reachable) continue
      const isCoarser = indexAt(turkish.grindSetting) > indexAt(espresso.grindSetting)
      const isNamed = turkish.reasons.some(text => text.includes('as fine as we recommend for Turkish'))
      expect([own.slug, isNamed]).toEqual([own.slug, !isCoarser])
    }
  })

  test('stops where the maker says to stop', () => {
    const c2 = shippedGrinders.bySlug('timemore-c2') ?? rulerGrinder
    expect(adapt({ method: 'turkish' }, c2, -5)).toMatchObject({ grindSetting: 6, grindLabel: '6 clicks' })
  })

  test.each([
    ['baratza-encore', '2'],
    ['comandante-c40-mk4', '2 clicks'],
    ['kitchenaid-5kcg8433', '67'],
  ])('is nudged no finer than its recipe may be: %s', (slug, label) => {
    const own = shippedGrinders.bySlug(slug) ?? rulerGrinder
    const [safe, zero] = [-50, -5].map(steps => adapt({ method: 'turkish' }, own, steps))
    expect([safe?.grindLabel, zero?.grindLabel]).toEqual([label, label])
    expect(zero?.grindRange.label).not.toContain('0')
    expect(zero?.reasons.join()).toContain(`${label} is as fine as we recommend for Turkish`)
  })

  test('and no espresso, on any grinder', () => {
    for (const own of shippedGrinders.list()) {
      const { indexAt } = curveThrough(own.references)
      for (const method of ['turkish', 'espresso'] as const) {
        const [recipe, nudged] = [0, -5].map(steps => indexAt(adapt({ method }, own, steps).grindSetting))
        const isSafe = nudged === recipe || (nudged ?? 0) >= finestAdvised(own, method) - 1e-9
        expect([own.slug, method, isSafe]).toEqual([own.slug, method, true])
      }
    }
  })

  test('moves with a nudge', () => {
    expect(adapt({ method: 'turkish' }, c40, 3)).toMatchObject({
      grindSetting: 6,
      reasons: [
        'Your nudge: 3 steps coarser',
        'Turkish is ground finer than our scale goes, so this setting is an estimate',
        'Comandante lists Turkish for the C40 MK4, but we don’t know at which setting',
      ],
    })
  })

  test('is out of reach where the dial stays above index 2', () => {
    const encore = shippedGrinders.bySlug('baratza-encore') ?? rulerGrinder
    expect(adapt({ method: 'turkish' }, encore)).toMatchObject({
      reachable: false,
      grindSetting: 2,
      grindRange: { min: 2, max: 2, label: '2' },
      reasons: ['The Baratza Encore is not fine enough for Turkish: 2 is as fine as we recommend for Turkish'],
    })
  })

  test('is never at burr contact on any grinder', () => {
    for (const grinder of shippedGrinders.list()) {
      const { grindSetting, grindRange, reachable } = adapt({ method: 'turkish' }, grinder)
      const touching = grinder.finestSetting === undefined ? grinder.minSetting - 1 : grinder.minSetting
      expect([grinder.slug, Math.min(grindSetting, grindRange.min) > touching]).toEqual([grinder.slug, true])
      if (!reachable) expect(grindRange.min).toBe(grindRange.max)
      const { min, max, step } = dialOf(grinder)
      const stepsAway = grinder.finerIsHigher ? (max - grindRange.max) / step : (grindRange.min - min) / step
      expect([grinder.slug, Math.round(stepsAway) >= 2]).toEqual([grinder.slug, true])
    }
  })
})

test('no setting of any method on any grinder is at the zero of its dial', () => {
  for (const grinder of shippedGrinders.list())
    for (const method of methodIds) {
      const { grindSetting, grindRange } = adapt({ method }, grinder)
      expect([grinder.slug, method, grindSetting > 0 && grindRange.min > 0]).toEqual([grinder.slug, method, true])
    }
})

test("an owner's calibration is said to be used", () => {
  expect(adapt({ method: 'v60' }, { ...rulerGrinder, calibrated: true }).calibrated).toBe(true)
})

describe('reasons as figures', () => {
  test('say by how much each figure moved, beside the sentence', () => {
    const { why, reasons } = adapt({ method: 'v60', roastLevel: 'DARK', strength: 5 }, rulerGrinder, 2)
    expect(why.map(({ text }) => text)).toEqual(reasons)
    expect(why.map(({ rule }) => rule)).toEqual(['roast', 'strength', 'nudge'])
    expect(why[0]).toEqual({
      rule: 'roast',
      changes: { grindSetting: 3, grindIndex: 3, waterTempF: -9 },
      cause: 'Dark roast',
      effects: [
        { figure: 'waterTempF', text: '9 F cooler' },
        { figure: 'grindSetting', text: 'coarser' },
      ],
      text: 'Dark roast: 9 F cooler, coarser',
    })
    expect(why[1]?.changes.doseGrams).toBeGreaterThan(0)
    expect(why[2]?.changes).toEqual({ grindSetting: 1, grindIndex: 1 })
  })

  test('of the rules, taken together, lead from the base to the recipe', () => {
    const wanted = { method: 'v60', roastLevel: 'LIGHT', taste: 2, daysOffRoast: 40 } as const
    const base = adapt({ method: 'v60' }, rulerGrinder)
    const recipe = adapt(wanted, rulerGrinder)
    for (const figure of ['waterTempF', 'doseGrams', 'grindSetting'] as const) {
      const moved = recipe.why.reduce((sum, { changes }) => sum + (changes[figure] ?? 0), 0)
      expect([figure, base[figure] + moved]).toEqual([figure, expect.closeTo(recipe[figure], 6)])
    }
  })
})
