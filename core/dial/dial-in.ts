import * as v from 'valibot'
import { curveThrough } from '../grind/curve.ts'
import { dialOf, stepFrom } from '../grind/dial.ts'
import { methodById } from '../grind/methods.ts'
import { type AnyGrinder, roundedIndex } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { placeOn, reaches } from '../grind/place.ts'
import { labelled, rangeAround, SettingRange } from '../grind/range.ts'
import { rangeReason } from '../grind/range-reason.ts'

/** A grind on one person's dial. */
export const DialedGrind = v.object({
  grindSetting: v.number(),
  grindLabel: v.pipe(v.string(), v.description('The setting as the device shows it.')),
  grindRange: v.pipe(SettingRange, v.description('Where the true setting lies, around the index that was meant.')),
  grindIndex: v.pipe(v.number(), v.description('Of the position that the dial really takes.')),
  reachable: v.pipe(
    v.boolean(),
    v.description('False when the dial ends before: the setting is then the nearest one.'),
  ),
  rangeReason: v.pipe(v.string(), v.description('Why the range is as wide as it is.')),
  extrapolated: v.pipe(v.boolean(), v.description('True outside the published points of the grinder.')),
  calibrated: v.pipe(v.boolean(), v.description('True when your own calibration of the grinder was used.')),
})
export type DialedGrind = v.InferOutput<typeof DialedGrind>

/**
 * Puts an index on a dial and nudges it by whole steps, above 0 towards coarser, until the dial ends.
 * The range joins this grinder's uncertainty with that of where the index comes from.
 */
export function dialIn(
  grinder: AnyGrinder,
  grindIndex: number,
  { nudgeSteps = 0, sourceUncertainty = 0 } = {},
): DialedGrind {
  const curve = curveThrough(grinder.references)
  const { setting } = placeOn(grinder, grindIndex)
  const grindSetting = stepFrom(grinder, setting, nudgeSteps)
  const reached = curve.indexAt(grindSetting)
  // Who nudges means the position itself; else what was meant lies between two of them, or beyond the dial's end.
  const meant = grindSetting === setting ? grindIndex : reached
  return {
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    grindRange: rangeAround(grinder, meant, Math.hypot(grinder.uncertainty, sourceUncertainty)),
    grindIndex: roundedIndex(reached),
    reachable: reaches(grinder, grindIndex),
    rangeReason: rangeReason(grinder, curve.extrapolatedAt(reached)),
    extrapolated: curve.extrapolatedAt(reached),
    calibrated: grinder.calibrated ?? false,
  }
}

/** Where Turkish is ground on a dial: at its target below the scale, but never nearer than two steps to the dial's end. */
export const turkishIndex = (grinder: AnyGrinder): number =>
  Math.max(methodById.turkish.grindIndex.target, finestSafeIndex(grinder))

/** A Turkish grind on a dial; its range keeps away from the burrs as its setting does, unless a nudge goes nearer. */
export function dialTurkish(grinder: AnyGrinder, nudgeSteps: number): DialedGrind {
  const dialed = dialIn(grinder, turkishIndex(grinder), { nudgeSteps })
  const { grindSetting: setting, grindRange } = dialed
  const safe = finestSafeSetting(grinder)
  const span = grinder.finerIsHigher
    ? { min: grindRange.min, max: Math.max(setting, Math.min(safe, grindRange.max)) }
    : { min: Math.min(setting, Math.max(safe, grindRange.min)), max: grindRange.max }
  return { ...dialed, grindRange: labelled(grinder, span) }
}

/** "Not fine enough for Turkish", where a dial stays above this index. */
const COARSEST_FOR_TURKISH = 2

export const reachesTurkish = (grinder: AnyGrinder) => finestSafeIndex(grinder) < COARSEST_FOR_TURKISH

/** Two steps away from where the dial ends and the burrs may touch. */
function finestSafeSetting(grinder: AnyGrinder) {
  const { min, max, step, nearest } = dialOf(grinder)
  return nearest(grinder.finerIsHigher ? max - 2 * step : min + 2 * step)
}

export const finestSafeIndex = (grinder: AnyGrinder) =>
  curveThrough(grinder.references).indexAt(finestSafeSetting(grinder))
