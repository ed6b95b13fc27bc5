import type { Sql } from './client.ts'
import { type CoffeeConditions, coffeeConditions, type KnownSearch, unseenId } from './coffee-conditions.ts'
import { foundAmong, foundWhole, type MostBrewed, mostBrewedWithin, theseCoffees } from './coffee-found.ts'
import { closest, likenesses, type RareSearch, rankBy } from './coffee-rank.ts'
import type { Keys } from './page.ts'
import { literalLimit, literalNumber } from './planner.ts'
import { type Fragment, firstNameOf, isNamed } from './search-word.ts'

export interface CoffeeSearch {
  /** The same where it is known which of the most brewed are looked at: as long as the search is held it is those. */
  withPopular: () => Promise<CoffeeSearch>
  /** No coffee had them: only newer ones are looked at. */
  isInVain: boolean
  /** Some coffee has the words, of whatever kind. */
  hasWords: boolean
  /** The words as the catalog has what is closest to each; undefined where it has nothing like any of them. */
  meant: string | undefined
  /** Every coffee that has the words, to follow a `where` over `coffees`. */
  matches: Fragment
  /** The same, where so many have them that a walk in an order soon meets a page: its marks, and then each coffee, are looked at. */
  metOften: MetOften | undefined
  /** The first name that a coffee with the words can have, folded. */
  firstName: Fragment
  /** The same, where this was the first: it, or that of a newer coffee. */
  firstNameFrom: (name: string) => Fragment
  /** The ids of the same to read from, each with its `key`; none, where more have the words than are worth sorting. */
  gathered: (key: Fragment, within: Fragment) => Fragment
  /** The same, where they are known to be few: to walk all coffees in an order of their own would meet hardly any. */
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
  /**
   * With what the keys of a first page end, so that a walk goes on as it began when more coffees come to have the words: how
   * many had them, the newest that is looked at, and where it was known which of the most brewed were looked at.
   */
  begun: (newestId: number) => Keys
  /** The same in values, where few have the words: so the first pages of several are one query (coffee-rank.ts). */
  sought: RareSearch | undefined
}

export type MetOften = Pick<CoffeeConditions, 'isMarked' | 'areAllMarked' | 'hasAll'>

/** So many are counted, and more than these are not gathered from all over the table. */
export const MOST_GATHERED = 500
/** So many are sorted rather than that all coffees are passed, where the first that an order meets have not the words. */
const MOST_SORTED = 1000
/** So many are ranked without further ado: while their number is held, not many more will come to have the words. */
export const MOST_RANKED = 200
/** The most brewed are looked at first: what many coffees have, many of those have. */
export const MOST_BREWED: MostBrewed = { beyond: MOST_RANKED, read: 80 }
/** Where not all that is asked for can be seen by marks, more are read. */
const MOST_BREWED_WITHIN: MostBrewed = { ...MOST_BREWED, beyond: MOST_GATHERED, read: 400 }

/** So many may be written while a search is held for it to be told by them where to begin. */
const MOST_NEWER = 1000

