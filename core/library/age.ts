import type { BrewLog } from '../brews/model.ts'

/** Counts days in the owner's time zone, from a calendar day or an instant until today. */
interface DaysUntilToday {
  daysSinceDay: (day: string) => number
  daysSince: (instant: string) => number
}

/**
 * How many days ago a bag was roasted: by its roast date, or else by what was entered with a brew
 * from it.
 */
export function bagAge(
  roastedOn: string | null,
  brew: Pick<BrewLog, 'daysOffRoast' | 'brewedAt'> | undefined,
  { daysSinceDay, daysSince }: DaysUntilToday,
): number | undefined {
  if (roastedOn !== null) return daysSinceDay(roastedOn)
  return brew?.daysOffRoast == null ? undefined : brew.daysOffRoast + daysSince(brew.brewedAt)
}
