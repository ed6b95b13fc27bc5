import type * as v from 'valibot'
import type { Fault } from '../../../../core/errors.ts'
import { BOILING_F, LEAST_DOSE_GRAMS, LEAST_RATIO, MOST_DOSE_GRAMS, MOST_RATIO } from '../../../../core/fields.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../../core/grind/model.ts'
import { type FormFaults, fieldSentence } from '../field-faults.ts'
import { Html, html } from '../html.ts'
import { notice } from '../parts/controls.ts'
import { enterSetting } from '../parts/dials.ts'
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

/** What the sentences depend on. */
interface BrewedWith {
  method?: MethodId | undefined
  grinder?: AnyGrinder | undefined
}

export function complaintsOf(issues: readonly v.BaseIssue<unknown>[], words: Words, asked: BrewedWith): Complaints {
  const complaints: Complaints = {}
  const faults = faultsOf(words, asked)
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key)
    const name = formNames[field]
    if (name) complaints[name] ??= fieldSentence(issue, faults, field)
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
export function complaintIn({ field, message }: Fault, words: Words, asked: BrewedWith): Complaints | undefined {
  const name = String(field?.path[0])
  // Says what the dial has.
  if (name === 'setting') return { grindSetting: message }
  const refused = refusable[name]
  const sentence = refusals[name] ?? (refused && faultsOf(words, asked)[refused]?.wrong)
  return sentence ? { [formNames[name] ?? name]: sentence } : undefined
}

/** Where a use case refuses a value that the schema accepts. */
const refusals: Record<string, string> = {
  brewedAt: 'That time is in the future. Enter a time in the past.',
  beverageGrams:
    'The drink can’t weigh more than its water. Weigh it without the cup, or choose the style if you added ice or water.',
}
const refusable: Record<string, string> = {
  grindSetting: 'grindSetting',
  method: 'method',
  // The amounts are fine on their own.
  ratio: 'ratio',
  waterGrams: 'ratio',
}

/** The form's names of the fields of the use cases. */
const formNames: Record<string, Complained> = {
  coffeeProfileId: 'coffee',
  machineId: 'brewer',
  method: 'brewer',
  grinderId: 'grinder',
  doseGrams: 'doseGrams',
  waterGrams: 'waterGrams',
  ratio: 'waterGrams',
  grindSetting: 'grindSetting',
  waterTempF: 'waterTemp',
  brewTimeSeconds: 'brewTime',
  tdsPercent: 'tdsPercent',
  beverageGrams: 'beverageGrams',
  daysOffRoast: 'daysOffRoast',
  brewedAt: 'brewedAt',
  rating: 'rating',
  cups: 'rating',
  notes: 'notes',
  name: 'name',
}

function faultsOf(words: Words, { method, grinder }: BrewedWith): FormFaults {
  const [low, high, usual] = [32, BOILING_F, 201].map(waterTempF => inLine(words.temperature(waterTempF)))
  const [least, most] = [LEAST_RATIO, MOST_RATIO].map(words.number)
  const oddRatio =
    method === 'espresso'
      ? `Enter a yield of ${least} to ${most} times the dose.`
      : `Enter ${least} to ${most} times as much water as coffee.`
  const [brewer, mostWater] = ['Choose your brewer.', words.number(20_000)]
  return {
    coffeeProfileId: { wrong: 'Choose a coffee.' },
    machineId: { wrong: brewer },
    method: { wrong: brewer },
    grinderId: { wrong: 'Choose your grinder.' },
    doseGrams: {
      missing: 'Enter the coffee in grams, for example 15.',
      wrong: `Enter ${words.number(LEAST_DOSE_GRAMS)} to ${words.number(MOST_DOSE_GRAMS)} g of coffee, for example 15.`,
    },
    waterGrams:
      method === 'espresso'
        ? {
            missing: 'Enter the yield in grams, for example 36.',
            wrong: `Enter a yield of 1 to ${mostWater} g, for example 36.`,
          }
        : {
            missing: 'Enter the water in grams, for example 250.',
            wrong: `Enter 1 to ${mostWater} g of water, for example 250.`,
          },
    ratio: { wrong: oddRatio },
    grindSetting: {
      missing: 'Enter your grinder’s setting.',
      wrong: grinder ? enterSetting(grinder, words) : 'Enter a setting, for example 24 clicks.',
    },
    waterTempF: { wrong: `Enter a water temperature between ${low} and ${high}, for example ${usual}.` },
    brewTimeSeconds: { wrong: 'Enter the time in minutes and seconds, for example 3:30. The longest is 72 hours.' },
    tdsPercent: {
      wrong: `Enter a TDS between ${words.typedPercent(0.01)} and 30%, for example ${words.typedPercent(1.35)}.`,
    },
    beverageGrams: { wrong: 'Enter the weight in the cup in grams, for example 210.' },
    daysOffRoast: { wrong: 'Enter the days since roasting, 0 or more.' },
    brewedAt: { wrong: 'Enter a date and time from 1990 or later.' },
    rating: { wrong: 'Choose one to five stars.' },
    notes: { wrong: 'Shorten your notes to 5,000 characters.' },
    name: { missing: 'Enter a name.', wrong: 'Shorten the name to 200 characters.' },
  }
}
