import type { Sql } from './client.ts'
import { type CoffeeSearch, MOST_GATHERED, MOST_RANKED, searchFor } from './coffee-search.ts'
import { type MostBrewedCoffees, readMostBrewed } from './most-brewed.ts'
import { literalLimit } from './planner.ts'
import { type SearchTerms, searchTerms } from './search-terms.ts'
import type { SearchWord } from './search-word.ts'

const HELD_MS = 60_000
/** What finds nothing may have become a typo of a new coffee's name, or an older one may have got the words. */
const HELD_IN_VAIN_MS = 1000
/** Of words that coffees have, but none of the kind: an older one may have become of that kind. */
const HELD_OF_NO_KIND_MS = 5000
/** Which coffees are the most brewed changes slowly. */
const HELD_BREWED_MS = 10_000
const MOST_HELD = 1000

interface Held<T> {
  at: number
  forMs: number
  known: Promise<T>
}

/** By what was asked for; what was asked for last comes last. */
type HeldByKey<T> = Map<string, Held<T>>

/** For each database: what words are known to be, searches for them, by themselves and with kinds, and the most brewed. */
interface HeldOf {
  words: HeldByKey<SearchWord[]>
  searches: HeldByKey<CoffeeSearch>
  mostBrewed: HeldByKey<MostBrewedCoffees>
}

let held = new WeakMap<Sql, HeldOf>()

function heldOf(sql: Sql): HeldOf {
  const known = held.get(sql) ?? { words: new Map(), searches: new Map(), mostBrewed: new Map() }
  held.set(sql, known)
  return known
}

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
 * that no coffee had are looked up again after a second or two, of a kind that none with the words was after five, and meanwhile
 * only in what is new: words that many coffees have, but none together, would else be compared coffee by coffee every time.
 */
export async function searchCoffees<T>(
  sql: Sql,
  asked: SearchAsked | string[],
  read: (search: CoffeeSearch) => Promise<T[]>,
): Promise<T[]> {
  const { words, kinds } = Array.isArray(asked) ? { words: asked, kinds: [] } : asked
  if (words.length === 0 && kinds.length === 0) return []
  const { at, known } = lookUpSearch(sql, words, kinds)
  const search = await known
  const rows = await read(search)
  if (rows.length > 0 || search.isInVain) return rows
  const again = lookUpSearch(sql, words, kinds, HELD_IN_VAIN_MS)
  return again.at === at ? rows : read(await again.known)
}

interface SearchAsked {
  words: string[]
  /** As `kindQueries` gives them (search-terms.ts). */
  kinds: string[]
}

/** What somebody meant who wrote these words, give or take a typo, by the same look at the catalog's words; undefined where nothing is like them. */
export const wordsMeant = async (sql: Sql, words: string[]) =>
  words.length === 0 ? undefined : (await lookUpSearch(sql, words, []).known).meant

const lookUpSearch = (sql: Sql, words: string[], kinds: string[], mostMs = HELD_MS) =>
  hold(
    heldOf(sql).searches,
    {
      key: [words.join(' '), ...kinds].join(' & '),
      mostMs,
      msFor: ({ isInVain, hasWords }) => {
        if (!isInVain) return HELD_MS
        return hasWords ? HELD_OF_NO_KIND_MS : HELD_IN_VAIN_MS
      },
    },
    () => look(sql, words, kinds, mostMs),
  )

/** What is held under the key, or what is looked up now. */
function hold<T>(
  all: HeldByKey<T>,
  { key, mostMs, msFor }: { key: string; mostMs: number; msFor: (known: T) => number },
  lookUp: () => Promise<T>,
): Held<T> {
  const now = performance.now()
  const last = all.get(key)
  const current =
    last && now - last.at < Math.min(last.forMs, mostMs) ? last : { at: now, forMs: HELD_MS, known: lookUp() }
  all.delete(key)
  all.set(key, current)
  if (current !== last)
    current.known.then(
      known => {
        current.forMs = msFor(known)
      },
      () => all.delete(key),
    )
  if (all.size > MOST_HELD) all.delete(all.keys().next().value ?? '')
  return current
}

async function look(sql: Sql, asked: string[], kinds: string[], mostMs: number) {
  const [words, mostBrewed] = await Promise.all([
    asked.length === 0 ? [] : lookUpWords(sql, asked, mostMs).known,
    lookUpMostBrewed(sql).known,
  ])
  const terms = searchTerms(words, kinds)
  const [{ foundByAll, newestId } = { foundByAll: Infinity, newestId: 0 }] = words
  // Where few coffees have the words, no more are of the kinds too.
  const found =
    kinds.length === 0 || foundByAll <= MOST_RANKED ? { count: foundByAll, newestId } : await countWith(sql, terms)
  return searchFor(sql, { words, terms, mostBrewed, ...found })
}

/** Apart from kinds: words that many have are not looked up again because none of a kind has them. */
const lookUpWords = (sql: Sql, asked: string[], mostMs: number) =>
  hold(
    heldOf(sql).words,
    { key: asked.join(' '), mostMs, msFor: ([first]) => (first?.foundByAll === 0 ? HELD_IN_VAIN_MS : HELD_MS) },
    () => sql<SearchWord[]>`
      select word, begun, alike, is_telling, found_by_all, marks::text[],
             (select coalesce(max(id), 0) from coffees) as newest_id
      from coffee_spellings(${asked})`,
  )

const lookUpMostBrewed = (sql: Sql) =>
  hold(heldOf(sql).mostBrewed, { key: '', mostMs: HELD_BREWED_MS, msFor: () => HELD_BREWED_MS }, () =>
    readMostBrewed(sql),
  )

async function countWith(sql: Sql, { marks, rarest, all }: SearchTerms) {
  const [found] = await sql<[{ count: number; newestId: number }]>`
    select case
             when many_have(${marks}, ${all}::tsquery) then ${MOST_GATHERED + 1}
             else (
               select count(*)
               from (
                 select
                 from coffees
                 where ${rarest.map((one, at) => sql`${at > 0 ? sql`and` : sql``} search_words @@ ${one}::tsquery`)}
                   and ts_match_vq(search_words, ${all}::tsquery)
                 ${literalLimit(sql, MOST_GATHERED + 1)}
               ) found
             )
           end as count,
           (select coalesce(max(id), 0) from coffees) as newest_id`
  return found
}
