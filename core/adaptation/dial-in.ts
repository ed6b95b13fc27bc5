import * as v from 'valibot'
import { SettingRange } from '../grind/convert.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf, stepFrom } from '../grind/dial.ts'
import { type AnyGrinder, roundedIndex } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { placeOn, rangeAround, reaches } from '../grind/place.ts'

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
    extrapolated: curve.extrapolatedAt(reached),
    calibrated: grinder.calibrated ?? false,
  }
}

/** The finest that a dial goes, where that is fine enough for Turkish; else index 0, which it does not reach. */
export function finestIndex(grinder: AnyGrinder): number {
  const { min, max } = dialOf(grinder)
  return Math.min(0, curveThrough(grinder.references).indexAt(grinder.finerIsHigher ? max : min))
}
