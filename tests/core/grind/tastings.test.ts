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

test('earlier tastings are kept if they fit the newest', () => {
  expect(withNewest(c40, [tasted(22, { feedback: 'TOO_FINE' })], tasted(26))).toHaveLength(2)
})

test('among tastings that contradict the newest, those of the same method are dropped first, oldest first', () => {
  const other = tasted(11, espresso)
  const kept = withNewest(c40, [other, tasted(22), tasted(27)], tasted(27))
  expect(kept).toEqual([tasted(27), other, tasted(27)])
})

test('there are never more than the calibration accepts', () => {
  const many = Array.from({ length: 50 }, () => tasted(25))
  expect(withNewest(c40, many, tasted(25))).toHaveLength(50)
})

test('a newest tasting that no such grinder can have is refused, with about where it grinds', () => {
  expect(() => withNewest(c40, [], tasted(2, { method: 'v60' }))).toThrow(
    /2 clicks is far from where a Comandante C40 MK4 grinds for V60, about 25 clicks/,
  )
})
