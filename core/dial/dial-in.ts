import * as v from 'valibot'
import { advisedDial, finestAdvised } from '../grind/advised.ts'
import { curveThrough } from '../grind/curve.ts'
import { stepFrom } from '../grind/dial.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { type AnyGrinder, roundedIndex } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { reaches, settingFor } from '../grind/position.ts'
import { rangeAround, SettingRange } from '../grind/range.ts'
import { rangeReason } from '../grind/range-reason.ts'
import { uncertaintyAt } from '../grind/width.ts'

/** A grind on one person's grinder. */
export const DialedGrind = v.object({
  grindSetting: v.number(),
  grindLabel: v.pipe(v.string(), v.description('The setting as the device shows it.')),
  grindRange: v.pipe(SettingRange, v.description('The range the true setting lies in.')),
  grindIndex: v.pipe(v.number(), v.description('The grind index of that position on the dial.')),
  reachable: v.pipe(
    v.boolean(),
    v.description('False if the dial ends too soon; the setting is then the closest one.'),
  ),
  rangeReason: v.pipe(v.string(), v.description('Why the range is as wide as it is.')),
  extrapolated: v.pipe(v.boolean(), v.description('True outside the published points of the grinder.')),
  calibrated: v.pipe(v.boolean(), v.description('True if your own calibration of the grinder was used.')),
})
export type DialedGrind = v.InferOutput<typeof DialedGrind>

interface Nudge {
  nudgeSteps?: number
  /** If known, no nudge and no range leads finer than recipes for it do. */
  method?: MethodId | undefined
}

/**
 * Converts an index to a setting and nudges it by whole steps, coarser if above 0, up to the end of
 * the dial. The range combines this grinder's uncertainty with that of the index.
 */
export function dialIn(
  grinder: AnyGrinder,
  grindIndex: number,
  { nudgeSteps = 0, sourceUncertainty = 0, method }: Nudge & { sourceUncertainty?: number | undefined } = {},
): DialedGrind {
  const curve = curveThrough(grinder.references)
  const advised = advisedDial(grinder, method, grindIndex)
  const setting = settingFor(grinder, grindIndex)
  const grindSetting = stepFrom(advised, setting, nudgeSteps)
  const reached = curve.indexAt(grindSetting)
  // A nudge asks for the exact position. Without one, the target lies between two positions, or
  // beyond the end of the dial.
  const meant = grindSetting === setting ? grindIndex : reached
  return {
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    grindRange: rangeAround(advised, meant, Math.hypot(uncertaintyAt(grinder, meant), sourceUncertainty)),
    grindIndex: roundedIndex(reached),
    reachable: reaches(grinder, grindIndex),
    rangeReason: rangeReason(grinder, curve.extrapolatedAt(reached)),
    extrapolated: curve.extrapolatedAt(reached),
    calibrated: grinder.calibrated ?? false,
  }
}

/** The range of a setting that is already on this dial. */
export const rangeAtSetting = (grinder: AnyGrinder, setting: number): SettingRange =>
  dialIn(grinder, curveThrough(grinder.references).indexAt(setting)).grindRange

/**
 * The index for Turkish coffee on a grinder: below the scale, but not at the end of the dial.
 */
export const turkishIndex = (grinder: AnyGrinder): number =>
  Math.max(methodById.turkish.grindIndex.target, finestAdvised(grinder, 'turkish'))

/** A dial that cannot go below this index is "not fine enough for Turkish". */
const COARSEST_FOR_TURKISH = 2

export const reachesTurkish = (grinder: AnyGrinder) => finestAdvised(grinder, 'turkish') < COARSEST_FOR_TURKISH

/**
 * The finest index for a moka pot, which finer coffee can block: the end of its band, or the next
 * coarser step if the nearest one is finer than that.
 */
export function finestForMoka(grinder: AnyGrinder) {
  const { low } = methodById.moka.grindIndex
  const { indexAt } = curveThrough(grinder.references)
  const setting = settingFor(grinder, low)
  return indexAt(setting) < low ? Math.max(low, indexAt(stepFrom(grinder, setting, 1))) : low
}
