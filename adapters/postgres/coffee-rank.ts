import type { Sql } from './client.ts'
import { literalLimit, literalNumber } from './planner.ts'
import { type Fragment, type SearchWord, spellings } from './search-word.ts'

/** Letters to look for in the text of a coffee, and how close it is to a word where they are in its name: values, or columns. */
interface Likeness {
  letters: string | Fragment
  closeness: number | Fragment
}

/** 1 for the word, less for one that begins with it, then what is like it: the closest that a coffee has tells. */
export const likenesses = ({ word, alike }: SearchWord, isSpelt: boolean) => [
  { letters: ` ${word} `, closeness: 1 },
  { letters: ` ${word}`, closeness: word.length / (word.length + 1) },
  ...(isSpelt ? spellings : []).map(at => ({ letters: ` ${alike[at]?.[0] ?? ''} `, closeness: alike[at]?.[1] ?? 0 })),
]

/** How close a row of `coffees` is to the words on average; between equals, the shorter text is the closer one. */
export const rankBy = (sql: Sql, words: readonly (readonly Likeness[])[]) => sql`(
          (0 ${words.map(word => closenessTo(sql, word))}) / ${words.length}::float8
          - length(coffees.search_text) / 10000::float8
        )`

const closenessTo = (sql: Sql, word: readonly Likeness[]) => sql`
          + case
            ${word.map(likeness => closenessBy(sql, likeness))}
            else 0
          end`

/** What stands first in the text is the name, then the roaster, then the origin (search_text_of in the migration search-words). */
const closenessBy = (sql: Sql, { letters, closeness }: Likeness) => sql`
            when strpos(coffees.search_text, ${letters}) > 0 then ${closeness}::float8 - case
              when strpos(coffees.search_text, ${letters}) <= length(coffees.folded_name) then 0::float8
              when strpos(coffees.search_text, ${letters}) < coffees.origin_at then 0.03::float8
              else 0.06::float8
            end`

/** Of coffees that have the words, where these are few, the closest: each with its `key`. */
export const closest = (
  sql: Sql,
  { has, rank, behind, limit }: { has: Fragment; rank: Fragment; behind: Fragment; limit: number },
) => sql`
      select *
      from (
        select *, ${rank} as key
        from coffees
        where ${has}
      ) coffees
      where ${behind}
      order by key desc, id desc
      ${literalLimit(sql, limit)}`

/** A search for what few coffees have, as queries of words and what its words are like. */
export interface RareSearch {
  /** What the index is asked for, each by itself. */
  rarest: string[]
  all: string
  /** Of each word, and of every word as many. */
  liked: ReturnType<typeof likenesses>[]
}

/** Of searches with as many words, each with as many likenesses, the first pages are one query; and with as much for the index. */
export const searchShape = ({ liked, rarest }: RareSearch) => `${liked.length} ${liked[0]?.length} ${rarest.length}`

/** Such a query: the coffees closest to each search, with `asked`, which of the searches it is, from 1 on. */
export function firstPagesLike(sql: Sql, { liked, rarest }: RareSearch, limit: number) {
  const columns = liked.map((word, at) =>
    word.map((_, like) => {
      const place = literalNumber(sql, at * word.length + like + 1)
      return { letters: sql`search.letters[1][${place}]`, closeness: sql`search.closeness[1][${place}]` }
    }),
  )
  const page = closest(sql, {
    has: sql`
      ts_match_vq(coffees.search_words, search.words)
      ${rarest.map((_, at) => sql`and coffees.search_words @@ search.rarest[1][${literalNumber(sql, at + 1)}]::tsquery`)}`,
    rank: rankBy(sql, columns),
    behind: sql`true`,
    limit,
  })
  return (searches: readonly RareSearch[]) => {
    const likes = searches.map(({ liked }) => liked.flat())
    return sql`
      select coffees.*, search.asked
      from (
        select asked,
               words::tsquery,
               (${searches.map(({ rarest }) => rarest)}::text[])[asked:asked] as rarest,
               (${likes.map(each => each.map(({ letters }) => letters))}::text[])[asked:asked] as letters,
               (${likes.map(each => each.map(({ closeness }) => closeness))}::float8[])[asked:asked] as closeness
        from unnest(${searches.map(({ all }) => all)}::text[]) with ordinality search (words, asked)
        offset 0
      ) search
      cross join lateral (${page}) coffees`
  }
}
