import { clamp } from '../numbers.ts'
import type { Steps } from '../recipes/steps.ts'
import type { BaseRecipe } from './base.ts'

type PouredInParts = Pick<BaseRecipe, 'waterGrams' | 'ownSteps' | 'pourParts'>

/**
 * Of the water of its part, for each step of taste. The author of the 4:6 method pours 50 g and 70 g
 * of 120 for a sweeter cup, the reverse for a brighter one; two steps are our choice.
 */
const SHARE_A_STEP = 1 / 12
const MOST_STEPS = 2

/** Whether the author moves the taste by the pours, so that grind and ratio stay. */
export const tastesByPours = ({ pourParts = [] }: Pick<BaseRecipe, 'pourParts'>) =>
  pourParts.some(({ decides }) => decides === 'taste')

/** How much of all the water the first pour of the part that decides the taste has, and at which step it is. */
function firstPour({ waterGrams, ownSteps = [], pourParts = [] }: PouredInParts, stepsRicher: number) {
  const at = pourParts.findIndex(({ decides }) => decides === 'taste')
  const part = pourParts[at]
  if (!part) return undefined
  const before = pourParts.slice(0, at).reduce((sum, { share }) => sum + share, 0)
  const step = ownSteps.findIndex(({ toGrams }) => toGrams != null && toGrams > before * waterGrams)
  const published = (ownSteps[step]?.toGrams ?? 0) / waterGrams - before
  const smaller = SHARE_A_STEP * part.share * clamp(stepsRicher, -MOST_STEPS, MOST_STEPS)
  return { step, before, share: published - smaller }
}

/** For other water, in whole grams; undefined where the pours do not decide the taste. */
export function firstPourGrams(base: PouredInParts, stepsRicher: number, waterGrams: number) {
  const pour = firstPour(base, stepsRicher)
  return pour && Math.round(pour.share * waterGrams)
}

/** Its pours for this taste: as many as before, with other water in the first ones. */
export function pouredForTaste<Base extends PouredInParts>(base: Base, stepsRicher: number): Base {
  const pour = stepsRicher === 0 ? undefined : firstPour(base, stepsRicher)
  if (!pour || !base.ownSteps) return base
  const toGrams = (pour.before + pour.share) * base.waterGrams
  const ownSteps: Steps = base.ownSteps.map((step, at) => (at === pour.step ? { ...step, toGrams } : step))
  return { ...base, ownSteps }
}
