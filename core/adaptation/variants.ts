import * as v from 'valibot'
import { DialedGrind } from '../dial/dial-in.ts'
import { dialRecipe, grinderReasons } from '../dial/on-grinder.ts'
import { changesBetween, plainReason, presentReasons, reasonFields } from '../dial/reason.ts'
import { hottestWaterF } from '../equipment/boiling.ts'
import { deviceFor } from '../equipment/drive.ts'
import { closestSettable } from '../equipment/heat-range.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import { type AnyGrinder, allConfidences } from '../grind/model.ts'
import { grinderRef } from '../grind/ref.ts'
import { confidenceIn, Suits, suitsMethod } from '../grind/suits.ts'
import { gramsInWords } from '../ratio.ts'
import { Recipe } from '../recipes/model.ts'
import { scaledTo } from '../recipes/other-water.ts'
import { baseRecipes, boundsFor } from './base.ts'
import { altitudeReasons, inCoolerWater, ownHeatReasons } from './conditions.ts'
import { canBrew, type KnownBrewer, misfitInWords } from './fit.ts'
import { batchesAsked, timesInWords } from './portion.ts'
import { lean } from './rules.ts'

/** Votes that a recommendation needs. */
export const ENOUGH_VOTES = 3

const { grindSettingText, onGrinder: _, ...figures } = Recipe.entries

/** A community recipe with its grind on the requested grinder. */
export const Variant = v.object({
  ...figures,
  method: v.picklist(methodIds),
  batches: v.pipe(v.number(), v.description('How many times to brew this for the water you asked for.')),
  ...DialedGrind.entries,
  suits: Suits,
  confidence: v.pipe(
    v.picklist(allConfidences),
    v.description('How sure this setting is: low if the grinder doesn’t suit the method or its dial ends too soon.'),
  ),
  original: v.pipe(
    v.object({
      grinderId: figures.grinderId,
      grinder: figures.grinder,
      grindSetting: figures.grindSetting,
      grindSettingText,
      grindIndex: figures.grindIndex,
      doseGrams: figures.doseGrams,
      waterGrams: figures.waterGrams,
      waterTempF: figures.waterTempF,
    }),
    v.description('As its author brews it.'),
  ),
  ...reasonFields('One line for each difference from the author’s cup.'),
})
export type Variant = v.InferOutput<typeof Variant>

/** What a recipe is converted to. `theirs` is the recipe's grinder with its published curve. */
interface Destination {
  theirs: AnyGrinder | undefined
  brewer?: KnownBrewer | undefined
  volumeGrams?: number | undefined
  altitudeMeters?: number | null | undefined
}

/** Somebody's recipe for this grinder and, if given, for this much water. */
export function variantOn(
  grinder: AnyStoredGrinder,
  { grindSettingText, ...recipe }: Recipe,
  { theirs, brewer, volumeGrams, altitudeMeters }: Destination,
): Variant {
  const { grinderId, grindSetting, grindIndex, doseGrams, waterGrams, ratio, waterTempF } = recipe
  const method = recipe.machine.brewMethod
  const { each, batches } = batchesAsked(
    { method, waterGrams, ratio },
    boundsFor(baseRecipes[method], brewer),
    volumeGrams,
  )
  const moved = { ...scaledTo(each, { ...recipe, method }), ...dialRecipe(grinder, recipe, theirs) }
  const hottestF = hottestWaterF(method, deviceFor(method, brewer).heat, altitudeMeters)
  const settableF = waterTempF && closestSettable(waterTempF, method, brewer)
  const isTooHot = settableF !== null && settableF > hottestF
  const misfit = brewer ? misfitInWords(brewer, moved) : null
  const suits = suitsMethod(grinder, method)
  const because = grinderReasons(recipe, moved, grinder, theirs)
  return {
    ...moved,
    waterTempF: isTooHot ? hottestF : settableF,
    suits,
    confidence: confidenceIn(grinder, { method, suits, reachable: moved.reachable, isEstimate: moved.extrapolated }),
    batches,
    grinderId: grinder.id,
    grinder: grinderRef(grinder),
    original: {
      grinderId,
      grinder: recipe.grinder,
      grindSetting,
      grindSettingText,
      grindIndex,
      doseGrams,
      waterGrams,
      waterTempF,
    },
    ...presentReasons([
      ...because.filter(({ rule }) => rule !== 'dial'),
      ...(isTooHot ? altitudeReasons(altitudeMeters, hottestF, settableF, inCoolerWater(settableF, hottestF)) : []),
      ...(brewer && waterTempF !== null && settableF !== null ? ownHeatReasons(brewer, waterTempF, settableF) : []),
      ...(each === waterGrams
        ? []
        : [
            plainReason(
              'volume',
              changesBetween({ doseGrams, waterGrams }, { doseGrams: moved.doseGrams, waterGrams: each }),
              `Scaled from ${gramsInWords(waterGrams)} of water to ${gramsInWords(each)}`,
            ),
          ]),
      ...(batches === 1 ? [] : [plainReason('volume', { batches: batches - 1 }, `Brew it ${timesInWords(batches)}`)]),
      ...(misfit ? [plainReason('machine', {}, misfit)] : []),
      ...because.filter(({ rule }) => rule === 'dial'),
    ]),
  }
}

interface Evidence {
  upvotes: number
  downvotes: number
  reachable: boolean
  suits: Suits
  doseGrams: number
  waterGrams: number
  ratio: number
  grindIndex: number
}

/** The requested brew, as the rules make it. */
export interface AskedBrew {
  method: MethodId
  ratio: number
  grindIndex: number
  /** -2 brighter to +2 richer. */
  taste: number
}

/**
 * Recommends the first recipe with enough votes, more of them up than down, that this grinder and
 * machine can make, and that matches the request. The rest stay variants.
 */
export function recommendBest<R extends Evidence>(
  ranked: readonly R[],
  brewer: KnownBrewer,
  asked?: AskedBrew,
): { recommended: R | null; others: R[] } {
  const recommended =
    ranked.find(
      recipe =>
        isWelcome(recipe) &&
        recipe.reachable &&
        recipe.suits !== 'no' &&
        canBrew(brewer, recipe) &&
        (!asked || isWhatWasAsked(asked, recipe)),
    ) ?? null
  return { recommended, others: ranked.filter(recipe => recipe !== recommended) }
}

/**
 * About as strong as requested, and with neither its grind nor its ratio on the other side of a
 * neutral cup. Half a step of taste is within what dials and rounding make of the same cup.
 */
function isWhatWasAsked(
  { method, ratio, grindIndex, taste }: AskedBrew,
  recipe: Pick<Evidence, 'ratio' | 'grindIndex'>,
) {
  const apart = Math.abs(recipe.ratio / ratio - 1)
  if (apart > (method === 'espresso' ? 0.2 : 0.1)) return false
  const richer = Math.sign(taste)
  const { indexShift, ratioFactor } = lean(method, taste + richer / 2)
  const isGrindOpposite = (recipe.grindIndex - (grindIndex - indexShift)) * richer > 0
  // A taste that does not change the ratio, as in a moka pot, cannot be judged by it.
  const isRatioOpposite = ratioFactor !== 1 && (recipe.ratio - ratio / ratioFactor) * richer > 0
  return !isGrindOpposite && !isRatioOpposite
}

const isWelcome = ({ upvotes, downvotes }: Evidence) => upvotes + downvotes >= ENOUGH_VOTES && upvotes > downvotes
