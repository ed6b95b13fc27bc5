import { curveThrough } from '../grind/curve.ts'
import { coarserSign, dialOf, stepWord } from '../grind/dial.ts'
import { indexPerPoint } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import { shiftInWords } from '../grind/shift.ts'
import { DUST } from '../rounding.ts'
import type { Belief } from './belief.ts'
import { flowOf, paceOf } from './brew-clock.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn, factIn } from './complaint.ts'
import { heatIsUntried } from './heat.ts'
import { isKnownOff } from './known-off.ts'
import { type Move, moveAlong, type Wrong } from './move.ts'
import { grindIndexIn, grindLimits, isInReach, isTimedShot, pointsInReach, REACH } from './reach.ts'
import { CUPS_UNTIL_DOUBT, cupsInDoubt, HARDLY_APART } from './run.ts'

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
  | 'off-pace'
  | 'known-off' {
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
  const isThird = cupsInDoubt(allCups) === CUPS_UNTIL_DOUBT && reach === REACH.atFirst
  if (inBand.length > 0 && !hasStep)
    return pointsTo(onDial[0] as number) > reach ? 'big-step' : isThird ? 'doubt-first' : 'reach-ends'
  if (isTimedShot(bag, wrong)) return moveByClock(bag, wrong, inReach)
  const end = nearestOffPace(allCups, wrong, curve.indexAt(grindSetting))
  const onPace = inReach.filter(to => wrong.said * (curve.indexAt(to) - end) >= HARDLY_APART * perPoint)
  if (onPace.length === 0 && inReach.length > 0) return 'off-pace'
  const others = onPace.filter(to => wrong.word === 'slow' || !isKnownOff(allCups, wrong, { grindSetting: to }))
  if (others.length === 0 && onPace.length > 0) return 'known-off'
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
    .filter(said < 0 ? one => factIn(one) === 'fast' : barsFiner(bag))
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
 * Which shots a fast one is not ground as fine as: slow ones, and bitter ones until twice as many ran
 * fast. Then the bitter ones were slips.
 */
function barsFiner(bag: CupsOfBag) {
  const isBitter = (cup: BrewedCup) => factIn(cup) === undefined && complaintOn('grind', cup)?.said === -1
  const fast = bag.filter(cup => factIn(cup) === 'fast').length
  const isOutvoted = fast >= 2 * bag.filter(isBitter).length
  return (cup: BrewedCup) => complaintOn('grind', cup)?.said === -1 && !(isOutvoted && isBitter(cup))
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

/** All steps of the dial in the direction that the complaint asks for. */
function othersOn(grinder: AnyGrinder, from: number, { said }: Wrong): number[] {
  const dial = dialOf(grinder)
  const along = -said * coarserSign(grinder)
  const others: number[] = []
  for (let at = from, to = dial.move(at, along); to !== at; at = to, to = dial.move(at, along)) others.push(to)
  return others
}
