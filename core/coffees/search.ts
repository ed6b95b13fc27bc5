import { MOST_SEARCH_WORDS } from '../fields.ts'
import { wordsOf } from '../names.ts'
import { trailers } from './roaster-name.ts'

/** The words a coffee must have, roughly, to be found. "coffee" and the like count only where nothing else is said. */
export function searchWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_SEARCH_WORDS)
  const telling = words.filter(word => !trailers.has(word))
  return telling.length > 0 ? telling : words
}
