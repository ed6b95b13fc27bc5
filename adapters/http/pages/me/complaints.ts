import type * as v from 'valibot'
import type { Fault } from '../../../../core/errors.ts'
import { LEAST_RATIO, MOST_RATIO } from '../../../../core/fields.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { Html, html } from '../html.ts'
import { notice } from '../parts/controls.ts'
import { waterLabel } from '../parts/figures.ts'
import { inLine, type Words } from '../words.ts'

/** What is wrong with a form, one sentence per field, by the form's field names. */
export type Complaints = Partial<Record<Complained, string>>

type Complained =
  | 'coffee'
  | 'brewer'
  | 'grinder'
  | 'grindSetting'
  | 'doseGrams'
  | 'waterGrams'
  | 'waterTemp'
  | 'brewTime'
  | 'tdsPercent'
  | 'beverageGrams'
  | 'daysOffRoast'
  | 'brewedAt'
  | 'rating'
  | 'notes'
  | 'name'

export function complaintsOf(issues: readonly v.BaseIssue<unknown>[], words: Words, method?: MethodId): Complaints {
  const complaints: Complaints = {}
  for (const issue of issues) {
    const field = fields[String(issue.path?.[0]?.key)]
    if (field && issue.input == null && field.missing) complaints[field.name] ??= field.missing
    else if (field) complaints[field.name] ??= field.sentence?.(words, method) ?? fieldComplaint(field, issue, method)
  }
  return complaints
}

/** A form that could not be saved, and why. */
export interface WrongDraft {
  complaints?: Complaints | undefined
  /** By row. */
  steps?: Record<number, string>
  fault?: Fault | undefined
}

/**
 * A form as it was typed. Above it, each sentence links to its field, and the first of these fields
 * gets the focus.
 */
export function withWrong(wrong: WrongDraft | undefined, form: (summary: Html | string) => Html): Html {
  const { complaints = {}, steps = {}, fault } = wrong ?? {}
  if (fault) return form(notice('wrong', NOT_SAVED, fault.message))
  const wrongFields = [
    ...Object.entries(complaints),
    ...Object.entries(steps).map(([row, sentence]) => [stepAnchor(row), sentence] as const),
  ]
  if (wrongFields.length === 0) return form('')
  const links = wrongFields.map(([anchor, sentence]) => html`<li><a href="#${anchor}">${sentence}</a></li>`)
  const whole = form(notice('wrong', NOT_SAVED, html`<ul>${links}</ul>Everything else is still here.`))
  // Quotes in typed text are escaped, so this matches only our own attribute.
  return new Html(String(whole).replace(' aria-describedby="', ' autofocus aria-describedby="'))
}

const NOT_SAVED = 'We couldn’t save this yet.'

/** The anchor of a step's row. */
export const stepAnchor = (row: number | string) => `step-${row}`

/** The field that a use case complains about, if any. */
export function complaintIn({ field, message }: Fault, method?: MethodId): Complaints | undefined {
  const name = field?.path[0]
  if (name === 'setting') return { grindSetting: message }
  if (name === 'grindSetting') return { grindSetting: `This ${field?.complaint}` }
  if (name === 'brewedAt') return { brewedAt: 'That time is in the future. Enter a time in the past.' }
  if (name === 'method') return { brewer: 'Choose what you brew it with.' }
  if (name === 'ratio' || name === 'waterGrams') return { waterGrams: oddRatio(method) }
  if (name === 'beverageGrams') return { beverageGrams: `The weight in the cup ${field?.complaint}` }
  return undefined
}

interface DraftField {
  name: Complained
  label: string
  unit?: string
  /** The message for an empty field, if it is required. */
  missing?: string
  /** Replaces a message that would use other units than the reader's. */
  sentence?: (words: Words, method?: MethodId) => string
}

const oddRatio = (method?: MethodId) => `${waterLabel(method)} is ${LEAST_RATIO} to ${MOST_RATIO} times the coffee.`

const fields: Record<string, DraftField> = {
  coffeeProfileId: { name: 'coffee', label: 'The coffee', missing: 'Choose the coffee it is for.' },
  machineId: { name: 'brewer', label: 'The brewer', missing: 'Choose what you brew it with.' },
  grinderId: { name: 'grinder', label: 'The grinder', missing: 'Choose the grinder you use.' },
  doseGrams: { name: 'doseGrams', label: 'Coffee', unit: 'g', missing: 'Say how much coffee.' },
  waterGrams: { name: 'waterGrams', label: 'Water', unit: 'g', missing: 'Say how much water.' },
  ratio: { name: 'waterGrams', label: 'Water', sentence: (_, method) => oddRatio(method) },
  grindSetting: { name: 'grindSetting', label: 'The setting', missing: 'Say where your grinder stands.' },
  waterTempF: {
    name: 'waterTemp',
    label: 'Temp',
    sentence: words =>
      `Water is between ${inLine(words.temperature(32))} and ${inLine(words.temperature(212))}; write a number such as ${inLine(words.temperature(201))}.`,
  },
  brewTimeSeconds: {
    name: 'brewTime',
    label: 'Time',
    sentence: () => 'Write the time as minutes and seconds, such as 3:30, and at most 72 h.',
  },
  tdsPercent: {
    name: 'tdsPercent',
    label: 'TDS',
    sentence: words =>
      `Enter a TDS between ${words.typedPercent(0.01)} and 30\u00a0%, for example ${words.typedPercent(1.35)}.`,
  },
  beverageGrams: {
    name: 'beverageGrams',
    label: 'Weight in the cup',
    sentence: () => 'Enter the weight in the cup in grams, for example 210.',
  },
  daysOffRoast: { name: 'daysOffRoast', label: 'Days since roasting' },
  brewedAt: {
    name: 'brewedAt',
    label: 'The time',
    sentence: () => 'Enter a date and a time since 1990.',
  },
  rating: { name: 'rating', label: 'The rating' },
  notes: { name: 'notes', label: 'The notes' },
  name: { name: 'name', label: 'The name' },
}

function fieldComplaint({ name, label, unit }: DraftField, { message, type }: v.BaseIssue<unknown>, method?: MethodId) {
  const what = name === 'waterGrams' ? waterLabel(method) : label
  return `${what} ${message}${unit && ['min_value', 'max_value'].includes(type) ? ` ${unit}` : ''}.`
}
