import { begunByIndex, begunOrAlike, marksInCommon, quotedWord, type SearchWord } from './search-word.ts'

/** What is asked of coffees, by words, kinds or both, as queries of words (`tsquery`). */
export interface SearchTerms {
  /** Each word, or one that begins with it or is like it; and the kinds. */
  all: string
  /** The words as they are written, and kinds: first as many as are in `rarest`, of the same. */
  exactly: string[]
  /**
   * What the index is asked for: words about as rare as the rarest, and kinds. Whether a coffee has the others is seen in the coffee.
   * Each by itself: the index finds what all of several queries find in half the time that it takes for one with all of them.
   */
  rarest: string[]
  isWholeInIndex: boolean
  /** Every coffee that has all has these marks. */
  marks: string
  /** No kinds are asked for. */
  areWordsAlone: boolean
}

export function searchTerms(words: readonly SearchWord[], kinds: readonly string[]): SearchTerms {
  const rarest = words.filter(({ isTelling }) => isTelling)
  const others = words.filter(({ isTelling }) => !isTelling)
  const exactly = (some: readonly SearchWord[]) => some.map(({ word }) => quotedWord(word))
  return {
    all: [...words.map(begunOrAlike), ...kinds].join(' & '),
    exactly: [...exactly(rarest), ...kinds, ...exactly(others)],
    rarest: [...rarest.map(begunByIndex), ...kinds],
    isWholeInIndex: rarest.length === words.length,
    marks: String(words.reduce((marks, word) => marks | marksInCommon(word), 0n)),
    areWordsAlone: kinds.length === 0,
  }
}

/** A roast, a type and origins as a coffee has them among its words (the migration kinds-among-words): a query of each. */
export function kindQueries(of: {
  roastLevel?: readonly string[] | undefined
  coffeeType?: string | undefined
  origins?: readonly number[] | undefined
}) {
  const roast = of.roastLevel ? [anyWord(of.roastLevel.map(level => `ROAST ${level}`))] : []
  const type = of.coffeeType === undefined ? [] : [quotedWord(`TYPE ${of.coffeeType}`)]
  const origin = of.origins ? [anyWord(of.origins.map(id => `ORIGIN ${id}`))] : []
  return [...roast, ...type, ...origin]
}

const anyWord = (words: readonly string[]) => `(${words.map(quotedWord).join(' | ')})`
