import type { PendingQuery, Row } from 'postgres'
import type { Sql } from './client.ts'

/** For any query over `coffees`: which of them a search finds, and how well. */
interface CoffeeSearch {
  /** To follow a `where`. */
  matches: PendingQuery<Row[]>
  /** How close the words are on average; between equals, the shorter text is the closer one. */
  rank: PendingQuery<Row[]>
}

/** Coffees that have every one of the words (core/coffees/search.ts), give or take a typo. */
export async function searchCoffees(sql: Sql, words: string[]): Promise<CoffeeSearch> {
  if (words.length === 0) return { matches: sql`false`, rank: sql`0::float8` }
  const spellings = await sql<{ at: number; pattern: string; closeness: number }[]>`
    select at, pattern, closeness
    from coffee_spellings(${words})`
  const each = words.map((_, position) => spellings.filter(({ at }) => at === position + 1))
  return {
    matches: sql`true ${each.map(spelt => sql`and ${hasOneOf(sql, spelt)}`)}`,
    rank: sql`((0 ${each.map(
      spelt =>
        sql`+ case ${spelt.map(
          ({ pattern, closeness }) => sql`when coffees.search_text like ${pattern} then ${closeness}::float8 `,
        )} else 0 end`,
    )}) / ${words.length}::float8 - length(coffees.search_text) / 10000::float8)`,
  }
}

/**
 * Whatever has the whole word has one that begins with it. Not `like any`: of several words it has the index read once
 * for every combination of their spellings, which are millions.
 */
function hasOneOf(sql: Sql, spelt: readonly { pattern: string; closeness: number }[]) {
  const patterns = spelt.filter(({ closeness }) => closeness < 1).map(({ pattern }) => pattern)
  return sql`(false ${patterns.map(pattern => sql`or coffees.search_text like ${pattern}`)})`
}
