import type { BrewLog } from '../brews/model.ts'

/** Days as the owner of a bag counts them: from a day on the calendar, or from an instant, until today. */
interface DaysUntilToday {
  daysSinceDay: (day: string) => number
  daysSince: (instant: string) => number
}

/** How many days after its roast a bag is today: by the date on it, else by what was said with a brew of it. */
export function bagAge(
  roastedOn: string | null,
  brew: Pick<BrewLog, 'daysOffRoast' | 'createdAt'> | undefined,
  { daysSinceDay, daysSince }: DaysUntilToday,
): number | undefined {
  if (roastedOn !== null) return daysSinceDay(roastedOn)
  return brew?.daysOffRoast == null ? undefined : brew.daysOffRoast + daysSince(brew.createdAt)
}
