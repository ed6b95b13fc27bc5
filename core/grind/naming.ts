import { atMost } from '../cut.ts'
import { folded } from '../names.ts'
import { fullName } from './name.ts'

/** A grinder or a machine of the catalog. */
export interface Nameable {
  slug: string
  brand: string
  model: string
}

/** A name, prepared for comparison. */
export interface GivenName {
  words: string[]
  joined: string
  /** Whether it contains a symbol or letter that no name here has. Then it matches nothing. */
  isForeign: boolean
}

/** No name is longer. Bounds the time that a comparison takes. */
const LONGEST_NAME = 200
const MOST_WORDS = 12

export function givenName(text: string): GivenName {
  const given = folded(atMost(text, LONGEST_NAME))
  const words = partsOf(given)
  const isForeign = words.length > MOST_WORDS || /[^a-z0-9+\s\-–—_/\\().,:&"“”'’`®™]/.test(given)
  return { words, joined: words.join(''), isForeign }
}

const partsOf = (text: string) =>
  folded(text)
    .split(/[^a-z0-9+]+/)
    .filter(word => word !== '')

const setOf = (words: string) => new Set(words.split(/\s+/))

/** Words for the kind of thing. They apply to all of them, so they are ignored next to a name. */
const kindWords = setOf('coffee electric grinder grinders hand machine manual mill')

/**
 * Words that are part of some names but alone could mean anything: "mini", "conical burr", "or 1".
 */
const commonWords = new Set([
  ...kindWords,
  ...setOf(`
  advanced air and barista best blade brew brewer burr burrs built ceramic classic clear cold compact cone conical control
  cup cut deep dial dose double dripper dual eight electronic espresso express flat for fold fresh gen go gold grind house
  ii in it jar key kitchen large maker max mini mk mode moka my nano new next nice of one or original over plastic plus
  portable pot pour precision premium press pro race racing red select sense series silver siphon six slim small smart
  special standard steel system tall the touch travel traveller turkish ultra vertical water with xl
`),
])

/** Whether a word is more than a common one, a number or a version. */
const isOwnWord = (word: string) => /[a-z]/.test(word) && !/^(mk|v)\d$/.test(word) && !commonWords.has(word)

/**
 * Whether a word can tell one grinder from all others: "encore", "ode", "k6", but not "m" or
 * "mini".
 */
const isTelling = (word: string) => isOwnWord(word) && (word.length > 2 || /\d/.test(word))

/**
 * All words of one name are in the other: either at least one that can tell things apart, or only
 * common ones.
 */
type Match = 'telling' | 'common'

interface KnownName {
  /**
   * The slug, the model and the full name, each written as one word, if it can stand alone as a
   * name.
   */
  names: Set<string>
  /** One to four consecutive words written as one: "c40mk4". */
  runs: Map<string, Match>
  words: string[]
  fullName: string
  /** The letter pairs of its slug and of its model. */
  pairs: { slug: Set<string>; model: Set<string> }
}

/**
 * What a name may mean, by the strictest rule that finds anything: the whole name, whole words,
 * then word beginnings.
 */
export function meantBy<N extends Nameable>({ words, isForeign }: GivenName, list: readonly N[]) {
  const telling = words.filter(word => !kindWords.has(word))
  if (!isForeign && telling.length > 0)
    for (const asked of (telling.length < words.length ? [words, telling] : [words]).map(askedBy))
      for (const way of ways) {
        const found = list.filter(thing => way(asked, knownNameOf(thing)))
        const [first] = found
        if (first) return { found, isTelling: way(asked, knownNameOf(first)) === 'telling' }
      }
  return { found: [], isTelling: false }
}

/** A name prepared for comparison with every known name. */
interface AskedName {
  joined: string
  /** For each word, that word and up to three more, written as one. */
  runsFrom: string[][]
  /**
   * Whether a word may match the beginning of another. Fewer letters begin some name by chance, and
   * part of a number means another model.
   */
  mayBegin: boolean[]
}

const askedBy = (words: readonly string[]): AskedName => ({
  joined: words.join(''),
  runsFrom: words.map((_, from) =>
    words.slice(from, from + MOST_IN_A_RUN).map((_, more) => words.slice(from, from + more + 1).join('')),
  ),
  mayBegin: words.map(word => /^[a-z]{4,}$/.test(word)),
})

const MOST_IN_A_RUN = 4

const ways: ((asked: AskedName, known: KnownName) => Match | undefined)[] = [
  ({ joined }, { names }) => (names.has(joined) ? 'telling' : undefined),
  ({ runsFrom }, { runs }) => matchOf(runsFrom, run => runs.get(run)),
  ({ runsFrom, mayBegin }, known) =>
    matchOf(
      runsFrom,
      (run, from, more) =>
        known.runs.get(run) ?? (more === 0 && mayBegin[from] && begins(run, known) ? 'telling' : undefined),
    ),
]

/**
 * Whether every word is in a name, alone or joined with its neighbours. `matched[at]` says how the
 * words before `at` match, so that the time grows only with the length of the name.
 */
function matchOf(
  runsFrom: readonly (readonly string[])[],
  matchOfRun: (run: string, from: number, more: number) => Match | undefined,
): Match | undefined {
  // Most names differ in the first word, so check that first.
  if (!runsFrom[0]?.some((run, more) => matchOfRun(run, 0, more))) return undefined
  const matched: (Match | undefined)[] = ['common']
  for (const [from, runs] of runsFrom.entries()) {
    const before = matched[from]
    if (!before) continue
    for (const [more, run] of runs.entries()) {
      const match = matchOfRun(run, from, more)
      const end = from + more + 1
      if (match) matched[end] = [before, match, matched[end]].includes('telling') ? 'telling' : 'common'
    }
  }
  return matched[runsFrom.length]
}

const begins = (word: string, { words }: KnownName) => words.some(own => own.startsWith(word) && isOwnWord(own))

/**
 * Whether a search finds a thing: every word begins one of its words, or all of them joined are
 * part of its name.
 */
function isFoundBy({ words, joined }: GivenName, thing: Nameable) {
  const known = knownNameOf(thing)
  return (
    known.names.has(joined) ||
    words.every(word => known.words.some(own => own.startsWith(word))) ||
    known.fullName.includes(joined)
  )
}

/**
 * Things whose brand, model or slug contains every word that was typed, in any order and without
 * hyphens; all of them if nothing was.
 */
export function namesMatching<N extends Nameable>(list: readonly N[], typed: string): N[] {
  const asked = givenName(typed)
  // A search in letters that no name uses finds nothing instead of everything.
  if (asked.joined === '' && typed.trim() !== '') return []
  return list.filter(thing => isFoundBy(asked, thing))
}

/**
 * The same, best first: whole words, then beginnings of words, then letters somewhere in the name.
 */
export function bestMatches<N extends Nameable>(list: readonly N[], typed: string): N[] {
  const { words } = givenName(typed)
  const rankOf = (thing: N) => {
    const known = knownNameOf(thing).words
    if (words.every(word => known.includes(word))) return 0
    return words.every(word => known.some(own => own.startsWith(word))) ? 1 : 2
  }
  return namesMatching(list, typed).sort((one, other) => rankOf(one) - rankOf(other))
}

/** Things with the most similar spelling, best first. */
export function mostAlike<N extends Nameable>(list: readonly N[], typed: string, count: number): N[] {
  const likeness = likenessTo(givenName(typed), list)
  return list
    .map((thing, at) => ({ thing, likeness: likeness[at] ?? 0 }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, count)
    .map(({ thing }) => thing)
}

/**
 * How similar two spellings are, from 0 to 1: Dice's coefficient over letter pairs, with the slug
 * or the model.
 */
export function likenessTo({ joined }: GivenName, things: readonly Nameable[]): number[] {
  const asked = pairsOf(joined)
  return things.map(thing => {
    const { slug, model } = knownNameOf(thing).pairs
    return Math.max(dice(asked, slug), 0.95 * dice(asked, model))
  })
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

/** Computed once per thing on first use: there are hundreds, and each search compares them all. */
function knownNameOf(thing: Nameable): KnownName {
  let known = knownNames.get(thing)
  if (!known) {
    const written = [fullName(thing), thing.model, thing.slug].map(partsOf)
    known = {
      names: new Set(written.filter(isWholeName).map(words => words.join(''))),
      runs: new Map(written.flatMap(runsOf)),
      words: [...new Set(written.flat())],
      fullName: partsOf(fullName(thing)).join(''),
      pairs: { slug: pairsOf(partsOf(thing.slug).join('')), model: pairsOf(partsOf(thing.model).join('')) },
    }
    knownNames.set(thing, known)
  }
  return known
}

const knownNames = new WeakMap<Nameable, KnownName>()

/**
 * "JX" and "Mini Mill Plus" can stand alone as names; "Mini" and "Manual Coffee Grinder" cannot.
 */
const isWholeName = (words: readonly string[]) =>
  words.some(isOwnWord) || words.filter(word => !kindWords.has(word)).length > 1

const runsOf = (words: readonly string[]) =>
  words.flatMap((_, from) =>
    words.slice(from, from + MOST_IN_A_RUN).map((_, more): [string, Match] => {
      const run = words.slice(from, from + more + 1)
      const tells = run.some(isTelling) || (run.length > 1 && run.some(isOwnWord))
      return [run.join(''), tells ? 'telling' : 'common']
    }),
  )
