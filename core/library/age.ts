import type { Person } from '../accounts/model.ts'
import type { AgedBrew, Brews } from '../brews/brews.ts'
import type { BrewLog } from '../brews/model.ts'
import type { Library, LibraryEntry } from './library.ts'

/** A bag, and the brew that gives its age if the bag itself does not. */
export type AgedEntry = LibraryEntry & { aged: AgedBrew | undefined }

/** The newest `limit` bags. */
export async function newestBags(
  most: number,
  { library, brews }: { library: Library; brews: Brews },
  { id }: Person,
): Promise<AgedEntry[]> {
  const entries = await library.list(id, most)
  const undated = entries.filter(({ roastedOn }) => roastedOn === null).map(({ coffeeProfileId }) => coffeeProfileId)
  const aged = undated.length === 0 ? [] : await brews.lastAged(id, undated)
  const byCoffee = new Map(aged.map(brew => [brew.coffeeProfileId, brew]))
  return entries.map(entry => ({ ...entry, aged: byCoffee.get(entry.coffeeProfileId) }))
}

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
