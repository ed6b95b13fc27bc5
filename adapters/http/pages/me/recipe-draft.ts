import type * as v from 'valibot'
import type { Fault } from '../../../../core/errors.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import type { Steps } from '../../../../core/recipes/steps.ts'
import { profileIn, type TastedDraft, tastedDraft, tasteNames } from '../parts/tasted.ts'
import { inLine, secondsIn, type Words } from '../words.ts'
import { type Complaints, complaintIn, complaintsOf, type WrongDraft } from './complaints.ts'
import { type BrewDraft, type DraftGear, draftFrom, emptyDraft, figuresTyped, gramsIn, typed } from './draft.ts'

/** A recipe as typed into its form, all text. */
export interface RecipeDraft extends BrewDraft {
  name: string
  filter: string
  /** A community recipe by its id, a technique by its slug, or a roaster's recipe by its path. */
  basedOn: string
  steps: StepDraft[]
  tasteProfile: TastedDraft
}

interface StepDraft {
  at: string
  action: string
  to: string
  note: string
}

export const emptyRecipe: RecipeDraft = {
  ...emptyDraft,
  name: '',
  filter: '',
  basedOn: '',
  steps: [],
  tasteProfile: tastedDraft(null),
}

/** What was typed, or the initial values. All rows of steps have the same field names. */
export function recipeDraftIn(form: URLSearchParams, start: RecipeDraft): RecipeDraft {
  const { tasteProfile } = start
  const tasted = tasteNames.map(taste => [taste, form.get(taste) ?? tasteProfile[taste]])
  const draft = { ...draftFrom(form, start), tasteProfile: Object.fromEntries(tasted) }
  if (!form.has('at')) return draft
  const [actions, grams, notes] = ['action', 'to', 'note'].map(name => form.getAll(name))
  const steps = form.getAll('at').map((at, row) => ({
    at,
    action: actions?.[row] ?? 'pour',
    to: grams?.[row] ?? '',
    note: notes?.[row] ?? '',
  }))
  return { ...draft, steps: steps.filter((_, row) => form.get('drop') !== String(row)) }
}

/** The steps changed: one was added, or that of this row was removed. */
export type StepChange = 'added' | number | undefined

/** What the pressed button did to the steps, if it was one of theirs. */
export function stepChangeIn(form: FormData | URLSearchParams): StepChange {
  if (form.get('act') === 'step') return 'added'
  return form.has('drop') ? Number(form.get('drop')) : undefined
}

export const stepsTyped = (steps: Steps | null, words: Words): StepDraft[] =>
  (steps ?? []).map(({ atSeconds, action, toGrams, note }) => ({
    at: brewTimeInWords(atSeconds),
    action,
    to: toGrams == null ? '' : words.typed(toGrams),
    note: note ?? '',
  }))

/** An empty row is not a step. */
export const isStep = ({ at, to, note }: StepDraft) => [at, to, note].some(text => text.trim() !== '')

/** The form as input for the use cases. */
export function recipeTyped(draft: RecipeDraft, gear: DraftGear, words: Words) {
  const figures = figuresTyped(draft, gear, words)
  const { doseGrams, waterGrams } = figures
  const steps = draft.steps.filter(isStep).map(({ at, action, to, note }) => ({
    atSeconds: secondsIn(at),
    action,
    toGrams: typed(to, gramsIn),
    note: typed(note, text => text),
  }))
  return {
    ...figures,
    method: gear.method,
    name: typed(draft.name, text => text),
    filterId: typed(draft.filter, Number),
    // If an amount is invalid, the schema reports that instead.
    ratio:
      typeof doseGrams === 'number' && typeof waterGrams === 'number' && doseGrams > 0
        ? ratioOf(doseGrams, waterGrams)
        : 1,
    steps: steps.length === 0 ? null : steps,
    tasteProfile: profileIn(draft.tasteProfile),
  }
}

const namesOf: Record<string, keyof RecipeDraft> = {
  waterTempF: 'waterTemp',
  brewTimeSeconds: 'brewTime',
  machineId: 'brewer',
  grinderId: 'grinder',
  filterId: 'filter',
}

