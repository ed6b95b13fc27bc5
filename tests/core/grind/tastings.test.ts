import { expect, test } from 'bun:test'
import type { CalibrationReference } from '../../../core/grind/calibrate.ts'
import { withNewest } from '../../../core/grind/tastings.ts'
import { grinder } from './arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')
const tasted = (setting: number, about: Partial<CalibrationReference> = {}): CalibrationReference => ({
  grindIndex: 41,
  setting,
  feedback: 'JUST_RIGHT',
  ...about,
})
const espresso = { grindIndex: 9 }

test('what was tasted before stays where it fits to the newest', () => {
  expect(withNewest(c40, [tasted(22, { feedback: 'TOO_FINE' })], tasted(26))).toHaveLength(2)
})

test('of what contradicts the newest the same method’s gives way first, the oldest before all', () => {
  const other = tasted(11, espresso)
  const kept = withNewest(c40, [other, tasted(22), tasted(27)], tasted(27))
  expect(kept).toEqual([tasted(27), other, tasted(27)])
})

test('there are never more than the calibration takes', () => {
  const many = Array.from({ length: 50 }, () => tasted(25))
  expect(withNewest(c40, many, tasted(25))).toHaveLength(50)
})

test('a newest that no such grinder has is refused, and says about where it grinds', () => {
  expect(() => withNewest(c40, [], tasted(2, { method: 'v60' }))).toThrow(
    /2 clicks is far from where a Comandante C40 MK4 grinds for V60, about 25 clicks/,
  )
})
