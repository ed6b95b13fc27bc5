import { baseRecipes } from '../../../core/adaptation/base.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback, NextStep } from '../../../core/brews/model.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

export const grinderCalledBy = (slug: string) => shippedGrinders.bySlug(slug) as Grinder
export const c40 = grinderCalledBy('comandante-c40-mk4')
export const encore = grinderCalledBy('baratza-encore')
export const niche = grinderCalledBy('niche-zero')

export function cupOn(grinder: Grinder, method: MethodId, more: Partial<BrewedCup>): BrewedCup {
  const { grindIndex, doseGrams, waterGrams, waterTempF } = baseRecipes[method]
  const grindSetting = dialOf(grinder).nearest(curveThrough(grinder.references).settingAt(grindIndex))
  const figures = { doseGrams, waterGrams, waterTempF, grindSetting }
  return { method, ...figures, grinder, daysOffRoast: null, extractionFeedback: null, ...more }
}

export const tasting = (...words: (keyof ExtractionFeedback)[]) => ({
  extractionFeedback: Object.fromEntries(words.map(word => [word, true])),
})

/** This many cups that always get the same review, each brewed as the previous one advised. */
export const followed = (first: BrewedCup, cups = 8) => followedWith(first, Array(cups).fill({}))

/** The same, where each cup also logs something of its own. */
export function followedWith(first: BrewedCup, logged: readonly Partial<BrewedCup>[]) {
  const steps: NextStep[] = []
  const brewed = [{ ...first, ...logged[0] }]
  logged.forEach((_, n) => {
    const [last, ...earlier] = brewed.toReversed()
    const step = nextStep(last as BrewedCup, earlier)
    if (!step) throw new Error(`Silence after cup ${n + 1}.`)
    steps.push(step)
    brewed.push({ ...afterStep(last as BrewedCup, step), ...logged[n + 1] })
  })
  return { steps, brewed }
}

export const sentence = ({ reason, advice }: NextStep) => `${reason}. ${advice}`
