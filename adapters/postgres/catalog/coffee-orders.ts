import type postgres from 'postgres'
import type { CoffeeQuery } from '../../../core/coffees/coffees.ts'
import { coffeeTypes } from '../../../core/coffees/model.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import type { Sql } from '../engine/client.ts'
import { type Keys, rowOf } from '../queries/page.ts'
import { isAmong } from '../queries/planner.ts'
import { placeColumn } from './coffee-columns.ts'
import { roasterMeant } from './naming.ts'

export interface CoffeeOrder {
  /** The tables to read, with an index in this order. */
  from: string
  table: 'coffees' | 'coffee_trends'
  id: string
  key: string
  /** The key as an expression over `coffees`, for coffees that were not read in this order. */
  keyOfEach: string
  way: 'asc' | 'desc'
  next: '<' | '>'
}

const up = { way: 'asc', next: '>' } as const
const down = { way: 'desc', next: '<' } as const
const sortedBy = (key: string) =>
  ({ from: 'coffees', table: 'coffees', id: 'coffees.id', key, keyOfEach: key }) as const

/** What coffees are sorted by. */
export const coffeeOrders: Record<Exclude<CoffeeQuery['sort'], 'match'>, CoffeeOrder> = {
  name: { ...sortedBy('coffees.folded_name'), ...up },
  newest: { ...sortedBy('coffees.created_at'), ...down },
  place: { ...sortedBy(placeColumn), ...up },
  popular: { ...sortedBy('coffees.recipe_count'), ...down },
  trending: {
    from: 'coffee_trends join coffees on coffees.id = coffee_trends.coffee_id',
    table: 'coffee_trends',
    id: 'coffee_trends.coffee_id',
    key: 'coffee_trends.trending',
    keyOfEach: '(select trending from coffee_trends where coffee_id = coffees.id)',
    ...down,
  },
}

interface CoffeePage {
  /** Undefined for the first page. */
  last: Keys | undefined
  limit: number
}

/** Queries for a page without words, after the last one seen, each coffee with its `key`. */
export function coffeePages(sql: Sql, order: CoffeeOrder, { last, limit }: CoffeePage) {
  const { from, table, id, key, next, way } = order
  const place = sql.unsafe(`(${key}, ${id})`)
  const behind = last ? sql`and ${place} ${sql.unsafe(next)} ${rowOf(sql, last)}` : sql``
  const walk = (matches: postgres.Fragment, beyond = behind) => sql`
      select coffees.*, ${sql.unsafe(`${key} as key from ${from}`)}
      where ${matches}
        ${beyond}
      ${sql.unsafe(`order by ${key} ${way}, ${id} ${way} limit ${limit}`)}`
  const first = sql.unsafe(`order by coffees.key ${way}, coffees.id ${way} limit ${limit}`)
  /** `>=` the next possible key: for `>` the last one, the planner expects hardly any rows. */
  const fromNext = () => {
    const [lastKey = null, lastId] = last ?? []
    const step = way === 'asc' ? 1 : -1
    return last ? sql`and ${place} ${sql.unsafe(next)}= ${rowOf(sql, [lastKey, Number(lastId) + step])}` : behind
  }
  return {
    pageOf: walk,

    /** Reads the first of each origin, because an index has the order within an origin. */
    pageOfEach: (origins: readonly number[]) => sql`
      select coffees.*
      from unnest(${[...origins]}::int[]) origin (id)
      cross join lateral (
        ${walk(sql`coffees.origin_id = origin.id`)}
      ) coffees
      ${first}`,

    /** The same for each pair of roast and type. */
    pageOfKinds: (wanted: Partial<CoffeeQuery>) => {
      const pages = kindsOf(sql, table, wanted).map(isOfKind => walk(isOfKind, fromNext()))
      return sql`
      select coffees.*
      from (${pages.map((page, at) => sql`${at > 0 ? sql`union all` : sql``} (${page})`)}) coffees
      ${first}`
    },
  }
}

/** One condition for each pair of roast and type; an index has the order within a pair. */
const kindsOf = (sql: Sql, table: CoffeeOrder['table'], { roastLevel, coffeeType }: Partial<CoffeeQuery>) =>
  (roastLevel ?? roastLevels).flatMap(roast =>
    (coffeeType === undefined ? [...coffeeTypes, ''] : [coffeeType]).map(
      type => sql`${sql(table)}.roast_level = ${roast} and coalesce(${sql(table)}.coffee_type, '') = ${type}`,
    ),
  )

/** To follow a `where` over `coffees`. */
export const matchingCoffees = (
  sql: Sql,
  { roasterId, roaster, roastLevel, coffeeType }: Partial<CoffeeQuery>,
  origins?: readonly number[],
) => {
  const conditions = [
    roasterId !== undefined && sql`and coffees.roaster_id = ${roasterId}`,
    roaster !== undefined && sql`and coffees.roaster_id in (${roasterMeant(sql, roaster)})`,
    roastLevel !== undefined && sql`and coffees.roast_level ${isAmong(sql, roastLevel)}`,
    origins && sql`and coffees.origin_id = any(${[...origins]})`,
    coffeeType !== undefined && sql`and coffees.coffee_type = ${coffeeType}`,
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? sql`true ${conditions}` : sql`true`
}
