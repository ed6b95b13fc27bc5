import type { Fragment } from 'postgres'
import type { RecipeSort } from '../../../core/recipes/filter.ts'
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
  /** An index has the recipes of each coffee in this order. */
  isByCoffee: boolean
  /** The same of each grinder, with machine, method and roast. */
  isByGrinder: boolean
  keys: (moving: 'recipes' | 'moved') => readonly Key[]
}

const orders: Record<RecipeSort, Order> = {
  best: {
    moves: true,
    isByCoffee: true,
    isByGrinder: true,
    keys: moving => [
      { expression: `${moving}.wilson_score`, type: 'float8' },
      { expression: `-${moving}.downvotes`, type: 'int' },
      ...latest,
    ],
  },
  upvotes: {
    moves: true,
    isByCoffee: true,
    isByGrinder: false,
    keys: moving => [
      { expression: `${moving}.upvotes`, type: 'int' },
      { expression: `-${moving}.downvotes`, type: 'int' },
      ...latest,
    ],
  },
  newest: {
    moves: false,
    isByCoffee: false,
    isByGrinder: false,
    keys: () => latest,
  },
  'most-brewed': {
    moves: true,
    isByCoffee: false,
    isByGrinder: false,
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

/** Up to so many matches are all read and sorted; for more, an index is read in order, past recipes that do not match. */
const FEW = 1000
/** With so many matches every few hundredth of a million recipes is one: reading an index in order soon finds a page of them. */
const MANY = 2500
/** Up to so many coffees, the recipes of each are read by themselves, in the order of an index. */
const FEW_COFFEES = 20

/** The rows of one page, as `place (id, k1, k2, …)` and these columns of them, in the order of `placeOrder`. */
export function placesOf(
  sql: Sql,
  { filter, total, sort, limit, offset = 0, walk, except }: Slice,
  more: readonly string[] = [],
) {
  const { moves, keys, isByCoffee } = orders[sort]
  const isBeginning = !walk && !except && offset === 0
  // Only columns that are in the index of each coffee's recipes.
  const columns = keys('recipes').map(({ expression }) => expression.replace('-', ''))
  const some = isOneIndexInOrder(filter, sort)
    ? undefined
    : total <= FEW
      ? gathered(sql, filter, columns.join(', '))
      : total <= MANY && isBeginning && isByCoffee
        ? firstOfEachCoffee(
            sql,
            filter,
            columns,
            sql`${sql.unsafe(descending(keys('recipes')))} ${literalLimit(sql, limit)}`,
          )
        : undefined
  const isReadAtOnce = !some && isMetByAny(filter)
  const slice = (moving: 'recipes' | 'moved', unmoved = sql``) => {
    const places = sql`
    select recipes.id, ${sql.unsafe(named(keys(moving)))} ${isReadAtOnce ? ofRecipes(sql, more) : sql``}
    from ${some ?? sql`recipes`}
    ${moving === 'moved' ? sql`join moved on moved.recipe_id = recipes.id` : sql``}
    where ${some ? sql`true` : matching(sql, filter, total > MANY)}
      ${unmoved}
      ${except ? sql`and recipes.id <> all(${[...except.ids]}::int[]) and recipes.id <= ${except.beyond}` : sql``}
      ${walk?.after.length ? sql`and (${sql.unsafe(expressionsOf(keys(moving)))}) < (${bounds(sql, keys(moving), walk.after)})` : sql``}
    order by ${sql.unsafe(descending(keys(moving)))}
    ${literalLimit(sql, limit)}
    ${offset > 0 ? sql`offset ${offset}` : sql``}`
    return isReadAtOnce ? places : withColumns(sql, places, more)
  }
  if (!walk || !moves) return slice('recipes')
  return sql`
    (${slice('recipes', sql`and recipes.id not in (select recipe_id from moved)`)})
    union all
    (${slice('moved')})`
}

/** Whether hardly any recipe is met in vain. Else an index alone tells which match, and the others are not read. */
const isMetByAny = ({ brewMethod: _, exceptAuthorId: __, ...others }: NarrowedFilter) => asksForAll(others)

/** The same places with these columns, of recipes that were read for their keys alone. */
export const withColumns = (sql: Sql, places: Fragment, more: readonly string[]) =>
  more.length === 0
    ? places
    : sql`
    select place.* ${ofRecipes(sql, more)}
    from (${places}) place
    join recipes on recipes.id = place.id`

const ofRecipes = (sql: Sql, columns: readonly string[]) =>
  sql.unsafe(columns.map(column => `, recipes.${column}`).join(''))

/**
 * Whether the index of a grinder's recipes in this order has all else that is asked for: then whatever does not match is passed
 * there, without being read, which never takes longer than to gather what does.
 */
export const isOneIndexInOrder = (
  { grinderId, machineId, brewMethod, roastLevels, ...others }: NarrowedFilter,
  sort: RecipeSort,
) => orders[sort].isByGrinder && grinderId !== undefined && asksForAll(others)

/** All that match, few enough to be sorted. */
export const gathered = (sql: Sql, filter: NarrowedFilter, columns = '*') => sql`
    (
      -- Whole rows, apart: else the order of the whole, or columns that an index has, choose one that does not filter.
      with few as materialized (
        select ${sql.unsafe(columns)}
        from recipes
        where ${matching(sql, filter)}
      )
      select *
      from few
    ) recipes`

/** Of each of a few coffees those that come first, as an index has them. */
function firstOfEachCoffee(
  sql: Sql,
  { coffeeIds, ...filter }: NarrowedFilter,
  columns: readonly string[],
  first: Fragment,
) {
  if (!coffeeIds || coffeeIds.length > FEW_COFFEES) return
  return sql`
    (
      select recipes.*
      from unnest(${coffeeIds}::int[]) coffee (id)
      cross join lateral (
        select ${sql.unsafe(columns.join(', '))}
        from recipes
        where ${matching(sql, filter)}
          and recipes.coffee_profile_id = coffee.id
        order by ${first}
      ) recipes
    ) recipes`
}

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

/** `order by` of what `gathered` gives. */
export const gatheredOrder = (sql: Sql, sort: RecipeSort) => sql.unsafe(descending(orders[sort].keys('recipes')))

/** Wilson's order in the words of the indexes `recipes_best…`, which are read in it. */
export const bestOrder = (sql: Sql) => gatheredOrder(sql, 'best')
/** The same order of a few rows that are found already: in these words no index has it, and so they are sorted. */
export const bestOrderOfFew = (sql: Sql, table: string) =>
  sql.unsafe(`${table}.wilson_score desc, ${table}.downvotes, ${table}.created_at desc, ${table}.id desc`)

const named = (keys: readonly Key[]) => keys.map(({ expression }, at) => `${expression} as k${at + 1}`).join(', ')
const expressionsOf = (keys: readonly Key[]) => keys.map(({ expression }) => expression).join(', ')
const descending = (keys: readonly Key[]) => keys.map(({ expression }) => `(${expression}) desc`).join(', ')

const bounds = (sql: Sql, keys: readonly Key[], after: Keys) =>
  keys.map(({ type }, at) => sql`${at > 0 ? sql`, ` : sql``}${after[at] ?? null}::${sql.unsafe(type)}`)
