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

export function brewTimeRangeOf(seconds: number): BrewTimeRange {
  if (seconds < mediumBrewTime.fromSeconds) return 'short'
  return seconds <= mediumBrewTime.toSeconds ? 'medium' : 'long'
}
