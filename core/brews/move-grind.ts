import { beansTrouble } from '../coffees/rest.ts'
import { finestAdvised } from '../dial/dial-in.ts'
import { curveThrough } from '../grind/curve.ts'
import { coarserSign, dialOf, stepWord } from '../grind/dial.ts'
import { indexPerPoint } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { shiftInWords } from '../grind/shift.ts'
import { clamp } from '../numbers.ts'
import { DUST } from '../rounding.ts'
import type { Belief } from './belief.ts'
import { flowOf, paceOf } from './brew-clock.ts'
import { type BrewedCup, bandOfCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn, factIn } from './complaint.ts'
import { leverPlace } from './cup.ts'
import { heatIsUntried } from './heat.ts'
import { type Move, moveAlong, WITH_STALE_BEANS, type Wrong } from './move.ts'
import { CUPS_UNTIL_DOUBT, cupsOff, HARDLY_APART, reachStart } from './run.ts'

/**
 * The new grind, or why it cannot change. `allCups` limit it, if the step is learned from fewer
 * cups.
 */
export function moveGrind(
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
  allCups = bag,
):
  | Move
  | 'no-dial'
  | 'at-the-end'
  | 'band-ends'
  | 'reach-ends'
  | 'big-step'
  | 'doubt-first'
  | 'nothing-between'
  | 'off-pace' {
  const { method, grinder, grindSetting } = lastOf(bag)
  if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting)) return 'no-dial'
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const perPoint = indexPerPoint(method)
  const settingAt = (place: number) => curve.settingAt(place * perPoint)
  const onDial = othersOn(grinder, grindSetting, wrong)
  const { low, high } = grindLimits(lastOf(bag))
  const inBand = onDial.filter(to => curve.indexAt(to) >= low && curve.indexAt(to) <= high)
  if (inBand.length === 0 && onDial.length > 0) return 'band-ends'
  const inReach = inBand.filter(isInReach(allCups, wrong, curve.indexAt))
  // A reach that leaves only steps too small to taste has ended: such a step would waste a cup.
  const pointsTo = (to: number) => Math.abs(curve.indexAt(to) - curve.indexAt(grindSetting)) / perPoint
  const isTasted = (to: number) => pointsTo(to) >= HARDLY_APART
  const hasStep = inBand.some(isTasted) ? inReach.some(isTasted) : inReach.length > 0
  const reach = pointsInReach(allCups, wrong)
  const isThird = cupsOff(allCups) === CUPS_UNTIL_DOUBT && reach === REACH.atFirst
  if (inBand.length > 0 && !hasStep)
    return pointsTo(onDial[0] as number) > reach ? 'big-step' : isThird ? 'doubt-first' : 'reach-ends'
  if (isTimedShot(bag, wrong)) return moveByClock(bag, wrong, inReach)
  const end = nearestOffPace(allCups, wrong, curve.indexAt(grindSetting))
  const others = inReach.filter(to => wrong.said * (curve.indexAt(to) - end) >= HARDLY_APART * perPoint)
  if (others.length === 0 && inReach.length > 0) return 'off-pace'
  const move = moveAlong(
    {
      name: 'grind',
      setting: grindSetting,
      others,
      placeOf: setting => curve.indexAt(setting) / perPoint,
      settingAt,
      heatIsUntried: heatIsUntried(bag, wrong),
      direction: wrong.said > 0 ? 'finer' : 'coarser',
      labelAt: place => labelOf(grinder, dial.nearest(settingAt(place))),
    },
    bag,
    wrong,
    belief,
  )
  if (typeof move === 'string') return move
  const { to, ...moved } = move
  return { ...grindTo(to, grindSetting, grinder), ...moved }
}

const isTimedShot = (bag: CupsOfBag, { word }: Wrong) =>
  lastOf(bag).method === 'espresso' && (word === 'slow' || word === 'fast')

