import * as v from 'valibot'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { refuseContradiction, refuseOddRatio, waterFor } from '../recipes/arithmetic.ts'
import { exactRatio, exactWater } from '../recipes/ratio.ts'
import type { Brewer } from './base.ts'

/** How much somebody wants to brew, in any two of three figures. */
export interface AskedAmounts {
  doseGrams?: number | undefined
  /** Water to coffee; of espresso what is in the cup. */
  ratio?: number | undefined
  /** All of the water to brew with, or of the espresso wanted. */
  volumeGrams?: number | undefined
}

/** The fields of a request that asks for a dose or a ratio. */
export const askedAmounts = {
  doseGrams: v.optional(
    v.pipe(field.doseGrams, v.description('The coffee to brew with; the water follows. For espresso, of one shot.')),
  ),
  ratio: v.optional(v.pipe(field.ratio, v.description('Water to coffee, such as 16 for 1:16, instead of strength.'))),
}

/** Single baskets take 7 g and the largest double ones 25. */
const ESPRESSO_BASKETS = { min: 7, max: 25 }

/** What follows from the figures that were given, with the ratio that the rules lead to; a fault where they contradict. */
export function settledAmounts(
  { doseGrams, ratio, volumeGrams, strength = 3 }: AskedAmounts & { strength?: number | undefined },
  method: MethodId,
  ratioByRule: number,
  brewer: Brewer | undefined,
): { ratio: number; doseGrams?: number; volumeGrams: number | undefined } {
  if (doseGrams === undefined && ratio === undefined) return { ratio: ratioByRule, volumeGrams }
  if (strength !== 3 && (ratio !== undefined || volumeGrams !== undefined))
    throw new Fault(
      'invalid',
      `strength changes the ratio, and ${ratio === undefined ? 'doseGrams with volumeGrams' : 'ratio'} sets it; send one of them.`,
    )
  if (doseGrams === undefined) return { ratio: ratio ?? ratioByRule, volumeGrams }
  refuseOtherBasket(doseGrams, method, brewer)
  const meant = ratio ?? ratioByRule
  const isEspresso = method === 'espresso'
  if (volumeGrams === undefined)
    return { ratio: meant, doseGrams, volumeGrams: isEspresso ? undefined : waterFor(doseGrams, meant) }
  // Of espresso it may be several shots of this dose.
  const shots = isEspresso ? Math.max(1, Math.round(volumeGrams / exactWater(doseGrams, meant))) : 1
  const waterGrams = volumeGrams / shots
  refuseOddRatio(doseGrams, waterGrams)
  if (ratio !== undefined) refuseContradiction({ doseGrams, ratio, waterGrams })
  return { ratio: exactRatio(doseGrams, waterGrams), doseGrams, volumeGrams }
}

function refuseOtherBasket(doseGrams: number, method: MethodId, brewer: Brewer | undefined) {
  const basket = brewer?.doseGrams ?? (method === 'espresso' ? ESPRESSO_BASKETS : undefined)
  if (!basket || (basket.min <= doseGrams && doseGrams <= basket.max)) return
  const whose = brewer ? `the basket of the ${fullName(brewer)}` : `${methodById[method].name} baskets`
  throw faultAt(['doseGrams'], `must be ${basket.min} to ${basket.max} for ${whose}; you asked for ${doseGrams}.`)
}
