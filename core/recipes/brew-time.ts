import type { Drive } from '../equipment/drive.ts'
import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'

interface UsualBrew {
  method: MethodId
  waterGrams: number
  brewTimeSeconds: number
}

/**
 * How long this much water takes at the method's own grind. A machine that pours by itself keeps
 * its own pace.
 */
export function secondsFor({ method, ...usual }: UsualBrew, drive: Drive, waterGrams: number): number {
  const line = lines[drive === 'automatic' && pouredMethods.has(method) ? 'drip' : method]
  return line ? along(line, waterGrams) : usual.brewTimeSeconds * volumeTimeFactor(method, usual.waterGrams, waterGrams)
}

/** The factor by which a recipe takes longer with more water. */
export function volumeTimeFactor(method: MethodId, fromGrams: number, toGrams: number): number {
  const line = lines[method]
  if (line) return along(line, toGrams) / along(line, fromGrams)
  // More water through one bed takes longer, but not in proportion, because the bed grows, too. The
  // power is our choice.
  return pouredMethods.has(method) ? clamp((toGrams / fromGrams) ** 0.35, 0.5, 2.5) : 1
}

/**
 * A shot's time follows its yield: 1:1.5 takes 22 s, 1:2 28 s, 1:3 39 s at the base grind, and each
 * point finer adds 2 s. Beyond five points, the width of the band, further points make no
 * difference.
 */
export const shotSeconds = (ratio: number, pointsFiner: number) => 6 + 11 * ratio + 2 * clamp(pointsFiner, -5, 5)

/** The low end of published shots (typical.ts). */
const BRISKEST_SHOT_SECONDS = 21

/**
 * How many points coarser than the base grind a shot may be by rule. A short shot would gush out in
 * 15 seconds if roast, heat and taste all went coarser. Never below 0: a ristretto that is already
 * quicker at the base grind keeps it.
 */
export const mostPointsCoarser = (ratio: number) => Math.max(0, (shotSeconds(ratio, 0) - BRISKEST_SHOT_SECONDS) / 2)

/**
 * Finer is slower. The share of the time per index point is our choice. A French press is affected
 * only when it is pressed. Cold brew steeps by the clock, and the foam ends a Turkish.
 */
export const grindTimeFactor = (method: MethodId, pointsFiner: number) =>
  clamp(1 + (timePerPoint[method] ?? 0.015) * pointsFiner, 0.7, 1.5)

/**
 * A cold brew that is ground too fine, because the dial ends there, is done sooner. Our choice: 22
 * points too fine take 12 hours instead of 17, and none takes less.
 */
export const shorterSteep = (pointsTooFine: number) => clamp(1 - 0.0134 * pointsTooFine, 0.7, 1)

const timePerPoint: Partial<Record<MethodId, number>> = { french_press: 0.004, cold_brew: 0, turkish: 0 }

/**
 * Rounded as people time it: seconds for a shot, five seconds for a filter, half hours overnight.
 */
export function toGrain(seconds: number) {
  const grain = seconds < 60 ? 1 : seconds < 3600 ? 5 : 1800
  return Math.round(seconds / grain) * grain
}

/** Seconds before the first gram, and per gram: a machine's pump, a pot's flame. */
const lines: Partial<Record<MethodId, { first: number; perGram: number }>> = {
  drip: { first: 130, perGram: 0.2 },
  moka: { first: 75, perGram: 0.67 },
  // 2:30 for 70 g, and 25 s for every further 70 g.
  turkish: { first: 125, perGram: 25 / 70 },
}
const along = ({ first, perGram }: { first: number; perGram: number }, grams: number) => first + perGram * grams

/**
 * Poured by hand through a bed. Other methods steep or press, so their time does not follow the
 * volume.
 */
const pouredMethods: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex'])
