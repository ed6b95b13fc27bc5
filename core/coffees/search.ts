import { MOST_SEARCH_WORDS } from '../fields.ts'
import { wordsOf } from '../names.ts'
import { trailers } from './roaster-name.ts'

/** The words a coffee must have, roughly, to be found. "coffee" and the like count only where nothing else is said. */
export function searchWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_SEARCH_WORDS)
  const telling = words.filter(word => !trailers.has(word))
  return telling.length > 0 ? telling : words
}

/** A word of a search, and the words of coffees that are spelt like it. */
export interface SoughtWord {
  word: string
  similar: readonly SimilarWord[]
}

export interface SimilarWord {
  word: string
  /** Below 1, which is the word itself. */
  closeness: number
}

/** The text that a coffee is searched by: its name, its roaster's name and its origin. Every word is between spaces. */
export interface SearchedText {
  text: string
  /** How many characters the name has. */
  nameEnd: number
  /** Where the origin begins. */
  originAt: number
}

/**
 * How close a text is to the words, on average. A word counts fully, one that begins with it a little less, and one that
 * is spelt like it as much as it is similar; in the name more than in the roaster's name, and there more than in the
 * origin. Between equals, the shorter text is closer.
 */
export function closenessTo(words: readonly SoughtWord[], { text, nameEnd, originAt }: SearchedText): number {
  const closenessOf = (letters: string, closeness: number) => {
    const at = text.indexOf(letters)
    if (at < 0) return 0
    if (at < nameEnd) return closeness
    return closeness - (at + 1 < originAt ? 0.03 : 0.06)
  }
  const sum = words.reduce((sum, { word, similar }) => {
    const spellings = [
      closenessOf(` ${word} `, 1),
      closenessOf(` ${word}`, word.length / (word.length + 1)),
      ...similar.map(({ word, closeness }) => closenessOf(` ${word} `, closeness)),
    ]
    return sum + Math.max(...spellings)
  }, 0)
  return sum / words.length - text.length / 10_000
}
