import * as v from 'valibot'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { exactRatio, exactWater } from '../ratio.ts'
import { amountsFor, refuseContradiction, waterFor } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import { type BaseRecipe, type Brewer, baseRecipes, isFixed } from './base.ts'
import { asSameDrink } from './technique-base.ts'

/** How much a person wants to brew, in any two of three figures. */
export interface AskedAmounts {
  doseGrams?: number | undefined
  /** Water to coffee; for espresso, what is in the cup. */
  ratio?: number | undefined
  /** All of the water to brew with, or all of the espresso wanted. */
  volumeGrams?: number | undefined
}

/** The fields of a request that asks for a dose or a ratio. */
export const askedAmounts = {
  doseGrams: v.optional(
    v.pipe(
      field.doseGrams,
      v.description('The coffee to brew with; the water follows. For espresso, the dose of one shot.'),
    ),
  ),
  ratio: v.optional(v.pipe(field.ratio, v.description('Water to coffee, such as 16 for 1:16, instead of strength.'))),
}

/** Single baskets take 7 g and the largest double ones 25. */
const ESPRESSO_BASKETS = { min: 7, max: 25 }

/**
 * What follows from the given figures, with the ratio that the rules lead to; a fault if they
 * contradict.
 */
export function settledAmounts(
  {
    doseGrams,
    ratio,
    volumeGrams,
    strength = 3,
    technique,
  }: AskedAmounts & { strength?: number | undefined; technique?: BaseRecipe | undefined },
  { method, waterGrams: usualWaterGrams }: Pick<BaseRecipe, 'method' | 'waterGrams'>,
  ratioByRule: number,
  brewer: Brewer | undefined,
): { ratio: number; doseGrams?: number; volumeGrams: number | undefined } {
  if (doseGrams === undefined && ratio === undefined) return { ratio: ratioByRule, volumeGrams }
  if (strength !== 3 && (ratio !== undefined || volumeGrams !== undefined))
    throw new Fault(
      'invalid',
      `strength changes the ratio, and ${ratio === undefined ? 'doseGrams with volumeGrams' : 'ratio'} sets it; send one of them.`,
    )
  if (ratio !== undefined && method === 'moka' && brewer?.doseGrams) {
    const filled = doseOfPot({ ratio, doseGrams, waterGrams: usualWaterGrams }, brewer, brewer.doseGrams)
    return { ratio, doseGrams: filled, volumeGrams }
  }
  if (ratio !== undefined) {
    refuseOddRatioOf(method, ratio, brewer, ['ratio'])
    refuseOtherDrink(technique, ratio, ['ratio'])
  }
  if (doseGrams === undefined) return { ratio: ratio ?? ratioByRule, volumeGrams }
  refuseOtherBasket(doseGrams, method, brewer)
  if (technique && isFixed(technique, 'dose') && doseGrams !== technique.doseGrams)
    throw faultAt(
      ['doseGrams'],
      `must be ${technique.doseGrams} for this technique, which is made with that; you asked for ${doseGrams}.`,
    )
  const meant = ratio ?? ratioByRule
  const isEspresso = method === 'espresso'
  if (volumeGrams === undefined)
    return { ratio: meant, doseGrams, volumeGrams: isEspresso ? undefined : waterFor(doseGrams, meant) }
  // For espresso it may be several shots of this dose.
  const shots = isEspresso ? Math.max(1, Math.round(volumeGrams / exactWater(doseGrams, meant))) : 1
  const waterGrams = volumeGrams / shots
  refuseOddRatioOf(method, exactRatio(doseGrams, waterGrams), brewer, ['volumeGrams'], ' times doseGrams')
  refuseOtherDrink(technique, exactRatio(doseGrams, waterGrams), ['volumeGrams'], ' times doseGrams')
  if (ratio !== undefined) refuseContradiction({ doseGrams, ratio, waterGrams }, 'volumeGrams')
  return { ratio: exactRatio(doseGrams, waterGrams), doseGrams, volumeGrams }
}

/** A moka pot is filled up to its valve, so a ratio decides the coffee, within what its basket takes. */
function doseOfPot(
  { ratio, doseGrams, waterGrams }: { ratio: number; doseGrams: number | undefined; waterGrams: number },
  brewer: Brewer,
  basket: { min: number; max: number },
) {
  const least = Math.ceil(10 * exactRatio(basket.max, waterGrams)) / 10
  const most = Math.floor(10 * exactRatio(basket.min, waterGrams)) / 10
  if (ratio < least || most < ratio) {
    const bounds = `must be ${least} to ${most} for the ${fullName(brewer)}`
    const why = `it is always brewed full, with ${waterGrams} g of water and ${basket.min} to ${basket.max} g of coffee`
    throw faultAt(['ratio'], `${bounds}: ${why}; you asked for ${tenths(ratio)}.`)
  }
  if (doseGrams === undefined) return amountsFor(waterGrams, ratio).doseGrams
  refuseOtherBasket(doseGrams, 'moka', brewer)
  refuseContradiction({ doseGrams, ratio, waterGrams }, 'the water of the pot')
  return doseGrams
}

/**
 * A ratio of 1:20 is a weak V60, but not an espresso: we give recipes for a quarter to four times a
 * method's usual ratio, and none that needs more coffee than the brewer takes with its least water.
 */
function refuseOddRatioOf(method: MethodId, ratio: number, brewer: Brewer | undefined, path: string[], unit = '') {
  const { ratio: usual } = baseRecipes[method]
  const most = Math.min(field.MOST_RATIO, tenths(4 * usual))
  const leastOfMethod = Math.max(field.LEAST_RATIO, tenths(usual / 4))
  const leastOfBrewer = brewer ? exactRatio(brewer.maxDoseGrams ?? Infinity, brewer.minWaterGrams ?? 0) : 0
  if (Math.max(leastOfMethod, leastOfBrewer) <= ratio && ratio <= most) return
  const least = Math.max(leastOfMethod, Math.ceil(10 * leastOfBrewer) / 10)
  const what = brewer && least > leastOfMethod ? `the ${fullName(brewer)}` : methodById[method].name
  throw faultAt(path, `must be ${least} to ${most}${unit} for ${what}; you asked for ${tenths(ratio)}.`)
}

/** With a ratio of its own, a technique is something else. */
function refuseOtherDrink(technique: BaseRecipe | undefined, ratio: number, path: string[], unit = '') {
  if (!technique || asSameDrink(technique, ratio) === ratio) return
  const [least, most] = [asSameDrink(technique, 0), asSameDrink(technique, Infinity)].map(tenths)
  const why = isFixed(technique, 'ratio') ? ', which keeps its ratio' : ''
  throw faultAt(path, `must be ${least} to ${most}${unit} for this technique${why}; you asked for ${tenths(ratio)}.`)
}

/** What a basket takes; undefined where the coffee is not in one. */
export const basketFor = (method: MethodId, brewer: Brewer | undefined) =>
  brewer?.doseGrams ?? (method === 'espresso' ? ESPRESSO_BASKETS : undefined)

function refuseOtherBasket(doseGrams: number, method: MethodId, brewer: Brewer | undefined) {
  const basket = basketFor(method, brewer)
  if (!basket || (basket.min <= doseGrams && doseGrams <= basket.max)) return
  const whose = brewer ? `the basket of the ${fullName(brewer)}` : `${methodById[method].name} baskets`
  throw faultAt(['doseGrams'], `must be ${basket.min} to ${basket.max} for ${whose}; you asked for ${doseGrams}.`)
}
