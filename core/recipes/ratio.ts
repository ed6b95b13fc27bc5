import * as v from 'valibot'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'

/** By how much dose x ratio and water may differ: what rounding on a scale explains. */
const TOLERANCE = 0.03

export function refuseContradiction(recipe: { ratio: number; doseGrams: number; waterGrams: number }) {
  const { ratio, doseGrams, waterGrams } = recipe
  const expected = doseGrams * ratio
  if (Math.abs(expected - waterGrams) <= TOLERANCE * waterGrams) return
  throw new Fault(
    'invalid',
    `ratio, doseGrams and waterGrams disagree by more than 3 %: ${doseGrams} g x ${ratio} is ${Math.round(expected * 10) / 10} g of water, not ${waterGrams} g.`,
  )
}

/** The water that goes with a dose, to the tenth of a gram. */
export function waterFor(doseGrams: number, ratio: number) {
  const water = v.safeParse(field.waterGrams, Math.round(10 * doseGrams * ratio) / 10)
  if (water.success) return water.output
  throw new Fault(
    'invalid',
    `doseGrams ${doseGrams} at a ratio of ${ratio} makes ${water.output} g of water; waterGrams ${water.issues[0].message}.`,
  )
}
