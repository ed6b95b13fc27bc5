import type { RoastLevel } from '../coffees/roast.ts'
import type { RoasterCalled } from '../coffees/roaster-name.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Optional } from '../optional.ts'
import type { BrewTimeRange, GrindRange } from './ranges.ts'
import type { RecipeSort } from './sorts.ts'

/** Which recipes. What is left out does not matter; hidden ones never show. */
export type RecipeFilter = Optional<{
  coffeeId: number
  grinderId: number
  machineId: number
  authorId: number
  roasterId: number
  roaster: RoasterCalled
  brewMethod: MethodId
  roastLevels: readonly RoastLevel[]
  /** -2 bright to 2 rich. */
  tasteLevels: readonly number[]
  minDoseGrams: number
  maxDoseGrams: number
  minGrindIndex: number
  maxGrindIndex: number
  grindRange: GrindRange
  brewTimeRange: BrewTimeRange
  /** Of the coffee, its roaster and origin: all must be found, give or take a typo. */
  words: string[]
  /** Folded flavour notes; the coffee must have all. */
  flavours: string[]
}>

/** What a list counts the ways on by: held for all recipes together, counted where something else narrows them. */
export type StyleFilter = Pick<
  RecipeFilter,
  'brewMethod' | 'roastLevels' | 'tasteLevels' | 'grindRange' | 'brewTimeRange'
>

/** Which recipes may be recommended at all. */
export type CandidateFilter = RecipeFilter &
  Optional<{
    exceptAuthorId: number
    /** How strong for their method, 1 light to 5 strong. */
    strengthLevels: readonly number[]
  }>

export interface RecipeQuery {
  filter: RecipeFilter
  sort: RecipeSort
  limit: number
  cursor?: string | undefined
}
