import type { Sql } from './client.ts'
import { type CoffeeSearch, searchFor } from './coffee-search.ts'
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
export async function searchCoffees<T>(sql: Sql, words: string[], read: (search: CoffeeSearch) => Promise<T[]>) {
  if (words.length === 0) return []
  const { at, search } = lookUpWords(sql, words)
  const rows = await read(await search)
  if (rows.length > 0) return rows
  const again = lookUpWords(sql, words, HELD_IN_VAIN_MS)
  return again.at === at ? rows : read(await again.search)
}

/** What somebody meant who wrote these words, give or take a typo, by the same look at the catalog's words; undefined where nothing is like them. */
export const wordsMeant = async (sql: Sql, words: string[]) =>
  words.length === 0 ? undefined : (await lookUpWords(sql, words).search).meant

function lookUpWords(sql: Sql, words: string[], mostMs = HELD_MS): Held {
  const all = held.get(sql) ?? new Map<string, Held>()
  held.set(sql, all)
  const key = words.join(' ')
  const now = performance.now()
  const last = all.get(key)
  const current =
    last && now - last.at < Math.min(last.forMs, mostMs) ? last : { at: now, forMs: HELD_MS, search: look(sql, words) }
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

const look = async (sql: Sql, words: string[]) =>
  searchFor(
    sql,
    await sql<SearchWord[]>`
      select word, begun, alike, is_telling, found_by_all, marks::text, marks_alike::text,
             (select coalesce(max(id), 0) from coffees) as newest_id
      from coffee_spellings(${words})`,
  )
