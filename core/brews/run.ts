import type { LeverName, Taste } from './belief.ts'
import { flowOf, paceOf } from './brew-clock.ts'
import type { BrewedCup, CupsOfBag } from './brewed-cup.ts'
import { complaintOn, factIn, tasteOn } from './complaint.ts'
import { leverPlace } from './cup.ts'
import { judgementOf } from './said.ts'

/** The last cups of a bag that were all off the same way, oldest first. Skips cups that say nothing about it. */
export function runOf(bag: CupsOfBag, isAlike: (cup: BrewedCup) => boolean | undefined): readonly BrewedCup[] {
  const before = bag.slice(0, -1)
  const end = before.findLastIndex(cup => isAlike(cup) === false)
  return [...before.slice(end + 1).filter(isAlike), bag[bag.length - 1] as BrewedCup]
}

/** Whether a cup was off on a lever the same way; undefined if it says nothing about it. */
export const isOffLike = (lever: LeverName, said: 1 | -1) => (cup: BrewedCup) => {
  const complaint = complaintOn(lever, cup) ?? tasteOn(lever, cup)
  return complaint === undefined ? undefined : complaint?.said === said
}

/** How many settings the run has moved since its last better cup; positive is up. */
export function stepsTaken(run: readonly BrewedCup[], placeOf: (cup: BrewedCup) => number | undefined, along: 1 | -1) {
  return run.slice(lastBetter(run)).filter((cup, n, cups) => {
    const [from, to] = [cups[n - 1], cup].map(one => one && placeOf(one))
    return from !== undefined && to !== undefined && along * (to - from) > LESS_THAN_A_CHANGE
  }).length
}

/** Whether a slow shot took less time than the one before it, by this factor at least, or a fast one more. */
export function isNearerPlan(run: readonly BrewedCup[], { said }: { said: 1 | -1 }, factor = 1) {
  const [before, now] = run.slice(-2).map(cup => cup.brewTimeSeconds ?? null)
  return before != null && now != null && now !== before && (now / before) ** said >= factor
}

/** The index of the last cup with more stars than any before it in the run; 0 if there is none. */
const lastBetter = (run: readonly BrewedCup[]) =>
  Math.max(
    0,
    run.findLastIndex((cup, n) => isBetterThan(run.slice(0, n), cup)),
  )

/** Whether a cup has more stars than any of those before it: the steps work. */
function isBetterThan(before: readonly BrewedCup[], cup: BrewedCup) {
  const stars = (one: BrewedCup) => one.rating ?? 0
  const [first] = before
  return first !== undefined && stars(first) > 0 && before.every(one => stars(one) < stars(cup))
}

/**
 * The shots since the puck last changed. A shot that no longer runs slow at a setting that ran slow,
 * or at a finer one, was dosed or tamped differently, so earlier times say nothing about the grind.
 * The same goes for fast shots.
 */
export function sincePuckChanged(bag: CupsOfBag): CupsOfBag {
  const isOutdated = (cup: BrewedCup, n: number) => bag.slice(n + 1).some(later => hasOtherPuck(later, cup))
  return bag.slice(bag.findLastIndex(isOutdated) + 1) as [BrewedCup, ...BrewedCup[]]
}

function hasOtherPuck(shot: BrewedCup, before: BrewedCup) {
  const flow = flowOf(before)
  if (shot.method !== 'espresso' || (flow !== 'slow' && flow !== 'fast') || flowOf(shot) === flow) return false
  const said = flow === 'slow' ? -1 : 1
  const [place, placeBefore, pace, paceBefore] = [
    ...[shot, before].map(cup => leverPlace('grind', cup)),
    ...[shot, before].map(paceOf),
  ]
  if (place == null || placeBefore == null || pace == null || paceBefore == null) return false
  return said * (place - placeBefore) >= 0 && (pace / paceBefore) ** said >= OTHER_PUCK
}

/** Times at one grind that differ by more than this have another cause. Our choice. */
const OTHER_PUCK = 1.25

/** The last cups whose time says nothing about the grind: a shot that ran slow or fast starts the search anew. */
export const sinceTimed = (cups: readonly BrewedCup[]) => cups.slice(cups.findLastIndex(isTimed) + 1)

