import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type Calendar, daysBefore } from '../dates.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { hundredths, tenths } from '../rounding.ts'
import type { BrewPorts } from './brews.ts'
import { BAD_RATING, Insight, insightsFrom } from './insights.ts'
import { BrewLog, type WeeklyStats } from './model.ts'
import { calibratedEquipmentOf, presentBrew } from './present.ts'
import { asDrunkBy } from './who-drank.ts'

const totals = {
  totalBrews: v.number(),
  totalCoffeeGrams: v.number(),
  averageRating: v.pipe(v.nullable(v.number()), v.description('Null if none was rated.')),
  uniqueCoffees: v.number(),
}

const Week = v.object({
  stats: v.object({
    ...totals,
    streak: v.pipe(v.number(), v.description('Days in a row with a brew, ending today or yesterday.')),
    brewsToday: v.number(),
    allTimeBrews: v.number(),
  }),
  bestBrew: v.pipe(
    v.nullable(BrewLog),
    v.description('The best rated of the week; the newest if several tie. Null if none had three stars.'),
  ),
  brewsByDay: v.pipe(
    v.array(v.object({ label: v.string(), date: v.pipe(v.string(), v.isoDate()), brews: v.array(BrewLog) })),
    v.description('Seven days, today last.'),
  ),
  lastWeek: v.pipe(v.object(totals), v.description('The seven days before.')),
})
type Week = v.InferOutput<typeof Week>

export const WeeklyStatsReply = v.object({
  ...Week.entries,
  insights: v.pipe(v.array(Insight), v.maxLength(2)),
})

/** Enough to learn from, few enough to read at once. */
const RATED_BREWS = 500
/** Two weeks of seventy cups a day. Beyond that, only the newest are counted. */
const NEWEST_BREWS = 1000

export async function weeklyStats(
  { tz }: v.InferOutput<typeof WeeklyStats>,
  ports: BrewPorts & { calendar: Calendar },
  person: Person,
) {
  const { id, drinkerId = FIRST_DRINKER } = person
  const today = await ports.calendar.today(tz, ports.clock())
  const fortnight = { timeZone: tz, last: today, days: 14 }
  const [recent, rated, equipment] = await Promise.all([
    ports.brews.recent(id, fortnight, NEWEST_BREWS, drinkerId),
    ports.brews.rated(id, RATED_BREWS, NEWEST_BREWS, drinkerId),
    calibratedEquipmentOf(person, ports),
  ])
  const brews = recent.map(({ date, brew }) => ({ date, brew: presentBrew(asDrunkBy(brew, drinkerId), equipment) }))
  const streak = await streakEnding(today, days => ports.brews.datesBrewed(id, { ...days, timeZone: tz }, drinkerId))
  const week = weekEnding(today, {
    brews,
    streak,
    allTimeBrews: await ports.brews.count(id, { drinkerId: person.drinkerId }),
  })
  const insights = insightsFrom(
    rated.map(brew => ({ ...brew, grindIndex: equipment.grindIndexOf(brew) })),
    streak,
    equipment.grinder,
  )
  return { ...week, insights }
}

interface Days {
  /** Newest first, with their local dates. */
  brews: readonly { date: string; brew: BrewLog }[]
  streak: number
  allTimeBrews: number
}

/**
 * The seven days ending with a local date, compared with the seven before. Days are dates, so clock
 * changes do not matter.
 */
function weekEnding(today: string, { brews, streak, allTimeBrews }: Days): Week {
  const days = Array.from({ length: 7 }, (_, at) => daysBefore(today, 6 - at))
  const within = (first: string, last: string) =>
    brews.filter(({ date }) => first <= date && date <= last).map(({ brew }) => brew)
  const week = within(daysBefore(today, 6), today)
  return {
    stats: { ...weekTotals(week), streak, brewsToday: within(today, today).length, allTimeBrews },
    bestBrew: bestOf(week),
    brewsByDay: days.map(date => ({ label: weekdayOf(date), date, brews: within(date, date) })),
    lastWeek: weekTotals(within(daysBefore(today, 13), daysBefore(today, 7))),
  }
}

/**
 * A longer streak counts as this, so that an imported brew for every day of a century is not read
 * in full.
 */
export const LONGEST_STREAK = 3650
/** Most streaks are found with the first read; a statement for a year takes a few milliseconds. */
const DAYS_AT_FIRST = 14
const DAYS_AT_ONCE = 365

/** Consecutive dates with a brew, ending today or, if today has none yet, yesterday. */
export async function streakEnding(
  today: string,
  datesBrewed: (days: { last: string; days: number }) => Promise<readonly string[]>,
) {
  let last = today
  let streak = 0
  for (let days = DAYS_AT_FIRST; streak < LONGEST_STREAK; days = DAYS_AT_ONCE) {
    const brewed = new Set(await datesBrewed({ last, days }))
    for (let at = 0; at < days; at++) {
      const date = daysBefore(last, at)
      if (brewed.has(date)) streak++
      else if (date !== today) return Math.min(streak, LONGEST_STREAK)
    }
    last = daysBefore(last, days)
  }
  return LONGEST_STREAK
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
export const weekdayOf = (date: string) => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''

function weekTotals(brews: readonly BrewLog[]): Week['lastWeek'] {
  const ratings = brews.flatMap(({ rating }) => rating ?? [])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    totalBrews: brews.length,
    totalCoffeeGrams: tenths(sum(brews.map(({ doseGrams }) => doseGrams ?? 0))),
    averageRating: ratings.length === 0 ? null : hundredths(sum(ratings) / ratings.length),
    uniqueCoffees: new Set(brews.flatMap(({ coffeeProfileId }) => coffeeProfileId ?? [])).size,
  }
}

/** A bad cup is not praised, even if it was the only one. */
function bestOf(brews: readonly BrewLog[]) {
  const rated = brews.filter(({ rating }) => rating !== null && rating > BAD_RATING)
  return rated.reduce<BrewLog | null>(
    (best, brew) => (best === null || (brew.rating ?? 0) > (best.rating ?? 0) ? brew : best),
    null,
  )
}
