import { baseSeconds } from '../adaptation/base.ts'
import { byRoast } from '../adaptation/rules.ts'
import { drivesOf } from '../equipment/drive.ts'
import type { MethodId } from '../grind/methods.ts'
import { exactRatio } from '../ratio.ts'
import { shotSeconds } from '../recipes/brew-time.ts'
import { type BrewedCup, baseOfCup, brewedLike } from './brewed-cup.ts'

type Timed = Pick<BrewedCup, 'method' | 'style' | 'doseGrams' | 'waterGrams' | 'brewTimeSeconds' | 'roastLevel'>

/**
 * What the time says, before the taste. A shot at 1.25 times its planned time or a filter brew at
 * 1.5 times is choked or clogged, and a shot at 0.6 times gushed, whatever they taste like. A shot
 * below 0.8 times is brisk: too fast if it is also sour.
 */
export function flowOf(cup: Timed): 'slow' | 'fast' | 'brisk' | undefined {
  const pace = paceOf(cup)
  if (pace === null) return
  if (cup.method !== 'espresso') return pace >= 1.5 ? 'slow' : undefined
  if (pace >= 1.25 && (cup.brewTimeSeconds ?? 0) > USUAL_SHOT_SECONDS) return 'slow'
  if (pace <= 0.6) return 'fast'
  if (pace < 0.8) return 'brisk'
}

/**
 * Nine in ten published guides pull a shot within this time, so no shot within it counts as slow.
 */
const USUAL_SHOT_SECONDS = 30

/** The actual time as a multiple of the planned time; null if either is unknown. */
export function paceOf(cup: Timed): number | null {
  const planned = plannedSeconds(cup)
  return planned === null || cup.brewTimeSeconds == null ? null : cup.brewTimeSeconds / planned
}

/** How long these amounts should take if the bed sets the pace; null if a person ends the brew. */
export function plannedSeconds(cup: Timed): number | null {
  const { method, doseGrams, waterGrams, roastLevel } = cup
  const base = baseOfCup(cup)
  const water = waterGrams ?? base.waterGrams
  // A light roast is ground finer, and its recipe takes longer.
  const finer = 0 - (byRoast({ method, roastLevel })?.indexShift ?? 0)
  if (method === 'espresso') return shotSeconds(exactRatio(doseGrams ?? base.doseGrams, water), finer)
  return percolated.has(brewedLike(cup)) ? baseSeconds(base, drivesOf[method][0], water) : null
}

const percolated: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex', 'drip'])
