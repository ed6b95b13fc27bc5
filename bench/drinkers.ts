import { baseRecipes } from '../core/adaptation/base.ts'
import type { BrewedCup } from '../core/brews/brewed-cup.ts'
import type { ExtractionFeedback, NextStep } from '../core/brews/model.ts'
import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import { type MethodId, methodById } from '../core/grind/methods.ts'
import type { Grinder } from '../core/grind/model.ts'
import { clamp } from '../core/numbers.ts'
import { shotSeconds } from '../core/recipes/brew-time.ts'

export type Advice = (cup: BrewedCup, earlier: readonly BrewedCup[]) => NextStep | null

/**
 * How drinkers taste. Nobody knows, so the coach is measured under several assumptions. Points are
 * on the grind index.
 */
export interface DrinkerWorld {
  /**
   * How far people's bests are from the base, as a share of the ratio. For the grind it is seven
   * points.
   */
  ratioSpread: number
  /** The difference from which a lever tastes off, apart from the noise of daily taste. */
  telling: { points: number; ratio: number }
  noise: { points: number; ratio: number }
  /** Whether drinkers report everything that is off, or only what stands out most. */
  taps: 'all' | 'most'
}

/** What makes a drinker hard to please. */
export interface Trouble {
  /** How many index points the best grind drifts over the first ten brews, in either direction. */
  driftPoints: number
  /** In this share of the cups, one random wrong tap replaces what was meant. */
  wrongTaps: number
}

/** Brews until close; one more than MOST if never. */
export interface Outcome {
  median: number
  ninetieth: number
  lost: number
}

export const MOST = 30
/** Two index points and 4 % of the ratio from the best; nobody asks for more. */
const CLOSE = { points: 2, ratio: 0.04 }
const SPREAD_POINTS = 7
/** Bests are at most six points outside the method's band, and no ratio is one that nobody drinks. */
const BEYOND_THE_BAND = 6
const RATIOS = { min: 0.75, max: 1.3 }
/** A shot takes its planned time at the best grind, and twice as long six points finer. */
const INDEX_PER_DOUBLING = 6
/** Water that is 15 F too cool tastes as if the grind were this much coarser. */
const COOL = { fromF: 15, points: 8 }

const world = (ratioSpread: number, telling: number, noise: number, taps: DrinkerWorld['taps']): DrinkerWorld => ({
  ratioSpread,
  telling: { points: telling, ratio: 0.02 * telling },
  noise: { points: noise, ratio: 0.02 * noise },
  taps,
})

/**
 * One point of grind is tasted like 2 % of the ratio. The first world follows from the two facts in
 * docs/coach.md; the others are harder.
 */
export const worlds = {
  'name all that is off': world(0.07, 2, 1, 'all'),
  'name only what stands out': world(0.07, 2, 1, 'most'),
  'differ more in strength and taste less surely': world(0.1, 2, 1.5, 'all'),
} as const

export const troubles = {
  'steady taste': { driftPoints: 0, wrongTaps: 0 },
  'drifts by 2 points': { driftPoints: 2, wrongTaps: 0 },
  'one tap in ten wrong': { driftPoints: 0, wrongTaps: 0.1 },
} as const satisfies Record<string, Trouble>

export const dials = ['comandante-c40-mk4', 'baratza-encore', 'niche-zero', 'mahlkonig-ek43-s']

export interface Setting {
  advice: Advice
  grinder: Grinder
  world: DrinkerWorld
  trouble: Trouble
  /** Whether they change one thing at a time, or also what the other complaint asks for. */
  changes: 'one' | 'both'
  /** A V60 unless another method is given. */
  method?: MethodId
  /** The water of the first cup, if not the recipe's. */
  startsAtF?: number
}

/**
 * This many drinkers on one grinder, the same ones for the same seed, each following the advice to
 * the click.
 */
export function simulate(setting: Setting, drinkers: number, seed: number): Outcome {
  return outcomeOf(Array.from({ length: drinkers }, (_, n) => brewsUntilClose(setting, seedOf(seed, n))))
}

/** The seed of one of many drinkers. */
export const seedOf = (seed: number, n: number) => seed * 1_000_003 + n

export function outcomeOf(brewsOfEach: readonly number[]): Outcome {
  const brews = brewsOfEach.toSorted((one, other) => one - other)
  const at = (part: number) => brews[Math.ceil(part * brews.length) - 1] as number
  return { median: at(0.5), ninetieth: at(0.9), lost: brews.filter(count => count > MOST).length }
}

function brewsUntilClose(setting: Setting, seed: number) {
  const { first, drink } = drinkerOf(setting, seed)
  let cup = first
  const earlier: BrewedCup[] = []
  for (let brew = 1; brew <= MOST; brew++) {
    const drunk = drink(cup, brew)
    if (drunk === 'close') return brew
    cup = cupAfter(setting, drunk, earlier)
    earlier.unshift(drunk)
  }
  return MOST + 1
}

