import * as v from 'valibot'
import { SettingRange } from '../grind/convert.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { fullName, type OwnGrinder, onScale } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { rangeOn } from '../grind/place.ts'
import { tenths } from '../rounding.ts'

/** A grind on one person's dial. Everything told belongs to the position that the dial really takes. */
export const DialedGrind = v.object({
  grindSetting: v.number(),
  grindLabel: v.pipe(v.string(), v.description('The setting as the device shows it.')),
  grindRange: SettingRange,
  grindIndex: v.number(),
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
  grinder: OwnGrinder,
  grindIndex: number,
  { nudgeSteps = 0, sourceUncertainty = 0 } = {},
): DialedGrind {
  const curve = curveThrough(grinder.references)
  const dial = dialOf(grinder)
  const wanted = curve.settingAt(grindIndex)
  const grindSetting = dial.move(dial.nearest(wanted), grinder.finerIsHigher ? -nudgeSteps : nudgeSteps)
  const reached = curve.indexAt(grindSetting)
  const uncertainty = Math.hypot(grinder.uncertainty, sourceUncertainty)
  return {
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    grindRange: rangeOn(grinder, reached - uncertainty, reached + uncertainty),
    grindIndex: tenths(onScale(reached)),
    reachable: dial.reaches(wanted),
    extrapolated: curve.extrapolatedAt(reached),
    calibrated: grinder.calibrated ?? false,
  }
}

export const outOfReach = (grinder: OwnGrinder, what: string, nearestLabel: string) =>
  `The ${fullName(grinder)} does not reach ${what}: ${nearestLabel} is the nearest it has`
