import { deviceFor } from '../equipment/drive.ts'
import type { Machine } from '../equipment/model.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { type Amounts, amountsFor, ratioOf, wholeWaterOf } from '../recipes/arithmetic.ts'
import { exactRatio } from '../recipes/ratio.ts'
import { type Steps, scaleSteps } from '../recipes/steps.ts'
import { tenths } from '../rounding.ts'
import { type BrewedIn, baseStepsFor } from './base-steps.ts'
import { secondsFor, shotSeconds, toGrain } from './brew-time.ts'

/** Where every recipe by rule begins. */
export interface BaseRecipe extends Amounts {
  /** The method's own, and not rounded: all else is reckoned from it. */
  ratio: number
  method: MethodId
  waterTempF: number
  brewTimeSeconds: number
  grindIndex: number
  steps: Steps
}

/** What a recipe needs to know of the machine it is for. */
export type Brewer = Pick<
  Machine,
  | 'brand'
  | 'model'
  | 'defaultWaterTempF'
  | 'heat'
  | 'drive'
  | 'minWaterGrams'
  | 'maxWaterGrams'
  | 'doseGrams'
  | 'valveGrams'
  | 'hasLid'
  | 'filterType'
>

const HOUR = 3600

/** From 278 published guides, counted (typical.ts); what they leave open is our choice. Dose, water, F, seconds. */
export const baseRecipes: Readonly<Record<MethodId, BaseRecipe>> = {
  espresso: recipe('espresso', 18, 36, 200, 28),
  moka: recipe('moka', 18, 180, 212, 195),
  aeropress: recipe('aeropress', 15.5, 225, 194, 120),
  v60: recipe('v60', 15, 245, 201, 180),
  kalita: recipe('kalita', 20, 325, 203, 200),
  chemex: recipe('chemex', 31, 500, 203, 250),
  drip: recipe('drip', 60, 1000, 201, 330),
  clever: recipe('clever', 20, 300, 203, 220),
  siphon: recipe('siphon', 21, 300, 199, 150),
  french_press: recipe('french_press', 32, 500, 203, 240),
  cold_brew: recipe('cold_brew', 80, 880, 68, 17 * HOUR),
  turkish: recipe('turkish', 7, 70, 150, 150),
}

/** The steps of a method on a brewer, where one is known, for a recipe that has none of its own. */
export function usualSteps(
  method: MethodId,
  { waterGrams, brewTimeSeconds }: { waterGrams: number; brewTimeSeconds: number | null },
  brewer?: Brewer,
  filterType?: BrewedIn['filterType'],
): Steps {
  const base = baseRecipes[method]
  const steps = baseStepsFor(base, { ...deviceFor(method, brewer), filterType: filterType ?? brewer?.filterType })
  return scaleSteps(steps, base, { waterGrams, brewTimeSeconds: brewTimeSeconds ?? base.brewTimeSeconds })
}

/** The base recipe as this machine makes it: in its own amounts, at its own temperature. */
export function baseFor(method: MethodId, brewer: Brewer | undefined): BaseRecipe {
  const base = baseRecipes[method]
  if (!brewer) return base
  const { doseGrams, waterGrams, ratio } = fittedTo(base, brewer)
  const { drive } = deviceFor(method, brewer)
  const brewTimeSeconds = toGrain(method === 'espresso' ? shotSeconds(ratio, 0) : secondsFor(base, drive, waterGrams))
  const scaled = { ...base, doseGrams, waterGrams, brewTimeSeconds, waterTempF: brewer.defaultWaterTempF }
  return { ...scaled, steps: usualSteps(method, scaled, brewer) }
}

/** The water nearest to this that the machine takes. */
export const heldBy = ({ minWaterGrams, maxWaterGrams }: Brewer, waterGrams: number) =>
  clamp(waterGrams, minWaterGrams ?? 0, maxWaterGrams ?? Infinity)

/** The dose nearest to this that the basket takes; without a basket, this dose. */
export const inBasket = ({ doseGrams: basket }: Brewer, doseGrams: number) =>
  basket ? clamp(doseGrams, basket.min, basket.max) : doseGrams

/**
 * A basket decides the dose and the water follows; without one the dose follows the water. An espresso basket gets the
 * usual dose where it takes that. A moka pot decides both: its basket is filled level, the middle of what it takes, and its
 * boiler up to the valve.
 */
function fittedTo({ method, doseGrams, waterGrams, ratio }: BaseRecipe, brewer: Brewer): Amounts {
  const { doseGrams: basket } = brewer
  if (!basket) return amountsFor(heldBy(brewer, waterGrams), ratio)
  const isPot = method === 'moka'
  const dose = isPot ? tenths((basket.min + basket.max) / 2) : inBasket(brewer, doseGrams)
  const water = (isPot && brewer.valveGrams) || heldBy(brewer, wholeWaterOf(dose, ratio))
  return { doseGrams: dose, waterGrams: water, ratio: ratioOf(dose, water) }
}

function recipe(
  method: MethodId,
  doseGrams: number,
  waterGrams: number,
  waterTempF: number,
  brewTimeSeconds: number,
): BaseRecipe {
  const ratio = exactRatio(doseGrams, waterGrams)
  const grindIndex = methodById[method].grindIndex.target
  const figures = { method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex }
  return { ...figures, steps: baseStepsFor(figures, deviceFor(method)) }
}
