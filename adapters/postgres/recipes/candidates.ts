import type { Optional } from '../../../core/optional.ts'
import type { Candidate } from '../../../core/recipes/recommend.ts'
import type { PalateBox } from '../../../core/taste/match.ts'
import type { Sql } from '../engine/client.ts'
import { nested, part } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { asksForAll, countMatching, isEmpty, matching, type NarrowedFilter } from './recipe-filter.ts'
import { bestOrder, bestOrderOfFew, fewFor, movedSince, placesOf } from './recipe-order.ts'

/** How many of the best by votes are ranked. */
const BEST = 200
const NEAREST_CELLS = 96
const MOST_ID = 2 ** 31 - 1
/** How many are taken from each cell of the taste space: more if some will not match a filter. */
const BEST_OF_CELL = 2
const BEST_OF_CELL_FILTERED = 5

/** What a recipe is ranked by. */
const candidateColumns = [
  'wilson_score',
  'downvotes',
  'created_at',
  'ratio',
  'taste_profile',
  'brew_method',
  'coffee_profile_id',
]
/** Their values before a vote changed them. */
const ofMoved = (column: string) => `${['wilson_score', 'downvotes'].includes(column) ? 'moved' : 'recipes'}.${column}`

/** In the cursor from the first page on: the votes, the newest recipe and the total. */
export interface WalkStart {
  asOf: string
  newest: number
  total: number
}

type WalkCandidate = Candidate & Omit<WalkStart, 'total'>

/**
 * The best by votes, and those nearest to the palate, the same on every page: as they were when the
 * first was read. The number of rows read does not grow with the number of recipes.
 */
export async function candidatesIn(
  sql: Sql,
  filter: NarrowedFilter,
  palate: PalateBox | undefined,
  began?: { total: number } & Optional<WalkStart>,
): Promise<WalkCandidate[]> {
  if (isEmpty(filter)) return []
  const total = began?.total ?? (await totalOf(sql, filter, BEST))
  const walk = began?.asOf === undefined ? undefined : { asOf: began.asOf, after: [] }
  const except = began?.newest === undefined ? undefined : { ids: [], beyond: began.newest }
  const best = placesOf(sql, { filter, total, sort: 'highest_rated', limit: BEST, walk, except }, candidateColumns)
  const isNear = palate && total > BEST && !isOfOne(filter)
  const near = isNear ? sql`${nearestToPalate(sql, palate, filter, began?.newest)}, ` : sql``
  const columns = sql.unsafe(candidateColumns.join(', '))
  return nested<WalkCandidate>(sql`
    with ${movedSince(sql, walk)}, ${near}
    chosen as (
      ${isNear ? sql`select * from near union all` : sql``}
      select id, ${columns}
      from (
        select *
        from (${best}) best
        order by k1 desc, k2 desc, k3 desc, k4 desc
        ${literalLimit(sql, BEST)}
      ) best
      ${isNear ? sql`where id not in (select id from near)` : sql``}
    )
    select recipes.id,
           coalesce(moved.wilson_score, recipes.wilson_score) as wilson_score,
           coalesce(moved.downvotes, recipes.downvotes) as downvotes,
           recipes.created_at,
           recipes.ratio,
           recipes.taste_profile,
           ${part(sql, 'coffees', 'coffee', ['id', 'roast_level', 'origin', 'acidity_level', 'body_level'])},
           recipes.brew_method as "machine.brew_method",
           pg_current_snapshot()::text as as_of,
           (select max(id) from recipes) as newest
    from chosen recipes
    join coffees on coffees.id = recipes.coffee_profile_id
    left join moved on moved.recipe_id = recipes.id`)
}

/**
 * To follow a `with`: `near`, the best recipes in each of the nearest cells of the taste space, by
 * the votes when the first page was read, and without recipes that were added since.
 */
function nearestToPalate(sql: Sql, { low, high }: PalateBox, filter: NarrowedFilter, newest = MOST_ID) {
  // A filter that few recipes pass is checked afterwards; otherwise most of a cell would be read.
  const [inCell, isWanted] = narrows(filter) ? [{}, matching(sql, filter)] : [filter, sql`true`]
  const columns = sql.unsafe(['id', ...candidateColumns].join(', '))
  const first = literalLimit(sql, narrows(filter) ? BEST_OF_CELL_FILTERED : BEST_OF_CELL)
  return sql`
        -- By id, once: a join would read all recipes of every cell.
        stood_elsewhere as materialized (
          select ${sql.unsafe(['id', ...candidateColumns].map(ofMoved).join(', '))}, recipes.taste, recipes.is_wanted
          from moved
          cross join lateral (
            select *, (${isWanted}) as is_wanted
            from recipes
            where id = moved.recipe_id
              and ${matching(sql, inCell)}
              and id <= ${newest}
            limit 1
          ) recipes
        ),
        -- Materialized, so that it runs once and not for every recipe.
        near as materialized (
          select ${columns}
          from (
            select taste
            from taste_cells
            order by taste <-> cube(${low}::float8[], ${high}::float8[])
            ${literalLimit(sql, NEAREST_CELLS)}
          ) cell
          cross join lateral (
            select *
            from (
              (
                select ${columns}, (${isWanted}) as is_wanted
                from recipes
                where taste = cell.taste
                  and ${matching(sql, inCell)}
                  and id <= ${newest}
                  and id not in (select recipe_id from moved)
                order by ${bestOrder(sql)}
                ${first}
              )
              union all
              select ${columns}, is_wanted
              from stood_elsewhere
              where taste = cell.taste
            ) stood
            order by ${bestOrderOfFew(sql, 'stood')}
            ${first}
          ) near
          where is_wanted
        )`
}

/** How many match, counted up to the number that decides how they are read. */
export const totalOf = async (sql: Sql, filter: NarrowedFilter, limit: number) => {
  const { exceptAuthorId: _, ...asked } = filter
  return asksForAll(asked) ? Number.POSITIVE_INFINITY : countMatching(sql, asked, Math.ceil(fewFor(limit)) + 1)
}

/** Whether the filter asks for anything but to leave out an author. */
const narrows = ({ exceptAuthorId: _, ...filter }: NarrowedFilter) => !asksForAll(filter)

/** Whether hardly any recipe near a palate would match, because the filter names one thing. */
const isOfOne = ({ coffeeIds, roasterIds, authorId, grinderId, machineId }: NarrowedFilter) =>
  !asksForAll({ coffeeIds, roasterIds, authorId, grinderId, machineId })