const isTelling = (cup: BrewedCup) =>
  [judgementOf(cup) === 'good', complaintOn('grind', cup), tasteOn('grind', cup), tasteOn('ratio', cup)].some(Boolean)

/** The cup that the reach of the grind is counted from: the first that says something of it, or the first after the clock. */
export const reachStart = (bag: CupsOfBag) => {
  const cups = sinceTimed(bag)
  return cups.find(isTelling) ?? cups[0] ?? bag[0]
}

const isTimed = (cup: BrewedCup) => cup.method === 'espresso' && ['slow', 'fast'].includes(factIn(cup) ?? '')

/** After this many cups that were off, the coach says what else than the recipe may be wrong. */
export const CUPS_UNTIL_DOUBT = 3

export const cupsOff = (bag: CupsOfBag) => off(bag).length

const off = (bag: readonly BrewedCup[]) => bag.filter(cup => judgementOf(cup) === 'off')

/** The cups that were off since the stars last rose, or since other causes were named. */
export const cupsInDoubt = (bag: CupsOfBag) => sinceBetter(off(bag)).length

/** While the stars rise, the steps work: the cups count from the best of them, until a test was asked for. */
export function sinceBetter(cups: readonly BrewedCup[]): readonly BrewedCup[] {
  let from = 0
  for (const [n, cup] of cups.entries())
    if (n - from < CUPS_UNTIL_DOUBT && isBetterThan(cups.slice(from, n), cup)) from = n
  return cups.slice(from)
}

/** Whether the last of three cups or more has more stars than all before it. */
export const isImproving = (bag: CupsOfBag) =>
  cupsOff(bag) >= CUPS_UNTIL_DOUBT && isBetterThan(off(bag.slice(0, -1)), bag[bag.length - 1] as BrewedCup)

/** How many cups in a row before the last one were brewed alike, within the precision of a scale and a kettle. */
export function repeatsOf(run: readonly BrewedCup[]) {
  const last = run[run.length - 1] as BrewedCup
  return run.length - 2 - run.findLastIndex(cup => !isBrewedAs(last, cup))
}

/** How many cups in a row before the last one were just right and brewed as it was. Skips unrated cups. */
export function justRightBefore(bag: CupsOfBag) {
  const last = bag[bag.length - 1] as BrewedCup
  const before = bag.slice(0, -1).filter(cup => judgementOf(cup) !== 'unsaid')
  const isOther = (cup: BrewedCup) =>
    judgementOf(cup) === 'off' || cup.grinder?.slug !== last.grinder?.slug || !isBrewedAs(last, cup)
  return before.length - 1 - before.findLastIndex(isOther)
}

/** The same grind, ratio and temperature, as far as can be tasted. */
export function isBrewedAs(one: BrewedCup, other: BrewedCup) {
  const [ratio, otherRatio] = [one, other].map(cup => leverPlace('ratio', cup) ?? 0) as [number, number]
  return (
    one.grindSetting === other.grindSetting &&
    Math.abs(ratio - otherRatio) < 1 &&
    Math.abs((one.waterTempF ?? 0) - (other.waterTempF ?? 0)) < 3
  )
}

/** How many cups in a row, up to the last one, a lever has wavered. */
export function waveringCups(bag: CupsOfBag, lever: LeverName): number {
  const said = bag.flatMap((cup): Taste[] => {
    const [at, complaint] = [leverPlace(lever, cup), complaintOn(lever, cup)]
    return at === undefined || complaint === undefined ? [] : [{ at, said: complaint?.said ?? 0 }]
  })
  return said.length - 1 - said.findLastIndex((_, n) => !wavers(said.slice(0, n + 1)))
}

/** Off in alternating directions for four cups, the last two hardly apart: the cups vary more than the lever explains. */
function wavers(tasted: readonly Taste[]): boolean {
  const last = tasted.slice(-WAVERING_CUPS)
  const [before, now] = last.slice(-2)
  if (last.length < WAVERING_CUPS || !before || !now || Math.abs(before.at - now.at) > HARDLY_APART) return false
  return last.every(({ said }, n) => said !== 0 && said !== last[n - 1]?.said)
}

const WAVERING_CUPS = 4
/** The smallest difference that can be tasted, in points. */
export const HARDLY_APART = 2

/** In points of a lever, or degrees. */
const LESS_THAN_A_CHANGE = 1e-6
