import { expect, test } from 'bun:test'
import { daysOffRoastOn } from '../../../core/coffees/bag-days.ts'

const ageOn = (day: string, roastedOn: string | null, frozenOn: string | null = null, thawedOn: string | null = null) =>
  daysOffRoastOn(day, { roastedOn, frozenOn, thawedOn })

test('the age of a bag follows from its roast date', () => {
  expect(ageOn('2026-03-01', null)).toBeUndefined()
  expect(ageOn('2026-03-01', '2026-03-01')).toBe(0)
  expect(ageOn('2026-03-01', '2026-02-01')).toBe(28)
  expect(ageOn('2026-03-01', '2026-03-09')).toBe(0)
})

test('days in the freezer do not count', () => {
  expect(ageOn('2026-03-01', '2026-01-01', '2026-01-11')).toBe(10)
  expect(ageOn('2026-03-01', '2026-01-01', '2026-01-11', '2026-02-27')).toBe(12)
  expect(ageOn('2026-03-01', '2026-01-01', '2026-01-11', '2026-03-05')).toBe(10)
  expect(ageOn('2026-03-01', '2026-02-20', '2026-03-05')).toBe(9)
  expect(ageOn('2026-03-01', '2026-02-20', '2026-02-25', '2026-02-22')).toBe(9)
})
