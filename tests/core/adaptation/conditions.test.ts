import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import { beansTrouble } from '../../../core/coffees/rest.ts'
import { type RoastLevel, roastLevels } from '../../../core/coffees/roast.ts'
import { deviceFor } from '../../../core/equipment/drive.ts'
import { type MethodId, methodIds } from '../../../core/grind/methods.ts'
import { brewerOf, brewers } from './brewers.ts'
import { rulerGrinder } from './test-grinders.ts'

const recipe = (wanted: WantedBrew) => adapt(wanted, rulerGrinder)

describe('beans', () => {
  test('that have not rested can be brewed, with how long to wait', () => {
    expect(recipe({ method: 'espresso', roastLevel: 'LIGHT', daysOffRoast: 3 }).reasons).toContain(
      'These beans are 3 days off roast, and a light roast for espresso rests about 10 days. Brew them, but 7 more days of rest will change more than the dial',
    )
    expect(recipe({ method: 'v60', roastLevel: 'DARK', daysOffRoast: 1 }).reasons).toContain(
      'These beans are 1 day off roast, and a dark roast rests about 2 days. Brew them, but one more day of rest will change more than the dial',
    )
    expect(recipe({ method: 'moka', daysOffRoast: 0 }).reasons).toContain(
      'These beans are less than a day off roast, and coffee rests about 4 days. Brew them, but 4 more days of rest will change more than the dial',
    )
    expect(recipe({ method: 'v60', daysOffRoast: 1.5 }).reasons.join()).toContain('3 more days of rest')
  })

  test('beyond 60 days are called stale, once', () => {
    const said = recipe({ method: 'v60', daysOffRoast: 75 }).reasons.filter(reason => reason.includes('stale'))
    expect(said).toEqual([
      'These beans are 75 days off roast, and stale coffee tastes flat at any setting: brew them, but a fresher bag will change more than the dial',
    ])
    expect(recipe({ method: 'v60', daysOffRoast: 60 }).reasons.join()).not.toContain('stale')
  })

  test('in between are not mentioned', () => {
    expect(recipe({ method: 'v60', daysOffRoast: 14 }).reasons).toEqual([])
    expect(recipe({ method: 'v60' }).reasons).toEqual([])
  })

  test('too young or stale change no figure beyond the rule for their age', () => {
    for (const method of methodIds)
      for (const roastLevel of roastLevels)
        for (const [odd, fine] of [
          [5, 14],
          [9, 14],
          [75, 45],
        ]) {
          const beans = { method, roastLevel, daysOffRoast: odd }
          const { reasons: _, why, ...figures } = recipe(beans)
          const { reasons: __, why: ___, ...same } = recipe({ method, roastLevel, daysOffRoast: fine })
          expect(figures).toEqual(same)
          const advice = why.filter(({ rule, changes }) => rule === 'bean-age' && Object.keys(changes).length === 0)
          expect(advice).toHaveLength(beansTrouble(beans) ? 1 : 0)
        }
  })
})

