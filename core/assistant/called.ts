import { wordsOf } from '../names.ts'

/** Words that say nothing about which one is meant: "that Guji of mine", "the bag of Kiamaina". */
const unspecific = new Set(
  'a an and bag bags beans by coffee coffees for from house mine my of our roast some that the this with your'.split(
    ' ',
  ),
)

/**
 * Of some things, those that a name fits as people say it, by the strictest rule that finds any: the whole name,
 * whole words of it, then beginnings of words, and these with its other texts as well.
 */
export function thoseCalled<T>(given: string, things: readonly T[], textsOf: (thing: T) => readonly string[]): T[] {
  const all = wordsOf(given)
  const telling = all.filter(word => !unspecific.has(word))
  const words = telling.length > 0 ? telling : all
  if (words.length === 0) return []
  const known = things.map(thing => {
    const texts = textsOf(thing).map(wordsOf)
    return { thing, name: texts[0] ?? [], all: texts.flat() }
  })
  const isBegun = (word: string, own: readonly string[]) =>
    own.includes(word) || (word.length > 2 && own.some(one => one.startsWith(word)))
  const ways: ((one: (typeof known)[number]) => boolean)[] = [
    ({ name }) => [all, words].some(said => said.join('') === name.join('')),
    ({ name }) => words.every(word => name.includes(word)),
    ({ all }) => words.every(word => all.includes(word)),
    ({ all }) => words.every(word => isBegun(word, all)),
  ]
  for (const way of ways) {
    const found = known.filter(way)
    if (found.length > 0) return found.map(({ thing }) => thing)
  }
  return []
}
