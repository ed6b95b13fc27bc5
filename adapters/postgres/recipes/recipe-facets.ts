import type { Style } from '../../../core/recipes/facets.ts'
import type { Sql } from '../engine/client.ts'
import { literalLimit } from '../queries/planner.ts'
import { asksForAll, countMatching, inOrderOfGrind, isEmpty, matching, type NarrowedFilter } from './recipe-filter.ts'
import { placesOf } from './recipe-order.ts'

/** How many recipes are read to count facets, however many match. */
const FACETS_OF = 1000
const styleColumns = ['brew_method', 'roast_level', 'taste_level', 'grind_range', 'brew_time_range']

/** Recipes by style: from a counter if all match, else counted up to FACETS_OF. */
export async function stylesMatching(
  sql: Sql,
  filter: NarrowedFilter,
): Promise<{ styles: Style[]; isCapped: boolean }> {
  if (isEmpty(filter)) return { styles: [], isCapped: false }
  if (asksForAll(filter)) {
    const styles = await sql<Style[]>`
      select brew_method, roast_level, taste_level, grind_range, brew_time_range, recipes
      from recipes_by_style
      where recipes > 0`
    return { styles: [...styles], isCapped: false }
  }
  const limit = FACETS_OF + 1
  const total = isByDoseOrMachine(filter) ? await countMatching(sql, filter) : undefined
  const counted =
    total === undefined
      ? firstOf(sql, filter, limit)
      : placesOf(sql, { filter, total, sort: 'highest_rated', limit }, styleColumns)
  const styles = await sql<Style[]>`
    select brew_method, roast_level, taste_level,
           coalesce(grind_range, '') as grind_range, coalesce(brew_time_range, '') as brew_time_range,
           count(*)::int as recipes
    from (${counted}) counted
    group by 1, 2, 3, 4, 5`
  const isCapped = styles.reduce((sum, { recipes }) => sum + recipes, 0) > FACETS_OF
  // One more was read, to see whether there are more.
  if (isCapped && styles[0]) styles[0].recipes--
  return { styles: [...styles], isCapped }
}

const firstOf = (sql: Sql, filter: NarrowedFilter, limit: number) => sql`
      select ${sql.unsafe(styleColumns.join(', '))}
      from recipes
      where ${matching(sql, filter)}
      ${inOrderOfGrind(sql, filter)}
      ${literalLimit(sql, limit)}`

/** That index is sorted by roast, so its first recipes have one roast: count the best ones. */
function isByDoseOrMachine({ minDoseGrams, maxDoseGrams, machineId, ...others }: NarrowedFilter) {
  return asksForAll(others)
}
