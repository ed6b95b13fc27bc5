import { expect, test } from 'bun:test'
import { calibrate, withCalibration } from '../../../core/grind/calibrate.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { calibrationInWords, shiftInWords } from '../../../core/grind/shift.ts'
import { grinder } from './arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')
const kUltra = grinder('1zpresso-k-ultra')
const reversed = grinder('kitchenaid-5kcg8433')

test('a shift is given in steps of its dial, clicks or not, with the direction', () => {
  expect(shiftInWords(c40, 1)).toBe('1 click coarser')
  expect(shiftInWords(c40, -2)).toBe('2 clicks finer')
  expect(shiftInWords(kUltra, 3 * dialOf(kUltra).step)).toBe('3 steps coarser')
  expect(shiftInWords(reversed, dialOf(reversed).step)).toBe('1 step finer')
  expect(shiftInWords(c40, 0.4)).toBeUndefined()
})

test('a calibration is described by positions that both dials have', () => {
  const calibratedAt = (setting: number) =>
    withCalibration(c40, calibrate(c40, [{ grindIndex: 41, setting, feedback: 'JUST_RIGHT' }]))
  expect(calibrationInWords(calibratedAt(28), c40)).toBe('3 clicks coarser than most')
  expect(calibrationInWords(c40, c40)).toBe('the same as most')
  expect(calibrationInWords(calibratedAt(25), c40)).toBe('the same as most')
})
