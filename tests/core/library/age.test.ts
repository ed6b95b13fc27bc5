import { expect, test } from 'bun:test'
import { bagAge } from '../../../core/library/age.ts'

const calendar = { daysSinceDay: () => 12, daysSince: () => 3 }
const brew = { daysOffRoast: 6.5, brewedAt: '2026-11-12T08:00:00.000Z' }

test('the age of a bag comes from its date, or else from one of its brews plus the days since', () => {
  expect(bagAge('2026-11-03', brew, calendar)).toBe(12)
  expect(bagAge(null, brew, calendar)).toBe(9.5)
  expect(bagAge(null, { ...brew, daysOffRoast: null }, calendar)).toBeUndefined()
  expect(bagAge(null, undefined, calendar)).toBeUndefined()
})
