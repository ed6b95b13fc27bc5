import type { MethodId } from '../grind/methods.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { byWilson, type Ranked } from '../recipes/wilson.ts'
import { recommendedScore } from '../taste/match.ts'
import { type DialedGrind, dialIn } from './dial-in.ts'
import { volumeTimeFactor } from './rules.ts'

/** A community recipe for the coffee and method in question, as evidence. */
export interface Evidence extends Ranked {
  upvotes: number
  /** Null without a palate. */
  tasteMatch: number | null
}

/** Best first. The best is recommended once enough people have voted on it; the rest stay variants. */
export function rankVariants<R extends Evidence>(recipes: readonly R[]): { recommended: R | null; others: R[] } {
  const ranked = recipes.toSorted((a, b) => scoreOf(b) - scoreOf(a) || byWilson(a, b))
  const [best, ...rest] = ranked
  if (!best || best.upvotes + best.downvotes < ENOUGH_VOTES) return { recommended: null, others: ranked }
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
  const doseGrams = Math.max(0.1, Math.round((recipe.doseGrams / recipe.waterGrams) * waterGrams * 10) / 10)
  const timeFactor = volumeTimeFactor(recipe.method, recipe.waterGrams, waterGrams)
  return {
    ...recipe,
    doseGrams,
    waterGrams,
    ratio: Math.round((waterGrams / doseGrams) * 100) / 100,
    brewTimeSeconds: recipe.brewTimeSeconds && Math.round(recipe.brewTimeSeconds * timeFactor),
  }
}

const ENOUGH_VOTES = 3

const scoreOf = ({ tasteMatch, wilsonScore }: Evidence) => recommendedScore(tasteMatch, wilsonScore)
