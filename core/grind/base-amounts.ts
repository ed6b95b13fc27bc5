import type { MethodId } from './methods.ts'

/**
 * The usual amounts of a method, from 278 published guides. Base recipes start here, and strength
 * is measured against it.
 */
export const baseAmounts: Readonly<Record<MethodId, { doseGrams: number; waterGrams: number }>> = {
  espresso: { doseGrams: 18, waterGrams: 36 },
  moka: { doseGrams: 18, waterGrams: 180 },
  aeropress: { doseGrams: 15.5, waterGrams: 225 },
  v60: { doseGrams: 15, waterGrams: 245 },
  kalita: { doseGrams: 20, waterGrams: 325 },
  chemex: { doseGrams: 31, waterGrams: 500 },
  drip: { doseGrams: 60, waterGrams: 1000 },
  clever: { doseGrams: 20, waterGrams: 300 },
  siphon: { doseGrams: 21, waterGrams: 300 },
  french_press: { doseGrams: 32, waterGrams: 500 },
  cold_brew: { doseGrams: 80, waterGrams: 880 },
  turkish: { doseGrams: 7, waterGrams: 70 },
}
