import * as v from 'valibot'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { folded, inARow } from '../names.ts'
import type { Grinder, GrinderCatalog } from './model.ts'
import { fullName } from './name.ts'

interface Nameable {
  slug: string
  brand: string
  model: string
}

/** What people call a grinder by, from a door that takes it as a field. */
export const grinderName = (description: string) =>
  v.pipe(
    field.boundedText(200, 'must be the slug or name of a grinder'),
    v.trim(),
    v.nonEmpty('must be the slug or name of a grinder, such as comandante-c40-mk4; it is empty'),
    field.noLongerThan(200),
    v.description(description),
  )

/** The grinder of a slug or of a name that means it alone ("k ultra"); a fault that lists all it may mean, or the nearest three. */
export const grinderOf = <G extends Grinder>(grinders: GrinderCatalog<G>, name: string): G =>
  grinders.bySlug(name) ?? meantBy(name, grinders.list(), 'grinder')

/** The brewer or espresso machine of a slug or of a name that means it alone; a fault as `grinderOf` has it. */
export const machineCalled = <M extends Nameable>({ list }: { list: () => readonly M[] }, name: string): M =>
  list().find(({ slug }) => slug === name) ?? meantBy(name, list(), 'machine')

function meantBy<N extends Nameable>(name: string, list: readonly N[], kind: 'grinder' | 'machine'): N {
  const candidates = bestMatches(list, name)
  const [only, second] = candidates
  if (only && !second) return only
  const slugs = candidates.slice(0, MOST_NAMED).map(({ slug }) => slug)
  const rest = candidates.length - slugs.length
  const asked = `"${atMost(name, 60)}"`
  throw new Fault(
    kind === 'grinder' ? 'grinder-not-found' : 'not-found',
    only
      ? `${asked} may be any of ${inARow(rest > 0 ? [...slugs, `${rest} more`] : slugs)}; name one.`
      : `There is no ${kind} ${asked}; the nearest are ${inARow(nearest(list, name, 3))}.`,
  )
}

const MOST_NAMED = 12

/** The grinder that a name can only mean, as `grinderOf` reads names. Of several, the one that is `preferred`. */
export function grinderMeant<T extends Grinder>(
  grinders: readonly T[],
  name: string,
  preferred: (grinder: T) => boolean = () => false,
): T | undefined {
  const candidates = bestMatches(grinders, name, MEANT_BY_CHANCE)
  return only(candidates) ?? only(candidates.filter(preferred))
}

/** So few letters begin some name or other by chance, without meaning it. */
const MEANT_BY_CHANCE = 3

/** Grinders whose brand, model or slug holds every word of the search; all of them without one. */
export function grindersMatching(grinders: readonly Grinder[], search = ''): Grinder[] {
  const asked = termsOf(search)
  // Letters that no name here is written with find none, not all.
  if (asked.joined === '' && search.trim() !== '') return []
  return grinders.filter(grinder => waysToFind.some(matches => matches(asked, grinder)))
}

export const nearestSlugs = (grinders: GrinderCatalog, name: string, count = 3) => nearest(grinders.list(), name, count)

function nearest(list: readonly Nameable[], name: string, count: number): string[] {
  const matched = new Set(bestMatches(list, name))
  const asked = pairsOf(termsOf(name).joined)
  const likeness = new Map(list.map(grinder => [grinder, likenessTo(asked, grinder)]))
  const byLikeness = (one: Nameable, other: Nameable) => (likeness.get(other) ?? 0) - (likeness.get(one) ?? 0)
  const rest = list.filter(grinder => !matched.has(grinder))
  return [...[...matched].sort(byLikeness), ...rest.sort(byLikeness)].slice(0, count).map(({ slug }) => slug)
}

/** Ways to mean a grinder, strictest first: the whole name, whole words, beginnings of words, words written as one. */
const ways: ((asked: Terms, grinder: Nameable) => boolean)[] = [
  ({ joined }, grinder) => known(grinder).names.includes(joined),
  ({ words }, grinder) => words.every(word => known(grinder).words.includes(word)),
  ({ words }, grinder) => words.every(word => known(grinder).words.some(own => own.startsWith(word))),
  ({ joined }, grinder) => known(grinder).runs.some(run => run.startsWith(joined)),
]

/** A part of the name finds a grinder, but does not name it: "tea" is in "Forté AP". */
const waysToFind: typeof ways = [...ways, ({ joined }, grinder) => known(grinder).fullName.includes(joined)]

/** By the strictest way that finds any; of beginnings only those of more than so many letters. */
function bestMatches<G extends Nameable>(list: readonly G[], name: string, tooFew = 0): G[] {
  const asked = termsOf(name)
  if (asked.words.length === 0) return []
  for (const matches of asked.joined.length > tooFew ? ways : ways.slice(0, 2)) {
    const found = list.filter(grinder => matches(asked, grinder))
    if (found.length > 0) return found
  }
  return []
}

const only = <T>(items: readonly T[]) => (items.length === 1 ? items[0] : undefined)

/** In characters: no name is longer, and nobody's request may take longer to compare than a name does. */
const LONGEST_NAME = 200

interface Terms {
  /** Each once. */
  words: string[]
  joined: string
}

function termsOf(text: string): Terms {
  const words = partsOf(atMost(text, LONGEST_NAME))
  return { words: [...new Set(words)], joined: words.join('') }
}

const partsOf = (text: string) =>
  folded(text)
    .split(/[^a-z0-9+]+/)
    .filter(word => word !== '')

const joined = (text: string) => partsOf(text).join('')

/** What a grinder is compared by, worked out when it is first asked for: there are hundreds, and each search asks all. */
function known(grinder: Nameable) {
  let terms = knownTerms.get(grinder)
  if (!terms) {
    const { slug, model } = grinder
    const name = fullName(grinder)
    terms = {
      names: [slug, model, name].map(joined),
      words: [...partsOf(name), ...partsOf(slug)],
      runs: partsOf(name).map((_, at, parts) => parts.slice(at).join('')),
      fullName: joined(name),
      slugPairs: pairsOf(joined(slug)),
      modelPairs: pairsOf(joined(model)),
    }
    knownTerms.set(grinder, terms)
  }
  return terms
}

const knownTerms = new WeakMap<
  Nameable,
  {
    names: string[]
    words: string[]
    runs: string[]
    fullName: string
    slugPairs: Set<string>
    modelPairs: Set<string>
  }
>()

/** Dice's coefficient over letter pairs, 0 to 1, against the slug and against the model alone. */
function likenessTo(asked: Set<string>, grinder: Nameable) {
  const { slugPairs, modelPairs } = known(grinder)
  return Math.max(dice(asked, slugPairs), 0.95 * dice(asked, modelPairs))
}

function pairsOf(letters: string) {
  const padded = ` ${letters} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

function dice(one: Set<string>, other: Set<string>) {
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared++
  return (2 * shared) / (one.size + other.size)
}
