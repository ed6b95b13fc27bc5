import type { Sql } from './client.ts'
import { type CoffeeSearch, MOST_GATHERED, MOST_RANKED, searchFor } from './coffee-search.ts'
import { type SearchTerms, searchTerms } from './search-terms.ts'
import type { SearchWord } from './search-word.ts'

const HELD_MS = 60_000
/** What finds nothing may have become a typo of a new coffee's name, or an older one may have got the words. */
const HELD_IN_VAIN_MS = 1000
const MOST_HELD = 1000

interface Held {
  at: number
  forMs: number
  search: Promise<CoffeeSearch>
}

/** For each database, by the words; what was asked for last comes last. */
let held = new WeakMap<Sql, Map<string, Held>>()

/** For whoever has written words of a coffee: who looks for it here finds it at once, also by their beginnings. */
export function afterWriting<T>(written: T): T {
  held = new WeakMap()
  return written
}

/**
 * Reads coffees that have every one of the words (core/coffees/search.ts), give or take a typo. Which words of the catalog
 * are like them, or begin with them, is held for a minute; the coffees are always read as they are, so that a new one is
 * found at once by its own words, and by what they begin with as soon as the catalog's words are looked up again: where it
 * was written that is at once. Words
 * that no coffee had are looked up again after a second, and meanwhile only in what is new: words that many coffees have,
 * but none together, would else be compared coffee by coffee every time.
 */
export async function searchCoffees<T>(
  sql: Sql,
  asked: SearchAsked | string[],
  read: (search: CoffeeSearch) => Promise<T[]>,
): Promise<T[]> {
  const { words, kinds } = Array.isArray(asked) ? { words: asked, kinds: [] } : asked
  if (words.length === 0 && kinds.length === 0) return []
  const { at, search } = lookUpSearch(sql, words, kinds)
  const rows = await read(await search)
  if (rows.length > 0) return rows
  const again = lookUpSearch(sql, words, kinds, HELD_IN_VAIN_MS)
  return again.at === at ? rows : read(await again.search)
}

interface SearchAsked {
  words: string[]
  /** As `kindQueries` gives them (search-terms.ts). */
  kinds: string[]
}

/** What somebody meant who wrote these words, give or take a typo, by the same look at the catalog's words; undefined where nothing is like them. */
export const wordsMeant = async (sql: Sql, words: string[]) =>
  words.length === 0 ? undefined : (await lookUpSearch(sql, words, []).search).meant

function lookUpSearch(sql: Sql, words: string[], kinds: string[], mostMs = HELD_MS): Held {
  const all = held.get(sql) ?? new Map<string, Held>()
  held.set(sql, all)
  const key = [words.join(' '), ...kinds].join(' & ')
  const now = performance.now()
  const last = all.get(key)
  const current =
    last && now - last.at < Math.min(last.forMs, mostMs)
      ? last
      : { at: now, forMs: HELD_MS, search: look(sql, words, kinds) }
  all.delete(key)
  all.set(key, current)
  if (current !== last)
    current.search.then(
      ({ isInVain }) => {
        if (isInVain) current.forMs = HELD_IN_VAIN_MS
      },
      () => all.delete(key),
    )
  if (all.size > MOST_HELD) all.delete(all.keys().next().value ?? '')
  return current
}

async function look(sql: Sql, asked: string[], kinds: string[]) {
  const words =
    asked.length === 0
      ? []
      : await sql<SearchWord[]>`
          select word, begun, alike, is_telling, found_by_all, marks::text, marks_alike::text,
                 (select coalesce(max(id), 0) from coffees) as newest_id
          from coffee_spellings(${asked})`
  const terms = searchTerms(words, kinds)
  const [{ foundByAll, newestId } = { foundByAll: Infinity, newestId: 0 }] = words
  // Where few coffees have the words, no more are of the kinds too.
  const found =
    kinds.length === 0 || foundByAll <= MOST_RANKED ? { count: foundByAll, newestId } : await countWith(sql, terms)
  return searchFor(sql, { words, terms, ...found })
}

async function countWith(sql: Sql, { marks, rarest, all }: SearchTerms) {
  const [found] = await sql<[{ count: number; newestId: number }]>`
    select case
             when many_have(${marks}, ${all}::tsquery) then ${MOST_GATHERED + 1}
             else counted_with(${rarest.join(' & ')}::tsquery, ${all}::tsquery)
           end as count,
           (select coalesce(max(id), 0) from coffees) as newest_id`
  return found
}
