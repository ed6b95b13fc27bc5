import { MOST_SEARCH_WORDS } from '../fields.ts'
import { wordsOf } from '../names.ts'
import { trailers } from './roaster-name.ts'

/**
 * The words a coffee must match, allowing for typos. Words like "coffee" count only when the search
 * has no others.
 */
export function searchWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_SEARCH_WORDS)
  const telling = words.filter(word => !trailers.has(word))
  return telling.length > 0 ? telling : words
}

/** A word of a search, and the similar words that coffees contain. */
export interface SoughtWord {
  word: string
  similar: readonly SimilarWord[]
}

export interface SimilarWord {
  word: string
  /** Always below 1, which is an exact match. */
  closeness: number
}

/**
 * The text that a coffee is searched by: its name, its roaster's name and its origin, with a space
 * before and after every word.
 */
export interface SearchedText {
  text: string
  /** The length of the name in characters. */
  nameEnd: number
  /** Where the origin starts. */
  originAt: number
}

/**
 * How well a text matches the words, on average. An exact word counts fully, a word that starts
 * with it a little less, and a similar word by its similarity. A match in the name counts more than
 * one in the roaster's name, and that more than one in the origin. Of two equal texts, the shorter
 * is closer.
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
