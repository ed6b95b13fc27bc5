import { LONGEST_BREW_SECONDS } from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { exactRatio } from '../ratio.ts'
import { type Amounts, amountsFor } from './arithmetic.ts'
import { volumeTimeFactor } from './brew-time.ts'
import { type Steps, scaleSteps } from './steps.ts'

/** The fields of a recipe that depend on its water. */
export interface Scalable extends Amounts {
  method: MethodId
  brewTimeSeconds: number | null
  steps?: Steps | null
}

/**
 * The same recipe for a different amount of water. Uses the author's weights, not the ratio written
 * next to them.
 */
export function scaledTo<R extends Scalable>(waterGrams: number, recipe: R): R {
  if (waterGrams === recipe.waterGrams) return recipe
  const timeFactor = volumeTimeFactor(recipe.method, recipe.waterGrams, waterGrams)
  const brewTimeSeconds =
    recipe.brewTimeSeconds && clamp(Math.round(recipe.brewTimeSeconds * timeFactor), 1, LONGEST_BREW_SECONDS)
  return {
    ...recipe,
    ...amountsFor(waterGrams, exactRatio(recipe.doseGrams, recipe.waterGrams)),
    brewTimeSeconds,
    ...(recipe.steps && { steps: scaleSteps(recipe.steps, recipe, { waterGrams, brewTimeSeconds }) }),
  }
}
