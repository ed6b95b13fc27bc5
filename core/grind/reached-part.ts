import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { type GrinderDial, onScale } from './model.ts'

/** The part of the index scale that a dial reaches, from fine to coarse. */
export function reachedPart(grinder: GrinderDial) {
  const { min, max, step, atLeast } = dialOf(grinder)
  const { indexAt } = curveThrough(grinder.references)
  const ends = [indexAt(atLeast(min) - step / 2), indexAt(max + step / 2)].map(onScale)
  return { minGrindIndex: Math.min(...ends), maxGrindIndex: Math.max(...ends) }
}
