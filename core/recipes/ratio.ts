import { Fault } from '../errors.ts'

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
