import type { RoastLevel } from '../coffees/roast.ts'
import type { RoasterCalled } from '../coffees/roaster-name.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { BrewTimeRange, GrindRange } from './ranges.ts'
import type { RecipeSort } from './sorts.ts'

/** Which recipes to include. A missing field does not filter. Hidden recipes are never included. */
export type RecipeFilter = Optional<{
  coffeeId: number
  grinderId: number
  machineId: number
  authorId: number
  roasterId: number
  roaster: RoasterCalled
  brewMethod: MethodId
  roastLevels: readonly RoastLevel[]
  /** -2 (bright) to 2 (rich). */
  tasteLevels: readonly number[]
  minDoseGrams: number
  maxDoseGrams: number
  minGrindIndex: number
  maxGrindIndex: number
  grindRange: GrindRange
  brewTimeRange: BrewTimeRange
  /** Words of the coffee, its roaster or its origin. All must match, allowing for typos. */
  words: string[]
  /** Folded flavour notes; the coffee must have all of them. */
  flavours: string[]
}>

/**
 * The fields that the style counts of a list are grouped by. Counts over all recipes are stored;
 * with any other filter they are counted on request.
 */
export type StyleFilter = Pick<
  RecipeFilter,
  'brewMethod' | 'roastLevels' | 'tasteLevels' | 'grindRange' | 'brewTimeRange'
>

/** Which recipes may be recommended at all. */
export type CandidateFilter = RecipeFilter &
  Optional<{
    exceptAuthorId: number
    /** Strength relative to the method, 1 light to 5 strong. */
    strengthLevels: readonly number[]
  }>

export interface RecipeQuery {
  filter: RecipeFilter
  sort: RecipeSort
  limit: number
  cursor?: string | undefined
}
