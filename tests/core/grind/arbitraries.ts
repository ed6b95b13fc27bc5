import fc from 'fast-check'
import { dialOf } from '../../../core/grind/dial.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

/** Any of the shipped grinders. */
export const anyGrinder = fc.constantFrom(...shippedGrinders.list())

/** Any position a dial can really take. */
export const anyStepOf = (grinder: Grinder) =>
  fc.nat(stepsOf(grinder).length - 1).map(at => stepsOf(grinder)[at] as number)

/** A grinder at one of its steps. */
export const anyGrinderAtStep = anyGrinder.chain(grinder => anyStepOf(grinder).map(setting => ({ grinder, setting })))

export function stepsOf(grinder: Grinder): number[] {
  const { min, max, move, atLeast } = dialOf(grinder)
  const lowest = atLeast(min)
  const steps = [lowest]
  while ((steps.at(-1) as number) < max) steps.push(move(lowest, steps.length))
  return steps
}

export const grinder = (slug: string): Grinder => {
  const found = shippedGrinders.bySlug(slug)
  if (!found) throw new Error(`no grinder ${slug}`)
  return found
}
