import { expect, test } from 'bun:test'
import { seededRandom } from '../../../adapters/demo/random.ts'
import { type BagDays, dayOfAge, daysOffRoastOn, frozenDaysOn } from '../../../core/coffees/bag-days.ts'
import { daysBefore } from '../../../core/dates.ts'

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

const ROASTED = '2026-01-01'
const dayAt = (days: number) => daysBefore(ROASTED, -days)

/** A bag that is frozen and thawed a few times, and whether it is in the freezer on each day. */
function frozenNowAndThen(seed: number) {
  const random = seededRandom(seed)
  const whole = (most: number) => random.whole(0, most - 1)
  const stays: { from: number; to: number | null }[] = []
  let day = whole(5)
  for (let count = whole(4); count > 0; count--) {
    const to = day + whole(12)
    stays.push({ from: day, to: count === 1 && random.happens(0.5) ? null : to })
    day = to + whole(6)
  }
  const [last, ...earlier] = stays
    .map(({ from, to }) => ({ frozenOn: dayAt(from), thawedOn: to === null ? null : dayAt(to) }))
    .reverse()
  const bag: BagDays = {
    roastedOn: ROASTED,
    frozenOn: last?.frozenOn ?? null,
    thawedOn: last?.thawedOn ?? null,
    frozenBefore: earlier.reverse(),
  }
  return { bag, isFrozen: (at: number) => stays.some(({ from, to }) => from <= at && (to === null || at < to)) }
}

test('a bag ages by every day out of the freezer and by no other, however often it is frozen', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { bag, isFrozen } = frozenNowAndThen(seed)
    let age = 0
    for (let day = 0; day < 60; day++) {
      expect([seed, day, daysOffRoastOn(dayAt(day), bag)]).toEqual([seed, day, age])
      expect([seed, day, frozenDaysOn(dayAt(day), bag)]).toEqual([seed, day, day - age])
      if (!isFrozen(day)) age++
    }
  }
})

test('the day on which a bag reaches an age is the first on which it is that old', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { bag } = frozenNowAndThen(seed)
    for (const age of [0, 3, 9, 30]) {
      const day = dayOfAge(age, bag)
      if (day === undefined) expect([seed, (daysOffRoastOn('2027-01-01', bag) ?? 0) < age]).toEqual([seed, true])
      else {
        expect([seed, daysOffRoastOn(day, bag)]).toEqual([seed, age])
        if (day > ROASTED) expect([seed, (daysOffRoastOn(daysBefore(day, 1), bag) ?? 0) < age]).toEqual([seed, true])
      }
    }
  }
})
