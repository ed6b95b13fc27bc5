import type { StoredGrinder } from '../equipment/equipment.ts'
import type { AnyStoredGrinder } from '../equipment/own-grinders.ts'
import { grinderMeant, grindersMatching } from '../grind/find.ts'

/** The grinders that a sentence can be about. */
interface NameableGrinders {
  all: readonly StoredGrinder[]
  /** The reader's own, with its calibration. */
  mine: AnyStoredGrinder | undefined
  /** The one that is meant by a name which fits several, if the reader has none of them. */
  usual: StoredGrinder
  /** What to convert to if the sentence does not say. */
  beside: (from: AnyStoredGrinder) => AnyStoredGrinder
}

export interface AskedConversion {
  from: AnyStoredGrinder
  /** As it was typed: "24", "2.5.0" or "24 clicks". */
  setting: string
  to: AnyStoredGrinder
}

/**
 * Reads a search such as "24 c40 to j-max", "what is 24 clicks on a C40 on my J-Max?", "c40 24",
 * "24 on c40" or "24 to j-max". Undefined if it does not ask for a conversion. The text must be
 * bounded by the caller.
 */
export function conversionAsked(text: string, grinders: NameableGrinders): AskedConversion | undefined {
  const words = text
    .toLowerCase()
    .replace(/\?/g, ' ')
    .replace(/->|[=→]/g, ' to ')
    .trim()
    .split(/\s+/)
  for (const { source, target, joint } of splitAtJoints(words)) {
    const read = settingAndName(source)
    if (!read) continue
    const { setting, name } = read
    const isSourceNamed = name.length > 0
    // "24 on c40" names where the 24 was read, not what to convert it to.
    if (joint !== undefined && joint !== 'to' && joint !== 'into' && !isSourceNamed) continue
    // A number can be part of a name, as in "df 64".
    if (joint === undefined && (!isSourceNamed || isName(words, grinders))) continue
    const from = isSourceNamed ? grinderInWords(name, grinders) : grinders.mine
    if (!from) continue
    const to = joint === undefined ? targetBeside(from, grinders) : grinderInWords(target, grinders)
    if (to && to.slug !== from.slug) return { from, setting, to }
  }
}

const joints = new Set(['to', 'into', 'in', 'on', 'for', 'as'])
const fillers = new Set([
  'a',
  'an',
  'at',
  'convert',
  'is',
  'of',
  'on',
  'set',
  'the',
  'what',
  'whats',
  'what’s',
  "what's",
  'with',
])

/** The last joint first, because a name may contain one; then the text as a whole. */
function splitAtJoints(words: readonly string[]) {
  const splits = words.flatMap((joint, at) =>
    joints.has(joint) && at + 1 < words.length
      ? [{ source: words.slice(0, at), target: words.slice(at + 1), joint }]
      : [],
  )
  return [...splits.reverse(), { source: words, target: [], joint: undefined }]
}

const SETTING = /^\d+(?:[.,+]\d+)*(?:[a-z]|clicks?|turns?)?$/
const UNIT = /^(?:clicks?|turns?|rotations?|numbers?)$/

/** A setting, before or after the name of its grinder. */
function settingAndName(source: readonly string[]): { setting: string; name: string[] } | undefined {
  const words = withoutFillers(source)
  const units = Number(UNIT.test(words[1] ?? ''))
  if (SETTING.test(words[0] ?? ''))
    return { setting: words.slice(0, 1 + units).join(' '), name: withoutFillers(words.slice(1 + units)) }
  const end = words.length - Number(UNIT.test(words.at(-1) ?? ''))
  if (end > 1 && SETTING.test(words[end - 1] ?? ''))
    return { setting: words.slice(end - 1).join(' '), name: withoutFillers(words.slice(0, end - 1)) }
}

/** Without the small words at both ends. */
function withoutFillers(words: readonly string[]) {
  const isTelling = (word: string) => !fillers.has(word)
  return words.slice(
    words.findIndex(isTelling) < 0 ? words.length : words.findIndex(isTelling),
    words.findLastIndex(isTelling) + 1,
  )
}

const isName = (words: readonly string[], { all }: NameableGrinders) =>
  grindersMatching(all, words.join(' ')).length > 0

const own = new Set(['mine', 'my grinder', 'my dial', 'my own'])

/** The grinder that a name fits best. Among several: the reader's own, else the best known. */
function grinderInWords(
  words: readonly string[],
  { all, mine, usual }: NameableGrinders,
): AnyStoredGrinder | undefined {
  const name = withoutFillers(words).join(' ')
  if (own.has(name)) return mine
  const model = name.replace(/^my /, '')
  const [only, ...others] = grindersMatching(all, model)
  const found =
    grinderMeant(all, model, ({ slug }) => slug === mine?.slug) ??
    grinderMeant(all, model, ({ slug }) => slug === usual.slug) ??
    (others.length === 0 ? all.find(({ slug }) => slug === only?.slug) : undefined)
  return found?.slug === mine?.slug ? mine : found
}

const targetBeside = (from: AnyStoredGrinder, { mine, beside }: NameableGrinders) =>
  mine && mine.slug !== from.slug ? mine : beside(from)