/**
 * A shot that runs too fast or too slow changes by how far its time is off: the further, the longer
 * the step. It stops short of any setting that was off the other way; a slow shot only of one that
 * ran fast, because time comes before taste.
 */
function moveByClock(
  bag: CupsOfBag,
  { said }: Wrong,
  settings: readonly number[],
): Move | 'at-the-end' | 'nothing-between' {
  const cup = lastOf(bag)
  const { grinder, grindSetting } = cup as BrewedCup & { grinder: AnyGrinder; grindSetting: number }
  if (settings.length === 0) return 'at-the-end'
  const { indexAt } = curveThrough(grinder.references)
  const here = indexAt(grindSetting)
  const opposite = bag
    .filter(one => (said < 0 ? factIn(one) === 'fast' : complaintOn('grind', one)?.said === -said))
    .flatMap(one => grindIndexIn(one) ?? [])
    .filter(index => said * (here - index) > 0)
  const allowed = settings.filter(to => opposite.every(index => said * (indexAt(to) - index) > 0))
  const others = said < 0 ? notPastSour(bag, here, allowed, indexAt) : allowed
  const target = here - said * INDEX_PER_DOUBLING * Math.abs(Math.log2(paceOf(cup) ?? 1))
  const distance = (to: number) => Math.abs(indexAt(to) - target)
  const [to] = others.toSorted((one, other) => distance(one) - distance(other))
  if (to === undefined) return 'nothing-between'
  return { ...grindTo(to, grindSetting, grinder), direction: said > 0 ? 'finer' : 'coarser', chance: 1 }
}

/**
 * A slow shot is not ground coarser than one that was sour at a good time, and as coarse as that
 * only if no setting is between the two.
 */
function notPastSour(bag: CupsOfBag, here: number, settings: readonly number[], indexAt: (setting: number) => number) {
  const sour = bag.filter(one => complaintOn('grind', one)?.said === 1).flatMap(one => grindIndexIn(one) ?? [])
  const nearest = Math.min(Infinity, ...sour.filter(index => index > here))
  const short = settings.filter(to => indexAt(to) < nearest - DUST)
  return short.length > 0 ? short : settings.filter(to => indexAt(to) <= nearest + DUST)
}

/**
 * How many index points double or halve the time of a shot. Our choice, on the low side: the next
 * shot shows the rest.
 */
const INDEX_PER_DOUBLING = 3

/**
 * The nearest finer index at which a shot of this bag ran slow: it is not ground nearly as fine as
 * that, however sour it is. For a bitter shot, the nearest coarser one that ran fast.
 */
function nearestOffPace(bag: CupsOfBag, { said }: Wrong, here: number) {
  const flow = said > 0 ? 'slow' : 'fast'
  const distances = bag
    .filter(cup => cup.method === 'espresso' && flowOf(cup) === flow)
    .flatMap(cup => grindIndexIn(cup) ?? [])
    .map(index => said * (here - index))
  return here - said * Math.min(Infinity, ...distances.filter(distance => distance > 0))
}

function grindIndexIn(cup: BrewedCup) {
  const place = leverPlace('grind', cup)
  return place === undefined ? undefined : place * indexPerPoint(cup.method)
}

/** How a cup was ground that is further outside the method's band than any step leads. */
export function farOut(cup: BrewedCup): 'finer' | 'coarser' | undefined {
  const { low, high } = bandOfCup(cup)
  const index = grindIndexIn(cup) ?? low
  return index < low - BEYOND_THE_BAND ? 'finer' : index > high + BEYOND_THE_BAND ? 'coarser' : undefined
}

/**
 * Back to the setting of an earlier cup; null if that was on another grinder, or is the current
 * setting.
 */
export function backToSetting({ grinder, grindSetting }: BrewedCup, { grinder: its, grindSetting: to }: BrewedCup) {
  if (!grinder || grinder.slug !== its?.slug || grindSetting === null || to === null || to === grindSetting) return null
  return { ...grindTo(to, grindSetting, grinder), direction: wayTo(to, grindSetting, grinder) }
}

