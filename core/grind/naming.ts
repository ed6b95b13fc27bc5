import { atMost } from '../cut.ts'
import { folded } from '../names.ts'
import { fullName } from './name.ts'

/** A grinder or a machine of the catalog. */
export interface Nameable {
  slug: string
  brand: string
  model: string
}

/** What a name is compared by. */
interface GivenName {
  words: string[]
  joined: string
  /** Whether it has a symbol or a letter that no name here has: then it names nothing. */
  isForeign: boolean
}

/** No name is longer; a request that is may not take longer to compare than a name does. */
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

/** These say what kind of thing it is. They are true of all of them, so they are ignored beside a name. */
const kindWords = setOf('coffee electric grinder grinders hand machine manual mill')

/** These are a part of some names, but alone they could mean anything: "mini", "conical burr", "or 1". */
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

/** Whether a word can tell one grinder from all others: "encore", "ode", "k6", but not "m" or "mini". */
const isTelling = (word: string) => isOwnWord(word) && (word.length > 2 || /\d/.test(word))

/** All words of a name are in another, among them one that tells things apart, or only common ones. */
type Match = 'telling' | 'common'

interface KnownName {
  /** The slug, the model and the full name, each written as one word, where it is a name by itself. */
  names: Set<string>
  /** One to four words in a row, written as one: "c40mk4". */
  runs: Map<string, Match>
  words: string[]
  fullName: string
}

/** What a name may mean, by the strictest way that finds any: the whole name, whole words, beginnings of words. */
export function meantBy<N extends Nameable>({ words, isForeign }: GivenName, list: readonly N[]) {
  const telling = words.filter(word => !kindWords.has(word))
  if (!isForeign && telling.length > 0)
    for (const tried of telling.length < words.length ? [words, telling] : [words])
      for (const way of ways) {
        const matches = list.flatMap(thing => {
          const match = way(tried, knownNameOf(thing))
          return match ? [{ thing, match }] : []
        })
        if (matches.length > 0)
          return { found: matches.map(({ thing }) => thing), isTelling: matches[0]?.match === 'telling' }
      }
  return { found: [], isTelling: false }
}

const ways: ((words: readonly string[], known: KnownName) => Match | undefined)[] = [
  (words, { names }) => (names.has(words.join('')) ? 'telling' : undefined),
  (words, known) => matchOf(words, known, false),
  (words, known) => matchOf(words, known, true),
]

/** Whether each of these words is in a name, as it is or written together with its neighbours. */
function matchOf(words: readonly string[], known: KnownName, mayBegin: boolean): Match | undefined {
  if (words.length === 0) return 'common'
  let best: Match | undefined
  for (let count = 1; count <= Math.min(MOST_IN_A_RUN, words.length); count++) {
    const run = words.slice(0, count).join('')
    const first = known.runs.get(run) ?? (mayBegin && count === 1 && begins(run, known) ? 'telling' : undefined)
    const rest = first && matchOf(words.slice(count), known, mayBegin)
    if (rest) best = [best, first, rest].includes('telling') ? 'telling' : 'common'
  }
  return best
}

const MOST_IN_A_RUN = 4

/** Fewer letters begin some name by chance, and part of a number means another model. */
const begins = (word: string, { words }: KnownName) =>
  /^[a-z]{4,}$/.test(word) && words.some(own => own.startsWith(word) && isOwnWord(own))

/** Whether a search finds a thing: every word begins one of its words, or all together are a part of its name. */
export function isFoundBy({ words, joined }: GivenName, thing: Nameable) {
  const known = knownNameOf(thing)
  return (
    known.names.has(joined) ||
    words.every(word => known.words.some(own => own.startsWith(word))) ||
    known.fullName.includes(joined)
  )
}

/** Worked out when it is first asked for: there are hundreds, and each search asks all. */
function knownNameOf(thing: Nameable): KnownName {
  let known = knownNames.get(thing)
  if (!known) {
    const written = [fullName(thing), thing.model, thing.slug].map(partsOf)
    known = {
      names: new Set(written.filter(isWholeName).map(words => words.join(''))),
      runs: new Map(written.flatMap(runsOf)),
      words: [...new Set(written.flat())],
      fullName: partsOf(fullName(thing)).join(''),
    }
    knownNames.set(thing, known)
  }
  return known
}

const knownNames = new WeakMap<Nameable, KnownName>()

/** "JX" and "Mini Mill Plus" are names by themselves; "Mini" and "Manual Coffee Grinder" are not. */
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
