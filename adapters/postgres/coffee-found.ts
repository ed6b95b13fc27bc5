import type { Sql } from './client.ts'
import type { CoffeeConditions, PopularCoffee } from './coffee-conditions.ts'
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
export const foundAmongMostBrewed = (
  sql: Sql,
  conditions: CoffeeConditions,
  { rank, within, most }: { rank: Fragment; within: Fragment | undefined; most: MostBrewed },
) => sql`
      popular as materialized (
        ${popularWith(sql, conditions, within, most)}
      ), ${foundBeside(sql, conditions, {
        rank,
        within: within ?? sql`true`,
        popular: sql`popular`,
        areFew: sql`(select count(*) from popular) < ${literalNumber(sql, FEW)}`,
        areFewExact: sql`(select count(*) from popular where is_exact) < ${literalNumber(sql, FEW)}`,
        isAnother: sql`coffees.id not in (select id from popular)`,
      })}`

/** The same where it is known which of the most brewed have the words: each is read as it is now. */
export function foundAmong(
  sql: Sql,
  conditions: CoffeeConditions,
  { rank, popular }: { rank: Fragment; popular: readonly PopularCoffee[] },
) {
  const ids = popular.map(({ id }) => id)
  return foundBeside(sql, conditions, {
    rank,
    within: sql`true`,
    popular: sql`(select ${ranked(sql)} from coffees where id = any(${ids}::int[]) and ${conditions.hasAll})`,
    areFew: sql`${ids.length < FEW}::boolean`,
    areFewExact: sql`${popular.filter(({ isExact }) => isExact).length < FEW}::boolean`,
    isAnother: sql`coffees.id <> all(${ids}::int[])`,
  })
}

interface Beside {
  rank: Fragment
  within: Fragment
  /** Where the most brewed that have the words are read from, … */
  popular: Fragment
  /** … whether they are few, and few as the words are written, and whether a coffee is none of them. */
  areFew: Fragment
  areFewExact: Fragment
  isAnother: Fragment
}

const foundBeside = (
  sql: Sql,
  { hasRarestIf, andHasOthers }: CoffeeConditions,
  { rank, within, popular, areFew, areFewExact, isAnother }: Beside,
) => sql`
      found as materialized (
        select id, ${rank} as rank, recipe_count
        from (
          select ${ranked(sql)}
          from ${popular} coffees
          union all
          (
            select ${ranked(sql)}
            from coffees
            where ${within}
              and ${hasRarestIf(areFew)}
              ${andHasOthers}
              and ${isAnother}
              and ${areFewExact}
            ${literalLimit(sql, MOST_UNBREWED)}
          )
        ) coffees
      )`

/** A query of the most brewed that have the words, those first: what they are ranked by, and as PopularCoffee. */
export function popularWith(sql: Sql, conditions: CoffeeConditions, within: Fragment | undefined, most: MostBrewed) {
  const { hasAll, exactly, areAllMarked } = conditions
  const isByMarks = within === undefined && areAllMarked
  return sql`
        select ${ranked(sql)}, ts_match_vq(coffees.search_words, ${exactly}) as is_exact
        from ${isByMarks ? mostBrewedMarked(sql, conditions, most) : mostBrewed(sql, within ?? sql`true`, most)}
        where ${hasAll}
        order by ${isByMarks ? sql`met.recipe_count desc, met.id desc` : sql`coffees.recipe_count desc, coffees.id desc`}
        ${literalLimit(sql, most.found)}`
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
