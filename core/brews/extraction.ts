import { tenths } from '../rounding.ts'
import type { BrewLog } from './model.ts'

/** How much of the coffee is in the cup, in percent of the dose; null unless drink, strength and dose were all measured. */
export const extractionYield = ({
  tdsPercent,
  beverageGrams,
  doseGrams,
}: Pick<BrewLog, 'tdsPercent' | 'beverageGrams' | 'doseGrams'>) =>
  tdsPercent === null || beverageGrams === null || doseGrams === null
    ? null
    : tenths((tdsPercent * beverageGrams) / doseGrams)
