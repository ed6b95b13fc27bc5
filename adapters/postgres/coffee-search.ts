import type { Sql } from './client.ts'
import { closest, likenesses, rankBy, type Sought } from './coffee-rank.ts'
import { type Keys, literalLimit, literalNumber } from './page.ts'
import {
  begunByIndex,
  begunOrAlike,
  type Fragment,
  firstNameOf,
  isNamed,
  markedBy,
  quotedWord,
  type SearchWord,
} from './search-word.ts'

export interface CoffeeSearch {
  /** No coffee had the words: only newer ones are looked at. */
  isInVain: boolean
  /** The words as the catalog has what is closest to each; undefined where it has nothing like any of them. */
  meant: string | undefined
  /** Every coffee that has the words, to follow a `where` over `coffees`. */
  matches: Fragment
  /** The same, where so many have them that a walk in an order soon meets a page: its marks, and then each coffee, are looked at. */
  metOften:
    | {
        isMarked: (marks: Fragment) => Fragment
        /** Else one is too short to have marks, and all that are met are looked at. */
        areAllMarked: boolean
        hasAll: Fragment
      }
    | undefined
  /** The first name that a coffee with the words can have, folded. */
  firstName: Fragment
  /** The ids of the same to read from, each with its `key`, where they are few: to walk all coffees in an order of their own would meet hardly any. */
  few: ((key: Fragment, within: Fragment) => Fragment) | undefined
  /**
   * To follow a `with`: `found (id, rank, recipe_count)`, the coffees among those `within` that are worth ranking. The rank is how
   * close the words are on average; between equals, the shorter text is the closer one. Of words that many coffees have,
   * the most brewed are looked at.
   */
  found: (within?: Fragment, most?: MostBrewed) => Fragment
  /**
   * A query of coffees, each with its `key`: so many behind the last one seen. Those worth ranking come first; whatever else
   * has the words comes behind them, the newest first, and its key is null.
   */
  page: (within: Fragment | undefined, last: Keys | undefined, limit: number) => Fragment
  /** The same in values, where few have the words: so the first pages of several are one query (coffee-rank.ts). */
  sought: Sought | undefined
}

/** So many of the most brewed are passed, those that may have the words are read, until so many that have them are found. */
interface MostBrewed {
  /** Unless no more coffees than this have the words: then all of those are ranked. */
  beyond: number
  passed: number
  read: number
  found: number
}

/** So many are counted, and more than these are not gathered from all over the table. */
const MOST_GATHERED = 500
/** So many are ranked without further ado: while their number is held, not many more will come to have the words. */
const MOST_RANKED = 200
/** The most brewed are looked at first: what many coffees have, many of those have. */
export const MOST_BREWED: MostBrewed = { beyond: MOST_RANKED, passed: 1600, read: 400, found: 60 }
const MOST_BREWED_WITHIN: MostBrewed = { ...MOST_BREWED, beyond: MOST_GATHERED, found: MOST_BREWED.read }
/** If fewer of the most brewed have the words, the index gives some that have them. */
const FEW = 10
/** So many of those, each read from its own place, take as long as the most brewed together. */
const MOST_UNBREWED = 100

