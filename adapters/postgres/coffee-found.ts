import type { Sql } from './client.ts'
import type { CoffeeConditions } from './coffee-conditions.ts'
import { literalLimit, literalNumber } from './planner.ts'
import type { Fragment } from './search-word.ts'

/** Of the most brewed so many at most that may have the words are read. */
export interface MostBrewed {
  /** Unless no more coffees than this have the words: then all of those are ranked. */
  beyond: number
  /** Only so many of the most brewed are looked at. */
  passed?: number
  read: number
}

/** If fewer of the most brewed have the words, the index gives some that have them. */
const FEW = 10
/** So many of those, each read from its own place, take as long as the most brewed together. */
const MOST_UNBREWED = 100

/** What a coffee is ranked by. */
const ranked = (sql: Sql) =>
  sql`coffees.id, coffees.search_text, coffees.folded_name, coffees.origin_at, coffees.recipe_count`

/** To follow a `with`: `found (id, rank, recipe_count)`, all coffees that have the words, up to so many. */
export const foundWhole = (
  sql: Sql,
  { hasAllByIndex }: CoffeeConditions,
  { rank, within, most }: { rank: Fragment; within: Fragment; most: number },
) => sql`
      found as materialized (
        select id, ${rank} as rank, recipe_count
        from coffees
        where ${within}
          and ${hasAllByIndex}
        ${literalLimit(sql, most)}
      )`

/**
 * The same of words that many have: those among the most brewed. Where hardly any of these have them, some that do come
 * from the index: by all that the words begin, or by the whole words alone.
 */
export const foundAmong = (
  sql: Sql,
  { hasAll, exactly, hasRarestIf, andHasOthers }: CoffeeConditions,
  { rank, within, mostBrewed }: { rank: Fragment; within: Fragment; mostBrewed: Fragment },
) => sql`
      popular as materialized (
        select ${ranked(sql)}, ts_match_vq(coffees.search_words, ${exactly}) as is_exact
        from ${mostBrewed} coffees
        where ${hasAll}
      ), found as materialized (
        select id, ${rank} as rank, recipe_count
        from (
          select ${ranked(sql)}
          from popular coffees
          union all
          (
            select ${ranked(sql)}
            from coffees
            where ${within}
              and ${hasRarestIf(sql`(select count(*) from popular) < ${literalNumber(sql, FEW)}`)}
              ${andHasOthers}
              and coffees.id not in (select id from popular)
              and (select count(*) from popular where is_exact) < ${literalNumber(sql, FEW)}
            ${literalLimit(sql, MOST_UNBREWED)}
          )
        ) coffees
      )`

/** To read from: the most brewed of those within. */
export const mostBrewedWithin = (sql: Sql, within: Fragment, most: number) => sql`(
          select ${ranked(sql)}, search_words
          from coffees
          where ${within}
          order by recipe_count desc, id desc
          ${literalLimit(sql, most)}
        )`

/** The same of those that are known by their ids. */
export const theseCoffees = (sql: Sql, ids: readonly number[]) => sql`(
          select ${ranked(sql)}, search_words
          from coffees
          where id = any(${ids}::int[])
        )`
