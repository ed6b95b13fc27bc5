import * as v from 'valibot'
import { type RoastLevel, roastLevels } from '../coffees/roast.ts'
import { type MethodId, methodIds } from '../grind/methods.ts'
import type { StyleFilter } from './filter.ts'
import { type BrewTimeRange, brewTimeRanges, type GrindRange, grindRanges } from './ranges.ts'

/** How many recipes there are of one style. */
export interface Style {
  brewMethod: MethodId
  roastLevel: RoastLevel
  tasteLevel: number
  grindRange: GrindRange | ''
  brewTimeRange: BrewTimeRange | ''
  recipes: number
}

export const tasteLevels = [-2, -1, 0, 1, 2] as const

const counted = <T extends v.GenericSchema>(value: T) => v.array(v.object({ value, count: v.number() }))

export const Facets = v.object({
  total: v.number(),
  isCapped: v.pipe(
    v.boolean(),
    v.description('True if there are more than 1,000; the counts then cover 1,000 of them.'),
  ),
  brewMethods: counted(v.picklist(methodIds)),
  roastLevels: counted(v.picklist(roastLevels)),
  tastes: v.pipe(counted(v.number()), v.description('-2 (bright) to 2 (rich).')),
  grindRanges: counted(v.picklist(grindRanges)),
  brewTimeRanges: counted(v.picklist(brewTimeRanges)),
})

/**
 * For each facet, how many recipes there would be with each value in place of the chosen one,
 * keeping the other filters.
 */
export function facetsOf(
  styles: readonly Style[],
  chosen: StyleFilter,
): Omit<v.InferOutput<typeof Facets>, 'isCapped'> {
  const tests: Record<Facet, (style: Style) => boolean> = {
    brewMethod: style => chosen.brewMethod === undefined || style.brewMethod === chosen.brewMethod,
    roastLevel: style => chosen.roastLevels?.includes(style.roastLevel) ?? true,
    tasteLevel: style => chosen.tasteLevels?.includes(style.tasteLevel) ?? true,
    grindRange: style => chosen.grindRange === undefined || style.grindRange === chosen.grindRange,
    brewTimeRange: style => chosen.brewTimeRange === undefined || style.brewTimeRange === chosen.brewTimeRange,
  }
  const matching = (except?: Facet) =>
    styles.filter(style => facets.every(facet => facet === except || tests[facet](style)))
  const countsOf = <F extends Facet, T extends Style[F]>(facet: F, values: readonly T[]) => {
    const among = matching(facet)
    return values.map(value => ({ value, count: sumOf(among.filter(style => style[facet] === value)) }))
  }
  return {
    total: sumOf(matching()),
    brewMethods: countsOf('brewMethod', methodIds),
    roastLevels: countsOf('roastLevel', roastLevels),
    tastes: countsOf('tasteLevel', tasteLevels),
    grindRanges: countsOf('grindRange', grindRanges),
    brewTimeRanges: countsOf('brewTimeRange', brewTimeRanges),
  }
}

type Facet = Exclude<keyof Style, 'recipes'>
const facets: readonly Facet[] = ['brewMethod', 'roastLevel', 'tasteLevel', 'grindRange', 'brewTimeRange']

const sumOf = (styles: readonly Style[]) => styles.reduce((sum, { recipes }) => sum + recipes, 0)