/** The next cup of somebody who follows the advice. */
export function cupAfter({ advice, changes }: Setting, drunk: BrewedCup, earlier: readonly BrewedCup[]): BrewedCup {
  const step = advice(drunk, earlier)
  const { grindSetting, waterTempF, doseGrams, waterGrams } = { ...(changes === 'both' && step?.also), ...step }
  return {
    ...drunk,
    grindSetting: grindSetting ?? drunk.grindSetting,
    waterTempF: waterTempF ?? drunk.waterTempF,
    doseGrams: doseGrams ?? drunk.doseGrams,
    waterGrams: waterGrams ?? drunk.waterGrams,
  }
}

/**
 * Somebody with a best of their own: their first cup, of a method from its base, and what they say
 * of their nth. If the best is beyond the last step of the dial within the widened band, that step
 * is the best.
 */
export function drinkerOf({ grinder, world, trouble, method = 'v60', startsAtF }: Setting, seed: number) {
  const chance = chances(seed)
  const base = baseRecipes[method]
  const { low, high } = methodById[method].grindIndex
  const band = { min: low - BEYOND_THE_BAND, max: high + BEYOND_THE_BAND }
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const steps = Array.from({ length: dial.steps + 1 }, (_, n) => curve.indexAt(dial.move(dial.min, n)))
  const reached = steps.filter(index => index >= band.min && index <= band.max)
  const onDial = (index: number) => clamp(index, Math.min(...reached), Math.max(...reached))
  const best = {
    index: within(band, () => base.grindIndex + SPREAD_POINTS * chance.normal()),
    ratio: base.ratio * within(RATIOS, () => Math.exp(world.ratioSpread * chance.normal())),
  }
  const drift = trouble.driftPoints * (chance.next() < 0.5 ? -1 : 1)
  const first: BrewedCup = {
    ...base,
    waterTempF: startsAtF ?? base.waterTempF,
    grinder,
    grindSetting: dial.nearest(curve.settingAt(base.grindIndex)),
    daysOffRoast: null,
    extractionFeedback: null,
  }
  const drink = (cup: BrewedCup, brew: number): BrewedCup | 'close' => {
    const drifted = best.index + drift * Math.min(1, (brew - 1) / 10)
    const points = curve.indexAt(cup.grindSetting as number) - onDial(drifted)
    const ratio = Math.log((cup.waterGrams as number) / (cup.doseGrams as number) / best.ratio)
    if (Math.abs(points) <= CLOSE.points && Math.abs(ratio) <= CLOSE.ratio) return 'close'
    const cool = (cup.waterTempF ?? 0) <= base.waterTempF - COOL.fromF ? COOL.points : 0
    const meant = tapsFor(
      (points + cool + world.noise.points * chance.normal()) / world.telling.points,
      (ratio + world.noise.ratio * chance.normal()) / world.telling.ratio,
      world.taps,
    )
    const others = taps.filter(tap => !meant.includes(tap))
    const slip = others[Math.floor(others.length * chance.next())] as TasteWord
    const tapped = chance.next() < trouble.wrongTaps ? [slip] : meant
    return {
      ...cup,
      ...(method === 'espresso' && { brewTimeSeconds: shotTime(cup, points) }),
      extractionFeedback: Object.fromEntries(tapped.map(tap => [tap, true])),
    }
  }
  return { first, drink }
}

const shotTime = ({ doseGrams, waterGrams }: BrewedCup, points: number) =>
  Math.round(shotSeconds((waterGrams as number) / (doseGrams as number), 0) * 2 ** (-points / INDEX_PER_DOUBLING))

/** Draws again until the value is within bounds. */
function within({ min, max }: { min: number; max: number }, draw: () => number): number {
  const drawn = draw()
  return drawn < min || drawn > max ? within({ min, max }, draw) : drawn
}

const taps = ['sour', 'bitter', 'watery', 'strong', 'balanced'] as const satisfies (keyof ExtractionFeedback)[]
type TasteWord = (typeof taps)[number]

/** How far off each lever tastes, where 1 is the least that can be tasted. */
function tapsFor(grind: number, ratio: number, taps: DrinkerWorld['taps']): TasteWord[] {
  const off: TasteWord[] = [
    ...(Math.abs(grind) < 1 ? [] : [grind > 0 ? ('sour' as const) : ('bitter' as const)]),
    ...(Math.abs(ratio) < 1 ? [] : [ratio > 0 ? ('watery' as const) : ('strong' as const)]),
  ]
  if (off.length === 0) return ['balanced']
  if (off.length === 1 || taps === 'all') return off
  return Math.abs(grind) >= Math.abs(ratio) ? off.slice(0, 1) : off.slice(1)
}

/** mulberry32, and normally distributed numbers from it by Box and Muller. */
export function chances(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) }
}
