import { dialOf } from './dial.ts'
import { type MethodId, methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { reaches, settingFor } from './position.ts'

/**
 * A dial as far as we go on it for espresso and moka: no finer than its usual espresso, nor closer
 * than two steps to its end, where the burrs may touch, unless the grind that is asked for is there.
 */
export function advisedFor(grinder: AnyGrinder, method: MethodId, grindIndex: number): AnyGrinder {
  if (method !== 'espresso' && method !== 'moka') return grinder
  const { min, max, step, nearest } = dialOf(grinder)
  const { target } = methodById.espresso.grindIndex
  const isUsual = method === 'espresso' || reaches(grinder, target)
  const settings = [
    nearest(grinder.finerIsHigher ? max - 2 * step : min + 2 * step),
    settingFor(grinder, grindIndex),
    ...(isUsual ? [settingFor(grinder, target)] : []),
  ]
  return { ...grinder, finestSetting: grinder.finerIsHigher ? Math.max(...settings) : Math.min(...settings) }
}
