import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'

/** More water through one bed of coffee takes longer, though not in proportion: the bed grows too. The power is our choice. */
export const volumeTimeFactor = (method: MethodId, fromGrams: number, toGrams: number) =>
  pouredMethods.has(method) ? clamp((toGrams / fromGrams) ** 0.35, 0.5, 2.5) : 1

/**
 * Finer is slower. Part of the time for an index point; our choice. A puck of espresso feels a point far more than a bed,
 * and a steep that the clock ends feels it only when it is strained. The foam ends a Turkish, whatever the grind.
 */
export const grindTimeFactor = (method: MethodId, pointsFiner: number) =>
  method === 'turkish'
    ? 1
    : clamp(1 + (method === 'espresso' ? 0.05 : steeped.has(method) ? 0.004 : 0.015) * pointsFiner, 0.7, 1.5)

/** As people time it: seconds for a shot, fives for a filter, quarters of an hour for a night. */
export function toGrain(seconds: number) {
  const grain = seconds < 60 ? 1 : seconds < 3600 ? 5 : 900
  return Math.round(seconds / grain) * grain
}

/** Drip machines pour as fast as they do, and the rest steeps or is pressed: there the time does not follow the volume. */
const pouredMethods: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex'])

/** Not drained through a bed: a finer grind would rather want less time than half a night more. */
const steeped: ReadonlySet<MethodId> = new Set(['french_press', 'cold_brew'])
