import type { PendingQuery, Row } from 'postgres'
import type { Sql } from './client.ts'

export type Fragment = PendingQuery<Row[]>

/** What is known of the words of a search (the migration search-by-word). */
export interface SearchWord {
  /** Folded. */
  word: string
  /** The words of the catalog that begin with it, as a query of words. */
  begun: string
  /** Words of the catalog that are like it, and how close each is; the closest first. */
  alike: [word: string, closeness: number][]
  /** Its marks (the migration word-marks), and those of each that is like it: who has one of the words has its marks. As text: 64 bits. */
  marks: string[]
  /** It is about as rare as the rarest of the words. */
  isTelling: boolean
  /** So many coffees have all the words; one more than are worth ranking, where more have. */
  foundByAll: number
  /** The newest coffee of all. */
  newestId: number
}

/** The catalog's words have no numbers among them. */
export const isNamed = ({ word }: SearchWord) => /\D/.test(word)
export const firstNameOf = (sql: Sql, { word, alike }: SearchWord) => sql`(
          select min(name)
          from coffee_first_names
          where word ~>=~ ${word} and word ~<~ ${`${word}\u{10ffff}`}
             or word = any(${alike.map(([like]) => like)}::text[])
        )`

/** Places of what is like a word. As many are asked for as words_like gives, whether there are or not: each number of them would be another statement. */
export const spellings = [0, 1, 2, 3, 4]

export function markedBy(sql: Sql, has: Fragment, { marks: [own = '0', ...alike] }: SearchWord) {
  const any = [own, ...(alike.length > 0 ? spellings.map(at => alike[at] ?? own) : [])]
  return sql`(false ${any.map(one => sql`or ${has} & ${one}::bigint = ${one}::bigint`)})`
}

/** Every coffee that has the word, or what is like it, has these marks. */
export const marksInCommon = ({ marks }: SearchWord) => marks.reduce((common, one) => common & BigInt(one), -1n)

export const quotedWord = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
/** Whatever has the whole word has one that begins with it. */
export const begunOrAlike = ({ word, alike }: SearchWord) =>
  `(${[`${quotedWord(word)}:*`, ...alike.map(([like]) => quotedWord(like))].join(' | ')})`
/** The same as begunOrAlike, in words that the index finds sooner; the word itself may be newer than what is known. */
export const begunByIndex = ({ word, begun, alike }: SearchWord) =>
  `(${[...new Set([begun, ...[word, ...alike.map(([like]) => like)].map(quotedWord)])].join(' | ')})`
