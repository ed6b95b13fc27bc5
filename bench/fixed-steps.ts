import { baseRecipes } from '../core/adaptation/base.ts'
import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import { strengthFactor } from '../core/taste/strength.ts'
import type { Advice } from './drinkers.ts'

/** The V60's band when the rule was measured; it has been widened since. */
const BAND = { low: 34, high: 46 }

/**
 * The rule before the coach, for comparison: three points within the band, a twentieth of the
 * coffee within strength 1 to 5.
 */
export const fixedStep: Advice = ({ method, grinder, grindSetting, doseGrams, waterGrams, extractionFeedback }) => {
  const { sour, bitter, watery, strong } = extractionFeedback ?? {}
  if (!grinder || grindSetting === null || doseGrams === null || waterGrams === null) return null
  const finer = sour ? 1 : bitter ? -1 : 0
  if (finer) {
    const curve = curveThrough(grinder.references)
    const dial = dialOf(grinder)
    const index = curve.indexAt(grindSetting)
    if (finer > 0 ? index <= BAND.low : index >= BAND.high) return null
    const exact = curve.settingAt(index - 3 * finer) - grindSetting
    const steps = Math.sign(exact) * Math.max(1, Math.round(Math.abs(exact) / dial.step))
    return { change: 'grind', advice: '', reason: '', grindSetting: dial.move(grindSetting, steps) }
  }
  const factor = watery ? 1.05 : strong ? 1 / 1.05 : 1
  const [weakest, strongest] = [1, 5].map(
    strength => waterGrams / (baseRecipes[method].ratio * strengthFactor(method, strength)),
  )
  const dose = Math.min(strongest as number, Math.max(weakest as number, doseGrams * factor))
  return { change: 'dose', advice: '', reason: '', doseGrams: Math.round(10 * dose) / 10 }
}
