import { closenessTo } from '../coffees/search.ts'
import { wordsOf } from '../names.ts'

/** How well something matches the words of a search. */
export interface WordMatch {
  /** Up to 1, the same scale for everything that can be found. */
  closeness: number
  /** Its name has all the words. */
  isNamed: boolean
  /** Its name is these words and no others. */
  isExact: boolean
  /** It lacks a word, so it was found by a similar spelling. */
  isSimilar: boolean
}

/**
 * Whole words count more than beginnings, and words of the name more than those of other texts, as
 * in the search for coffees.
 */
export function wordMatch(words: readonly string[], name: string, ...others: (string | null)[]): WordMatch {
  const named = ` ${wordsOf(name).join(' ')} `
  const text = `${named}${wordsOf(others.join(' ')).join(' ')} `
  const isNamed = words.every(word => named.includes(` ${word} `))
  return {
    closeness: closenessTo(
      words.map(word => ({ word, similar: [] })),
      { text, nameEnd: named.length - 1, originAt: named.length },
    ),
    isNamed,
    isExact: isNamed && new Set(wordsOf(name)).size === words.length,
    isSimilar: !words.every(word => text.includes(` ${word}`)),
  }
}
