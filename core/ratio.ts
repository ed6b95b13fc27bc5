import { tenths } from './rounding.ts'

/** Water to coffee by weight, not rounded, for further calculation. */
export const exactRatio = (doseGrams: number, waterGrams: number) => waterGrams / doseGrams

export const exactWater = (doseGrams: number, ratio: number) => doseGrams * ratio

export const exactDose = (waterGrams: number, ratio: number) => waterGrams / ratio

/** For example "1:16.7". */
export const ratioInWords = (ratio: number, numberInWords: (number: number) => string = String) =>
  `1:${numberInWords(tenths(ratio))}`

/** For example "15.5 g" or "1,000 g". */
export const gramsInWords = (grams: number) => `${inTenths.format(grams)} g`

const inTenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