/**
 * Only the fields that were changed, so that a temperature shown in whole degrees does not drift.
 */
export function changesTyped(draft: RecipeDraft, before: RecipeDraft, gear: DraftGear, words: Words) {
  const isMoved = draft.grinder !== before.grinder
  const plain = (value: RecipeDraft[keyof RecipeDraft]) => JSON.stringify(value).replaceAll('\\r\\n', '\\n')
  const rows = (recipe: RecipeDraft) => ({ ...recipe, steps: recipe.steps.filter(isStep) })
  return Object.fromEntries(
    Object.entries(recipeTyped(draft, gear, words)).filter(([field]) => {
      const name = namesOf[field] ?? (field as keyof RecipeDraft)
      if (field === 'ratio' || !(name in draft)) return false
      return (isMoved && field === 'grindSetting') || plain(rows(draft)[name]) !== plain(rows(before)[name])
    }),
  )
}

/** What is wrong with a recipe: by field, by row of its steps, or as a whole. */
export type WrongRecipe = WrongDraft & { complaints: Complaints; steps: Record<number, string> }

export function wrongIn(
  issues: readonly v.BaseIssue<unknown>[],
  draft: RecipeDraft,
  gear: DraftGear,
  words: Words,
): WrongRecipe {
  const steps: Record<number, string> = {}
  for (const { path } of issues) {
    const [list, row, field] = (path ?? []).map(({ key }) => key)
    if (list === 'steps')
      steps[rowOfStep(Number(row), draft)] ??= stepSentence[String(field)] ?? 'Use at most 30 steps.'
  }
  return { complaints: complaintsOf(issues, words, gear), steps }
}

export function wrongBy(fault: Fault, draft: RecipeDraft, gear: DraftGear, words: Words): WrongRecipe {
  const [list, row, field] = fault.field?.path ?? []
  if (list !== 'steps') {
    const complaints = complaintIn(fault, words, gear)
    return complaints ? { complaints, steps: {} } : { complaints: {}, steps: {}, fault }
  }
  const sentence = field === 'atSeconds' ? lateOrEarly(Number(row), draft) : muchOrLittle(Number(row), draft, words)
  return { complaints: {}, steps: { [rowOfStep(Number(row), draft)]: sentence } }
}

/** Steps go forward in time, up to the end of the brew. */
function lateOrEarly(step: number, { steps, brewTime }: RecipeDraft) {
  const [before = 0, at = 0] = steps
    .filter(isStep)
    .slice(Math.max(0, step - 1), step + 1)
    .map(({ at }) => Number(secondsIn(at)))
  return step > 0 && at < before
    ? `Start this step at ${brewTimeInWords(before)} or later.`
    : `Start this step at ${brewTimeInWords(Number(secondsIn(brewTime)))} or earlier, before the brew ends.`
}

/** The scale goes up, up to all the water. */
function muchOrLittle(step: number, { steps, waterGrams }: RecipeDraft, words: Words) {
  const grams = steps.filter(isStep).map(({ to }) => Number(gramsIn(to)))
  const before = Math.max(0, ...grams.slice(0, step).filter(Number.isFinite))
  return (grams[step] ?? 0) < before
    ? `Enter at least ${inLine(words.grams(before))}: this counts all the water so far.`
    : `Enter at most ${inLine(words.grams(Number(gramsIn(waterGrams))))}, all the water of the recipe.`
}

/** The row that a step is in, since empty rows were left out. */
function rowOfStep(step: number, { steps }: RecipeDraft) {
  const filled = [...steps.keys()].filter(row => isStep(steps[row] as StepDraft))
  return filled[step] ?? 0
}

const stepSentence: Record<string, string> = {
  atSeconds: 'Enter when the step starts in minutes and seconds, for example 0:45.',
  toGrams: 'Enter the total water so far in grams, for example 150.',
  note: 'Shorten the note to 300 characters.',
}
