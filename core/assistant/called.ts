import * as v from 'valibot'
import * as field from '../fields.ts'
import { wordsOf } from '../names.ts'

/** An argument that names something as people call it. */
export const calledInput = (description: string, most = 200) =>
  v.optional(v.pipe(field.text(1, most), v.description(description)))

/** Words that don't tell one thing from another: "that Guji of mine", "the bag of Kiamaina". */
const unspecific = new Set(
  'a an and bag bags beans by coffee coffees for from house mine my of our roast some that the this with your'.split(
    ' ',
  ),
)

/**
 * The things that a spoken name fits, by the strictest of four rules that finds any: the whole name; words of the name;
 * words of the name or the other texts; beginnings of such words.
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
  const rules: ((one: (typeof known)[number]) => boolean)[] = [
    ({ name }) => [all, words].some(said => said.join('') === name.join('')),
    ({ name }) => words.every(word => name.includes(word)),
    ({ all }) => words.every(word => all.includes(word)),
    ({ all }) => words.every(word => isBegun(word, all)),
  ]
  for (const rule of rules) {
    const found = known.filter(rule)
    if (found.length > 0) return found.map(({ thing }) => thing)
  }
  return []
}
