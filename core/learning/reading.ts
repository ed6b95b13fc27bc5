import { FARTHEST_POINTS } from '../grind/calibrate.ts'
import { curveThrough } from '../grind/curve.ts'
import type { feedbacks, Grinder } from '../grind/model.ts'

/**
 * What one person once found at a setting of a grinder: it was right for this grind index, or too
 * fine or too coarse for it.
 */
export interface GrindReading {
  setting: number
  grindIndex: number
  feedback: (typeof feedbacks)[number]
  /**
   * For a brew that followed no recipe we know of: how far people go from that index for its method.
   * Beyond that, and what the curve may be off by, it followed another one.
   */
  band?: number
}

/** All readings of one person on one grinder. */
export type ReadingsOfPerson = readonly GrindReading[]

/**
 * One person's word on a curve: what is right for the index `at` is, by the published curve, lower by
 * something between `low` and `high`. They are equal if the person found a setting just right.
 */
export interface Word {
  at: number
  low: number
  high: number
}

/**
 * Each person counts once: the median of what they found just right. What was too fine or too coarse
 * only counts for people who found nothing just right: it says on which side the truth is, not how
 * far.
 */
export function wordOfPerson(
  { references, uncertainty }: Pick<Grinder, 'references' | 'uncertainty'>,
  readings: ReadingsOfPerson,
): Word | undefined {
  const curve = curveThrough(references)
  const offsets = readings
    .map(reading => ({ ...reading, points: reading.grindIndex - curve.indexAt(reading.setting) }))
    .filter(({ points, band = FARTHEST_POINTS }) => Math.abs(points) <= Math.min(band + uncertainty, FARTHEST_POINTS))
  const saying = (feedback: GrindReading['feedback']) => offsets.filter(reading => reading.feedback === feedback)
  const right = saying('JUST_RIGHT')
  if (right.length > 0) {
    const points = medianOf(right.map(({ points }) => points))
    return { at: medianOf(right.map(({ grindIndex }) => grindIndex)), low: points, high: points }
  }
  if (offsets.length === 0) return
  const [tooFine, tooCoarse] = [saying('TOO_FINE'), saying('TOO_COARSE')]
  const high = tooFine.length > 0 ? medianOf(tooFine.map(({ points }) => points)) : Infinity
  const low = tooCoarse.length > 0 ? medianOf(tooCoarse.map(({ points }) => points)) : -Infinity
  const at = medianOf(offsets.map(({ grindIndex }) => grindIndex))
  // Contradictory: on average, the truth is halfway.
  return low <= high ? { at, low, high } : { at, low: (low + high) / 2, high: (low + high) / 2 }
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
