import { expect, test } from 'bun:test'
import { usualMethod } from '../../../core/grind/chart.ts'
import { grinder } from './arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')

test('a dial starts with a V60, or with the finest method if it ends before that', () => {
  expect(usualMethod(c40)).toBe('v60')
  expect(usualMethod({ ...c40, maxSetting: 14 })).toBe('espresso')
  expect(usualMethod({ ...c40, minSetting: 30, finestSetting: undefined })).toBe('french_press')
  expect(usualMethod({ ...c40, minSetting: 0, maxSetting: 1, finestSetting: undefined })).toBe('v60')
})