/** How to find coffees that have all that is asked for. Its parts may be used many times. */
export function searchFor(sql: Sql, known: KnownSearch): CoffeeSearch {
  const { words, terms, count, mostBrewed, popular } = known
  const conditions = coffeeConditions(sql, known)
  const { hasAll, hasAllByIndex, isMarked, areAllMarked } = conditions
  const areFew = count <= MOST_GATHERED
  const isRankedWhole = count <= MOST_RANKED
  const isInVain = count === 0
  const isSpelt = words.some(({ alike }) => alike.length > 0)
  const liked = words.map(word => likenesses(word, isSpelt))
  const rank = rankBy(sql, liked)
  const found: CoffeeSearch['found'] = (within, most = within ? MOST_BREWED_WITHIN : MOST_BREWED) => {
    const among = { rank, within: within ?? sql`true` }
    if (count <= most.beyond) return foundWhole(sql, conditions, { ...among, most: MOST_GATHERED })
    return foundAmong(sql, conditions, {
      ...among,
      mostBrewed: within ? mostBrewedWithin(sql, within, most.read) : brewed(most),
    })
  }
  const brewed = (most: MostBrewed) => {
    if (popular) return theseCoffees(sql, popular.slice(0, most.read))
    return areAllMarked
      ? theseCoffees(sql, mostBrewed.markedBy(words, most))
      : mostBrewedWithin(sql, sql`true`, most.read)
  }
  /** By marks alone some may be among them that have not the words: they are seen to be none when they are read. */
  const lookUpPopular = async () =>
    areAllMarked && terms.areWordsAlone
      ? mostBrewed.markedBy(words, MOST_BREWED)
      : sql<{ id: number }[]>`
          select id
          from ${brewed(MOST_BREWED_WITHIN)} coffees
          where ${conditions.hasAll}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_BREWED.read)}`.then(rows => rows.map(({ id }) => id))
  let popularKnown: Promise<CoffeeSearch> | undefined
  const gathered = (key: Fragment, within: Fragment, most: Fragment) => sql`
              select coffees.id, ${key} as key
              from coffees
              where ${within}
                and ${hasAllByIndex}
              ${most}`
  const search: CoffeeSearch = {
    withPopular: async () => {
      if (isRankedWhole || popular) return search
      popularKnown ??= lookUpPopular().then(popular => searchFor(sql, { ...known, popular }))
      popularKnown.catch(() => {
        popularKnown = undefined
      })
      return popularKnown
    },
    isInVain,
    hasWords: words.every(({ foundByAll }) => foundByAll > 0),
    meant: isSpelt ? words.map(({ word, alike }) => alike[0]?.[0] ?? word).join(' ') : undefined,
    matches: sql`coffees.search_words @@ ${terms.all}::tsquery`,
    metOften: isRankedWhole ? undefined : { isMarked, areAllMarked, hasAll },
    firstName: sql`(select greatest(${[sql`''`, ...words.filter(isNamed).map(word => sql`, ${firstNameOf(sql, word)}`)]}))`,
    // Of the newest so many: told that all newer ones are meant, the planner would read all coffees by name until it met one.
    firstNameFrom: name => sql`least(${name}, (
            select case when count(*) < ${literalNumber(sql, MOST_NEWER)} then min(folded_name) else '' end
            from (
              select folded_name
              from coffees
              where id > ${unseenId(sql, known.newestId)}
              order by id desc
              ${literalLimit(sql, MOST_NEWER)}
            ) newer
          ))`,
    // By itself, or the order that is asked for would choose another index.
    few: areFew ? (key, within) => sql`(${gathered(key, within, sql`offset 0`)}) gathered` : undefined,
    gathered: (key, within) => sql`
          (
            with gathered as materialized (
              ${gathered(key, within, sql`${literalLimit(sql, MOST_SORTED + 1)}`)}
            )
            select *
            from gathered
            where (select count(*) from gathered) <= ${literalNumber(sql, MOST_SORTED)}
          ) gathered`,
    found,
    begun: newestId => [
      Math.min(Math.max(count, 1), MOST_GATHERED + 1),
      newestId,
      ...(popular ? [popular.join(' ')] : []),
    ],
    page: (within, last, limit) => {
      const [key = null, id = null, countAtFirst, upToId, popularAtFirst] = last ?? []
      if (typeof upToId === 'number' && known.upToId === undefined) {
        const atFirst = { count: Number(countAtFirst), upToId, popular: popularFrom(popularAtFirst) }
        return searchFor(sql, { ...known, ...atFirst }).page(within, last, limit)
      }
      const isPastRanked = last !== undefined && key === null
      const isBehind = (of: 'key' | 'rank') => (last ? sql`(${sql(of)}, id) < (${key}::float8, ${id}::int)` : sql`true`)
      const isWithin = within ?? sql`true`
      if (isRankedWhole && !isPastRanked)
        return closest(sql, { has: sql`${isWithin} and ${hasAllByIndex}`, rank, behind: isBehind('key'), limit })
      return rankedThenNewest(sql, {
        found: found(within),
        isRankedBehind: isPastRanked ? sql`false` : isBehind('rank'),
        isAnother: sql`${isWithin} and ${areFew ? hasAllByIndex : hasAll} ${isPastRanked ? sql`and id < ${unseenId(sql, Number(id))}` : sql``}`,
        limit,
      })
    },
    sought: isRankedWhole && !isInVain ? { rarest: terms.rarest, all: terms.all, liked } : undefined,
  }
  return search
}

const popularFrom = (text: Keys[number] | undefined) =>
  typeof text === 'string' ? text.split(' ').filter(Boolean).map(Number) : undefined

interface RankedPage {
  /** As CoffeeSearch has it. */
  found: Fragment
  isRankedBehind: Fragment
  /** Whatever else has the words, behind the last one seen. */
  isAnother: Fragment
  limit: number
}

/** A page of what is found, the closest first, and then of whatever else has the words, the newest first. */
const rankedThenNewest = (sql: Sql, { found, isRankedBehind, isAnother, limit }: RankedPage) => sql`
      with ${found}, ranked as materialized (
        select id, rank
        from found
        where ${isRankedBehind}
        order by rank desc, id desc
        ${literalLimit(sql, limit)}
      ), page (id, key) as (
        select id, rank
        from ranked
        union all
        (
          select id, null
          from coffees
          where ${isAnother}
            and id not in (select id from found)
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
