import { daysFrom } from '../dates.ts'

/** The dates that determine a bag's age, each a calendar day. */
export interface BagDays {
  roastedOn: string | null
  frozenOn: string | null
  thawedOn: string | null
}

/**
 * The age of a bag on a given day, counted from its roast date. Days in the freezer do not count.
 * Undefined without a roast date.
 */
export function daysOffRoastOn(day: string, { roastedOn, frozenOn, thawedOn }: BagDays): number | undefined {
  if (roastedOn === null) return
  if (frozenOn === null || frozenOn >= day) return daysBetween(roastedOn, day)
  const thawed = thawedOn === null || thawedOn > day ? day : thawedOn < frozenOn ? frozenOn : thawedOn
  return daysBetween(roastedOn, frozenOn) + daysBetween(thawed, day)
}

const daysBetween = (from: string, to: string) => Math.max(0, daysFrom(from, to) - 1)
