import { curveThrough } from './curve.ts'
import { coarserSign, dialOf } from './dial.ts'
import { type MethodId, methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { reaches, settingFor } from './position.ts'
import { APART_OF_A_KIND } from './width.ts'

/**
 * How fine recipes and advice may lead on a dial: two steps from its end, where the burrs may
 * touch. Espresso on a dial that ends early goes as close as its usual recipe. Nothing but espresso,
 * moka and Turkish is ground so fine.
 */
export function finestAdvised(grinder: AnyGrinder, method: MethodId): number {
  if (method !== 'turkish' && method !== 'espresso' && method !== 'moka') return -Infinity
  const { indexAt } = curveThrough(grinder.references)
  const besideEnd = indexAt(twoStepsFromEnd(grinder))
  if (method === 'turkish') return Math.max(besideEnd, clearOfEnd(grinder))
  const { target } = methodById.espresso.grindIndex
  if (method === 'moka' && !reaches(grinder, target)) return besideEnd
  return Math.min(besideEnd, indexAt(settingFor(grinder, target)), target)
}

function twoStepsFromEnd(grinder: AnyGrinder) {
  const { nearest, step } = dialOf(grinder)
  return nearest(endOf(grinder) + coarserSign(grinder) * 2 * step)
}

/**
 * Turkish is aimed at the end of the dial, where espresso comes only step by step, so it also stays
 * as far away as two grinders of a kind differ: on a dial of tiny steps, two of them may be past the
 * point where the burrs of this one touch.
 */
function clearOfEnd(grinder: AnyGrinder) {
  const { atMost, atLeast } = dialOf(grinder)
  const { indexAt, settingAt } = curveThrough(grinder.references)
  const setting = settingAt(indexAt(endOf(grinder)) + APART_OF_A_KIND)
  return indexAt(grinder.finerIsHigher ? atMost(setting) : atLeast(setting))
}

const endOf = (grinder: AnyGrinder) => (grinder.finerIsHigher ? dialOf(grinder).max : dialOf(grinder).min)

/** A dial that ends where recipes for a method do, or at the grind that is asked for if that is finer. */
export function advisedDial(grinder: AnyGrinder, method: MethodId | undefined, grindIndex: number): AnyGrinder {
  const finest = method ? Math.min(finestAdvised(grinder, method), grindIndex) : -Infinity
  return finest === -Infinity ? grinder : { ...grinder, finestSetting: settingFor(grinder, finest) }
}
