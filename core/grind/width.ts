import { clamp } from '../numbers.ts'
import { tenths } from '../rounding.ts'
import type { AnyGrinder } from './model.ts'

/**
 * How far a described curve is from the published one of the same grinder, in index points: at 0, 10,
 * 20, 30, 45 and 60 points from the nearest setting that its owner knows, by how many they know.
 * Measured, not chosen: docs/decisions/dials.md has the table, and a test compares it with the data.
 */
export const curveWidths: Readonly<Record<KnownCount, readonly number[]>> = {
  1: [4.5, 5, 7, 10, 12.5, 13.5],
  2: [4, 5, 6, 8.5, 11, 14],
  3: [4, 5, 6.5, 8.5, 10.5, 18],
}
export const widthsAt: readonly number[] = [0, 10, 20, 30, 45, 60]

/** The same over all of the dial, for whoever needs a single figure. */
export const meanWidths: Readonly<Record<KnownCount, number>> = { 1: 7.5, 2: 5.5, 3: 5 }

/** How far published curves are from the truth, in the median of 107 equivalences (docs/learning.md). */
export const PUBLISHED_ERROR = 5.5

/**
 * In index points. Two grinders with the same mechanism share a curve, so only manufacturing
 * tolerance is left. Our choice.
 */
export const APART_OF_A_KIND = 2.5

export type KnownCount = 1 | 2 | 3

/** How uncertain a curve is that passes near so few settings. The errors are independent of each other. */
export const describedUncertainty = (count: KnownCount) => tenths(Math.hypot(meanWidths[count], PUBLISHED_ERROR))

/** For a recipe made with a grinder that another person described: all we may know is its index. */
export const WIDTH_OF_OTHERS = describedUncertainty(1)

/**
 * How uncertain a grinder's curve is at an index. A setting that is known as the like of another
 * grinder is no surer than that one.
 */
export function uncertaintyAt(
  { known, uncertainty }: Pick<AnyGrinder, 'known' | 'uncertainty'>,
  grindIndex: number,
): number {
  const [first, ...others] = known ?? []
  if (!known || !first) return uncertainty
  const distance = (one: typeof first) => Math.abs(one.grindIndex - grindIndex)
  const nearest = others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first)
  const given = Math.max(PUBLISHED_ERROR, nearest.uncertainty ?? 0)
  return Math.hypot(widthAt(known.length as KnownCount, distance(nearest)), given)
}

/** Between two distances, in proportion. Beyond the last, its width. */
export function widthAt(count: KnownCount, distance: number): number {
  const at = clamp(widthsAt.findIndex(one => one > distance) - 1, 0, widthsAt.length - 1)
  if (distance >= (widthsAt.at(-1) ?? 0)) return curveWidths[count].at(-1) ?? 0
  const [from = 0, to = 0] = [widthsAt[at], widthsAt[at + 1]]
  const [narrow = 0, wide = 0] = [curveWidths[count][at], curveWidths[count][at + 1]]
  return narrow + ((wide - narrow) * (distance - from)) / (to - from)
}
