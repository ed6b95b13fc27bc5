import * as v from 'valibot'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { comesBefore, poursBy, Steps } from '../../../../core/recipes/steps.ts'
import { pourPicture } from '../../../design/pour.ts'
import { type Html, html } from '../html.ts'
import type { DraftGear } from '../me/draft.ts'
import { type RecipeDraft, recipeTyped } from '../me/recipe-draft.ts'
import { icon, pen } from '../parts/pen.ts'
import { inLine } from '../words.ts'
import type { PortalVisit } from './portal-page.ts'

/** Water over time, from the steps as they are typed, and whether one of them is out of order. */
export function poursTyped(draft: RecipeDraft, gear: DraftGear, method: MethodId, { words }: PortalVisit): Html {
  const { steps: given, waterGrams, brewTimeSeconds } = recipeTyped(draft, gear, words)
  const parsed = v.safeParse(Steps, given)
  if (!parsed.success) return html``
  const steps = parsed.output.filter(step => !comesBefore(step))
  const late = steps.findIndex(({ atSeconds }, at) => atSeconds < (steps[at - 1]?.atSeconds ?? 0))
  if (late > 0) {
    const at = (step: number) => brewTimeInWords(steps[step]?.atSeconds ?? 0)
    return html`<p class="complaint">${icon('fault')}The step at ${at(late)} comes after the one at ${at(late - 1)}. Check their times.</p>`
  }
  const seconds = Math.max(Number(brewTimeSeconds) || 0, steps.at(-1)?.atSeconds ?? 0)
  const water = Number(waterGrams)
  if (!(seconds > 0 && water > 0) || poursBy(method, steps).length === 0) return html``
  const count = parsed.output.length
  const grams = (amount: number) => inLine(words.grams(amount))
  return html`<p class="quiet">${count === 1 ? 'One step' : `${words.number(count)} steps`}, ${grams(water)}, ends at ${brewTimeInWords(seconds)}.</p>${pourPicture(pen, { method, steps, seconds, waterGrams: water, grams })}`
}
