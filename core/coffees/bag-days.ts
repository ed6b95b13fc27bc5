import { daysFrom } from '../dates.ts'

/** What a bag says of its age, each a day of the calendar. */
export interface BagDays {
  roastedOn: string | null
  frozenOn: string | null
  thawedOn: string | null
}

/** How many days after its roast a bag is on a day. Days in the freezer do not count; undefined without a roast date. */
export function daysOffRoastOn(day: string, { roastedOn, frozenOn, thawedOn }: BagDays): number | undefined {
  if (roastedOn === null) return
  if (frozenOn === null || frozenOn >= day) return daysBetween(roastedOn, day)
  const thawed = thawedOn === null || thawedOn > day ? day : thawedOn < frozenOn ? frozenOn : thawedOn
  return daysBetween(roastedOn, frozenOn) + daysBetween(thawed, day)
}

const daysBetween = (from: string, to: string) => Math.max(0, daysFrom(from, to) - 1)
