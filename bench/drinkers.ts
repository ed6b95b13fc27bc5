import { baseRecipes } from '../core/adaptation/base.ts'
import type { ExtractionFeedback } from '../core/brews/model.ts'
import type { BrewedCup, NextStep } from '../core/brews/next-step.ts'
import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import type { Grinder } from '../core/grind/model.ts'

export type Advice = (cup: BrewedCup, earlier: readonly BrewedCup[]) => NextStep | null

/** What makes a drinker hard to please. */
export interface Trouble {
  /** By how many index points the best grind moves over the first ten brews, either way. */
  driftPoints: number
  /** The part of the taps that are any other one than meant. */
  wrongTaps: number
}

/** Brews until close; one more than MOST when never. */
export interface Outcome {
  median: number
  ninetieth: number
  lost: number
}

export const MOST = 30
/** Two index points and 4 % of the ratio from the best, nobody asks for more. */
const CLOSE = { points: 2, ratio: 0.04 }
/** How far the bests of drinkers lie from the base: in index points, and as a part of the ratio. */
const SPREAD = { points: 7, ratio: 0.04 }
/** A cup is off from here on, give or take the haze of a day's taste. */
const TELLING = { points: 1.5, ratio: 0.03 }
const HAZE = { points: 0.75, ratio: 0.015 }

/** So many drinkers on one dial, the same ones for the same seed, each following the advice to the click. */
export function simulate(advice: Advice, grinder: Grinder, trouble: Trouble, drinkers: number, seed: number): Outcome {
  const brews = Array.from({ length: drinkers }, (_, n) => brewsUntilClose(advice, grinder, trouble, seed + n)).sort(
    (one, other) => one - other,
  )
  const at = (part: number) => brews[Math.ceil(part * drinkers) - 1] as number
  return { median: at(0.5), ninetieth: at(0.9), lost: brews.filter(count => count > MOST).length }
}

/** A V60 from its base. A best that the dial does not reach is at its end. */
function brewsUntilClose(advice: Advice, grinder: Grinder, { driftPoints, wrongTaps }: Trouble, seed: number) {
  const chance = chances(seed)
  const dial = dialOf(grinder)
  const curve = curveThrough(grinder.references)
  const [one, other] = [curve.indexAt(dial.min), curve.indexAt(dial.max)]
  const onDial = (index: number) => Math.min(Math.max(one, other), Math.max(Math.min(one, other), index))
  const base = baseRecipes.v60
  const best = {
    index: base.grindIndex + SPREAD.points * chance.normal(),
    ratio: base.ratio * Math.exp(SPREAD.ratio * chance.normal()),
  }
  const drift = driftPoints * (chance.next() < 0.5 ? -1 : 1)
  let cup: BrewedCup = {
    ...base,
    grinder,
    grindSetting: dial.nearest(curve.settingAt(base.grindIndex)),
    daysOffRoast: null,
    extractionFeedback: null,
  }
  const earlier: BrewedCup[] = []
  for (let brew = 1; brew <= MOST; brew++) {
    const points = curve.indexAt(cup.grindSetting as number) - onDial(best.index + drift * Math.min(1, (brew - 1) / 10))
    const ratio = Math.log((cup.waterGrams as number) / (cup.doseGrams as number) / best.ratio)
    if (Math.abs(points) <= CLOSE.points && Math.abs(ratio) <= CLOSE.ratio) return brew
    const tap = tapFor(
      (points + HAZE.points * chance.normal()) / TELLING.points,
      (ratio + HAZE.ratio * chance.normal()) / TELLING.ratio,
    )
    const slip = chance.next() < wrongTaps
    const others = taps.filter(other => other !== tap)
    const tapped = slip ? (others[Math.floor(others.length * chance.next())] as Tap) : tap
    const drunk: BrewedCup = { ...cup, extractionFeedback: { [tapped]: true } }
    const { grindSetting, waterTempF, doseGrams, waterGrams } = advice(drunk, earlier) ?? {}
    earlier.unshift(drunk)
    cup = {
      ...drunk,
      grindSetting: grindSetting ?? drunk.grindSetting,
      waterTempF: waterTempF ?? drunk.waterTempF,
      doseGrams: doseGrams ?? drunk.doseGrams,
      waterGrams: waterGrams ?? drunk.waterGrams,
    }
  }
  return MOST + 1
}

const taps = ['sour', 'bitter', 'watery', 'strong', 'balanced'] as const satisfies (keyof ExtractionFeedback)[]
type Tap = (typeof taps)[number]

/** One tap a cup: what stands out most. */
function tapFor(grind: number, ratio: number): Tap {
  if (Math.max(Math.abs(grind), Math.abs(ratio)) < 1) return 'balanced'
  if (Math.abs(grind) >= Math.abs(ratio)) return grind > 0 ? 'sour' : 'bitter'
  return ratio > 0 ? 'watery' : 'strong'
}

/** mulberry32, and Box and Muller's normal numbers from it. */
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
