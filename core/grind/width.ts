import { clamp } from '../numbers.ts'
import type { AnyGrinder } from './model.ts'

/**
 * How far off the curve of a described grinder may be, in index points: at 0, 10, 20, 30, 45 and 60
 * points from the nearest setting that its owner knows, by how many they know. Measured, not
 * chosen: docs/decisions/dials.md has the table, and a test compares it with the data.
 */
export const curveWidths: Readonly<Record<KnownCount, readonly number[]>> = {
  1: [4.5, 5, 7, 10, 12.5, 13.5],
  2: [4, 5, 6, 8.5, 11, 14],
  3: [4, 5, 6.5, 8.5, 10.5, 18],
}
export const widthsAt: readonly number[] = [0, 10, 20, 30, 45, 60]

/** The same over all of the dial, for whoever needs a single figure. */
export const meanWidths: Readonly<Record<KnownCount, number>> = { 1: 7.5, 2: 5.5, 3: 5 }

export type KnownCount = 1 | 2 | 3

/** For a recipe made with a grinder that another person described: all we may know is its index. */
export const WIDTH_OF_OTHERS = meanWidths[1]

/** How uncertain a grinder's curve is at an index. */
export const uncertaintyAt = ({ known, uncertainty }: Pick<AnyGrinder, 'known' | 'uncertainty'>, grindIndex: number) =>
  known === undefined ? uncertainty : widthAt(known.length as KnownCount, distanceFrom(known, grindIndex))

const distanceFrom = (known: NonNullable<AnyGrinder['known']>, grindIndex: number) =>
  Math.min(...known.map(one => Math.abs(one.grindIndex - grindIndex)))

/** Between two distances, in proportion. Beyond the last, its width. */
export function widthAt(count: KnownCount, distance: number): number {
  const at = clamp(widthsAt.findIndex(one => one > distance) - 1, 0, widthsAt.length - 1)
  if (distance >= (widthsAt.at(-1) ?? 0)) return curveWidths[count].at(-1) ?? 0
  const [from = 0, to = 0] = [widthsAt[at], widthsAt[at + 1]]
  const [narrow = 0, wide = 0] = [curveWidths[count][at], curveWidths[count][at + 1]]
  return narrow + ((wide - narrow) * (distance - from)) / (to - from)
}
