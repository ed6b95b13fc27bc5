import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LONGEST_STREAK, streakEnding } from '../../../core/brews/week.ts'
import { daysBefore } from '../../../core/dates.ts'

/** What the store would return for a person who brewed on these dates. */
const among =
  (dates: readonly string[]) =>
  async ({ last, days }: { last: string; days: number }) =>
    dates.filter(date => date > daysBefore(last, days) && date <= last)

describe('a streak', () => {
  test.each([
    ['none yet', '2024-05-10', [], 0],
    ['today alone', '2024-05-10', ['2024-05-10'], 1],
    ['ending yesterday, while today is still to come', '2024-05-10', ['2024-05-09', '2024-05-08'], 2],
    ['broken the day before yesterday', '2024-05-10', ['2024-05-08', '2024-05-07'], 0],
    ['broken by one day', '2024-05-10', ['2024-05-10', '2024-05-09', '2024-05-07', '2024-05-06'], 2],
    ['over the turn of a leap year', '2024-03-01', ['2024-03-01', '2024-02-29', '2024-02-28'], 3],
    ['over the turn of a common year', '2023-03-01', ['2023-03-01', '2023-02-28'], 2],
    ['over New Year', '2025-01-01', ['2025-01-01', '2024-12-31'], 2],
    ['over both changes of the clock', '2024-10-28', ['2024-10-28', '2024-10-27', '2024-10-26'], 3],
    ['with a brew dated tomorrow, after a journey west', '2024-05-10', ['2024-05-11', '2024-05-10'], 1],
  ])('%s', async (_, today, dates, streak) => {
    expect(await streakEnding(today, among(dates))).toBe(streak)
  })

  test('of n days is n, whatever the date', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 800 }),
        async (day, days) => {
          const today = day.toISOString().slice(0, 10)
          const dates = Array.from({ length: days }, (_, at) => daysBefore(today, at))
          expect(await streakEnding(today, among(dates))).toBe(days)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('is counted for ten years, and read in pieces', async () => {
    const asked: number[] = []
    const every = async ({ last, days }: { last: string; days: number }) => {
      asked.push(days)
      return Array.from({ length: days }, (_, at) => daysBefore(last, at))
    }
    expect(await streakEnding('2024-05-10', every)).toBe(LONGEST_STREAK)
    expect(Math.max(...asked)).toBeLessThanOrEqual(366)
  })
})
