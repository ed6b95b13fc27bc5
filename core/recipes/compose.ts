import * as v from 'valibot'
import type { RoastLevel } from '../coffees/roast.ts'
import type { Machine } from '../equipment/model.ts'
import * as field from '../fields.ts'
import { GivenSetting, type GroundSetting, groundOn } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { tasteCell } from '../taste/match.ts'
import { TasteProfile } from '../taste/profile.ts'
import { refuseContradiction } from './arithmetic.ts'
import { GivenBasis } from './lineage.ts'
import { type BrewTimeRange, brewTimeRangeOf, type GrindRange, grindRangeOf } from './ranges.ts'
import { checkedSteps, Steps } from './steps.ts'

export const GivenRecipe = v.object({
  coffeeProfileId: field.id,
  grinderId: field.id,
  machineId: field.id,
  filterId: v.nullish(field.id),
  grindSetting: GivenSetting,
  ratio: field.ratio,
  doseGrams: field.doseGrams,
  waterGrams: field.waterGrams,
  brewTimeSeconds: v.nullish(field.brewTimeSeconds),
  waterTempF: v.nullish(field.waterTempF),
  notes: v.nullish(field.longText),
  tasteProfile: v.nullish(TasteProfile),
  steps: v.nullish(Steps),
})

/** Published, also as a variation of another. */
export const CreateRecipe = v.object({ ...GivenRecipe.entries, basedOn: GivenBasis })

/** The part of a recipe that its author enters. */
export type AuthoredRecipe = GroundSetting &
  Omit<v.InferOutput<typeof GivenRecipe>, 'grindSetting'> & { authorCalibrated: boolean }

/**
 * A recipe as it is stored: what was entered, and everything computed from its grinder, machine and
 * coffee.
 */
export type ComposedRecipe = AuthoredRecipe & {
  roasterId: number
  roastLevel: RoastLevel
  brewMethod: MethodId
  grindRange: GrindRange
  brewTimeRange: BrewTimeRange | null
  tasteCell: number[]
}

export interface Ingredients {
  /**
   * The author's own grinder with their calibration, if any, because other grinders convert from
   * the index.
   */
  grinder: AnyGrinder
  machine: Pick<Machine, 'brewMethod'>
  coffee: {
    roaster: { id: number }
    roastLevel: RoastLevel
    acidityLevel: number | null
    bodyLevel: number | null
  }
}

export function composeRecipe(
  { grindSetting, ...recipe }: v.InferOutput<typeof GivenRecipe>,
  { grinder, machine: { brewMethod }, coffee }: Ingredients,
  ground: GroundSetting = groundOn(grinder, grindSetting),
): ComposedRecipe {
  refuseContradiction(recipe)
  const { ratio, waterGrams, tasteProfile, steps, brewTimeSeconds = null } = recipe
  return {
    ...recipe,
    ...ground,
    roasterId: coffee.roaster.id,
    brewMethod,
    grindRange: grindRangeOf(ground.grindIndex),
    brewTimeRange: brewTimeRangeOf(brewTimeSeconds),
    steps: checkedSteps(steps, { waterGrams, brewTimeSeconds }),
    authorCalibrated: grinder.calibrated === true,
    ...followingCoffee({ brewMethod, ratio, tasteProfile }, coffee),
  }
}

/** The fields of a recipe that change when its coffee is edited. */
export const followingCoffee = (
  { brewMethod: method, ratio, tasteProfile }: Pick<ComposedRecipe, 'brewMethod' | 'ratio' | 'tasteProfile'>,
  coffee: Pick<Ingredients['coffee'], 'roastLevel' | 'acidityLevel' | 'bodyLevel'>,
): Pick<ComposedRecipe, 'roastLevel' | 'tasteCell'> => ({
  roastLevel: coffee.roastLevel,
  tasteCell: tasteCell({ method, ratio, tasteProfile, coffee }),
})
