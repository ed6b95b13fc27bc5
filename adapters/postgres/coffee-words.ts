import type { Sql } from './client.ts'

/** What is known of the words of a search (the migration search-by-word). */
export interface SearchWord {
  /** Folded. */
  word: string
  /** Words of the catalog that are like it, and how close each is; the closest first. */
  alike: [word: string, closeness: number][]
  /** It is about as rare as the rarest of the words. */
  isTelling: boolean
  /** More coffees have all the words than are worth ranking. */
  isCommon: boolean
}

const HELD_MS = 60_000
/** What finds nothing may have become a typo of a new coffee's name. */
const HELD_IN_VAIN_MS = 1000
const MOST_HELD = 2000

interface Held {
  at: number
  known: Promise<SearchWord[]>
}

/** For each database, by the words; what was asked for last comes last. */
const held = new WeakMap<Sql, Map<string, Held>>()

/**
 * Reads what has the words. Which words of the catalog are like them is held for a minute; the coffees are always read as
 * they are, so that a new one is found at once by its own words and by what they begin with.
 */
export async function readWithWords<T>(sql: Sql, words: string[], read: (known: SearchWord[]) => Promise<T[]>) {
  const { at, known } = lookUp(sql, words, HELD_MS)
  const rows = await read(await known)
  if (rows.length > 0) return rows
  const again = lookUp(sql, words, HELD_IN_VAIN_MS)
  return again.at === at ? rows : read(await again.known)
}

function lookUp(sql: Sql, words: string[], heldMs: number): Held {
  const all = held.get(sql) ?? new Map<string, Held>()
  held.set(sql, all)
  const key = words.join(' ')
  const now = performance.now()
  const last = all.get(key)
  const current = last && now - last.at < heldMs ? last : { at: now, known: look(sql, words) }
  all.delete(key)
  all.set(key, current)
  if (current !== last) current.known.catch(() => all.delete(key))
  if (all.size > MOST_HELD) all.delete(all.keys().next().value ?? '')
  return current
}

const look = async (sql: Sql, words: string[]): Promise<SearchWord[]> => [
  ...(await sql<SearchWord[]>`
    select word, alike, is_telling, is_common
    from coffee_spellings(${words})`),
]
