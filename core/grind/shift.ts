import { usualMethod } from './chart.ts'
import { dialOf, stepWord } from './dial.ts'
import { methodById } from './methods.ts'
import type { AnyGrinder } from './model.ts'
import { positionOn } from './position.ts'

/** A shift in words, for example "2 clicks coarser"; undefined for less than a step. */
export function shiftInWords(grinder: AnyGrinder, shift: number) {
  const steps = Math.round(Math.abs(shift) / dialOf(grinder).step)
  if (steps === 0) return
  const isCoarser = shift > 0 !== grinder.finerIsHigher
  return `${steps} ${stepWord(grinder)}${steps === 1 ? '' : 's'} ${isCoarser ? 'coarser' : 'finer'}`
}

/**
 * How a calibrated grinder differs from the published one, for example "2 clicks coarser than
 * most".
 */
export function calibrationInWords(own: AnyGrinder, published: AnyGrinder) {
  const { target } = methodById[usualMethod(published)].grindIndex
  const shift = shiftInWords(own, positionOn(own, target).setting - positionOn(published, target).setting)
  return shift ? `${shift} than most` : 'the same as most'
}
