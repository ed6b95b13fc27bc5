import { type RoastLevel, roastLevels } from '../coffees/roast.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Palate } from './palate.ts'
import type { TasteProfile } from './profile.ts'
import { drinkStrength, strengthOfRatio } from './strength.ts'

/** The dimensions of a palate that can be compared with a recipe. */
export const matchDimensions = ['acidity', 'body', 'sweetness', 'bitterness', 'strength', 'roast'] as const
type MatchDimension = (typeof matchDimensions)[number]

/** The taste of a cup, each from 0 to 1 as in a palate. Unknown dimensions are missing. */
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

/**
 * The taste of a cup: the author's own levels if given, else estimated from the coffee, its roast
 * and the strength of the drink.
 */
export function flavourOf(recipe: TastedRecipe): Flavour {
  const { method, ratio } = recipe
  const said = flavourSaid(recipe)
  // A dark roast tastes bitter to a person who minds bitterness, whatever else is in the cup.
  return {
    ...(said.roast !== undefined && { bitterness: said.roast }),
    ...said,
    strength: drinkStrength(method, ratio),
  }
}

/**
 * What people said about a recipe, and its strength relative to the method. `tasteCell` is computed
 * from this.
 */
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
 * How well a cup suits a palate, 0 to 1: one minus the weighted root mean square distance. Each
 * dimension is weighted by how much the person cares about it. An unknown dimension of the cup
 * counts as halfway.
 */
export function tasteMatch(palate: Palate, flavour: Flavour): number {
  const weightOf = weigherFor(palate)
  let weights = 0
  let squares = 0
  for (const dimension of matchDimensions) {
    const weight = weightOf(palate[dimension])
    weights += weight
    squares += weight * (palate[dimension] - (flavour[dimension] ?? NEUTRAL)) ** 2
  }
  return Math.max(0, 1 - Math.sqrt(squares / weights))
}

/**
 * An adventurous palate (explorerType above 0.5) prefers what it has not brewed. A new coffee moves
 * the match up to a tenth of the way towards perfect, and a new origin another tenth. The tenth is
 * our choice.
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
 * The order of all recommendations. An unknown match counts as middling, so a list without any
 * known match (for a visitor, or a default palate) is in order of Wilson score.
 */
export function recommendedScore(match: number | null, wilsonScore: number): number {
  return 0.6 * (match ?? 0.5) + 0.4 * wilsonScore
}

/**
 * The cell of taste space that a recipe falls in, for a `cube` column: each dimension is rounded to
 * its nearest level, and unknown ones are in the middle. However many recipes there are, they share
 * at most 5^6 cells, so the search stays the same size. It reads the cells nearest to a palate
 * (`taste <-> cube(low, high)` on a GiST index over distinct cells), the best few of each by Wilson
 * score (a btree over cell and score), and the best by Wilson score overall. `recommendedScore`
 * then ranks them exactly. Searching for the nearest recipes directly took a hundred times as long
 * at a million recipes as at ten thousand.
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
 * A palate as a box in the same space. The less a person cares about a dimension, the wider the
 * box, from a point at either end to the whole axis at neutral. The half-width is such that the
 * squared distance to the box is about the squared distance to the palate times the weight, as in
 * tasteMatch.
 */
export function palateBox(palate: Palate): PalateBox {
  const tastes = matchDimensions.map(dimension => palate[dimension])
  const weightOf = weigherFor(palate)
  const slack = (taste: number) => (1 - Math.sqrt(weightOf(taste))) / 2
  return {
    low: tastes.map(taste => Math.max(0, taste - slack(taste))),
    high: tastes.map(taste => Math.min(1, taste + slack(taste))),
  }
}

/** The value of a dimension, from 0 to 1, that a person does not care about. */
export const NEUTRAL = 0.5
const care = (taste: number) => Math.abs(taste - NEUTRAL) * 2

/** A person who cares this much about a dimension (0.3 or 0.7) has a clear preference. Our choice. */
const CLEAR_PREFERENCE = 0.4

/**
 * How much each taste of a palate counts: its distance from neutral. Without a clear preference,
 * all dimensions also count alike, the more so the more neutral the palate is, so that a slight
 * preference does not decide alone. For a person neutral in everything, the middle suits best.
 */
function weigherFor(palate: Palate) {
  const strongest = Math.max(...matchDimensions.map(dimension => care(palate[dimension])))
  const alike = Math.max(0, 1 - strongest / CLEAR_PREFERENCE)
  return (taste: number) => care(taste) + alike
}
const fromLevel = (level: number | null | undefined) => (level == null ? undefined : (level - 1) / 4)

function known(flavour: Record<MatchDimension, number | undefined>): Flavour {
  return Object.fromEntries(Object.entries(flavour).filter(([, taste]) => taste !== undefined))
}
