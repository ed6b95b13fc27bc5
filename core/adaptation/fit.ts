import type { Machine } from '../equipment/model.ts'
import { fullName } from '../grind/name.ts'
import { exactRatio, gramsInWords } from '../ratio.ts'
import { type Amounts, amountsFor, wholeWaterOf } from '../recipes/arithmetic.ts'
import { type Brewer, baseFor, baseRecipes, boundsFor, heldBy, inBasket, mostWater } from './base.ts'

/** A machine of the catalog whose method is known. */
export type KnownBrewer = Brewer & Pick<Machine, 'brewMethod'>

type Grams = Pick<Amounts, 'doseGrams' | 'waterGrams'>

/** Whether the machine can brew these amounts as they are. */
export const canBrew = (machine: KnownBrewer, amounts: Grams) => limitMissed(machine, amounts) === null

/** For example "The AeroPress Go takes up to 27 g of coffee. 27 g of coffee and 216 g of water would fit"; null if they fit. */
export function misfitInWords(machine: KnownBrewer, amounts: Grams): string | null {
  const limit = limitMissed(machine, amounts)
  if (limit === null) return null
  const { doseGrams, waterGrams } = fittedAmounts(machine, amounts)
  return machine.brewMethod === 'espresso'
    ? `${limit}. ${gramsInWords(doseGrams)} in, ${gramsInWords(waterGrams)} out would fit`
    : `${limit}. ${gramsInWords(doseGrams)} of coffee and ${gramsInWords(waterGrams)} of water would fit`
}

/** The amounts nearest to these that the machine takes, in their ratio. A moka pot is always filled, so it has its own. */
export function fittedAmounts(machine: KnownBrewer, { doseGrams, waterGrams }: Grams): Grams {
  const { brewMethod: method } = machine
  if (method === 'moka') return baseFor(method, machine)
  const brewer = boundsOf(machine)
  const ratio = exactRatio(doseGrams, waterGrams)
  if (brewer.doseGrams) {
    const dose = inBasket(brewer, doseGrams)
    return { doseGrams: dose, waterGrams: heldBy(brewer, wholeWaterOf(dose, ratio)) }
  }
  const { maxDoseGrams = Infinity } = brewer
  const held = amountsFor(heldBy(brewer, Math.min(waterGrams, mostWater(brewer, ratio))), ratio)
  return { ...held, doseGrams: Math.min(held.doseGrams, maxDoseGrams) }
}

/** Whether the brewer takes this much coffee, or this much water, whatever the other amount. */
export const takesDose = (brewer: Brewer, doseGrams: number) =>
  inBasket(brewer, doseGrams) === doseGrams && doseGrams <= (brewer.maxDoseGrams ?? Infinity)
export const takesWater = (brewer: Brewer, waterGrams: number) => heldBy(brewer, waterGrams) === waterGrams

/** For example "The Hario Mizudashi 1 l takes up to 90 g of coffee". */
export const mostCoffeeInWords = (brewer: Brewer) =>
  `The ${fullName(brewer)} takes up to ${gramsInWords(brewer.maxDoseGrams ?? 0)} of coffee`

/** The first limit of the machine that these amounts exceed, as a sentence without a full stop. */
function limitMissed(machine: KnownBrewer, { doseGrams, waterGrams }: Grams): string | null {
  const brewer = boundsOf(machine)
  const { doseGrams: basket, maxDoseGrams = Infinity, minWaterGrams, maxWaterGrams } = brewer
  const name = `The ${fullName(machine)}`
  const isEspresso = machine.brewMethod === 'espresso'
  if (basket && inBasket(brewer, doseGrams) !== doseGrams)
    return `The ${fullName(machine)}’s basket holds ${basket.min} to ${gramsInWords(basket.max)} of coffee`
  const held = heldBy(brewer, waterGrams)
  if (held < waterGrams) return `${name} ${isEspresso ? 'makes up to' : 'holds'} ${gramsInWords(maxWaterGrams ?? 0)}`
  if (doseGrams > maxDoseGrams) return mostCoffeeInWords(brewer)
  return held > waterGrams
    ? `${name} ${isEspresso ? 'makes' : 'needs'} at least ${gramsInWords(minWaterGrams ?? 0)}`
    : null
}

const boundsOf = (machine: KnownBrewer): Brewer => boundsFor(baseRecipes[machine.brewMethod], machine) ?? machine
