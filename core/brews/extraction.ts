import { tenths } from '../rounding.ts'
import type { StoredBrew } from './model.ts'

/** How much of the coffee should be in the cup, in percent of the dose. */
export const EXTRACTION_TARGET = { low: 18, high: 22 }

/** Beyond this, in percent, a reading is likelier wrong than the cup. */
const BELIEVABLE = { low: 12, high: 26 }

type Measured = { [Name in 'tdsPercent' | 'beverageGrams' | 'doseGrams']?: StoredBrew[Name] }

/** How much of the coffee is in the cup, in percent of the dose; null unless drink, strength and dose were all measured. */
export const extractionYield = ({ tdsPercent, beverageGrams, doseGrams }: Measured) =>
  tdsPercent == null || beverageGrams == null || doseGrams == null
    ? null
    : tenths((tdsPercent * beverageGrams) / doseGrams)

/** Whether a cup was measured, and the figure can hardly be true. */
export function isUnbelievable(brew: Measured) {
  const extracted = extractionYield(brew)
  return extracted !== null && (extracted < BELIEVABLE.low || extracted > BELIEVABLE.high)
}

/** Below, within or above what is aimed for. */
export function extractionAgainstTarget(brew: Measured): 'below' | 'within' | 'above' | null {
  const extracted = extractionYield(brew)
  if (extracted === null) return null
  const { low, high } = EXTRACTION_TARGET
  return extracted < low ? 'below' : extracted > high ? 'above' : 'within'
}
