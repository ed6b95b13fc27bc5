import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { anyGrinder, grinder, stepsOf } from './arbitraries.ts'

const anyIndex = fc.double({ min: -40, max: 140, noNaN: true })

test('a curve passes through its five points', () => {
  for (const { references } of shippedGrinders.list()) {
    const curve = curveThrough(references)
    for (const { grindIndex, setting } of references) {
      expect(curve.settingAt(grindIndex)).toBeCloseTo(setting, 9)
      expect(curve.indexAt(setting)).toBeCloseTo(grindIndex, 9)
    }
  }
})

test('index to setting and setting to index undo each other, on the points and beyond', () => {
  fc.assert(
    fc.property(anyGrinder, anyIndex, ({ references }, index) => {
      const { settingAt, indexAt } = curveThrough(references)
      expect(indexAt(settingAt(index))).toBeCloseTo(index, 6)
    }),
    { numRuns: 2000 },
  )
})

test('a curve never changes direction', () => {
  fc.assert(
    fc.property(anyGrinder, anyIndex, fc.double({ min: 0.001, max: 20, noNaN: true }), (any, index, more) => {
      const { settingAt } = curveThrough(any.references)
      const rise = settingAt(index + more) - settingAt(index)
      expect(any.finerIsHigher ? rise < 0 : rise > 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a bent curve stays between its points where a plain cubic would overshoot', () => {
  const { references } = grinder('baratza-encore-esp')
  const { settingAt } = curveThrough(references)
  // scipy.interpolate.PchipInterpolator on the same five points.
  expect(settingAt(10)).toBeCloseTo(14.586954650309526, 6)
  expect(settingAt(25)).toBeCloseTo(22.984293099854714, 6)
})

test('outside its points a curve continues straight, and says so', () => {
  const { settingAt, extrapolatedAt } = curveThrough(grinder('comandante-c40-mk4').references)
  expect(settingAt(-5) - settingAt(-10)).toBeCloseTo(settingAt(-10) - settingAt(-15), 9)
  expect([-1, 0, 75, 76].map(extrapolatedAt)).toEqual([true, false, false, true])
})

test('steps are the real ones of the dial: thirds, letters, fifths', () => {
  expect(stepsOf(grinder('fellow-ode-gen-2')).slice(0, 5)).toEqual([1, 1.333, 1.667, 2, 2.333])
  expect(stepsOf(grinder('fellow-ode-gen-2'))).toHaveLength(31)
  expect(stepsOf(grinder('baratza-forte-bg'))).toHaveLength(260)
  expect(stepsOf(grinder('baratza-sette-270'))).toHaveLength(271)
  expect(stepsOf(grinder('comandante-c40-mk4'))).toHaveLength(40)
})

test('every dial starts and ends where its data says', () => {
  for (const each of shippedGrinders.list()) {
    const { min, max, step } = dialOf(each)
    expect(min).toBe(each.minSetting)
    expect(Math.abs(max - each.maxSetting)).toBeLessThan(0.0011)
    if (each.step) expect(step).toBeCloseTo(each.step, 3)
  }
})

test('n steps move exactly n steps unless the dial ends', () => {
  fc.assert(
    fc.property(anyGrinder, fc.nat(), fc.integer({ min: -5, max: 5 }), (any, start, steps) => {
      const positions = stepsOf(any)
      const at = start % positions.length
      const expected = positions[Math.min(positions.length - 1, Math.max(0, at + steps))] as number
      expect(dialOf(any).move(positions[at] as number, steps)).toBe(expected)
    }),
  )
})
