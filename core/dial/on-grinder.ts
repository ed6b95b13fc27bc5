import * as v from 'valibot'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { indexOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { SettingRange } from '../grind/range.ts'
import { rangeReason } from '../grind/range-reason.ts'
import { EquipmentName, presentEquipmentName } from '../grind/ref.ts'
import { cautionFor, fineEndCautions, furtherInWords, Suits, suitsMethod } from '../grind/suits.ts'
import { uncertaintyAt, WIDTH_OF_OTHERS } from '../grind/width.ts'
import { type DialedGrind, dialIn } from './dial-in.ts'
import { changesBetween, plainReason, presentReasons, type Reason, reasonBy, reasonFields } from './reason.ts'

/** The grind of a recipe on the grinder that its reader asked for. */
export const OnGrinder = v.object({
  grinder: EquipmentName,
  setting: v.number(),
  label: v.pipe(v.string(), v.description('The setting as the device shows it.')),
  range: v.pipe(SettingRange, v.description('Where the true setting lies.')),
  reachable: v.pipe(
    v.boolean(),
    v.description('False if the dial ends too soon; the setting is then the closest one.'),
  ),
  rangeReason: v.pipe(v.string(), v.description('Why the range is as wide as it is.')),
  calibrated: v.pipe(v.boolean(), v.description('True if your own calibration of the grinder was used.')),
  suits: Suits,
  ...reasonFields(
    'One line for each reason why the setting differs from the author’s, and anything else worth knowing.',
  ),
})
export type OnGrinder = v.InferOutput<typeof OnGrinder>

/** The grind of a recipe. One that names no grinder has only an index. */
export interface RecipeGrind {
  grinderId?: number | null
  grindSetting?: number | null
  grindIndex: number
  authorCalibrated?: boolean
  createdBy?: { id: number } | null
  method?: MethodId | null
  machine?: { brewMethod: MethodId } | null | undefined
}

/** A recipe names its method or a machine for it. Those that name neither are taken for filter coffee. */
const methodOf = ({ method, machine }: RecipeGrind) => method ?? machine?.brewMethod

/** `theirs` is the recipe's grinder with its published curve. */
export function onGrinder(grinder: AnyStoredGrinder, recipe: RecipeGrind, theirs: AnyGrinder | undefined): OnGrinder {
  const moved = dialRecipe(grinder, recipe, theirs)
  return presentOnGrinder(grinder, methodOf(recipe), moved, grinderReasons(recipe, moved, grinder, theirs))
}

/** A recipe's grind on a grinder. */
export function dialRecipe(
  grinder: AnyStoredGrinder,
  recipe: RecipeGrind,
  theirs: AnyGrinder | undefined,
  nudgeSteps = 0,
): DialedGrind {
  const sourceUncertainty = doubtFrom(grinder, recipe, theirs)
  const dialed = dialIn(grinder, meantOn(grinder, recipe), { nudgeSteps, method: methodOf(recipe), sourceUncertainty })
  if (sourceUncertainty === 0 || (theirs && !theirs.known)) return dialed
  return { ...dialed, rangeReason: theirs ? rangeReason(grinder, false, theirs) : `${DESCRIBED_BY_AUTHOR}.` }
}

/** Why a range is as wide as it is, for other people than the author. */
export const DESCRIBED_BY_AUTHOR = 'Its author described their own grinder, so the range is wide'

/**
 * The index that a recipe stands for on a grinder. For the author's own grinder it is the setting
 * they entered, even if they have calibrated it since.
 */
function meantOn(grinder: AnyStoredGrinder, recipe: RecipeGrind): number {
  const { grindSetting, grindIndex } = recipe
  if (grindSetting == null || !isSetOn(grinder, recipe)) return grindIndex
  return indexOnDial(grinder, grindSetting) ?? grindIndex
}

/**
 * How uncertain the recipe's index is in itself. Zero on the grinder that it comes from, and
 * without one. A grinder that we cannot see was described by its owner.
 */
function doubtFrom({ id }: AnyStoredGrinder, { grinderId, grindIndex }: RecipeGrind, theirs: AnyGrinder | undefined) {
  if (grinderId == null || grinderId === id) return 0
  return theirs ? uncertaintyAt(theirs, grindIndex) : WIDTH_OF_OTHERS
}

const isSetOn = ({ id, ownerId }: AnyStoredGrinder, { grinderId, createdBy }: RecipeGrind) =>
  ownerId !== undefined && createdBy?.id === ownerId && grinderId === id

export function presentOnGrinder(
  grinder: AnyStoredGrinder,
  method: MethodId | undefined,
  dialed: DialedGrind,
  why: readonly Reason[],
): OnGrinder {
  const { grindSetting: setting, grindLabel: label, grindRange: range, reachable, rangeReason, calibrated } = dialed
  return {
    grinder: presentEquipmentName(grinder),
    setting,
    label,
    range,
    reachable,
    rangeReason,
    calibrated,
    suits: method ? suitsMethod(grinder, method) : 'yes',
    ...presentReasons(why),
  }
}

/** Why a recipe has a different setting on this grinder than on its author's. */
export const whyOnGrinder = (grinder: AnyStoredGrinder, recipe: RecipeGrind, theirs: AnyGrinder | undefined) =>
  grinderReasons(recipe, dialRecipe(grinder, recipe, theirs), grinder, theirs)

/** The same, for a grind that is already known and may have been changed for other reasons, too. */
export function grinderReasons(
  recipe: RecipeGrind,
  moved: DialedGrind,
  grinder: AnyStoredGrinder,
  theirs: AnyGrinder | undefined,
): Reason[] {
  const method = methodOf(recipe)
  const caution = method && cautionFor(grinder, method)
  const atFineEnd = method === 'turkish' && moved.reachable ? fineEndCautions(grinder, moved.grindSetting) : []
  return [
    ...movedReasons(recipe, grinder, theirs),
    ...calibrationReasons(recipe, moved, grinder),
    ...endReasons(moved, grinder),
    ...[...(caution ? [caution] : []), ...atFineEnd].map(text => plainReason('dial', {}, text)),
  ]
}

function movedReasons(
  { grinderId, grindSetting }: RecipeGrind,
  grinder: AnyStoredGrinder,
  theirs: AnyGrinder | undefined,
): Reason[] {
  if (grinderId == null || grinderId === grinder.id || grindSetting == null) return []
  if (!theirs) return [plainReason('grinder', {}, DESCRIBED_BY_AUTHOR)]
  const by = grinder.calibrated ? ', using your calibration' : ''
  return [plainReason('grinder', {}, `Converted from ${labelOf(theirs, grindSetting)} on the ${fullName(theirs)}${by}`)]
}

/** Two grinders of the same model have different settings when either has been calibrated. */
function calibrationReasons(recipe: RecipeGrind, moved: DialedGrind, grinder: AnyStoredGrinder): Reason[] {
  const { grinderId, grindSetting, authorCalibrated } = recipe
  if (grindSetting == null || isSetOn(grinder, recipe)) return []
  const differs = grinderId === grinder.id && moved.grindSetting !== grindSetting
  const changes = differs ? changesBetween({ grindSetting }, { grindSetting: moved.grindSetting }) : {}
  const own = `${labelOf(grinder, grindSetting)} on theirs is ${moved.grindLabel} on yours`
  const theirs = 'Its author has calibrated their grinder'
  if (authorCalibrated)
    return [differs ? reasonBy('calibration', changes, theirs, own) : plainReason('calibration', changes, theirs)]
  return differs && grinder.calibrated
    ? [reasonBy('calibration', changes, 'You have calibrated your grinder', own)]
    : []
}

const endReasons = ({ reachable, grindSetting }: DialedGrind, grinder: AnyStoredGrinder): Reason[] =>
  reachable ? [] : [outOfReach(grinder, 'its grind', grindSetting)]

/** A grind past the end of a dial, or past the published settings of one that turns further. */
export function outOfReach(grinder: AnyGrinder, what: string, nearest: number) {
  const further = furtherInWords(grinder, nearest)
  if (further) return reasonBy('dial', {}, further.end, further.advice)
  const label = labelOf(grinder, nearest)
  return reasonBy('dial', {}, `The ${fullName(grinder)} can’t reach ${what}`, `${label} is as close as it gets`)
}
