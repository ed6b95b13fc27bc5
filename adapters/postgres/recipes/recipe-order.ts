import type { Fragment } from 'postgres'
import type { RecipeSort } from '../../../core/recipes/sorts.ts'
import type { Sql } from '../engine/client.ts'
import type { Keys } from '../queries/page.ts'
import { literalLimit } from '../queries/planner.ts'
import { asksForAll, matching, type NarrowedFilter } from './recipe-filter.ts'

/** A list that is read page by page, as it was when its first page was read. */
export interface Walk {
  after: Keys
  /** A pg_snapshot as text. */
  asOf: string
}

/** A cursor has the sort keys of the last row, then the snapshot. */
export const walkFrom = (keys: Keys | undefined): Walk | undefined =>
  keys && { after: keys.slice(0, -1), asOf: String(keys.at(-1)) }

const latest: readonly Key[] = [
  { expression: 'recipes.created_at', type: 'timestamptz' },
  { expression: 'recipes.id', type: 'int' },
]

/** Sort keys, all descending. `moving` is the table with the values that votes and brews change. */
interface Order {
  moves: boolean
  keys: (moving: 'recipes' | 'moved') => readonly Key[]
}

const orders: Record<RecipeSort, Order> = {
  highest_rated: {
    moves: true,
    keys: moving => [
      { expression: `${moving}.wilson_score`, type: 'float8' },
      { expression: `-${moving}.downvotes`, type: 'int' },
      ...latest,
    ],
  },
  upvotes: {
    moves: true,
    keys: moving => [
      { expression: `${moving}.upvotes`, type: 'int' },
      { expression: `-${moving}.downvotes`, type: 'int' },
      ...latest,
    ],
  },
  newest: {
    moves: false,
    keys: () => latest,
  },
  most_brewed: {
    moves: true,
    keys: moving => [
      { expression: `${moving}.brew_count`, type: 'int' },
      { expression: 'recipes.id', type: 'int' },
    ],
  },
}

interface Key {
  expression: string
  type: 'float8' | 'int' | 'timestamptz'
}

/**
 * Up to this many matches are read and sorted. If there are more, the index of the order is read
 * until a page is full. The bound (900 for a page of 20, 2,800 for 200) is estimated from plans at
 * a million recipes.
 */
export const fewFor = (limit: number) => 200 * Math.sqrt(limit)

/** The rows of a page: `place (id, k1, k2, …)` and `more` columns, in `placeOrder`. */
export function placesOf(
  sql: Sql,
  { filter, total, sort, limit, offset = 0, walk, except }: Slice,
  more: readonly string[] = [],
) {
  const { moves, keys } = orders[sort]
  const isFew = !asksForAll(filter) && total <= fewFor(limit + offset)
  const slice = (moving: 'recipes' | 'moved', unmoved = sql``) =>
    withColumns(
      sql,
      sql`
    select recipes.id, ${sql.unsafe(named(keys(moving)))}
    from ${isFew ? gathered(sql, filter) : sql`recipes`}
    ${moving === 'moved' ? sql`join moved on moved.recipe_id = recipes.id` : sql``}
    where ${isFew ? sql`true` : matching(sql, filter, true)}
      ${unmoved}
      ${except ? sql`and recipes.id <> all(${[...except.ids]}::int[]) and recipes.id <= ${except.beyond}` : sql``}
      ${walk?.after.length ? sql`and (${sql.unsafe(expressionsOf(keys(moving)))}) < (${bounds(sql, keys(moving), walk.after)})` : sql``}
    order by ${sql.unsafe(descending(keys(moving)))}
    ${literalLimit(sql, limit)}
    ${offset > 0 ? sql`offset ${offset}` : sql``}`,
      more,
    )
  if (!walk || !moves) return slice('recipes')
  return sql`
    (${slice('recipes', sql`and recipes.id not in (select recipe_id from moved)`)})
    union all
    (${slice('moved')})`
}

/** Adds columns afterwards, so that the places are found by an index alone. */
const withColumns = (sql: Sql, places: Fragment, more: readonly string[]) =>
  more.length === 0
    ? places
    : sql`
    select place.* ${sql.unsafe(more.map(column => `, recipes.${column}`).join(''))}
    from (${places}) place
    join recipes on recipes.id = place.id`

/** All matches, to be sorted. */
const gathered = (sql: Sql, filter: NarrowedFilter) => sql`
    (
      -- Materialized, with the keys of all orders: otherwise the planner would read the whole index
      -- of the order instead of one that narrows the recipes down.
      with few as materialized (
        select id, wilson_score, upvotes, downvotes, brew_count, created_at
        from recipes
        where ${matching(sql, filter)}
      )
      select *
      from few
    ) recipes`

export interface Slice {
  filter: NarrowedFilter
  /** How many match. */
  total: number
  sort: RecipeSort
  limit: number
  offset?: number
  walk?: Walk | undefined
  /** Recipes to leave out: by id, and those with an id `beyond` this one, which are newer. */
  except?: { ids: readonly number[]; beyond: number } | undefined
}

/** Recipes that votes or brews have moved since the first page, with their values from then. */
export const movedSince = (sql: Sql, walk: Walk | undefined) => sql`
  moved as materialized (
    select recipe_id, wilson_score, upvotes, downvotes, brew_count
    from moved_since(${walk ? sql`${walk.asOf}::pg_snapshot` : sql`pg_current_snapshot()`})
  )`

/** The order of `placesOf`, and the keys of a row for its cursor. */
export function placeOrder(sql: Sql, sort: RecipeSort, walk: Walk | undefined) {
  const columns = orders[sort].keys('recipes').map((_, at) => `place.k${at + 1}`)
  const asOf = walk ? sql`${walk.asOf}::text` : sql`(select pg_current_snapshot()::text)`
  return {
    order: sql.unsafe(columns.map(column => `${column} desc`).join(', ')),
    keys: sql`json_build_array(${sql.unsafe(columns.join(', '))}, ${asOf})::text`,
  }
}

/** The order by votes, written as in the indexes `recipes_best…`. */
export const bestOrder = (sql: Sql) => sql.unsafe(descending(orders.highest_rated.keys('recipes')))
/** The same order for a few rows, written so that no index is used. */
export const bestOrderOfFew = (sql: Sql, table: string) =>
  sql.unsafe(`${table}.wilson_score desc, ${table}.downvotes, ${table}.created_at desc, ${table}.id desc`)

const named = (keys: readonly Key[]) => keys.map(({ expression }, at) => `${expression} as k${at + 1}`).join(', ')
const expressionsOf = (keys: readonly Key[]) => keys.map(({ expression }) => expression).join(', ')
const descending = (keys: readonly Key[]) => keys.map(({ expression }) => `(${expression}) desc`).join(', ')

const bounds = (sql: Sql, keys: readonly Key[], after: Keys) =>
  keys.map(({ type }, at) => sql`${at > 0 ? sql`, ` : sql``}${after[at] ?? null}::${sql.unsafe(type)}`)
