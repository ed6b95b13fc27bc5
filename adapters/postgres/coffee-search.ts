import type { PendingQuery, Row } from 'postgres'
import type { Sql } from './client.ts'
import { type Keys, literalLimit } from './page.ts'

type Fragment = PendingQuery<Row[]>

interface CoffeeSearch {
  /** Every coffee that has the words, to follow a `where` over `coffees`. */
  matches: Fragment
  /**
   * To follow a `with`: `found (id, rank, recipe_count)`, the coffees among those `within` that are worth ranking. The rank is how
   * close the words are on average; between equals, the shorter text is the closer one.
   */
  found: (within: Fragment) => Fragment
  /**
   * To follow a `with`: `page (id, key)`, so many behind the last one seen. Those worth ranking come first; whatever else
   * has the words comes behind them, the newest first, and its key is null.
   */
  page: (within: Fragment, last: Keys | undefined, limit: number) => Fragment
}

/** The most brewed are looked at first, one by one: what many coffees have, many of those have. */
const MOST_BREWED = 1000
/** So many of them are worth ranking. */
const MOST_POPULAR = 500
/** If fewer have the words, the words are rare enough for the index of letters. */
const FEW = 25
/** What is ranked of what that finds. */
const MOST_RARE = 500

/** Coffees that have every one of the words (core/coffees/search.ts), give or take a typo. */
export async function searchCoffees(sql: Sql, words: string[]): Promise<CoffeeSearch> {
  if (words.length === 0) {
    const none = sql`(select 0 as id, 0::float8 as rank, 0 as recipe_count where false)`
    return {
      matches: sql`false`,
      found: () => sql`found as ${none}`,
      page: () => sql`page (id, key, recipe_count) as ${none}`,
    }
  }
  const spellings = await sql<Spelling[]>`
    select at, pattern, closeness
    from coffee_spellings(${words})`
  const each = words.map((_, position) => spellings.filter(({ at }) => at === position + 1))
  const matches = allOf(sql, each.map(begunOrLike))
  const exactly = allOf(sql, each.map(whole))
  const rank = sql`((0 ${each.map(
    spelt =>
      sql`+ case ${spelt.map(
        ({ pattern, closeness }) => sql`when coffees.search_text like ${pattern} then ${closeness}::float8 `,
      )} else 0 end`,
  )}) / ${words.length}::float8 - length(coffees.search_text) / 10000::float8)`
  const found = (within: Fragment) => sql`
      popular as materialized (
        select id, search_text, recipe_count, ${exactly} as is_exact
        from (
          select id, search_text, recipe_count
          from coffees
          where ${within}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_BREWED)}
        ) coffees
        where ${matches}
        ${literalLimit(sql, MOST_POPULAR)}
      ), rare as materialized (
        select id, search_text, recipe_count
        from coffees
        where ${within}
          and ${matches}
          and (select count(*) from popular) < ${FEW}
      ), exact as materialized (
        select id, search_text, recipe_count
        from coffees
        where ${within}
          and ${exactly}
          and (select count(*) from popular) >= ${FEW}
          and (select count(*) from popular where is_exact) < ${FEW}
      ), found as (
        select id, ${rank} as rank, recipe_count
        from (
          select id, search_text, recipe_count from popular
          union
          (select id, search_text, recipe_count from rare ${literalLimit(sql, MOST_RARE)})
          union
          (select id, search_text, recipe_count from exact ${literalLimit(sql, MOST_RARE)})
        ) coffees
      )`
  return {
    matches,
    found,
    page: (within, last, limit) => {
      const [rank = null, id = null] = last ?? []
      const isPastRanked = last && rank === null
      return sql`
      ${found(within)}, ranked as materialized (
        select id, rank
        from found
        where ${isPastRanked ? sql`false` : last ? sql`(rank, id) < (${rank}::float8, ${id}::int)` : sql`true`}
        order by rank desc, id desc
        ${literalLimit(sql, limit)}
      ), page (id, key) as (
        select id, rank
        from ranked
        union all
        (
          select id, null
          from coffees
          where ${within}
            and ${matches}
            and id not in (select id from found)
            ${isPastRanked ? sql`and id < ${id}::int` : sql``}
            and (select count(*) from ranked) < ${limit}
            -- Else all that has the words is ranked.
            and ((select count(*) from popular) >= ${FEW} or (select count(*) from found) >= ${MOST_RARE})
          order by id desc
          ${literalLimit(sql, limit)}
        )
        order by 2 desc nulls last, 1 desc
        ${literalLimit(sql, limit)}
      )`
    },
  }
}

interface Spelling {
  at: number
  pattern: string
  closeness: number
}

const whole = (spelt: readonly Spelling[]) => spelt.filter(({ closeness }) => closeness === 1)
/** Whatever has the whole word has one that begins with it. */
const begunOrLike = (spelt: readonly Spelling[]) => spelt.filter(({ closeness }) => closeness < 1)

/**
 * Of each word one of the spellings. Not `like any`: of several words it has the index read once for every combination
 * of their spellings, which are millions.
 */
const allOf = (sql: Sql, each: readonly (readonly Spelling[])[]) =>
  sql`(true ${each.map(
    spelt => sql`and (false ${spelt.map(({ pattern }) => sql`or coffees.search_text like ${pattern}`)})`,
  )})`
