import * as v from 'valibot'
import { LogBrew } from '../../../../core/brews/model.ts'
import type { StoredMachine } from '../../../../core/equipment/equipment.ts'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import { type MethodId, methodById, methodIds } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { settingRead } from '../../../../core/grind/notation.ts'
import { grinderFor, type StoredOwnGrinder } from '../../../../core/grind/own-grinders.ts'
import { placeOn } from '../../../../core/grind/place.ts'
import { numberOrText } from '../../../../core/numbers.ts'
import { numeralOf } from '../../../design/dial/ticks.ts'
import type { OwnVisit } from '../own-page.ts'
import { feedbackIn } from '../parts/taste.ts'
import { inLine, secondsIn, type Words } from '../words.ts'

/** A brew as its form has it: text, as it was typed. */
export interface BrewDraft {
  /** The community recipe it was brewed from. */
  recipe: string
  coffee: string
  /** The slug of a machine, or `any-` and a method. */
  brewer: string
  grinder: string
  grindSetting: string
  doseGrams: string
  waterGrams: string
  waterTemp: string
  brewTime: string
  daysOffRoast: string
  rating: string
  notes: string
  taste: string[]
}

/** What is typed counts, also where it is nothing; what a form does not have is as the log starts. */
export function draftFrom(form: URLSearchParams, start: BrewDraft): BrewDraft {
  const texts = Object.entries(start)
    .filter(([name]) => name !== 'taste')
    .map(([name, usual]) => [name, form.get(name) ?? usual])
  return { ...start, ...Object.fromEntries(texts), taste: form.getAll('taste') }
}

export const emptyDraft: BrewDraft = {
  recipe: '',
  coffee: '',
  brewer: '',
  grinder: '',
  grindSetting: '',
  doseGrams: '',
  waterGrams: '',
  waterTemp: '',
  brewTime: '',
  daysOffRoast: '',
  rating: '',
  notes: '',
  taste: [],
}

/** What a draft names, found. */
export interface DraftGear {
  grinder: StoredOwnGrinder | undefined
  machine: StoredMachine | undefined
  method: MethodId | undefined
}

export async function draftGear({ grinder, brewer }: BrewDraft, { ports, who }: OwnVisit): Promise<DraftGear> {
  const known = ports.grinders.bySlug(grinder)
  const machine = ports.machines.list().find(({ slug }) => slug === brewer)
  return {
    grinder: known && (await grinderFor(who, known.id, ports)),
    machine,
    method: machine?.brewMethod ?? methodIds.find(method => brewer === anyOf(method)),
  }
}

/** A brewer that nobody has named. */
export const anyOf = (method: MethodId) => `any-${method}`

export const brewerName = ({ machine, method }: Pick<DraftGear, 'machine' | 'method'>) =>
  machine ? fullName(machine) : method ? methodById[method].name : 'Some brewer'

/** The setting on its dial; undefined where it is none. */
export function settingOf({ grindSetting }: BrewDraft, { grinder }: DraftGear) {
  const setting = grinder && settingRead(grinder, grindSetting)
  return grinder && setting !== undefined && dialOf(grinder).holds(setting) ? setting : undefined
}

/** The same grind on another dial, or some steps further. */
export async function turned(draft: BrewDraft, form: URLSearchParams, visit: OwnVisit): Promise<BrewDraft> {
  const gear = await draftGear(draft, visit)
  const { grinder } = gear
  const before = form.get('onGrinder') ?? draft.grinder
  if (!grinder) return draft
  if (before !== draft.grinder) {
    const source = await draftGear({ ...draft, grinder: before }, visit)
    const setting = settingOf(draft, source)
    if (!source.grinder || setting === undefined) return { ...draft, grindSetting: '' }
    const index = curveThrough(source.grinder.references).indexAt(setting)
    return { ...draft, grindSetting: numeralOf(grinder, placeOn(grinder, index).setting) }
  }
  const steps = Math.sign(Number(form.get('nudge')) || 0)
  const setting = settingOf(draft, gear)
  if (steps === 0 || setting === undefined) return draft
  const to = stepFrom(grinder, setting, steps)
  return { ...draft, grindSetting: numeralOf(grinder, to) }
}

/** By the form's own names: what is wrong with what was typed, each in a sentence. */
export type Complaints = Partial<Record<keyof BrewDraft, string>>

/** What the form says, as a brew to log. */
export function brewIn(draft: BrewDraft, { grinder, machine, method }: DraftGear, words: Words) {
  const given = <T>(text: string, read: (text: string) => T) => (text.trim() === '' ? null : read(text.trim()))
  const input = {
    method: method ?? null,
    coffeeProfileId: given(draft.coffee, numberOrText),
    recipeId: given(draft.recipe, numberOrText),
    grinderId: grinder?.id ?? null,
    machineId: machine?.id ?? null,
    doseGrams: given(draft.doseGrams, gramsIn),
    waterGrams: given(draft.waterGrams, gramsIn),
    // A number that the dial would read otherwise stays text.
    grindSetting: given(draft.grindSetting, grinder?.notation ? text => text : numberOrText),
    waterTempF: given(draft.waterTemp, words.fahrenheitIn),
    brewTimeSeconds: given(draft.brewTime, secondsIn),
    daysOffRoast: given(draft.daysOffRoast, numberOrText),
    rating: given(draft.rating, numberOrText),
    notes: given(draft.notes, text => text),
    extractionFeedback: feedbackIn(draft.taste),
  }
  const parsed = v.safeParse(LogBrew, input)
  if (parsed.success) return { input: parsed.output }
  const complaints: Complaints = {}
  for (const issue of parsed.issues) {
    const field = fields[String(issue.path?.[0]?.key)]
    if (field) complaints[field.name] ??= field.sentence?.(words) ?? sentenceOf(field, issue.message)
  }
  return { complaints }
}

const gramsIn = (text: string) => numberOrText(text.replace(/\s*g$/i, ''))

interface DraftField {
  name: keyof BrewDraft
  label: string
  unit?: string
  /** Where the plain message would speak of other units than the reader's. */
  sentence?: (words: Words) => string
}

const fields: Record<string, DraftField> = {
  coffeeProfileId: { name: 'coffee', label: 'The coffee' },
  doseGrams: { name: 'doseGrams', label: 'Coffee', unit: 'g' },
  waterGrams: { name: 'waterGrams', label: 'Water', unit: 'g' },
  grindSetting: { name: 'grindSetting', label: 'The setting' },
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
  daysOffRoast: { name: 'daysOffRoast', label: 'Days since roasting' },
  rating: { name: 'rating', label: 'The rating' },
  notes: { name: 'notes', label: 'The notes' },
}

const sentenceOf = ({ label, unit }: DraftField, message: string) =>
  `${label} ${message}${unit && /\d$/.test(message) ? ` ${unit}` : ''}.`