/** How to find coffees that have every one of the words. Its parts may be used many times. */
export function searchFor(sql: Sql, words: SearchWord[]): CoffeeSearch {
  const all = unseen(sql, words.map(begunOrAlike))
  const exactly = unseen(
    sql,
    words.map(({ word }) => quotedWord(word)),
  )
  const telling = words.filter(({ isTelling }) => isTelling)
  const foundByAll = Math.max(...words.map(word => word.foundByAll))
  const areFew = foundByAll <= MOST_GATHERED
  const isSpelt = words.some(({ alike }) => alike.length > 0)
  const isInVain = foundByAll === 0
  const hasAll = sql`ts_match_vq(coffees.search_words, ${all})`
  const begunTelling = unseen(sql, telling.map(begunByIndex))
  const hasOthers = telling.length < words.length ? sql`and ${hasAll}` : sql``
  /** The index gives what has the telling words; whether that has the others too is looked up in each. */
  const byIndex = isInVain
    ? sql`
          coffees.id > ${Math.max(...words.map(({ newestId }) => newestId))}
          and ${hasAll}`
    : sql`
          coffees.search_words @@ ${begunTelling}
          ${hasOthers}`
  const areAllMarked = words.every(({ marks }) => marks !== '0')
  const isMarked = (has: Fragment) => sql`true ${words.map(word => markedBy(sql, has, word, isSpelt))}`
  const liked = words.map(word => likenesses(word, isSpelt))
  const rank = rankBy(sql, liked)
  const ranked = sql`coffees.id, coffees.search_text, coffees.folded_name, coffees.origin_at, coffees.recipe_count`
  const always = sql`true`
  const each = (within: Fragment) => sql`
      found as materialized (
        select id, ${rank} as rank, recipe_count
        from coffees
        where ${within}
          and ${byIndex}
        ${literalLimit(sql, MOST_GATHERED)}
      )`
  /** Their marks lie in the index, and few are read. */
  const markedMostBrewed = ({ passed, read }: MostBrewed) => sql`(
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
  const mostBrewed = (within: Fragment, { read }: MostBrewed) => sql`(
          select ${ranked}, search_words
          from coffees
          where ${within}
          order by recipe_count desc, id desc
          ${literalLimit(sql, read)}
        ) coffees`
  /** What is not among the most brewed comes from the index: by all that they begin, or by the whole words alone. */
  const some = (within: Fragment, most: MostBrewed) => {
    const isByMarks = within === always && areAllMarked
    return sql`
      popular as materialized (
        select ${ranked}, ts_match_vq(coffees.search_words, ${exactly}) as is_exact
        from ${isByMarks ? markedMostBrewed(most) : mostBrewed(within, most)}
        where ${hasAll}
        order by ${isByMarks ? sql`met.recipe_count desc, met.id desc` : sql`coffees.recipe_count desc, coffees.id desc`}
        ${literalLimit(sql, most.found)}
      ), found as materialized (
        select id, ${rank} as rank, recipe_count
        from (
          select ${ranked}
          from popular coffees
          union all
          (
            select ${ranked}
            from coffees
            where ${within}
              and search_words @@ (
                select case when count(*) < ${literalNumber(sql, FEW)} then ${begunTelling} else ${exactly} end
                from popular
              )
              ${hasOthers}
              and coffees.id not in (select id from popular)
              and (select count(*) from popular where is_exact) < ${literalNumber(sql, FEW)}
            ${literalLimit(sql, MOST_UNBREWED)}
          )
        ) coffees
      )`
  }
  const found: CoffeeSearch['found'] = (
    within = always,
    most = within === always ? MOST_BREWED : MOST_BREWED_WITHIN,
  ) => (foundByAll > most.beyond ? some(within, most) : each(within))
  const isRankedWhole = foundByAll <= MOST_RANKED
  return {
    isInVain,
    meant: isSpelt ? words.map(({ word, alike }) => alike[0]?.[0] ?? word).join(' ') : undefined,
    matches: sql`coffees.search_words @@ ${conjunction(words.map(begunOrAlike))}::tsquery`,
    metOften: foundByAll > MOST_RANKED ? { isMarked, areAllMarked, hasAll } : undefined,
    firstName: sql`(select greatest(${words.map((word, at) => sql`${at > 0 ? sql`,` : sql``} ${isNamed(word) ? firstNameOf(sql, word) : sql`''`}`)}, ''))`,
    few: areFew
      ? (key, within) => sql`
          (
            with few as materialized (
              select coffees.id, ${key} as key
              from coffees
              where ${within}
                and ${byIndex}
            )
            select *
            from few
          ) few`
      : undefined,
    found,
    page: (within = always, last, limit) => {
      const [key = null, id = null] = last ?? []
      const isPastRanked = last && key === null
      const behind = (table: 'key' | 'rank') =>
        last ? sql`(${sql(table)}, id) < (${key}::float8, ${id}::int)` : always
      if (isRankedWhole && !isPastRanked)
        return closest(sql, { has: sql`${within} and ${byIndex}`, rank, behind: behind('key'), limit })
      return sql`
      with ${found(within)}, ranked as materialized (
        select id, rank
        from found
        where ${isPastRanked ? sql`false` : behind('rank')}
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
            and ${areFew ? byIndex : hasAll}
            and id not in (select id from found)
            ${isPastRanked ? sql`and id < ${id}::int` : sql``}
            and (select count(*) from ranked) < ${literalNumber(sql, limit)}
          order by id desc
          ${literalLimit(sql, limit)}
        )
        order by 2 desc nulls last, 1 desc
        ${literalLimit(sql, limit)}
      )
      select coffees.*, page.key
      from page
      join coffees on coffees.id = page.id`
    },
    sought:
      isRankedWhole && !isInVain
        ? { telling: conjunction(telling.map(begunByIndex)), all: conjunction(words.map(begunOrAlike)), liked }
        : undefined,
  }
}

const conjunction = (queries: readonly string[]) => queries.join(' & ')

/** Words that the planner does not see: of some it thinks so much better than of most that it would plan each search anew. */
const unseen = (sql: Sql, queries: readonly string[]) => sql`(select ${conjunction(queries)}::tsquery)`
