import * as v from 'valibot'
import { attempt } from '../attempt.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { sentTo } from '../sent-form.ts'
import { type DraftGear, draftGear, turned } from './draft.ts'
import { type RecipeDraft, recipeDraftIn, stepChangeIn, type WrongRecipe, wrongBy, wrongIn } from './recipe-draft.ts'
import { type RecipeForm, recipeForm } from './recipe-form.ts'

/** A recipe being written or changed: its form, and how it is saved. */
export interface RecipeWriting<S extends v.GenericSchema> {
  form: Omit<RecipeForm, 'draft' | 'stepChange' | 'wrong'>
  /** The schema of the use case. */
  schema: S
  /** The form as input for that schema. */
  typed: (draft: RecipeDraft, gear: DraftGear) => object
  /** Saves it and returns the page to continue on. */
  save: (given: v.InferOutput<S>, draft: RecipeDraft) => Promise<string>
}

/** The form with its initial values, with the ring turned, or as it waits to be sent again. */
export async function openWriting<S extends v.GenericSchema>(
  visit: OwnVisit,
  { form }: RecipeWriting<S>,
  start: RecipeDraft,
): Promise<Response> {
  const asked = sentTo(form.action, visit) ?? visit.url.searchParams
  return recipeForm(visit, { ...form, draft: await turned(recipeDraftIn(asked, start), asked, visit) })
}

/**
 * Saves the form. A refused form is shown again as it was typed, and so is one whose rows were only
 * moved.
 */
export async function sendWriting<S extends v.GenericSchema>(
  visit: OwnVisit,
  { form, schema, typed, save }: RecipeWriting<S>,
  start: RecipeDraft,
): Promise<Response> {
  const sent = await postedForm(visit.request, visit.ports, LONG_FORM_BYTES)
  const draft = recipeDraftIn(sent, start)
  const stepChange = stepChangeIn(sent)
  const again = (wrong?: WrongRecipe) => recipeForm(visit, { ...form, draft, stepChange, wrong })
  if (visit.refused) return again({ complaints: {}, steps: {}, fault: visit.refused })
  if (stepChange !== undefined) return again()
  const gear = await draftGear(draft, visit)
  const given = v.safeParse(schema, typed(draft, gear))
  if (!given.success) return again(wrongIn(given.issues, draft, gear, visit.words))
  const { done, fault } = await attempt(() => save(given.output, draft))
  return fault ? again(wrongBy(fault, draft, gear, visit.words)) : seeOther(done)
}
