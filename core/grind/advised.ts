import { curveThrough } from './curve.ts'
import { coarserSign, dialOf } from './dial.ts'
import { type MethodId, methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { reaches, settingFor } from './position.ts'
import { APART_OF_A_KIND } from './width.ts'

/**
 * How fine recipes and advice may lead on a dial: not up to its end, where the burrs may touch.
 * Espresso on a dial that ends early goes as close as its usual recipe. Nothing but espresso, moka
 * and Turkish is ground so fine.
 */
export function finestAdvised(grinder: AnyGrinder, method: MethodId): number {
  if (method !== 'turkish' && method !== 'espresso' && method !== 'moka') return -Infinity
  const { indexAt } = curveThrough(grinder.references)
  const besideEnd = indexAt(settingBesideEnd(grinder))
  const { target } = methodById.espresso.grindIndex
  if (method === 'turkish' || (method === 'moka' && !reaches(grinder, target))) return besideEnd
  return Math.min(besideEnd, indexAt(settingFor(grinder, target)), target)
}

/**
 * Two steps from the end of the dial, and no closer than two grinders of a kind differ: on a dial of
 * tiny steps, two of them may be past the point where the burrs of this one touch.
 */
function settingBesideEnd(grinder: AnyGrinder) {
  const { min, max, step, nearest, atMost, atLeast } = dialOf(grinder)
  const { indexAt, settingAt } = curveThrough(grinder.references)
  const coarser = coarserSign(grinder)
  const end = coarser > 0 ? min : max
  const bySteps = nearest(end + coarser * 2 * step)
  const apart = settingAt(indexAt(end) + APART_OF_A_KIND)
  return coarser > 0 ? Math.max(bySteps, atLeast(apart)) : Math.min(bySteps, atMost(apart))
}

/** A dial that ends where recipes for a method do, or at the grind that is asked for if that is finer. */
export function advisedDial(grinder: AnyGrinder, method: MethodId | undefined, grindIndex: number): AnyGrinder {
  const finest = method ? Math.min(finestAdvised(grinder, method), grindIndex) : -Infinity
  return finest === -Infinity ? grinder : { ...grinder, finestSetting: settingFor(grinder, finest) }
}
