import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import { folded, inARow } from '../names.ts'
import type { Grinder, GrinderCatalog } from './model.ts'
import { fullName } from './name.ts'

/** The grinder of a slug or of a name that means it alone; a fault that names all it may mean, or the nearest three. */
export function grinderOf<G extends Grinder>(grinders: GrinderCatalog<G>, slug: string): G {
  const known = grinders.bySlug(slug)
  if (known) return known
  const meant = bestMatches(grinders.list(), slug)
  if (meant[0] && meant.length === 1) return meant[0]
  const nearest = nearestSlugs(grinders, slug, Math.min(MOST_NAMED, Math.max(3, meant.length)))
  throw new Fault('grinder-not-found', `There is no grinder "${atMost(slug, 60)}"; the nearest are ${inARow(nearest)}.`)
}

const MOST_NAMED = 12

/** The grinder a person means by "c40 mk4" or "k ultra"; a fault that lists the candidates when there are several. */
export function grinderNamed(grinders: GrinderCatalog, name: string): Grinder {
  const candidates = bestMatches(grinders.list(), name)
  const [only, second] = candidates
  if (!only) return grinderOf(grinders, name)
  if (!second) return only
  const shown = candidates
    .slice(0, MOST_NAMED)
    .map(candidate => `  ${candidate.slug.padEnd(30)} ${fullName(candidate)}`)
  const rest = candidates.length - shown.length
  throw new Fault(
    'grinder-not-found',
    [
      `"${atMost(name, 60)}" may be any of these; name one:`,
      ...shown,
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ].join('\n'),
  )
}

/** The grinder that a name can only mean: the whole name, or whole words of it. Of several, the one that is `preferred`. */
export function grinderMeant<T extends Grinder>(
  grinders: readonly T[],
  name: string,
  preferred: (grinder: T) => boolean = () => false,
): T | undefined {
  const asked = termsOf(name)
  if (asked.words.length === 0) return
  const [whole = [], inWords = []] = ways.slice(0, 2).map(matches => grinders.filter(one => matches(asked, one)))
  const candidates = whole.length > 0 ? whole : inWords
  return only(candidates) ?? only(candidates.filter(preferred))
}

/** Grinders whose brand, model or slug holds every word of the search; all of them without one. */
export function grindersMatching(grinders: readonly Grinder[], search = ''): Grinder[] {
  const asked = termsOf(search)
  return grinders.filter(grinder => ways.some(matches => matches(asked, grinder)))
}

export function nearestSlugs(grinders: GrinderCatalog, name: string, count = 3): string[] {
  const list = grinders.list()
  const matched = new Set(bestMatches(list, name))
  const asked = pairsOf(termsOf(name).joined)
  const likeness = new Map(list.map(grinder => [grinder, likenessTo(asked, grinder)]))
  const byLikeness = (one: Grinder, other: Grinder) => (likeness.get(other) ?? 0) - (likeness.get(one) ?? 0)
  const rest = list.filter(grinder => !matched.has(grinder))
  return [...[...matched].sort(byLikeness), ...rest.sort(byLikeness)].slice(0, count).map(({ slug }) => slug)
}

/** Ways to mean a grinder, strictest first: the whole name, whole words, beginnings of words, a part of the name. */
const ways: ((asked: Terms, grinder: Grinder) => boolean)[] = [
  ({ joined }, grinder) => known(grinder).names.includes(joined),
  ({ words }, grinder) => words.every(word => known(grinder).words.includes(word)),
  ({ words }, grinder) => words.every(word => known(grinder).words.some(own => own.startsWith(word))),
  ({ joined }, grinder) => known(grinder).fullName.includes(joined),
]

function bestMatches<G extends Grinder>(list: readonly G[], name: string): G[] {
  const asked = termsOf(name)
  if (asked.words.length === 0) return []
  for (const matches of ways) {
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
function known(grinder: Grinder) {
  let terms = knownTerms.get(grinder)
  if (!terms) {
    const { slug, model } = grinder
    const name = fullName(grinder)
    terms = {
      names: [slug, model, name].map(joined),
      words: [...partsOf(name), ...partsOf(slug)],
      fullName: joined(name),
      slugPairs: pairsOf(joined(slug)),
      modelPairs: pairsOf(joined(model)),
    }
    knownTerms.set(grinder, terms)
  }
  return terms
}

const knownTerms = new WeakMap<
  Grinder,
  { names: string[]; words: string[]; fullName: string; slugPairs: Set<string>; modelPairs: Set<string> }
>()

/** Dice's coefficient over letter pairs, 0 to 1, against the slug and against the model alone. */
function likenessTo(asked: Set<string>, grinder: Grinder) {
  const { slugPairs, modelPairs } = known(grinder)
  return Math.max(dice(asked, slugPairs), 0.95 * dice(asked, modelPairs))
}

function pairsOf(letters: string) {
  const padded = ` ${letters} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}

const dice = (one: Set<string>, other: Set<string>) => (2 * one.intersection(other).size) / (one.size + other.size)
