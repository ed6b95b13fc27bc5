import { tenths } from '../rounding.ts'

/** What a grind is called, by its index: fine below 30, coarse above 55. */
export const grindRanges = ['fine', 'medium', 'coarse'] as const
export type GrindRange = (typeof grindRanges)[number]

/** What a brew time is called: short under 2 minutes, long above 5. */
export const brewTimeRanges = ['short', 'medium', 'long'] as const
export type BrewTimeRange = (typeof brewTimeRanges)[number]

/** The medium range of each, both ends included. The one place that says where the ranges part. */
const mediumGrind = { fromIndex: 30, toIndex: 55 }
const mediumBrewTime = { fromSeconds: 120, toSeconds: 300 }

export function grindRangeOf(grindIndex: number): GrindRange {
  if (grindIndex < mediumGrind.fromIndex) return 'fine'
  return grindIndex <= mediumGrind.toIndex ? 'medium' : 'coarse'
}

/** Null where the time is not known. */
export function brewTimeRangeOf(seconds: number | null): BrewTimeRange | null {
  if (seconds === null) return null
  if (seconds < mediumBrewTime.fromSeconds) return 'short'
  return seconds <= mediumBrewTime.toSeconds ? 'medium' : 'long'
}

/** A brew time as a timer shows it, and in hours where nobody watches one. */
export function brewTimeInWords(seconds: number) {
  if (seconds >= 7200) return `${tenths(seconds / 3600)} h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
