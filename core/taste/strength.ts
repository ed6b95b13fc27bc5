import { baseAmounts } from '../grind/base-amounts.ts'
import type { MethodId } from '../grind/methods.ts'
import { clamp } from '../numbers.ts'
import { exactRatio } from '../ratio.ts'

/**
 * The factor that a strength from 1 to 5 applies to the method's ratio, linear between whole
 * levels.
 */
export function strengthFactor(method: MethodId, strength: number): number {
  const factors = factorsOf(method)
  const below = Math.min(Math.floor(strength) - 1, factors.length - 2)
  const [low, high] = [factors[below] as number, factors[below + 1] as number]
  return low + (high - low) * (strength - 1 - below)
}

/**
 * How strong a ratio is for its method, from 0 (strength 1 or weaker) to 1 (strength 5 or
 * stronger).
 */
export function strengthOfRatio(method: MethodId, ratio: number): number {
  const factors = factorsOf(method)
  const factor = ratio / baseRatio(method)
  const passed = factors.findIndex(level => factor >= level)
  if (passed === 0) return 0
  if (passed === -1) return 1
  const [weaker, stronger] = [factors[passed - 1] as number, factors[passed] as number]
  return (passed - 1 + (weaker - factor) / (weaker - stronger)) / 4
}

/**
 * How strong a drink is, from 0 (tea) to 1 (a ristretto): the logarithm of its dissolved solids. In
 * percent of the drink at the base ratio: espresso about 9, moka 3.5, filter 1.3 (published
 * ranges); Turkish 3 is our choice.
 */
export function drinkStrength(method: MethodId, ratio: number): number {
  const dissolved = ((dissolvedAtBase[method] ?? 1.3) * baseRatio(method)) / ratio
  return clamp(Math.log(dissolved / THINNEST) / Math.log(STRONGEST / THINNEST), 0, 1)
}

const dissolvedAtBase: Partial<Record<MethodId, number>> = { espresso: 9, moka: 3.5, turkish: 3 }
/**
 * In percent. Our choice of ends: a black tea, and a ristretto at 1:1.5. The neutral middle is
 * between filter coffee and moka, so that a person who likes it slightly lighter is not sent to the
 * strongest filter coffees.
 */
const THINNEST = 0.4
const STRONGEST = 12

const filterFactors = [1.12, 1.06, 1, 0.94, 0.88] as const
const espressoFactors = [1.35, 1.15, 1, 0.88, 0.76] as const
const factorsOf = (method: MethodId) => (method === 'espresso' ? espressoFactors : filterFactors)

const baseRatio = (method: MethodId) => exactRatio(baseAmounts[method].doseGrams, baseAmounts[method].waterGrams)
