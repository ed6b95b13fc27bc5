import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { type MethodId, methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { reaches, settingFor } from './position.ts'

/**
 * How fine recipes and advice may lead on a dial: two steps from its end, where the burrs may
 * touch. Espresso on a dial that ends early goes as close as its usual recipe. Nothing but espresso,
 * moka and Turkish is ground so fine.
 */
export function finestAdvised(grinder: AnyGrinder, method: MethodId): number {
  if (method !== 'turkish' && method !== 'espresso' && method !== 'moka') return -Infinity
  const { min, max, step, nearest } = dialOf(grinder)
  const { indexAt } = curveThrough(grinder.references)
  const besideEnd = indexAt(nearest(grinder.finerIsHigher ? max - 2 * step : min + 2 * step))
  const { target } = methodById.espresso.grindIndex
  if (method === 'turkish' || (method === 'moka' && !reaches(grinder, target))) return besideEnd
  return Math.min(besideEnd, indexAt(settingFor(grinder, target)), target)
}

/** A dial that ends where recipes for a method do, or at the grind that is asked for if that is finer. */
export function advisedDial(grinder: AnyGrinder, method: MethodId | undefined, grindIndex: number): AnyGrinder {
  const finest = method ? Math.min(finestAdvised(grinder, method), grindIndex) : -Infinity
  return finest === -Infinity ? grinder : { ...grinder, finestSetting: settingFor(grinder, finest) }
}
