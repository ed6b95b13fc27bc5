import { expect, test } from 'bun:test'
import { brewTimeRangeOf, grindRangeOf } from '../../../core/recipes/ranges.ts'

test.each([
  [0, 'fine'],
  [29.9, 'fine'],
  [30, 'medium'],
  [55, 'medium'],
  [55.1, 'coarse'],
  [100, 'coarse'],
] as const)('a grind index of %d is %s', (grindIndex, range) => {
  expect(grindRangeOf(grindIndex)).toBe(range)
})

test.each([
  [1, 'short'],
  [119, 'short'],
  [120, 'medium'],
  [300, 'medium'],
  [301, 'long'],
  [57_600, 'long'],
] as const)('a brew of %d seconds is %s', (seconds, range) => {
  expect(brewTimeRangeOf(seconds)).toBe(range)
})
