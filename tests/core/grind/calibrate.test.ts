import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CalibrationReference, calibrate, withCalibration } from '../../../core/grind/calibrate.ts'
import { chartOf } from '../../../core/grind/chart.ts'
import { convert } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { anyGrinderAtStep, grinder } from './arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')
const reversed = grinder('kitchenaid-5kcg8433')

type Short = [feedback: CalibrationReference['feedback'], setting: number, grindIndex: number]
const references = (...shorts: Short[]) =>
  shorts.map(([feedback, setting, grindIndex]) => ({ feedback, setting, grindIndex }))
const own = (on: Grinder, ...shorts: Short[]) => curveThrough(calibrate(on, references(...shorts)).references)
const published = curveThrough(c40.references)
const faultOf = (on: Grinder, ...shorts: Short[]) => {
  try {
    return calibrate(on, references(...shorts))
  } catch (fault) {
    return fault
  }
}

describe('one reference', () => {
  test('JUST_RIGHT pins the curve there and shifts it equally everywhere', () => {
    const curve = own(c40, ['JUST_RIGHT', 27, 41])
    expect(curve.settingAt(41)).toBeCloseTo(27, 5)
    for (const index of [5, 20, 60, 75])
      expect(curve.settingAt(index) - published.settingAt(index)).toBeCloseTo(27 - published.settingAt(41), 5)
  })

  test('TOO_FINE moves the index a step coarser than what was tried, TOO_COARSE a step finer', () => {
    expect(own(c40, ['TOO_FINE', 26, 41]).settingAt(41)).toBeCloseTo(27, 5)
    expect(own(c40, ['TOO_COARSE', 22, 41]).settingAt(41)).toBeCloseTo(21, 5)
  })

  test('coarser is a lower number where higher is finer', () => {
    const tried = Math.round(curveThrough(reversed.references).settingAt(41))
    expect(own(reversed, ['TOO_FINE', tried, 41]).settingAt(41)).toBeCloseTo(tried - 1, 5)
    expect(own(reversed, ['TOO_COARSE', tried, 41]).settingAt(41)).toBeCloseTo(tried + 1, 5)
  })

  test('a bound that is already met changes nothing', () => {
    expect(calibrate(c40, references(['TOO_FINE', 20, 41]))).toEqual({
      references: c40.references,
      shift: 0,
      stretch: 1,
    })
  })
})

test.each<[Short, string]>([
  [['JUST_RIGHT', 40, 9], 'JUST_RIGHT at 40 clicks for index 9 would move the curve'],
  [['TOO_FINE', 40, 41], 'and a V60 from'],
  [['TOO_COARSE', 5, 60], 'beyond the dial'],
])('%p would move the curve by more than 25 points: what that means is shown', (short, part) => {
  const fault = faultOf(c40, short)
  expect(fault).toMatchObject({ code: 'invalid' })
  expect(String(fault)).toContain(part)
})

describe('several references', () => {
  test('two pins at least 20 points apart stretch the curve through both', () => {
    const { stretch } = calibrate(c40, references(['JUST_RIGHT', 11, 9], ['JUST_RIGHT', 36, 60]))
    const curve = own(c40, ['JUST_RIGHT', 11, 9], ['JUST_RIGHT', 36, 60])
    expect(curve.settingAt(9)).toBeCloseTo(11, 4)
    expect(curve.settingAt(60)).toBeCloseTo(36, 4)
    expect(stretch).toBeWithin(0.7, 1.4)
    expect(stretch).not.toBe(1)
  })

  test('two pins closer than that only shift it', () => {
    const { stretch } = calibrate(c40, references(['JUST_RIGHT', 25, 37], ['JUST_RIGHT', 27, 43]))
    expect(stretch).toBe(1)
  })

  test('two bounds with room between them are both kept with the least change', () => {
    const curve = own(c40, ['TOO_FINE', 26, 41], ['TOO_COARSE', 30, 41])
    expect(curve.settingAt(41)).toBeCloseTo(27, 5)
  })

  test('neighbouring clicks, one too fine and one too coarse, meet in between', () => {
    expect(own(c40, ['TOO_FINE', 26, 41], ['TOO_COARSE', 27, 41]).settingAt(41)).toBeCloseTo(26.5, 5)
  })

  test.each<[string, Short[], string[]]>([
    [
      'two pins for one index',
      [
        ['JUST_RIGHT', 24, 41],
        ['JUST_RIGHT', 31, 41],
      ],
      ['JUST_RIGHT at 24 clicks for index 41', 'JUST_RIGHT at 31 clicks for index 41'],
    ],
    [
      'too fine and too coarse at one setting',
      [
        ['TOO_FINE', 24, 41],
        ['JUST_RIGHT', 8, 9],
        ['TOO_COARSE', 24, 41],
      ],
      ['TOO_FINE at 24 clicks for index 41'],
    ],
    [
      'just right and too fine at one setting',
      [
        ['JUST_RIGHT', 24, 41],
        ['TOO_FINE', 26, 41],
      ],
      ['JUST_RIGHT at 24 clicks', 'TOO_FINE at 26 clicks'],
    ],
    [
      'pins that would stretch the curve beyond measure',
      [
        ['JUST_RIGHT', 18, 9],
        ['JUST_RIGHT', 25, 60],
      ],
      ['JUST_RIGHT at 18 clicks for index 9', 'JUST_RIGHT at 25 clicks for index 60'],
    ],
    [
      'just right and too fine at the very same setting',
      [
        ['JUST_RIGHT', 24, 41],
        ['TOO_FINE', 24, 41],
      ],
      ['JUST_RIGHT at 24 clicks for index 41', 'TOO_FINE at 24 clicks for index 41'],
    ],
    [
      'just right and too coarse finer than that',
      [
        ['TOO_COARSE', 23, 41],
        ['JUST_RIGHT', 24, 41],
      ],
      ['JUST_RIGHT at 24 clicks', 'TOO_COARSE at 23 clicks'],
    ],
    [
      'two pins further apart than taste gives',
      [
        ['JUST_RIGHT', 24, 41],
        ['JUST_RIGHT', 26, 41],
      ],
      ['JUST_RIGHT at 24 clicks', 'JUST_RIGHT at 26 clicks'],
    ],
  ])('%s contradict each other, and both are named', (_, shorts, named) => {
    const fault = faultOf(c40, ...shorts)
    expect(fault).toMatchObject({ code: 'invalid' })
    for (const part of named) expect(String(fault)).toContain(part)
  })

  test('just right is not too fine, on a fine dial either', () => {
    const ek43 = grinder('mahlkonig-ek43-s')
    const fault = faultOf(ek43, ['TOO_FINE', 12.5, 41], ['JUST_RIGHT', 12.5, 41])
    expect(String(fault)).toContain('TOO_FINE at 12.5 for index 41 and JUST_RIGHT at 12.5 for index 41')
  })

  test('a setting off the dial is refused', () => {
    expect(faultOf(c40, ['JUST_RIGHT', 92, 41])).toMatchObject({ code: 'setting-off-dial' })
  })
})

