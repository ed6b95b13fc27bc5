import { wordsOf } from '../names.ts'

/** Words that roasters add to their names and people leave out. */
export const trailers = new Set(
  'coffee coffees roaster roasters roastery roasteries roasting co company inc llc ltd gmbh'.split(' '),
)

/**
 * A roaster's name reduced to what everybody writes: "Ónyx Coffee Roasters, Inc." and "onyx" are
 * the same roaster. Only trailing words are cut, so that "Coffee Collective" stays whole.
 */
export function matchNameOf(name: string) {
  const words = wordsOf(name)
  const start = words[0] === 'the' && words.length > 1 ? 1 : 0
  let end = words.length
  while (end > start + 1 && trailers.has(words[end - 1] ?? '')) end--
  const core = words.slice(start, end)
  const matchName = core.every(word => trailers.has(word)) ? words : core
  // A name made of symbols only is still a name.
  return matchName.join(' ') || name.trim().toLowerCase()
}

/** The roaster that a given slug or name refers to. */
export interface RoasterCalled {
  slug: string
  matchName: string
}

export const roasterCalled = (text: string): RoasterCalled => ({
  slug: text.toLowerCase(),
  matchName: matchNameOf(text),
})

/**
 * Splits a name into what people call the roaster and the words after it: "Ottermill" and "Coffee
 * Roasters".
 */
export function nameInTwo(name: string): { called: string; rest: string } {
  const words = name.trim().split(/\s+/)
  const own = words.findLastIndex(word => !trailers.has(word.toLowerCase().replace(/(?<!\W)\W+$/, ''))) + 1
  return own === 0
    ? { called: name, rest: '' }
    : { called: words.slice(0, own).join(' '), rest: words.slice(own).join(' ') }
}
