import type { KnownBrewer } from '../adaptation/fit.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { usualStyle } from '../adaptation/styles.ts'
import { type AskedBrew, recommendBest, variantOn } from '../adaptation/variants.ts'
import type { Grinders } from '../equipment/equipment.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { MOST_DOSE_GRAMS } from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import type { RecipeFilter } from '../recipes/filter.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { recommendedFirst } from '../recipes/recommend.ts'
import { palateBox } from '../taste/match.ts'
import { type Taster, withMatch } from '../taste/taster.ts'

export interface EvidencePorts {
  recipes: Recipes
  grinders: Grinders
}

/** The community's recipes for this coffee, method and grinder: the best, and the next best. */
export async function evidenceFor(
  { coffeeId, method, grinder, brewer, volumeGrams, altitudeMeters, asked }: BrewWanted,
  { recipes, grinders }: EvidencePorts,
  taster: Taster | undefined,
) {
  const filter = { coffeeId, brewMethod: method }
  const best = taster ? await bestFor(taster, filter, recipes) : await recipes.best(filter, MOST_VARIANTS)
  const variants = withMatch(best, taster)
    .map(recipe => {
      const theirs = grinders.byId(recipe.grinderId)
      return variantOn(grinder, recipe, { theirs, brewer, volumeGrams, altitudeMeters })
    })
    .filter(({ doseGrams }) => doseGrams <= MOST_DOSE_GRAMS)
  // Recipes do not record their style, so none is known to have the one that was asked for.
  if (asked.style !== usualStyle(method)) return { recommended: null, others: variants }
  return recommendBest(variants, brewer, { method, ...asked })
}

async function bestFor(taster: Taster, filter: RecipeFilter, recipes: Recipes) {
  const candidates = await recipes.candidates(filter, palateBox(taster.palate))
  const ranked = recommendedFirst(candidates, taster)
  return recipes.byIds(ranked.slice(0, MOST_VARIANTS).map(({ id }) => id))
}

interface BrewWanted {
  coffeeId: number
  method: MethodId
  grinder: AnyStoredGrinder
  brewer: KnownBrewer
  volumeGrams?: number | undefined
  altitudeMeters?: number | null | undefined
  asked: Omit<AskedBrew, 'method'> & { style: StyleId }
}

const MOST_VARIANTS = 20
