import { begunByIndex, begunOrAlike, quotedWord, type SearchWord } from './search-word.ts'

/** What is asked of coffees, by words, kinds or both, as queries of words (`tsquery`). */
export interface SearchTerms {
  /** Each word, or one that begins with it or is like it; and the kinds. */
  all: string
  /** The words as they are written. */
  exactly: string
  /** What the index is asked for: of words about as rare as the rarest. Whether a coffee has the others is seen in the coffee. */
  rarest: string
  isWholeInIndex: boolean
  /** Every coffee that has all has these marks. */
  marks: string
}

export function searchTerms(words: readonly SearchWord[], kinds: string): SearchTerms {
  const rarest = words.filter(({ isTelling }) => isTelling)
  const both = (queries: string[]) => [...queries, ...(kinds ? [kinds] : [])].join(' & ')
  return {
    all: both(words.map(begunOrAlike)),
    exactly: both(words.map(({ word }) => quotedWord(word))),
    rarest: both(rarest.map(begunByIndex)),
    isWholeInIndex: rarest.length === words.length,
    marks: String(words.reduce((marks, word) => marks | BigInt(word.marks), 0n)),
  }
}

/** Roasts, types and origins as a coffee has them among its words (the migration kinds-among-words); empty, if none is asked for. */
export function kindsQuery(of: {
  roastLevel?: string | undefined
  coffeeType?: string | undefined
  origins?: readonly number[] | undefined
}) {
  const roast = of.roastLevel === undefined ? [] : [quotedWord(`ROAST ${of.roastLevel}`)]
  const type = of.coffeeType === undefined ? [] : [quotedWord(`TYPE ${of.coffeeType}`)]
  const origin = of.origins ? [`(${of.origins.map(id => quotedWord(`ORIGIN ${id}`)).join(' | ')})`] : []
  return [...roast, ...type, ...origin].join(' & ')
}
