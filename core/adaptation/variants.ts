import * as v from 'valibot'
import { indexOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import { methodIds } from '../grind/methods.ts'
import { fullName, type OwnGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { amountsFor } from '../recipes/arithmetic.ts'
import { Recipe } from '../recipes/model.ts'
import { DialedGrind, dialIn, outOfReach } from './dial-in.ts'
import { volumeTimeFactor } from './rules.ts'

const { grindSettingText, ...figures } = Recipe.entries

/** A community recipe with its grind on the dial that was asked for. */
export const Variant = v.object({
  ...figures,
  method: v.picklist(methodIds),
  ...DialedGrind.entries,
  original: v.pipe(
    v.object({
      grinderId: figures.grinderId,
      grinder: figures.grinder,
      grindSetting: figures.grindSetting,
      grindSettingText,
      grindIndex: figures.grindIndex,
      doseGrams: figures.doseGrams,
      waterGrams: figures.waterGrams,
    }),
    v.description('As its author brews it.'),
  ),
  reasons: v.pipe(v.array(v.string()), v.description("One line for each thing that differs from its author's cup.")),
})
export type Variant = v.InferOutput<typeof Variant>

/** Somebody's recipe for this grinder. `theirs` is the grinder it was made with. */
export function variantOn(
  grinder: OwnGrinder & { id: number },
  { grindSettingText, ...recipe }: Recipe,
  { theirs, volumeGrams = recipe.waterGrams }: { theirs: OwnGrinder | undefined; volumeGrams?: number | undefined },
): Variant {
  const { grinderId, grindSetting, grindIndex, doseGrams, waterGrams } = recipe
  const isSame = grinderId === grinder.id
  const moved = moveToGrinder({ ...recipe, method: recipe.machine.brewMethod }, grinder, {
    volumeGrams,
    sourceUncertainty: isSame ? 0 : theirs?.uncertainty,
  })
  const { id, slug, brand, model } = grinder
  return {
    ...moved,
    grinderId: id,
    grinder: { id, slug, brand, name: model, model },
    original: {
      grinderId,
      grinder: recipe.grinder,
      grindSetting,
      grindSettingText,
      grindIndex,
      doseGrams,
      waterGrams,
    },
    reasons: [
      ...(isSame || !theirs ? [] : [`Moved from ${labelOf(theirs, grindSetting)} on the ${fullName(theirs)}`]),
      ...calibrationReasons(recipe, moved, grinder, theirs),
      ...(volumeGrams === waterGrams ? [] : [`Scaled from ${waterGrams} g of water to ${volumeGrams} g`]),
      ...(moved.reachable ? [] : [outOfReach(grinder, 'its grind', moved.grindLabel)]),
    ],
  }
}

/** The author's index is another than the published curve's: their dial was calibrated on the day it was posted. */
function calibrationReasons(
  { grinderId, grindSetting, grindIndex }: Pick<Recipe, 'grinderId' | 'grindSetting' | 'grindIndex'>,
  moved: DialedGrind,
  grinder: OwnGrinder & { id: number },
  theirs: OwnGrinder | undefined,
) {
  const published = theirs && indexOnDial(theirs, grindSetting)
  const byAuthor = published != null && Math.abs(published - grindIndex) > ROUNDING
  const differs = grinderId === grinder.id && moved.grindSetting !== grindSetting
  const own = `${labelOf(grinder, grindSetting)} there ${grindSetting === 1 ? 'is' : 'are'} ${moved.grindLabel} on yours`
  if (byAuthor) return [`Its author has calibrated their grinder${differs ? `: ${own}` : ''}`]
  return differs && grinder.calibrated ? [`By your calibration ${own}`] : []
}

/** An index is told in tenths. */
const ROUNDING = 0.11

interface Voted {
  upvotes: number
  downvotes: number
}

/** Of recipes in their order, the best is recommended once enough people have voted on it; the rest stay variants. */
export function recommendBest<R extends Voted>(ranked: readonly R[]): { recommended: R | null; others: R[] } {
  const [best, ...rest] = ranked
  if (!best || best.upvotes + best.downvotes < ENOUGH_VOTES) return { recommended: null, others: [...ranked] }
  return { recommended: best, others: rest }
}

interface Brewable {
  method: MethodId
  grindIndex: number
  doseGrams: number
  waterGrams: number
  ratio: number
  brewTimeSeconds: number | null
}

/** Somebody's recipe on another dial, and for another amount of water where one is given. */
export function moveToGrinder<R extends Brewable>(
  recipe: R,
  grinder: OwnGrinder,
  { volumeGrams = recipe.waterGrams, sourceUncertainty = 0 } = {},
): R & DialedGrind {
  return { ...scale(recipe, volumeGrams), ...dialIn(grinder, recipe.grindIndex, { sourceUncertainty }) }
}

function scale<R extends Brewable>(recipe: R, waterGrams: number): R {
  if (waterGrams === recipe.waterGrams) return recipe
  const timeFactor = volumeTimeFactor(recipe.method, recipe.waterGrams, waterGrams)
  return {
    ...recipe,
    ...amountsFor(waterGrams, recipe.waterGrams / recipe.doseGrams),
    brewTimeSeconds: recipe.brewTimeSeconds && bounded(Math.round(recipe.brewTimeSeconds * timeFactor)),
  }
}

const ENOUGH_VOTES = 3
const LONGEST_SECONDS = 72 * 3600
const bounded = (seconds: number) => Math.min(LONGEST_SECONDS, Math.max(1, seconds))
