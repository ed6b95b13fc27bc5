import { LRUCache } from 'lru-cache'
import type { PendingQuery, Row } from 'postgres'
import { closenessTo, type SearchedText, type SimilarWord, type SoughtWord } from '../../../core/coffees/search.ts'
import type { Sql } from '../engine/client.ts'
import { type Keys, rowOf } from '../queries/page.ts'
import { literalLimit, literalNumber } from '../queries/planner.ts'
import { type CoffeeOrder, coffeeOrders } from './coffee-orders.ts'

type Fragment = PendingQuery<Row[]>

/** What is searched for. Roasts, types and origins are words, too (`kindTerms`). */
export interface SoughtCoffees {
  words: readonly string[]
  kinds?: readonly string[]
  /** Other conditions, to follow a `where` over `coffees`. */
  within?: Fragment | undefined
  /** Few coffees are `within` (one roaster's): each is checked, without the index of words. */
  isWithinFew?: boolean
  /** Coffees that were shown already. */
  exceptIds?: readonly number[]
}

export interface CoffeeSearch extends Omit<SoughtCoffees, 'words'> {
  words: SoughtWord[]
}

/** If at most this many coffees match as written, similar spellings are searched for, too. */
const FEW = 20
/** A first page reads at least this many rows, to see whether more than a few match. */
export const LEAST_READ = FEW + 1
/** How many of the matches are ranked, the most popular (with the most recipes) first: a cursor has room for their ids. */
export const CANDIDATES = 100

/** Reads a search as written or, if only a few coffees match, with similar spellings. */
export async function searchCoffees<T>(
  sql: Sql,
  sought: SoughtCoffees,
  read: (search: CoffeeSearch) => Promise<T[]>,
): Promise<{ rows: T[]; search: CoffeeSearch }> {
  const asWritten = await searchFor(sql, sought, false)
  const rows = await read(asWritten)
  if (rows.length > FEW) return { rows, search: asWritten }
  const forgiving = await searchFor(sql, sought, true)
  return hasSimilar(forgiving) ? { rows: await read(forgiving), search: forgiving } : { rows, search: asWritten }
}

export const hasSimilar = ({ words }: CoffeeSearch) => words.some(({ similar }) => similar.length > 0)

export async function searchFor(sql: Sql, sought: SoughtCoffees, isForgiving: boolean): Promise<CoffeeSearch> {
  const similar = isForgiving ? await similarWords(sql, sought.words) : []
  return { ...sought, words: sought.words.map((word, at) => ({ word, similar: similar[at] ?? [] })) }
}

/** For each database, by word. Looking them up for every search would take a third of its time. */
const spellings = new WeakMap<Sql, LRUCache<string, SimilarWord[]>>()

/** For each word, the most similar words of coffees, the closest first. Up to a minute old. */
export async function similarWords(sql: Sql, words: readonly string[]): Promise<SimilarWord[][]> {
  const known = spellings.get(sql) ?? new LRUCache<string, SimilarWord[]>({ max: 1000, ttl: 60_000 })
  spellings.set(sql, known)
  const similar = new Map(words.map(word => [word, known.get(word)]))
  const unknown = words.filter(word => !similar.get(word))
  const rows =
    unknown.length === 0
      ? []
      : await sql<(SimilarWord & { given: string })[]>`
          select given, alike.word, alike.closeness
          from unnest(${unknown}::text[]) given
          cross join lateral words_like(fold(given)) alike`
  for (const word of unknown) {
    const found = rows.filter(({ given }) => given === word)
    known.set(word, found)
    similar.set(word, found)
  }
  return words.map(word => similar.get(word) ?? [])
}

/** Roast, type and origins as the search terms that stand for them in `search_words`. */
export function kindTerms(of: {
  roastLevel?: readonly string[] | undefined
  coffeeType?: string | undefined
  origins?: readonly number[] | undefined
}): string[] {
  const roast = of.roastLevel?.map(level => `'ROAST ${level}'`)
  const type = of.coffeeType === undefined ? undefined : [`'TYPE ${of.coffeeType}'`]
  const origin = of.origins?.map(id => `'ORIGIN ${id}'`)
  return [roast, type, origin].flatMap(anyOf => (anyOf ? `(${anyOf.join(' | ')})` : []))
}

/**
 * How many coffees are read in order, matching or not. If no id is above this, the index of words
 * is used for all searches.
 */
const READ_IN_ORDER = 5000
/** Words are common if at least 4 of the 100 most popular coffees have them. */
const COMMON = 4
const MOST_POPULAR = 100

