import * as v from 'valibot'
import { Fault, faultAt, faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import type { Optional } from '../optional.ts'
import { exactDose, exactRatio, exactWater } from '../ratio.ts'
import { hundredths, tenths } from '../rounding.ts'

/**
 * Given amounts stay as they were given. Computed ones are rounded to a tenth of a gram, as scales
 * weigh, and ratios to the hundredth.
 */
export interface Amounts {
  doseGrams: number
  waterGrams: number
  /** Water to coffee by weight: 16.7 is 1:16.7. */
  ratio: number
}

export const ratioOf = (doseGrams: number, waterGrams: number) => hundredths(exactRatio(doseGrams, waterGrams))

const waterOf = (doseGrams: number, ratio: number) => tenths(exactWater(doseGrams, ratio))

/** Water of a recipe by rule, in amounts that people pour: whole grams from 50 g up. */
export const wholeWater = (grams: number) => (grams < 50 ? tenths(grams) : Math.round(grams))
export const wholeWaterOf = (doseGrams: number, ratio: number) => wholeWater(exactWater(doseGrams, ratio))

/** The water of a dose, rounded down to the gram; 38 x (500 / 38) is a little below 500, and means 500. */
export const fullGramsOf = (doseGrams: number, ratio: number) => Math.floor(waterOf(doseGrams, ratio))

/** The most coffee that an amount of water is enough for, rounded down to what a scale shows. */
export const mostDoseFor = (waterGrams: number, ratio: number) => Math.floor(10 * exactDose(waterGrams, ratio)) / 10

/** The dose for an amount of water, at least what a scale can show. */
const doseFor = (waterGrams: number, ratio: number) =>
  Math.max(field.LEAST_DOSE_GRAMS, tenths(exactDose(waterGrams, ratio)))

/** The water for a dose, if it is within bounds. */
export function waterFor(doseGrams: number, ratio: number) {
  const water = v.safeParse(field.waterGrams, waterOf(doseGrams, ratio))
  if (water.success) return water.output
  throw new Fault(
    'invalid',
    `doseGrams ${doseGrams} at a ratio of ${ratio} makes ${water.output} g of water; it ${water.issues[0].message}.`,
  )
}

/**
 * A recipe's amounts for a different amount of water, with the ratio that results from rounding.
 */
export function amountsFor(waterGrams: number, ratio: number): Amounts {
  const doseGrams = doseFor(waterGrams, ratio)
  return { doseGrams, waterGrams, ratio: ratioOf(doseGrams, waterGrams) }
}

/**
 * The dose stays unless it is given; water follows from a ratio, and the ratio from the other two.
 * All three together must agree.
 */
export function amountsOf(given: Optional<Amounts>, before?: Amounts): Amounts {
  const doseGrams = given.doseGrams ?? before?.doseGrams ?? 0
  const waterGrams =
    given.waterGrams ?? (given.ratio === undefined ? before?.waterGrams : waterOf(doseGrams, given.ratio))
  if (waterGrams === undefined) throw faultAt(['waterGrams'], 'or ratio is required.')
  const same = given.doseGrams === undefined && given.waterGrams === undefined
  const ratio = given.ratio ?? (same ? before?.ratio : undefined) ?? ratioOf(doseGrams, waterGrams)
  const amounts = { doseGrams, waterGrams, ratio }
  const parsed = v.safeParse(Bounds, amounts)
  if (!parsed.success) throw faultOf(parsed.issues[0])
  refuseContradiction(amounts)
  return amounts
}

export function refuseContradiction({ ratio, doseGrams, waterGrams }: Amounts, water = 'waterGrams') {
  const expected = exactWater(doseGrams, ratio)
  if (Math.abs(expected - waterGrams) <= TOLERANCE * waterGrams) return
  throw new Fault(
    'invalid',
    `ratio, doseGrams and ${water} disagree by more than 3%: ${doseGrams} g x ${ratio} is ${tenths(expected)} g of water, not ${waterGrams} g.`,
  )
}

/** A ratio that no real brew has. */
export const isOddRatio = (doseGrams: number | null, waterGrams: number | null) =>
  doseGrams !== null && waterGrams !== null && !v.is(field.ratio, exactRatio(doseGrams, waterGrams))

export function refuseOddRatio(doseGrams: number | null, waterGrams: number | null) {
  if (isOddRatio(doseGrams, waterGrams))
    throw faultAt(
      ['waterGrams'],
      `must be ${field.LEAST_RATIO} to ${field.MOST_RATIO} times doseGrams; ${waterGrams} g of water to ${doseGrams} g of coffee is not.`,
    )
}

/** How far dose x ratio and water may differ: as much as rounding on a scale explains. */
const TOLERANCE = 0.03
const Bounds = v.object({ doseGrams: field.doseGrams, waterGrams: field.waterGrams, ratio: field.ratio })