describe('altitude', () => {
  test('limits the water to its boiling point, and says so', () => {
    expect(recipe({ method: 'v60', roastLevel: 'LIGHT', altitudeMeters: 1400 })).toMatchObject({
      waterTempF: 203,
      reasons: ['Light roast: 2 F hotter, finer', 'Water boils at 203 F at 1,400 m, so that is as hot as it gets'],
    })
    expect(recipe({ method: 'moka', altitudeMeters: 1400 })).toMatchObject({
      waterTempF: 203,
      why: [{ rule: 'altitude', changes: { waterTempF: -9 } }],
    })
  })

  test('is not mentioned if it changes nothing', () => {
    for (const altitudeMeters of [null, 0, 1400])
      expect(recipe({ method: 'v60', altitudeMeters })).toMatchObject({ waterTempF: 201, reasons: [] })
    expect(recipe({ method: 'moka', roastLevel: 'LIGHT', altitudeMeters: 0 }).reasons).toEqual(['Light roast: finer'])
  })

  test('does not limit the boiler of an espresso machine, which is under pressure, but a lever filled from a kettle', () => {
    const shot = (slug: string) => recipe({ method: 'espresso', brewer: brewerOf(slug), altitudeMeters: 3000 })
    expect(shot('gaggia-classic-pro')).toMatchObject({
      waterTempF: 200,
      reasons: ['Water boils at 193 F at 3,000 m, but an espresso boiler is under pressure and can be hotter'],
    })
    expect(shot('9barista-mk1').waterTempF).toBe(199)
    expect(shot('cafelat-robot').waterTempF).toBe(193)
  })

  // 1 point for each 4 F, as on a machine that heats its own water (domain: "The actual brewer").
  test.each([
    ['v60', undefined, 'MEDIUM', 12],
    ['v60', undefined, 'LIGHT', 16],
    ['aeropress', undefined, 'MEDIUM', 5],
    ['french_press', undefined, 'DARK', 5],
    ['drip', 'technivorm-moccamaster-kbt', 'MEDIUM', 12],
    ['drip', 'fellow-aiden', 'LIGHT', 16],
    ['siphon', 'hario-technica-tca-3', 'MEDIUM', 10],
  ] as const)('%s on %s, %s, 3,600 m up: %d F too cool, so the grind is finer and says why', (...row) => {
    const [method, slug, roastLevel, lacksF] = row
    const brewer = slug && brewerOf(slug)
    const [low, high] = [0, 3600].map(altitudeMeters => recipe({ method, brewer, roastLevel, altitudeMeters }))
    expect(high?.waterTempF).toBe(189)
    expect((low?.grindIndex ?? 0) - (high?.grindIndex ?? 0)).toBeCloseTo(lacksF / 4, 0)
    expect(high?.brewTimeSeconds).toBeGreaterThanOrEqual(low?.brewTimeSeconds ?? 0)
    expect(high?.reasons).toContain(
      'Water does not get hot enough at 3,600 m, so by our rule of thumb the grind makes up for it: finer instead of hotter',
    )
  })

  test('leaves the grind if the difference is hardly noticeable, or the flame heats the water further', () => {
    const indexAt = (method: MethodId, roastLevel: RoastLevel, altitudeMeters: number) =>
      recipe({ method, roastLevel, altitudeMeters }).grindIndex
    expect(indexAt('v60', 'LIGHT', 1400)).toBe(indexAt('v60', 'LIGHT', 0))
    expect(indexAt('aeropress', 'DARK', 3600)).toBe(indexAt('aeropress', 'DARK', 0))
    for (const method of ['moka', 'turkish', 'cold_brew'] as const)
      expect(indexAt(method, 'MEDIUM', 3600)).toBe(indexAt(method, 'MEDIUM', 0))
  })

  test('limits what earlier brews led to', () => {
    const leftOff = { grindIndex: 40, ratio: 16, waterTempF: 209, daysOffRoast: null, cause: 'Your brews' }
    expect(recipe({ method: 'v60', leftOff, altitudeMeters: 1400 }).waterTempF).toBe(203)
  })

  test('at any height, for any method, machine and roast, leaves no water above its boiling point', () => {
    const wishes = fc.record({
      altitudeMeters: fc.double({ min: 0, max: 5500, noNaN: true }),
      roastLevel: fc.constantFrom(null, ...roastLevels),
      isDecaf: fc.boolean(),
    })
    fc.assert(
      fc.property(wishes, wish => {
        const asked = [
          ...methodIds.map(method => ({ method, brewer: undefined })),
          ...brewers.map(brewer => ({ method: brewer.brewMethod, brewer })),
        ]
        for (const one of asked) {
          const { heat } = deviceFor(one.method, one.brewer)
          const { waterTempF, why } = recipe({ ...one, ...wish })
          const isUnderPressure = one.method === 'espresso' && heat !== 'kettle'
          const boilsAt = isUnderPressure ? 212 : 212 - wish.altitudeMeters / 158
          expect(waterTempF).toBeLessThanOrEqual(boilsAt)
          // The reasons account for every degree.
          const degreesIn = (reasons: typeof why) =>
            reasons.reduce((sum, { changes }) => sum + (changes.waterTempF ?? 0), 0)
          const base = recipe(one)
          expect(base.waterTempF + degreesIn(why) - degreesIn(base.why)).toBeCloseTo(waterTempF, 6)
        }
      }),
      { numRuns: 30 },
    )
  })
})
