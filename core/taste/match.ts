import { type RoastLevel, roastLevels } from '../coffees/roast.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Palate } from './palate.ts'
import type { TasteProfile } from './profile.ts'
import { drinkStrength, strengthOfRatio } from './strength.ts'

/** The dimensions of a palate that a recipe can answer to. */
export const matchDimensions = ['acidity', 'body', 'sweetness', 'bitterness', 'strength', 'roast'] as const
type MatchDimension = (typeof matchDimensions)[number]

/** What a cup is like, each from 0 to 1 as in a palate. What nobody said is missing. */
export type Flavour = Partial<Readonly<Record<MatchDimension, number>>>

export interface TastedRecipe {
  method: MethodId
  ratio: number
  /** Levels from 1 to 5, as the recipe's author tasted it. */
  tasteProfile?: TasteProfile | null | undefined
  coffee?:
    | { roastLevel?: RoastLevel | null; acidityLevel?: number | null; bodyLevel?: number | null }
    | null
    | undefined
}

/** What the cup is like: the author's own words where given, else what the coffee, its roast and its strength as a drink say. */
export function flavourOf(recipe: TastedRecipe): Flavour {
  const { method, ratio } = recipe
  const said = flavourSaid(recipe)
  // A dark roast tastes bitter to somebody who minds bitterness, whatever else is in the cup.
  return {
    ...(said.roast !== undefined && { bitterness: said.roast }),
    ...said,
    strength: drinkStrength(method, ratio),
  }
}

/** What somebody said about a recipe, and how strong it is for its method: what recipes are filed by (`tasteCell`). */
function flavourSaid({ method, ratio, tasteProfile, coffee }: TastedRecipe): Flavour {
  return known({
    acidity: fromLevel(tasteProfile?.acidity ?? coffee?.acidityLevel),
    body: fromLevel(tasteProfile?.body ?? coffee?.bodyLevel),
    sweetness: fromLevel(tasteProfile?.sweetness),
    bitterness: fromLevel(tasteProfile?.bitterness),
    strength: strengthOfRatio(method, ratio),
    roast: coffee?.roastLevel ? roastLevels.indexOf(coffee.roastLevel) / (roastLevels.length - 1) : undefined,
  })
}

/**
 * How well a cup suits a palate, 0 to 1: one minus the weighted root mean square distance. A dimension weighs what the
 * person cares about it (its distance from neutral); one that nobody knows of the cup counts as halfway. Somebody
 * neutral in everything likes the middle: there all dimensions weigh the same.
 */
export function tasteMatch(palate: Palate, flavour: Flavour): number {
  const neutral = isNeutral(palate)
  let weights = 0
  let squares = 0
  for (const dimension of matchDimensions) {
    const weight = neutral ? 1 : care(palate[dimension])
    weights += weight
    squares += weight * (palate[dimension] - (flavour[dimension] ?? NEUTRAL)) ** 2
  }
  return Math.max(0, 1 - Math.sqrt(squares / weights))
}

/**
 * An adventurous palate (explorerType above 0.5) prefers what it has not brewed: at most a tenth of the way to a perfect
 * match for a new coffee, and another for a new origin. How large the tenth is, is our choice.
 */
export function liftForNovelty(
  match: number,
  { explorer }: Palate,
  unknownToThem: { coffee: boolean; origin: boolean },
): number {
  const curiosity = Math.max(0, explorer - NEUTRAL) * 2
  const novelty = (unknownToThem.coffee ? 0.1 : 0) + (unknownToThem.origin ? 0.1 : 0)
  return match + (1 - match) * curiosity * novelty
}

/**
 * The order of everything recommended. An unknown match counts as middling, so a list in which no match is known
 * (a visitor, a default palate) is in Wilson's order.
 */
export function recommendedScore(match: number | null, wilsonScore: number): number {
  return 0.6 * (match ?? 0.5) + 0.4 * wilsonScore
}

/**
 * The cell of taste space that a recipe falls in, for a `cube` column: each dimension to its nearest level, unknown ones
 * in the middle. However many recipes there are, they share at most 5^6 cells, so the search stays the same size: the
 * cells nearest to a palate (`taste <-> cube(low, high)` on a GiST index over distinct cells), the best few by Wilson of
 * each (a btree over cell and score), and beside them the best by Wilson of all; `recommendedScore` then ranks exactly.
 * Nearest neighbours over the recipes themselves took a hundred times as long at a million as at ten thousand.
 */
export const tasteCell = (recipe: TastedRecipe): number[] => cellOfFlavour(flavourSaid(recipe))

export const cellOfFlavour = (flavour: Flavour): number[] =>
  matchDimensions.map(dimension => Math.round((flavour[dimension] ?? NEUTRAL) * 4) / 4)

/** Two corners of taste space. */
export interface PalateBox {
  low: number[]
  high: number[]
}

/**
 * A palate as a box in the same space: the less somebody cares about a dimension, the wider the box, from a point at
 * either end to the whole axis at neutral. The half-width is such that the squared distance to the box is about the
 * squared distance to the palate times the care, as in tasteMatch. Whoever is neutral in everything likes the middle.
 */
export function palateBox(palate: Palate): PalateBox {
  const tastes = matchDimensions.map(dimension => palate[dimension])
  const slack = (taste: number) => (isNeutral(palate) ? 0 : (1 - Math.sqrt(care(taste))) / 2)
  return {
    low: tastes.map(taste => Math.max(0, taste - slack(taste))),
    high: tastes.map(taste => Math.min(1, taste + slack(taste))),
  }
}

/** A person's taste in a dimension, from 0 to 1, that says: does not care. */
export const NEUTRAL = 0.5
const isNeutral = (palate: Palate) => matchDimensions.every(dimension => palate[dimension] === NEUTRAL)
const care = (taste: number) => Math.abs(taste - NEUTRAL) * 2
const fromLevel = (level: number | null | undefined) => (level == null ? undefined : (level - 1) / 4)

function known(flavour: Record<MatchDimension, number | undefined>): Flavour {
  return Object.fromEntries(Object.entries(flavour).filter(([, taste]) => taste !== undefined))
}