test('any references give five ordered points that fit what was tasted, or name what contradicts it', () => {
  const anyReference = (on: Grinder) =>
    fc
      .record({
        grindIndex: fc.integer({ min: 0, max: 100 }),
        offset: fc.integer({ min: -28, max: 28 }),
        feedback: fc.constantFrom('TOO_FINE', 'JUST_RIGHT', 'TOO_COARSE') as fc.Arbitrary<
          CalibrationReference['feedback']
        >,
      })
      .map(({ grindIndex, offset, feedback }) => ({
        grindIndex,
        setting: dialOf(on).nearest(curveThrough(on.references).settingAt(grindIndex + offset)),
        feedback,
      }))
  const anyCase = anyGrinderAtStep
    .filter(({ grinder: on }) => on.notation?.form !== 'number.click')
    .chain(({ grinder: on }) =>
      fc.array(anyReference(on), { minLength: 1, maxLength: 4 }).map(tasted => ({ on, tasted })),
    )
  let satisfied = 0
  fc.assert(
    fc.property(anyCase, ({ on, tasted }) => {
      const shorts = tasted.map(({ feedback, setting, grindIndex }): Short => [feedback, setting, grindIndex])
      const result = faultOf(on, ...shorts)
      if (result instanceof Error) {
        const named = /would move the curve/.test(result.message) ? 1 : 2
        expect(result.message.match(/TOO_FINE|JUST_RIGHT|TOO_COARSE/g)).toHaveLength(named)
        return
      }
      satisfied++
      const { references: points } = result as ReturnType<typeof calibrate>
      const sign = on.finerIsHigher ? -1 : 1
      expect(points).toHaveLength(5)
      for (const [at, { setting }] of points.entries())
        if (at > 0) expect(sign * (setting - (points[at - 1]?.setting ?? 0))).toBeGreaterThan(0)
      const { settingAt } = curveThrough(points)
      for (const { feedback, setting, grindIndex } of tasted) {
        const coarser = sign * (settingAt(grindIndex) - setting)
        if (feedback === 'TOO_FINE') expect(coarser).toBeGreaterThan(0)
        if (feedback === 'TOO_COARSE') expect(coarser).toBeLessThan(0)
      }
    }),
    { numRuns: 1000 },
  )
  expect(satisfied).toBeGreaterThan(200)
})

test('replies based on an owner’s own curve say that they are calibrated', () => {
  const mine = withCalibration(c40, calibrate(c40, references(['JUST_RIGHT', 27, 41])))
  expect(convert(mine, 27, grinder('1zpresso-k-ultra'))).toMatchObject({ grindIndex: 41, calibrated: true })
  expect(convert(grinder('1zpresso-k-ultra'), 8, mine).calibrated).toBe(true)
  expect(chartOf(mine)).toMatchObject({ calibrated: true })
  expect(chartOf(mine).methods.find(({ key }) => key === 'v60')?.setting).toBe(27)
  expect(convert(c40, 24, c40)).not.toHaveProperty('calibrated')
})