/** For example "12 clicks". */
export const settingLabel = ({ grinder, grindSetting }: BrewedCup) =>
  grinder && grindSetting !== null ? labelOf(grinder, grindSetting) : 'This'

const wayTo = (to: number, from: number, { finerIsHigher }: AnyGrinder) =>
  to > from !== finerIsHigher ? ('coarser' as const) : ('finer' as const)

function grindTo(to: number, from: number, grinder: AnyGrinder) {
  const isCounted = stepWord(grinder) === 'click' && Number.isInteger(to - from)
  const way = isCounted ? shiftInWords(grinder, to - from) : wayTo(to, from, grinder)
  const grindLabel = labelOf(grinder, to)
  return {
    change: 'grind' as const,
    advice: `Grind ${way}: ${grindLabel} instead of ${labelOf(grinder, from)}.`,
    grindSetting: to,
    grindLabel,
  }
}

/** In index points: no further outside the method's band than this. */
const BEYOND_THE_BAND = 6
/**
 * In points, from the first cup: how far the grind may move if something else is known to be wrong,
 * before the drinker was told what else may be wrong, and after that. Our choice: seven in ten bests
 * are within seven points (SPREAD in belief.ts), nearly all within fifteen.
 */
const REACH = { withAnotherCause: 8, atFirst: 10, afterDoubt: 15 }

function grindLimits(cup: BrewedCup) {
  const { method, grinder } = cup
  const band = bandOfCup(cup)
  const finest = grinder ? finestAdvised(grinder, method) : -Infinity
  // Coffee as fine as for espresso can block a moka pot.
  const lowest = method === 'moka' ? band.low : band.low - BEYOND_THE_BAND
  return { low: Math.max(finest, lowest), high: band.high + BEYOND_THE_BAND }
}

/**
 * Whether a setting is near enough to the first cup, or at least no further away than the last one.
 * Outside the limits of the grind, only the way within them counts.
 */
function isInReach(bag: CupsOfBag, wrong: Wrong, indexAt: (setting: number) => number) {
  const [start, here] = [reachStart(bag), lastOf(bag)].map(grindIndexIn)
  const { low, high } = grindLimits(lastOf(bag))
  const distance = (index: number) => Math.abs(clamp(index, low, high) - clamp(start ?? index, low, high))
  const reach = Math.max(pointsInReach(bag, wrong) * indexPerPoint(lastOf(bag).method), distance(here ?? 0))
  return (setting: number) => distance(indexAt(setting)) <= reach + DUST
}

function pointsInReach(bag: CupsOfBag, wrong: Wrong) {
  if (bag.some(cup => beansTrouble(cup) === 'stale')) return WITH_STALE_BEANS
  if (bag.some(isOffForAnotherReason)) return REACH.withAnotherCause
  // The time of a shot shows whether the grind is the cause.
  if (isTimedShot(bag, wrong)) return Infinity
  return cupsOff(bag) > CUPS_UNTIL_DOUBT ? REACH.afterDoubt : REACH.atFirst
}

function isOffForAnotherReason(cup: BrewedCup) {
  const fact = factIn(cup)
  // A slow shot is usually caused by the grind.
  const isMeasured =
    fact === 'cold' || fact === 'low-flame' || fact === 'hot' || fact === 'under-steeped' || fact === 'over-steeped'
  return (fact === 'slow' && cup.method !== 'espresso') || isMeasured || beansTrouble(cup) !== undefined
}

/** All steps of the dial in the direction that the complaint asks for. */
function othersOn(grinder: AnyGrinder, from: number, { said }: Wrong): number[] {
  const dial = dialOf(grinder)
  const along = -said * coarserSign(grinder)
  const others: number[] = []
  for (let at = from, to = dial.move(at, along); to !== at; at = to, to = dial.move(at, along)) others.push(to)
  return others
}
