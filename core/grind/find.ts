import { Fault } from '../errors.ts'
import { fullName, type Grinder, type GrinderCatalog } from './model.ts'

/** The grinder of a slug, or a fault that names the nearest three. */
export function grinderOf<G extends Grinder>(grinders: GrinderCatalog<G>, slug: string): G {
  const grinder = grinders.bySlug(slug)
  if (grinder) return grinder
  const nearest = nearestSlugs(grinders, slug)
  throw new Fault(
    'grinder-not-found',
    `There is no grinder "${slug.slice(0, 60)}"; the nearest are ${nearest.slice(0, -1).join(', ')} and ${nearest.at(-1)}.`,
  )
}

/** The grinder a person means by "c40 mk4" or "k ultra"; a fault that lists the candidates when there are several. */
export function grinderNamed(grinders: GrinderCatalog, name: string): Grinder {
  const candidates = bestMatches(grinders.list(), name)
  const [only, second] = candidates
  if (!only) return grinderOf(grinders, name)
  if (!second) return only
  const shown = candidates.slice(0, 12).map(candidate => `  ${candidate.slug.padEnd(30)} ${fullName(candidate)}`)
  const rest = candidates.length - shown.length
  throw new Fault(
    'grinder-not-found',
    [`"${name}" may be any of these; name one:`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n'),
  )
}

/** The grinder that a name can only mean: the whole name, or whole words of it. Of several, the one that is `preferred`. */
export function grinderMeant<T extends Grinder>(
  grinders: readonly T[],
  name: string,
  preferred: (grinder: T) => boolean = () => false,
): T | undefined {
  const words = wordsOf(name)
  if (words.length === 0) return
  const [whole = [], inWords = []] = ways.slice(0, 2).map(matches => grinders.filter(one => matches(words, one)))
  const candidates = whole.length > 0 ? whole : inWords
  return only(candidates) ?? only(candidates.filter(preferred))
}

/** Grinders whose brand, model or slug holds every word of the search; all of them without one. */
export const grindersMatching = (grinders: readonly Grinder[], search = '') =>
  grinders.filter(grinder => ways.some(matches => matches(wordsOf(search), grinder)))

export function nearestSlugs(grinders: GrinderCatalog, name: string, count = 3): string[] {
  const list = grinders.list()
  const matched = name.trim() === '' ? [] : bestMatches(list, name)
  const likeness = new Map(list.map(grinder => [grinder, likenessTo(name, grinder)]))
  const byLikeness = (one: Grinder, other: Grinder) => (likeness.get(other) ?? 0) - (likeness.get(one) ?? 0)
  const rest = list.filter(grinder => !matched.includes(grinder))
  return [...matched.toSorted(byLikeness), ...rest.toSorted(byLikeness)].slice(0, count).map(({ slug }) => slug)
}

/** Ways to mean a grinder, strictest first: the whole name, whole words, beginnings of words, a part of the name. */
const ways: ((words: string[], grinder: Grinder) => boolean)[] = [
  (words, { slug, model, ...rest }) =>
    [slug, model, fullName({ model, ...rest })].some(name => joined(name) === words.join('')),
  (words, grinder) => words.every(word => nameWords(grinder).includes(word)),
  (words, grinder) => words.every(word => nameWords(grinder).some(own => own.startsWith(word))),
  (words, grinder) => joined(fullName(grinder)).includes(words.join('')),
]

function bestMatches(list: readonly Grinder[], name: string): Grinder[] {
  const words = wordsOf(name)
  if (words.length === 0) return []
  for (const matches of ways) {
    const found = list.filter(grinder => matches(words, grinder))
    if (found.length > 0) return found
  }
  return []
}

const only = <T>(items: readonly T[]) => (items.length === 1 ? items[0] : undefined)

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9+]+/)
    .filter(word => word !== '')

const joined = (text: string) => wordsOf(text).join('')
const nameWords = (grinder: Grinder) => [...wordsOf(fullName(grinder)), ...wordsOf(grinder.slug)]

/** Dice's coefficient over letter pairs, 0 to 1, against the slug and against the model alone. */
function likenessTo(name: string, { slug, model }: Grinder) {
  const asked = pairsOf(name)
  return Math.max(dice(asked, pairsOf(slug)), 0.95 * dice(asked, pairsOf(model)))
}

function pairsOf(text: string) {
  const letters = ` ${joined(text)} `
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}

const dice = (one: Set<string>, other: Set<string>) => (2 * one.intersection(other).size) / (one.size + other.size)
