import type { StyleId } from '../adaptation/style-figures.ts'
import { faultAt } from '../errors.ts'
import { tenths } from '../rounding.ts'
import type { StoredBrew } from './model.ts'

/** How much of the coffee should be in the cup, in percent of the dose. */
export const EXTRACTION_TARGET = { low: 18, high: 22 }

/** Outside of these percentages, a wrong reading is more likely than such a cup. */
const BELIEVABLE = { low: 12, high: 26 }
/** Hardly more than this part of roasted coffee dissolves in water at all. */
export const MOST_SOLUBLE_PERCENT = 30

/** The target is for coffee that leaves the brewer at drinking strength; for these we know of no published one. */
const withoutTarget: ReadonlySet<StyleId> = new Set(['iced', 'bypass', 'concentrate'])

type Measured = { [Name in 'style' | 'tdsPercent' | 'beverageGrams' | 'doseGrams']?: StoredBrew[Name] }

type WeighedDrink = Pick<StoredBrew, 'method'> & Partial<Pick<StoredBrew, 'style' | 'waterGrams' | 'beverageGrams'>>

/** How much of the coffee is in the cup, in percent of the dose; null unless drink, strength and dose were all measured. */
export const extractionYield = ({ tdsPercent, beverageGrams, doseGrams }: Measured) =>
  tdsPercent == null || beverageGrams == null || doseGrams == null
    ? null
    : tenths((tdsPercent * beverageGrams) / doseGrams)

/** The extraction of a cup whose style has a target for it. */
const judgedYield = (brew: Measured) => (brew.style && withoutTarget.has(brew.style) ? null : extractionYield(brew))

/** Whether a cup was measured, but in a style without a target. */
export const isWithoutTarget = (brew: Measured) => extractionYield(brew) !== null && judgedYield(brew) === null

/** Whether a cup was measured with a result that is hardly possible. */
export function isUnbelievable(brew: Measured) {
  const extracted = judgedYield(brew)
  return extracted !== null && (extracted < BELIEVABLE.low || extracted > BELIEVABLE.high)
}

/** Whether more coffee was measured in the cup than dissolves. */
export const isImpossible = (brew: Measured) => (judgedYield(brew) ?? 0) > MOST_SOLUBLE_PERCENT

/** Whether a measured cup would be outside the target if its extraction were multiplied by `times`. */
export const wouldLeaveTarget = (brew: Measured, times: number) =>
  extractionAgainstTarget({ ...brew, tdsPercent: (brew.tdsPercent ?? 0) * times }) !== 'within'

/**
 * Whether a drink weighs more than the water it was brewed with, which cannot be: the coffee keeps
 * some of the water. Espresso (whose water is its yield) and these styles may be mixed with more.
 */
export const isHeavierThanWater = ({ method, style, waterGrams, beverageGrams }: WeighedDrink) =>
  method !== 'espresso' && !(style && withoutTarget.has(style)) && (beverageGrams ?? 0) > (waterGrams ?? Infinity)

export function refuseHeavyDrink(brew: WeighedDrink) {
  if (isHeavierThanWater(brew))
    throw faultAt(
      ['beverageGrams'],
      `must be at most the ${brew.waterGrams} g of water in this brew: weigh the drink without its cup, or give the style if you added ice or water.`,
    )
}

/** Below, within or above the target; null where the cup was not measured, or its style has no target. */
export function extractionAgainstTarget(brew: Measured): 'below' | 'within' | 'above' | null {
  const extracted = judgedYield(brew)
  if (extracted === null) return null
  const { low, high } = EXTRACTION_TARGET
  return extracted < low ? 'below' : extracted > high ? 'above' : 'within'
}
