import type { Fragment } from 'postgres'
import type { RecipeSort } from '../../../core/recipes/sorts.ts'
import type { Sql } from '../engine/client.ts'
import type { Keys } from '../queries/page.ts'
import { literalLimit } from '../queries/planner.ts'
import { asksForAll, matching, type NarrowedFilter } from './recipe-filter.ts'

/** A walk goes on behind the last row it saw, if it has seen one, among the rows as they stood when it began. */
export interface Walk {
  after: Keys
  /** A pg_snapshot as text. */
  asOf: string
}

/** A cursor's keys are the sort keys of the last row, then the snapshot of the walk. */
export const walkFrom = (keys: Keys | undefined): Walk | undefined =>
  keys && { after: keys.slice(0, -1), asOf: String(keys.at(-1)) }

const latest: readonly Key[] = [
  { expression: 'recipes.created_at', type: 'timestamptz' },
  { expression: 'recipes.id', type: 'int' },
]

/** What each list is sorted by, all descending. `moving` is the table that tells what votes and brews move. */
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
 * Up to this many matches are all read and sorted. For more, the index of the order is read until it has given `limit` of them.
 * The bound (900 for a page of 20, 2,800 for 200) is estimated from the plans of single lists among a million recipes.
 */
export const fewFor = (limit: number) => 200 * Math.sqrt(limit)

/** The rows of one page, as `place (id, k1, k2, …)` and these columns of them, in the order of `placeOrder`. */
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

/** The same places with these columns. An index alone gives the places, so that what does not match is not read. */
const withColumns = (sql: Sql, places: Fragment, more: readonly string[]) =>
  more.length === 0
    ? places
    : sql`
    select place.* ${sql.unsafe(more.map(column => `, recipes.${column}`).join(''))}
    from (${places}) place
    join recipes on recipes.id = place.id`

/** All that match, few enough to be sorted. */
const gathered = (sql: Sql, filter: NarrowedFilter) => sql`
    (
      -- Apart, and with the keys of all orders, which no index has: else the planner would rather read all of the index of the
      -- order than one that narrows the recipes down.
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
  /** Recipes to leave out: those with these ids, and those with an id `beyond` this one, which were added since. */
  except?: { ids: readonly number[]; beyond: number } | undefined
}

/** Recipes that a vote or a brew has moved since a walk began, where they stood then; none before it has begun. */
export const movedSince = (sql: Sql, walk: Walk | undefined) => sql`
  moved as materialized (
    select recipe_id, wilson_score, upvotes, downvotes, brew_count
    from moved_since(${walk ? sql`${walk.asOf}::pg_snapshot` : sql`pg_current_snapshot()`})
  )`

/** `order by` of what placesOf gives, and the keys of a row for its cursor. */
export function placeOrder(sql: Sql, sort: RecipeSort, walk: Walk | undefined) {
  const columns = orders[sort].keys('recipes').map((_, at) => `place.k${at + 1}`)
  const asOf = walk ? sql`${walk.asOf}::text` : sql`(select pg_current_snapshot()::text)`
  return {
    order: sql.unsafe(columns.map(column => `${column} desc`).join(', ')),
    keys: sql`json_build_array(${sql.unsafe(columns.join(', '))}, ${asOf})::text`,
  }
}

/** Wilson's order in the words of the indexes `recipes_best…`, which are read in it. */
export const bestOrder = (sql: Sql) => sql.unsafe(descending(orders.highest_rated.keys('recipes')))
/** The same order of a few rows that are found already: in these words no index has it, and so they are sorted. */
export const bestOrderOfFew = (sql: Sql, table: string) =>
  sql.unsafe(`${table}.wilson_score desc, ${table}.downvotes, ${table}.created_at desc, ${table}.id desc`)

const named = (keys: readonly Key[]) => keys.map(({ expression }, at) => `${expression} as k${at + 1}`).join(', ')
const expressionsOf = (keys: readonly Key[]) => keys.map(({ expression }) => expression).join(', ')
const descending = (keys: readonly Key[]) => keys.map(({ expression }) => `(${expression}) desc`).join(', ')

const bounds = (sql: Sql, keys: readonly Key[], after: Keys) =>
  keys.map(({ type }, at) => sql`${at > 0 ? sql`, ` : sql``}${after[at] ?? null}::${sql.unsafe(type)}`)
