import { advisedDial } from '../dial/dial-in.ts'
import { type MethodId, methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { reaches } from './position.ts'

/**
 * A dial as far as we go on it for espresso and moka: no finer than its usual espresso, nor closer
 * than two steps to its end, where the burrs may touch, unless the grind that is asked for is there.
 */
export function advisedFor(grinder: AnyGrinder, method: MethodId, grindIndex: number): AnyGrinder {
  if (method !== 'espresso' && method !== 'moka') return grinder
  const isReached = method === 'espresso' || reaches(grinder, methodById.espresso.grindIndex.target)
  return advisedDial(grinder, isReached ? 'espresso' : 'turkish', grindIndex)
}
