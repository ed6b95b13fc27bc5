import { baseSeconds, shotTime } from '../adaptation/base.ts'
import { byRoast } from '../adaptation/rules.ts'
import { typicalFor, usualStyle } from '../adaptation/styles.ts'
import { drivesOf } from '../equipment/drive.ts'
import type { MethodId } from '../grind/methods.ts'
import { exactRatio } from '../ratio.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import { type BrewedCup, baseOfCup, brewedLike } from './brewed-cup.ts'
import { isDenied } from './denied.ts'

type Timed = Pick<
  BrewedCup,
  'method' | 'style' | 'planned' | 'doseGrams' | 'waterGrams' | 'brewTimeSeconds' | 'roastLevel' | 'outcome'
>

/**
 * What the time says, before the taste. A shot at 1.25 times its planned time is choked, and so is a
 * bed at 1.5 times that the water has to drain through, whatever they taste like. A shot at 0.6
 * times gushed, and one below 0.8 times is brisk: too fast if it is also sour. A bed that is only
 * poured through is too fast below half its time: too coarse, or the water found a way around the
 * coffee. What the drinker wrote counts where no time was logged.
 */
export function flowOf(cup: Timed): 'slow' | 'fast' | 'brisk' | 'low-flame' | undefined {
  const pace = paceOf(cup)
  if (pace === null && drains(cup) && isSaidToClog(cup)) return 'slow'
  if (pace === null) return runsThrough(cup) && isSaidToGush(cup) ? 'fast' : undefined
  if (cup.method === 'moka') return pace >= LOW_FLAME ? 'low-flame' : undefined
  if (cup.method !== 'espresso') {
    if (pace >= SLOW && drains(cup)) return 'slow'
    return pace < RUSHED && runsThrough(cup) ? 'fast' : undefined
  }
  if (pace >= 1.25 && (cup.brewTimeSeconds ?? 0) > longestUsualShot(cup)) return 'slow'
  if (isSaidToClog(cup)) return
  if (pace <= 0.6) return 'fast'
  if (pace < 0.8) return 'brisk'
}

/**
 * Nine in ten published guides pull a shot within this time, so no shot within it counts as slow.
 */
const USUAL_SHOT_SECONDS = 30
/** A technique, such as a turbo shot, is as fast as it is. */
const longestUsualShot = ({ planned }: Timed) => (planned ? 0 : USUAL_SHOT_SECONDS)

/** The actual time as a multiple of the planned time; null if either is unknown. */
export function paceOf(cup: Timed): number | null {
  const planned = plannedSeconds(cup)
  return planned === null || cup.brewTimeSeconds == null ? null : cup.brewTimeSeconds / planned
}

/** Whether the drinker wrote that the water did not come through. */
export const isSaidToClog = ({ outcome }: Pick<BrewedCup, 'outcome'>) =>
  /\b(chok(ed|es|ing)|clog(s|ged|ging)|stall(s|ed|ing))\b|^((too|very|ran|a bit) )*slow\b/i.test(outcome ?? '') &&
  !isDenied(outcome ?? '')

/** Whether the drinker wrote that the water ran through at once. */
export const isSaidToGush = ({ outcome }: Pick<BrewedCup, 'outcome'>) =>
  /\bgush(ed|es|er|ing)?\b|^((too|very|ran|a bit) )*fast\b/i.test(outcome ?? '') && !isDenied(outcome ?? '')

/** Our choice: how far a steep may be from its plan before the time is the first thing to put right. */
const SHORT = 0.6
const SLOW = 1.5
const RUSHED = 0.5
/** The same for a moka pot: cold water adds a minute or two, so only twice the planned time says that the flame is too low. */
const LOW_FLAME = 2

/**
 * Whether the coffee was left in the water for much too short or too long, if the drinker decides
 * when it ends. A time that published guides brew with is never too short or too long, except for a technique.
 */
export function steepOf(cup: Timed): 'short' | 'long' | undefined {
  const [pace, seconds, method] = [paceOf(cup), cup.brewTimeSeconds ?? 0, brewedLike(cup)]
  if (pace === null || !steeped.has(method)) return
  const { brewTimeSeconds: guides } = cup.planned ? {} : typicalFor(cup.method, cup.style ?? usualStyle(cup.method))
  if (pace < SHORT && seconds < (guides?.low ?? Infinity)) return 'short'
  if (pace > SLOW && seconds > (guides?.high ?? 0) && !drains(cup)) return 'long'
}

/** How long these amounts should take; null if neither a bed, a flame nor a steep sets the time. */
export function plannedSeconds(cup: Timed): number | null {
  const { method, doseGrams, waterGrams, roastLevel } = cup
  const base = baseOfCup(cup)
  const water = waterGrams ?? base.waterGrams
  // A light roast is ground finer, and its recipe takes longer.
  const finer = 0 - (byRoast({ method, roastLevel })?.indexShift ?? 0)
  if (method === 'espresso') return shotTime(base, exactRatio(doseGrams ?? base.doseGrams, water), finer)
  return method === 'moka' || drains(cup) || steeped.has(brewedLike(cup))
    ? baseSeconds(base, drivesOf[method][0], water)
    : null
}

export const plannedInWords = (cup: Timed) => brewTimeInWords(5 * Math.round((plannedSeconds(cup) ?? 0) / 5))

export const timeInWords = ({ method, brewTimeSeconds }: Timed) =>
  method === 'espresso' ? `${brewTimeSeconds} s` : brewTimeInWords(brewTimeSeconds ?? 0)

/** For example " at 1:15"; nothing if it was not timed. */
export const atTime = (cup: BrewedCup) => (cup.brewTimeSeconds == null ? '' : ` at ${timeInWords(cup)}`)

/** Whether the water is only poured through, and does not steep before. */
const runsThrough = (cup: Timed) => drains(cup) && !steeped.has(brewedLike(cup))

export const drains = (cup: Timed) => cup.method === 'espresso' || drained.has(brewedLike(cup))

/** The water runs through a bed in the end; a Clever, a Switch and a siphon steep before. */
const drained: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex', 'drip', 'clever', 'siphon'])
const steeped: ReadonlySet<MethodId> = new Set(['clever', 'siphon', 'french_press', 'aeropress', 'cold_brew'])
