import { faultAt } from '../errors.ts'
import { MOST_DOSE_GRAMS } from '../fields.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { exactWater } from '../ratio.ts'
import { type Amounts, amountsFor, ratioOf, wholeWater, wholeWaterOf } from '../recipes/arithmetic.ts'
import { type BaseRecipe, type Brewer, baseRecipes, heldBy, inBasket, mostWater } from './base.ts'

/** What goes into the brewer at a time, and how many times. */
export interface Portion extends Amounts {
  batches: number
}

/**
 * Filter coffee: the water is the requested amount, and the dose follows from the ratio. Espresso:
 * the basket decides the dose, and the yield follows. A moka pot decides both, within what its
 * basket takes. The number of shots or pots is the one closest to the requested amount.
 */
export function portionOf(
  { method, doseGrams: usualDoseGrams, waterGrams }: BaseRecipe,
  ratio: number,
  brewer: Brewer | undefined,
  volumeGrams: number | undefined,
  askedDoseGrams?: number,
): Portion {
  const doseGrams = askedDoseGrams ?? usualDoseGrams
  if (method === 'espresso') {
    const pulled = wholeWaterOf(doseGrams, ratio)
    const water = brewer ? heldBy(brewer, pulled) : pulled
    return { doseGrams, waterGrams: water, ratio: ratioOf(doseGrams, water), batches: shotsOf(water, volumeGrams) }
  }
  if (method === 'moka' && brewer) {
    const { doseGrams: byRatio } = amountsFor(exactWater(usualDoseGrams, baseRecipes.moka.ratio), ratio)
    const dose = inBasket(brewer, askedDoseGrams ?? byRatio)
    return { doseGrams: dose, waterGrams, ratio: ratioOf(dose, waterGrams), batches: shotsOf(waterGrams, volumeGrams) }
  }
  const { each, batches } =
    volumeGrams === undefined && brewer
      ? { each: heldBy(brewer, Math.min(waterGrams, mostWater(brewer, ratio))), batches: 1 }
      : batchesOf(volumeGrams ?? waterGrams, brewer, ratio)
  const amounts = amountsFor(each, ratio)
  if (amounts.doseGrams > MOST_DOSE_GRAMS)
    throw faultAt(
      ['volumeGrams'],
      `must be at most ${Math.floor(exactWater(MOST_DOSE_GRAMS, ratio))} for ${methodById[method].name}; you asked for ${volumeGrams}.`,
    )
  const dose = brewer ? inBasket(brewer, amounts.doseGrams) : amounts.doseGrams
  return { doseGrams: dose, waterGrams: each, ratio: ratioOf(dose, each), batches }
}

/**
 * For somebody's recipe. A basket is filled as its author fills it, so for espresso only the number
 * of shots changes.
 */
export function batchesAsked(
  { method, waterGrams, ratio }: Pick<BaseRecipe, 'method' | 'waterGrams' | 'ratio'>,
  brewer: Brewer | undefined,
  volumeGrams: number | undefined,
): { each: number; batches: number } {
  if (volumeGrams === undefined) return { each: waterGrams, batches: 1 }
  if (comesWhole(method, brewer)) return { each: waterGrams, batches: shotsOf(waterGrams, volumeGrams) }
  return batchesOf(volumeGrams, brewer, ratio)
}

export const basketDecides = (method: MethodId) => method === 'espresso' || method === 'moka'

/** A shot, or a known moka pot: the amount decides how many, not how large. */
export const comesWhole = (method: MethodId, brewer: Brewer | undefined) =>
  method === 'espresso' || (method === 'moka' && brewer !== undefined)

/**
 * Whether this many batches are needed because of the coffee: the water alone would fit into fewer.
 */
export const isLimitedByDose = ({ maxWaterGrams }: Brewer, volumeGrams: number, batches: number) =>
  batches > Math.ceil(volumeGrams / (maxWaterGrams ?? Infinity)) && batches > 1

/** The number of shots closest to the requested amount. */
const shotsOf = (waterGrams: number, volumeGrams = waterGrams) => Math.max(1, Math.round(volumeGrams / waterGrams))

/** Equal batches, as few as the brewer allows, and none below what it brews well. */
function batchesOf(volumeGrams: number, brewer: Brewer | undefined, ratio: number) {
  if (!brewer) return { each: volumeGrams, batches: 1 }
  const batches = Math.max(1, Math.ceil(volumeGrams / mostWater(brewer, ratio)))
  return { each: heldBy(brewer, batches === 1 ? volumeGrams : wholeWater(volumeGrams / batches)), batches }
}

/** "twice", "3 times". */
export const timesInWords = (batches: number) => (batches === 2 ? 'twice' : `${batches} times`)
