import { daysBefore, daysFrom } from '../dates.ts'

/** A stay in the freezer. The beans do not age from the first day until the second. */
interface Frozen {
  frozenOn: string
  thawedOn: string | null
}

/** The dates that determine a bag's age, each a calendar day. */
export interface BagDays {
  roastedOn: string | null
  frozenOn: string | null
  thawedOn: string | null
  /** Earlier stays in the freezer, oldest first. */
  frozenBefore?: readonly Frozen[] | null
}

/**
 * The age of a bag on a given day, counted from its roast date. Days in the freezer do not count.
 * Undefined without a roast date.
 */
export function daysOffRoastOn(day: string, bag: BagDays): number | undefined {
  if (bag.roastedOn === null) return
  return Math.max(0, daysBetween(bag.roastedOn, day) - frozenDaysOn(day, bag))
}

/** How many days a bag has been frozen since its roast, up to a given day. */
export function frozenDaysOn(day: string, bag: BagDays): number {
  return staysOf(bag).reduce((sum, { frozenOn, thawedOn }) => {
    const from = bag.roastedOn !== null && bag.roastedOn > frozenOn ? bag.roastedOn : frozenOn
    return sum + daysBetween(from, thawedOn === null || thawedOn > day ? day : thawedOn)
  }, 0)
}

/**
 * The day on which a bag reaches an age. Undefined if its roast date is unknown, or if it stays in the
 * freezer before that.
 */
export function dayOfAge(days: number, bag: BagDays): string | undefined {
  if (bag.roastedOn === null) return
  let day = daysBefore(bag.roastedOn, -days)
  for (const stay of staysOf(bag)) {
    if (day <= stay.frozenOn) break
    if (stay.thawedOn === null) return
    day = daysBefore(day, -frozenDaysOn(stay.thawedOn, { ...bag, ...stay, frozenBefore: null }))
  }
  return day
}

/** Oldest first. */
const staysOf = ({ frozenOn, thawedOn, frozenBefore }: BagDays): Frozen[] => [
  ...(frozenBefore ?? []),
  ...(frozenOn === null ? [] : [{ frozenOn, thawedOn }]),
]

const daysBetween = (from: string, to: string) => Math.max(0, daysFrom(from, to) - 1)
