import { baseRecipes } from '../core/adaptation/base.ts'
import type { BrewedCup } from '../core/brews/brewed-cup.ts'
import type { NextStep } from '../core/brews/model.ts'
import { afterStep } from '../core/brews/next-step.ts'
import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import type { Grinder } from '../core/grind/model.ts'
import { type Advice, chances } from './drinkers.ts'

/** A cup that is off for a reason that no grind can fix, as its drinker logs it. */
interface OtherCause {
  logged?: (cup: BrewedCup, chance: ReturnType<typeof chances>) => Partial<BrewedCup>
  /** What it tastes of, one for each drinker. */
  tastes: readonly OffTaste[]
  startsAtF?: number
  isGone?: (cup: BrewedCup) => boolean
  /** Whether drinkers can put it right as soon as they are told. */
  isEasy?: boolean
  /** Whether a step names the reason. */
  isTold: (step: NextStep) => boolean
}

type OffTaste = 'sour' | 'bitter' | 'harsh' | 'watery' | 'flat' | 'sour and bitter'

export const otherCauses = {
  'stale beans': {
    logged: () => ({ daysOffRoast: 75 }),
    tastes: ['sour', 'bitter', 'watery'],
    isTold: ({ reason }) => /off roast/.test(reason),
  },
  'water too cold': {
    tastes: ['sour'],
    startsAtF: 176,
    isGone: ({ waterTempF }) => (waterTempF ?? 0) >= baseRecipes.v60.waterTempF - 6,
    isTold: ({ direction }) => direction === 'hotter',
  },
  'a clogged bed': {
    logged: (_, chance) => ({ brewTimeSeconds: Math.round(baseRecipes.v60.brewTimeSeconds * (1.6 + chance.next())) }),
    tastes: ['sour', 'bitter', 'watery'],
    isTold: ({ reason }) => /clogging/.test(reason),
  },
  // Soft water leaves a cup sharp, hard and alkaline water leaves it flat or chalky.
  'bad water': {
    tastes: ['sour', 'bitter', 'flat'],
    isEasy: true,
    isTold: ({ advice, reason }) => /bottled water/.test(`${advice} ${reason}`),
  },
  'a dirty grinder': {
    tastes: ['sour and bitter', 'bitter', 'harsh'],
    isEasy: true,
    isTold: ({ advice, reason }) => /clean the burrs/i.test(`${advice} ${reason}`),
  },
} as const satisfies Record<string, OtherCause>

/** The same, of drinkers who are told and change nothing but the recipe. */
export const ignoredCauses: Record<string, OtherCause> = {
  'bad water, ignored': { ...otherCauses['bad water'], isEasy: false },
  'a dirty grinder, ignored': { ...otherCauses['a dirty grinder'], isEasy: false },
}

const CUPS = 12
const WRONG_TAPS = 0.1

export interface OtherOutcome {
  /** The latest cup at which a drinker was told. */
  toldBy: number
  /** The furthest that anybody was sent from where they began, in index points. */
  furthest: number
}

/** This many V60 drinkers, who follow the advice for twelve cups, with one tap in ten wrong. */
export function simulateCause(cause: OtherCause, advice: Advice, grinder: Grinder, drinkers: number, seed: number) {
  const outcome: OtherOutcome = { toldBy: 0, furthest: 0 }
  for (let n = 0; n < drinkers; n++) {
    const { toldBy, furthest } = follow(cause, advice, grinder, chances(seed * 1_000_003 + n))
    outcome.toldBy = Math.max(outcome.toldBy, toldBy)
    outcome.furthest = Math.max(outcome.furthest, furthest)
  }
  return outcome
}

function follow(cause: OtherCause, advice: Advice, grinder: Grinder, chance: ReturnType<typeof chances>): OtherOutcome {
  const { indexAt, settingAt } = curveThrough(grinder.references)
  const base = baseRecipes.v60
  const start = dialOf(grinder).nearest(settingAt(base.grindIndex))
  const outcome: OtherOutcome = { toldBy: CUPS + 1, furthest: 0 }
  const earlier: BrewedCup[] = []
  const taste = pick(cause.tastes, chance)
  let cup: BrewedCup = {
    ...base,
    waterTempF: cause.startsAtF ?? base.waterTempF,
    grinder,
    grindSetting: start,
    daysOffRoast: null,
    extractionFeedback: null,
  }
  for (let brew = 1; brew <= CUPS && !cause.isGone?.(cup); brew++) {
    const said = chance.next() < WRONG_TAPS ? pick(['sour', 'bitter', 'watery', 'strong'] as const, chance) : taste
    cup = { ...cup, ...cause.logged?.(cup, chance), ...reviewOf(said) }
    const step = advice(cup, earlier)
    const isTold = step !== null && cause.isTold(step)
    if (isTold) outcome.toldBy = Math.min(outcome.toldBy, brew)
    earlier.unshift(cup)
    cup = afterStep(afterStep(cup, step?.also), step)
    outcome.furthest = Math.max(outcome.furthest, Math.abs(indexAt(cup.grindSetting as number) - indexAt(start)))
    if (isTold && cause.isEasy) break
  }
  return outcome
}

const reviewOf = (taste: OffTaste | 'strong'): Pick<BrewedCup, 'extractionFeedback' | 'outcome'> =>
  taste === 'flat'
    ? { outcome: 'flat', extractionFeedback: null }
    : { outcome: null, extractionFeedback: Object.fromEntries(taste.split(' and ').map(word => [word, true])) }

const pick = <T>(some: readonly T[], chance: ReturnType<typeof chances>) =>
  some[Math.floor(some.length * chance.next())] as T
