import type { Sql } from './client.ts'
import type { CoffeeConditions } from './coffee-conditions.ts'
import { literalLimit, literalNumber } from './page.ts'
import type { Fragment } from './search-word.ts'

/** So many of the most brewed are passed, those that may have the words are read, until so many that have them are found. */
export interface MostBrewed {
  /** Unless no more coffees than this have the words: then all of those are ranked. */
  beyond: number
  passed: number
  read: number
  found: number
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
export function foundAmongMostBrewed(
  sql: Sql,
  conditions: CoffeeConditions,
  { rank, within, most }: { rank: Fragment; within: Fragment | undefined; most: MostBrewed },
) {
  const { hasAll, andHasOthers, hasRarestIf, exactly, areAllMarked } = conditions
  const isByMarks = within === undefined && areAllMarked
  return sql`
      popular as materialized (
        select ${ranked(sql)}, ts_match_vq(coffees.search_words, ${exactly}) as is_exact
        from ${isByMarks ? mostBrewedMarked(sql, conditions, most) : mostBrewed(sql, within ?? sql`true`, most)}
        where ${hasAll}
        order by ${isByMarks ? sql`met.recipe_count desc, met.id desc` : sql`coffees.recipe_count desc, coffees.id desc`}
        ${literalLimit(sql, most.found)}
      ), found as materialized (
        select id, ${rank} as rank, recipe_count
        from (
          select ${ranked(sql)}
          from popular coffees
          union all
          (
            select ${ranked(sql)}
            from coffees
            where ${within ?? sql`true`}
              and ${hasRarestIf(sql`(select count(*) from popular) < ${literalNumber(sql, FEW)}`)}
              ${andHasOthers}
              and coffees.id not in (select id from popular)
              and (select count(*) from popular where is_exact) < ${literalNumber(sql, FEW)}
            ${literalLimit(sql, MOST_UNBREWED)}
          )
        ) coffees
      )`
}

const mostBrewed = (sql: Sql, within: Fragment, { read }: MostBrewed) => sql`(
          select ${ranked(sql)}, search_words
          from coffees
          where ${within}
          order by recipe_count desc, id desc
          ${literalLimit(sql, read)}
        ) coffees`

/** Their marks lie in the index, and few are read. */
const mostBrewedMarked = (sql: Sql, { isMarked }: CoffeeConditions, { passed, read }: MostBrewed) => sql`(
          select id, recipe_count
          from (
            select id, recipe_count, word_marks
            from coffees
            order by recipe_count desc, id desc
            ${literalLimit(sql, passed)}
          ) passed
          where ${isMarked(sql`passed.word_marks`)}
          order by recipe_count desc, id desc
          ${literalLimit(sql, read)}
        ) met
        join coffees on coffees.id = met.id`
