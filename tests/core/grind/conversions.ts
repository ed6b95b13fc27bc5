import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { Conversion, convert } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { anyGrinder, anyGrinderAtStep } from './arbitraries.ts'

/** How far apart in index points one step of a dial is at most, around a setting. */
function stepInPoints(on: Grinder, setting: number) {
  const { indexAt } = curveThrough(on.references)
  const { step } = dialOf(on)
  return Math.max(
    Math.abs(indexAt(setting + step) - indexAt(setting)),
    Math.abs(indexAt(setting) - indexAt(setting - step)),
  )
}

/** Tests with this many settings, different each time. */
export const settingsConvert = (numRuns: number) =>
  describe('any setting on any two grinders', () => {
    test('is answered with real positions, a range around them, and nothing out of bounds', () => {
      fc.assert(
        fc.property(anyGrinderAtStep, anyGrinder, ({ grinder: from, setting }, to) => {
          const conversion = convert(from, setting, to)
          const { isStep, min, max } = dialOf(to)
          const { range } = conversion.to
          expect(v.is(Conversion, conversion)).toBe(true)
          expect([conversion.to.setting, range.min, range.max].every(isStep)).toBe(true)
          expect(range.min).toBeWithin(min, conversion.to.setting + 1e-9)
          expect(range.max).toBeWithin(conversion.to.setting, max + 1e-9)
          const { setting: nearest, label } = conversion.to
          if (!conversion.reachable) expect(range).toEqual({ min: nearest, max: nearest, label })
          expect(range.min).toBeGreaterThanOrEqual(to.finestSetting ?? min)
          expect(conversion.grindIndex).toBeWithin(0, 100.001)
          expect(conversion.microns).toBeWithin(200, 1400.001)
        }),
        { numRuns },
      )
    })

    test('there and back stays within a step of each where both reach', () => {
      fc.assert(
        fc.property(anyGrinderAtStep, anyGrinder, ({ grinder: from, setting }, to) => {
          const there = convert(from, setting, to)
          fc.pre(there.reachable)
          const back = convert(to, there.to.label, from)
          fc.pre(back.reachable)
          const { indexAt } = curveThrough(from.references)
          const apart = Math.abs(indexAt(back.to.setting) - indexAt(setting))
          expect(apart).toBeLessThanOrEqual(
            stepInPoints(to, there.to.setting) / 2 + stepInPoints(from, setting) / 2 + 0.2,
          )
        }),
        { numRuns },
      )
    })

    test('by way of a third grinder gives the same within a step', () => {
      fc.assert(
        fc.property(anyGrinderAtStep, anyGrinder, anyGrinder, ({ grinder: from, setting }, by, to) => {
          const half = convert(from, setting, by)
          const direct = convert(from, setting, to)
          fc.pre(half.reachable && direct.reachable)
          const detour = convert(by, half.to.label, to)
          const { indexAt } = curveThrough(to.references)
          expect(Math.abs(indexAt(detour.to.setting) - indexAt(direct.to.setting))).toBeLessThanOrEqual(
            stepInPoints(by, half.to.setting) / 2 + stepInPoints(to, direct.to.setting) + 0.2,
          )
        }),
        { numRuns },
      )
    })

    test('coarser in is never finer out', () => {
      fc.assert(
        fc.property(anyGrinderAtStep, anyGrinder, ({ grinder: from, setting }, to) => {
          const coarser = dialOf(from).move(setting, from.finerIsHigher ? -1 : 1)
          const change = convert(from, coarser, to).to.setting - convert(from, setting, to).to.setting
          expect(to.finerIsHigher ? change <= 0 : change >= 0).toBe(true)
        }),
        { numRuns },
      )
    })
  })