/**
 * To follow a `with`: `found (id, key)`, the first `limit` matches in an order, after the last one
 * seen. Common words are found by reading coffees in that order (`in_order`). For other words, and
 * if those coffees do not fill the page, the index of words gives all matches, however many, and
 * they are sorted. Either way alone takes more than 100 ms for some words at 100,000 coffees.
 */
export function firstMatching(
  sql: Sql,
  { words, kinds = [], within = sql`true`, isWithinFew = false, exceptIds = [] }: CoffeeSearch,
  { from, id, key, keyOfEach, way, next }: CoffeeOrder,
  { last, limit }: { last?: Keys | undefined; limit: number },
) {
  // A word is a head, with the words similar to it as its tail. A kind is a tail without a head.
  const heads = [...words.map(({ word }) => word), ...kinds.map(() => null)]
  const tails = [...words.map(({ similar }) => similar.map(({ word }) => ` | ${asLexeme(word)}`).join('')), ...kinds]
  // The function behind `@@`, so that the planner does not use the index of words here.
  const rowMatches = sql`and ts_match_vq(coffees.search_words, (select together from asked))`
  // One condition per term: the index needs a third of the time that one for all takes.
  const indexMatches = sql.unsafe(
    heads.map((_, at) => `and coffees.search_words @@ (select terms[${at + 1}] from asked)`).join(' '),
  )
  const isUnseen = (key: string, id: string) => sql`
    ${exceptIds.length > 0 ? sql`and ${sql.unsafe(id)} <> all(${[...exceptIds]}::int[])` : sql``}
    ${last ? sql`and (${sql.unsafe(`${key}, ${id}`)}) ${sql.unsafe(next)} ${rowOf(sql, last)}` : sql``}`
  const limited = (rows: number) => literalLimit(sql, rows)
  const inOrder = sql.unsafe(`order by key ${way}, id ${way} limit ${limit}`)
  return sql`
    -- For each word, the words that begin with it, and similar ones. Latin words are folded
    -- already, and folding takes as long as the index.
    asked as materialized (
      select array_agg(term::tsquery) as terms,
             string_agg('(' || term || ')', ' & ')::tsquery as together
      from unnest(${heads}::text[], ${tails}::text[]) part (head, tail)
      cross join lateral (select case when head ~ '^[a-z0-9]*$' then head else fold(head) end) folded (word)
      cross join lateral concat(quote_literal(folded.word) || ':*', tail) term
    ), common as materialized (
      select
      from (select * from coffees order by recipe_count desc, id desc ${limited(MOST_POPULAR)}) coffees
      -- In a small catalog the index is fast enough for any words.
      where (select max(id) from coffees) > ${literalNumber(sql, READ_IN_ORDER)}
        and ${within}
        ${rowMatches}
    ), in_order as materialized (
      select id, key
      from (
        select ${sql.unsafe(`${id} as id, ${key} as key, coffees.search_words from ${from}`)}
        where ${within}
          ${isUnseen(key, id)}
        order by ${sql.unsafe(`${key} ${way}, ${id} ${way}`)}
        ${limited(READ_IN_ORDER)}
      ) coffees
      where (select count(*) from common) >= ${literalNumber(sql, COMMON)}
        ${rowMatches}
      ${inOrder}
    ), found as (
      select id, key
      from in_order
      where (select count(*) from in_order) = ${literalNumber(sql, limit)}
      union all
      (
        select coffees.id, ${sql.unsafe(keyOfEach)} as key
        from coffees
        where (select count(*) from in_order) < ${literalNumber(sql, limit)}
          and ${within}
          ${isWithinFew ? rowMatches : indexMatches}
          ${isUnseen(keyOfEach, 'coffees.id')}
        ${inOrder}
      )
    )`
}

const asLexeme = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`

/** To follow a `with`: `found`, the most popular coffees that match. */
export const coffeeCandidates = (sql: Sql, search: CoffeeSearch, most = CANDIDATES) =>
  firstMatching(sql, search, coffeeOrders.popular, { limit: most })

/** What a candidate is ranked by, in a select over `coffees`. */
export const searchedText = (sql: Sql) =>
  sql.unsafe(`
    coffees.search_text as "searched.text",
    length(coffees.folded_name) as "searched.name_end",
    coffees.origin_at as "searched.origin_at"`)

export interface SearchedCoffee {
  /** Removed when it is ranked. */
  searched?: SearchedText | undefined
}

/** Candidates with their rank, closest first. Equal ones stay in the order of the rows. */
export const ranked = <T extends SearchedCoffee>({ words }: CoffeeSearch, rows: readonly T[]) =>
  rows
    .map(row => {
      const rank = row.searched ? closenessTo(words, row.searched) : 0
      row.searched = undefined
      return { row, rank }
    })
    .sort((one, other) => other.rank - one.rank)
