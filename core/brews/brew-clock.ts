import { baseRecipes } from '../adaptation/base.ts'
import { secondsFor, shotSeconds } from '../adaptation/brew-time.ts'
import { drivesOf } from '../equipment/drive.ts'
import type { MethodId } from '../grind/methods.ts'
import { exactRatio } from '../recipes/ratio.ts'
import type { BrewedCup } from './brewed-cup.ts'

type Timed = Pick<BrewedCup, 'method' | 'doseGrams' | 'waterGrams' | 'brewTimeSeconds'>

/**
 * What the clock says before the tongue does. A shot or a filter brew at one and a half times its planned time is choked or
 * clogged, whatever it tastes of; a shot at six tenths of it gushed.
 */
export function flowOf(cup: Timed): 'slow' | 'fast' | undefined {
  const planned = plannedSeconds(cup)
  if (planned === null || cup.brewTimeSeconds == null) return
  if (cup.brewTimeSeconds >= 1.5 * planned) return 'slow'
  if (cup.method === 'espresso' && cup.brewTimeSeconds <= 0.6 * planned) return 'fast'
}

/** How long these amounts should take where the bed sets the pace; null where a person ends the brew. */
export function plannedSeconds({ method, doseGrams, waterGrams }: Timed): number | null {
  const base = baseRecipes[method]
  const water = waterGrams ?? base.waterGrams
  if (method === 'espresso') return shotSeconds(exactRatio(doseGrams ?? base.doseGrams, water), 0)
  return percolated.has(method) ? secondsFor(base, drivesOf[method][0], water) : null
}

const percolated: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex', 'drip'])
