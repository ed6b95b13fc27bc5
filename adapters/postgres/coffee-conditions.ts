import type { Sql } from './client.ts'
import type { MostBrewedCoffees } from './most-brewed.ts'
import type { SearchTerms } from './search-terms.ts'
import { type Fragment, markedBy, type SearchWord } from './search-word.ts'

/** What is known of a search before coffees are read. */
export interface KnownSearch {
  words: SearchWord[]
  terms: SearchTerms
  /** So many coffees have all that is asked for; one more than are gathered, where more have. */
  count: number
  /** The newest coffee of all. */
  newestId: number
  mostBrewed: MostBrewedCoffees
  /** No newer one than this is looked at. */
  upToId?: number | undefined
  /** Which of the most brewed are looked at, by their ids, where that is known. */
  popular?: readonly number[] | undefined
}

/** What a search asks of a row of `coffees`: SQL, to follow a `where`. */
export interface CoffeeConditions {
  /** Seen in the row. */
  hasAll: Fragment
  /** Asked of the index as far as that knows it. Where no coffee had all of it, only newer ones are looked at. */
  hasAllByIndex: Fragment
  /** What the index is not asked for, to follow what it is asked for. */
  andHasOthers: Fragment
  /** Asked of the index: the rarest words if that is so, else all as they are written. */
  hasRarestIf: (isSo: Fragment) => Fragment
  /** All as they are written, as a query of words. */
  exactly: Fragment
  /** Who has all has these marks (the migration word-marks): an index has them, and few others are read. */
  isMarked: (marks: Fragment) => Fragment
  /** Else a word is too short to have marks. */
  areAllMarked: boolean
}

export function coffeeConditions(sql: Sql, { words, terms, count, newestId, upToId }: KnownSearch): CoffeeConditions {
  const andIsOld = upToId === undefined ? sql`` : sql`and coffees.id <= ${unseenId(sql, upToId)}`
  const hasAll = sql`ts_match_vq(coffees.search_words, ${unseen(sql, terms.all)}) ${andIsOld}`
  const hasRarest = all(
    sql,
    terms.rarest.map(one => sql`coffees.search_words @@ ${unseen(sql, one)}`),
  )
  const andHasOthers = terms.isWholeInIndex ? andIsOld : sql`and ${hasAll}`
  return {
    hasAll,
    hasAllByIndex:
      count === 0 ? sql`coffees.id > ${unseenId(sql, newestId)} and ${hasAll}` : sql`${hasRarest} ${andHasOthers}`,
    andHasOthers,
    // Where all are asked for there may be more of them: the first of the rarest stands in for those.
    hasRarestIf: isSo =>
      all(
        sql,
        terms.exactly.map(
          (one, at) => sql`coffees.search_words @@ (
                select case when ${isSo} then ${terms.rarest[at] ?? terms.rarest[0] ?? one} else ${one} end::tsquery
              )`,
        ),
      ),
    exactly: unseen(sql, terms.exactly.join(' & ')),
    isMarked: marks =>
      all(
        sql,
        words.map(word => markedBy(sql, marks, word)),
      ),
    areAllMarked: words.every(({ marks }) => !marks.includes('0')),
  }
}

const all = (sql: Sql, conditions: readonly Fragment[]) =>
  sql`${[sql`true`, ...conditions.map(condition => sql`and ${condition}`)]}`

/** Words that the planner does not see: of some it thinks so much better than of most that it would plan each search anew. */
const unseen = (sql: Sql, query: string) => sql`(select ${query}::tsquery)`
/** The same of an id: how many coffees are newer or older made the planner plan every page anew, which took longer than to read it. */
export const unseenId = (sql: Sql, id: number) => sql`(select ${id}::int)`
