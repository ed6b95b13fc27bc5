import { tenths } from '../rounding.ts'

/** A grind in words by its index: fine below 30, coarse above 55. */
export const grindRanges = ['fine', 'medium', 'coarse'] as const
export type GrindRange = (typeof grindRanges)[number]

/** A brew time in words: short under 2 minutes, long above 5. */
export const brewTimeRanges = ['short', 'medium', 'long'] as const
export type BrewTimeRange = (typeof brewTimeRanges)[number]

/** The medium range of each, both ends included. No other code knows these bounds. */
const mediumGrind = { fromIndex: 30, toIndex: 55 }
const mediumBrewTime = { fromSeconds: 120, toSeconds: 300 }

export function grindRangeOf(grindIndex: number): GrindRange {
  if (grindIndex < mediumGrind.fromIndex) return 'fine'
  return grindIndex <= mediumGrind.toIndex ? 'medium' : 'coarse'
}

/** Null when the time is unknown. */
export function brewTimeRangeOf(seconds: number | null): BrewTimeRange | null {
  if (seconds === null) return null
  if (seconds < mediumBrewTime.fromSeconds) return 'short'
  return seconds <= mediumBrewTime.toSeconds ? 'medium' : 'long'
}

/** A brew time as a timer shows it, or in hours for brews that take that long. */
export function brewTimeInWords(seconds: number) {
  if (seconds >= 7200) return `${tenths(seconds / 3600)} h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
