import { heatFor } from '../adaptation/base.ts'
import { byRoast } from '../adaptation/rules.ts'
import { hottestWaterF } from '../equipment/boiling.ts'
import { heatRangeOf } from '../equipment/heat-range.ts'
import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import type { LeverName } from './belief.ts'
import { flowOf, steepOf } from './brew-clock.ts'
import { type BrewedCup, baseOfCup } from './brewed-cup.ts'
import { extractionAgainstTarget } from './extraction.ts'
import { judgementOf, tastesOf } from './said.ts'

/**
 * How a lever was off in a cup, and in which word; null if it was right, undefined if nothing is
 * known about it.
 */
export type Complaint = { said: 1 | -1; word: string } | null | undefined

/**
 * What a cup says about a lever. Measurements come before taste: a bed that runs far too slowly,
 * the extraction, a shot that gushes, water that was far too cool. Then the other words do not
 * count.
 */
export function complaintOn(lever: LeverName, cup: BrewedCup): Complaint {
  const fact = factIn(cup)
  if (fact === undefined) return tasteOn(lever, cup)
  return lever === 'grind' ? verdicts[fact] : undefined
}

/** What a measured fact says about the grind. */
const verdicts: Record<NonNullable<ReturnType<typeof factIn>>, Complaint> = {
  slow: { said: -1, word: 'slow' },
  fast: { said: 1, word: 'fast' },
  'under-extracted': { said: 1, word: 'under-extracted' },
  'over-extracted': { said: -1, word: 'over-extracted' },
  extracted: null,
  'under-steeped': undefined,
  'over-steeped': undefined,
  'low-flame': undefined,
  cold: undefined,
  hot: undefined,
}

/** The measured reason why a cup was off, if there is one. */
export function factIn(cup: BrewedCup) {
  if (judgementOf(cup) !== 'off') return
  const flow = flowOf(cup)
  if (flow === 'slow' || flow === 'low-flame') return flow
  const extraction = extractionAgainstTarget(cup)
  const isWeakOrStrong = tasteOn('ratio', cup)
  const tasted = tasteOn('grind', cup)
  const said = extraction === 'below' ? 1 : extraction === 'above' ? -1 : (tasted ?? isWeakOrStrong)?.said
  const steep = extraction === 'within' || isUneven(cup) ? undefined : steepOf(cup)
  if (steep === 'short' && said !== -1) return 'under-steeped'
  if (steep === 'long' && said !== 1) return 'over-steeped'
  if (extraction === 'below') return 'under-extracted'
  if (extraction === 'above') return 'over-extracted'
  // A fast shot that extracts well is fast on purpose.
  if (extraction === 'within') return isWeakOrStrong ? undefined : 'extracted'
  if (flow === 'fast' || (flow === 'brisk' && tasted?.said === 1)) return 'fast'
  if (isUneven(cup)) return
  // A moka pot that is filled with cold water cooks its coffee while it heats, which is bitter.
  if (isCold(cup) && (said !== -1 || cup.method === 'moka')) return 'cold'
  if (isHot(cup) && tasted?.said === -1) return 'hot'
}

const FAR_OFF_F = 15

/**
 * So far below the plan that the water is the first thing to change. Cold brew and Turkish may
 * start at any temperature.
 */
export const isCold = (cup: BrewedCup) =>
  cup.waterTempF !== null && !startsCold.has(cup.method) && cup.waterTempF <= plannedTempF(cup) - FAR_OFF_F

/** As far above the plan, where the drinker can set it. */
export const isHot = (cup: BrewedCup) =>
  cup.waterTempF !== null &&
  cup.canSetTemperature !== false &&
  !startsCold.has(cup.method) &&
  cup.waterTempF >= plannedTempF(cup) + FAR_OFF_F

const startsCold: ReadonlySet<MethodId> = new Set(['cold_brew', 'turkish'])

/**
 * The temperature in the brewer's own recipe for this roast, as far as the machine and the altitude
 * allow it.
 */
export function plannedTempF(cup: BrewedCup) {
  const { method, brewer, roastLevel } = cup
  const { minF } = heatRangeOf(method, brewer)
  const base = baseOfCup(cup)
  const hotterF = byRoast({ method, roastLevel, technique: base })?.tempShiftF ?? 0
  return clamp(heatFor(base, brewer ?? {}) + hotterF, minF, hottestFor(cup))
}

/**
 * The hottest water that the drinker's machine can be set to, limited by the boiling point at their
 * altitude.
 */
export const hottestFor = ({ method, brewer, water }: BrewedCup) =>
  Math.min(hottestWaterF(method, brewer?.heat, water?.altitudeMeters), heatRangeOf(method, brewer).maxF)

/** Below this, water hardly extracts. */
const COOLEST_F = 175

export const coolestFor = ({ method, brewer }: BrewedCup) => Math.max(COOLEST_F, heatRangeOf(method, brewer).minF)

/** Sour and bitter together: some of the coffee was extracted too little, some too much. */
export function isUneven(cup: BrewedCup) {
  const { sour, bitter, harsh } = tastesOf(cup)
  return sour === true && (bitter === true || harsh === true)
}

/** What the taste says about a lever. Both directions at once count as nothing. */
export function tasteOn(lever: LeverName, cup: BrewedCup): Complaint {
  const tastes = tastesOf(cup)
  const [up, down] = words[lever].map(some => some.find(word => tastes[word]))
  if (up && down) return
  if (up) return { said: 1, word: up === 'watery' ? 'weak' : asWritten(up, cup) }
  if (down) return { said: -1, word: down === 'strong' ? 'too strong' : asWritten(down, cup) }
  return judgementOf(cup) === 'good' ? null : undefined
}

/** "Under-extracted", "salty" or "drying", if the drinker wrote that. */
function asWritten(word: string, { extractionFeedback, outcome }: BrewedCup) {
  const text = outcome?.toLowerCase() ?? ''
  if (Object.values(extractionFeedback ?? {}).includes(true)) return word
  const [instead] = /\bsour|\bbitter|\bharsh/.test(text) ? [] : (insteadOf[word]?.exec(text) ?? [])
  if (instead) return instead
  if (!text.includes('extract')) return word
  return word === 'sour' ? 'under-extracted' : word === 'bitter' ? 'over-extracted' : word
}

const insteadOf: Partial<Record<string, RegExp>> = {
  sour: /\b(salty|tart|sharp|grassy|vegetal)\b/,
  bitter: /\bsmoky\b/,
  harsh: /\b(astringent|drying|dry)\b/,
}

/** The words for a lever that is too far up, and too far down. */
const words = {
  grind: [['sour'], ['bitter', 'harsh']],
  ratio: [['watery'], ['strong']],
} as const satisfies Record<LeverName, unknown>
