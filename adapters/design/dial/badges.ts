import { tenths } from '../../../core/rounding.ts'

/** A setting that something next to a ring asks for, in degrees from the mark. */
export interface RingTarget {
  degrees: number
  /** It is drawn filled. */
  isNext?: boolean
}

/** A badge outside the ring; `of` are the targets that share it. */
export interface RingBadge<Target extends RingTarget = RingTarget> {
  degrees: number
  of: Target[]
  /** All of them are beyond the end of the ring, on this side. */
  beyond?: -1 | 1
}

/** Two badges nearer than this would touch. */
const APART = 8
/** Where the stylesheet ends the ring. */
const END = 75

/**
 * The badges of a ring. Targets that are nearer than 8 degrees share one, and those that are out of
 * sight have theirs at the end of the ring.
 */
export function badgesFor<Target extends RingTarget>(targets: readonly Target[]): RingBadge<Target>[] {
  const badges: RingBadge<Target>[] = []
  for (const target of targets.toSorted((one, other) => one.degrees - other.degrees)) {
    const beyond = target.degrees > END ? 1 : target.degrees < -END ? -1 : undefined
    const degrees = beyond === undefined ? tenths(target.degrees) : beyond * END
    const before = badges.at(-1)
    if (before && degrees - before.degrees < APART) {
      before.of.push(target)
      if (before.beyond !== beyond) delete before.beyond
    } else badges.push({ degrees, of: [target], ...(beyond !== undefined && { beyond }) })
  }
  return badges
}
