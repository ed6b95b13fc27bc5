import { beansTrouble } from '../coffees/rest.ts'
import { finestAdvised } from '../grind/advised.ts'
import { indexPerPoint } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { DUST } from '../rounding.ts'
import { flowOf, paceOf, steepOf } from './brew-clock.ts'
import { type BrewedCup, bandOfCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { factIn, isCold, isHot } from './complaint.ts'
import { leverPlace } from './cup.ts'
import { WITH_STALE_BEANS, type Wrong } from './move.ts'
import { CUPS_UNTIL_DOUBT, cupsInDoubt, isImproving, reachStart } from './run.ts'

/** In index points: no further outside the method's band than this. */
const BEYOND_THE_BAND = 6
/**
 * In points, from the first cup: how far the grind may move while something else is known to be
 * wrong, and before the drinker was told what else may be wrong. After that only the band limits it,
 * except for a shot that takes its time, which says that the grind is not far off. Our choice: seven
 * in ten bests are within seven points (SPREAD in belief.ts), nearly all within fifteen.
 */
export const REACH = { withAnotherCause: 8, atFirst: 10, ofTimedShot: 15 }

/** How fine and how coarse a cup may be ground at most, in index points. */
export function grindLimits(cup: BrewedCup) {
  const { method, grinder } = cup
  const band = bandOfCup(cup)
  const finest = grinder ? finestAdvised(grinder, method) : -Infinity
  // Coffee as fine as for espresso can block a moka pot, and finer than the band of Turkish the burrs touch.
  const lowest = method === 'moka' || method === 'turkish' ? band.low : band.low - BEYOND_THE_BAND
  return { low: Math.max(finest, lowest), high: band.high + BEYOND_THE_BAND }
}

/**
 * Whether a setting is near enough to the first cup, or at least no further away than the last one.
 * Outside the limits of the grind, only the way within them counts.
 */
export function isInReach(bag: CupsOfBag, wrong: Wrong, indexAt: (setting: number) => number) {
  const [start, here] = [reachStart(bag), lastOf(bag)].map(grindIndexIn)
  const { low, high } = grindLimits(lastOf(bag))
  const distance = (index: number) => Math.abs(clamp(index, low, high) - clamp(start ?? index, low, high))
  const reach = Math.max(pointsInReach(bag, wrong) * indexPerPoint(lastOf(bag).method), distance(here ?? 0))
  return (setting: number) => distance(indexAt(setting)) <= reach + DUST
}

/** How far from the first cup the grind may move, in points. */
export function pointsInReach(bag: CupsOfBag, wrong: Wrong) {
  if (bag.some(cup => beansTrouble(cup) === 'stale')) return WITH_STALE_BEANS
  if (bag.some(isStillOff(lastOf(bag)))) return REACH.withAnotherCause
  // The time of a shot shows whether the grind is the cause.
  if (isTimedShot(bag, wrong)) return Infinity
  if (cupsInDoubt(bag) <= CUPS_UNTIL_DOUBT && !isImproving(bag)) return REACH.atFirst
  const isTimed = lastOf(bag).method === 'espresso' && paceOf(lastOf(bag)) !== null
  return isTimed ? REACH.ofTimedShot : Infinity
}

/** Whether a cup was off for a measured reason, or its beans, that the last one still has: one that is gone no longer counts. */
const isStillOff = (last: BrewedCup) => (cup: BrewedCup) => {
  const fact = factIn(cup)
  const isTimedNow = last.brewTimeSeconds != null
  if (fact === 'cold') return isCold(last)
  if (fact === 'hot') return isHot(last)
  if (fact === 'under-steeped' || fact === 'over-steeped') return !isTimedNow || steepOf(last) !== undefined
  // A slow or fast shot is usually caused by the grind.
  if (fact === 'low-flame' || ((fact === 'slow' || fact === 'fast') && cup.method !== 'espresso'))
    return !isTimedNow || flowOf(last) === fact
  return beansTrouble(cup) !== undefined && beansTrouble(last) !== undefined
}

/** How a cup was ground that is further outside the method's band than any step leads. */
export function farOut(cup: BrewedCup): 'finer' | 'coarser' | undefined {
  const { low, high } = bandOfCup(cup)
  const index = grindIndexIn(cup) ?? low
  return index < low - BEYOND_THE_BAND ? 'finer' : index > high + BEYOND_THE_BAND ? 'coarser' : undefined
}

export const isTimedShot = (bag: CupsOfBag, { word }: Wrong) =>
  lastOf(bag).method === 'espresso' && (word === 'slow' || word === 'fast')

export function grindIndexIn(cup: BrewedCup) {
  const place = leverPlace('grind', cup)
  return place === undefined ? undefined : place * indexPerPoint(cup.method)
}
