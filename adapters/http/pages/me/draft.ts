import * as v from 'valibot'
import { stylesFor } from '../../../../core/adaptation/styles.ts'
import type { Technique } from '../../../../core/adaptation/technique.ts'
import { LogBrew } from '../../../../core/brews/model.ts'
import type { StoredMachine } from '../../../../core/equipment/equipment.ts'
import { type AnyStoredGrinder, grinderFor } from '../../../../core/equipment/own-grinders.ts'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import { type MethodId, methodById, methodIds } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf, settingRead } from '../../../../core/grind/notation.ts'
import { positionOn } from '../../../../core/grind/position.ts'
import { numberOrText, withoutUnit } from '../../../../core/numbers.ts'
import { techniquesOn } from '../../../../core/techniques/techniques.ts'
import type { OwnVisit } from '../own-page.ts'
import { feedbackIn } from '../parts/taste.ts'
import { secondsIn, type Words } from '../words.ts'
import { complaintsOf } from './complaints.ts'
import type { Drunk } from './household.ts'

/** A brew as typed into its form, all text. */
export interface BrewDraft {
  /** The community recipe it was brewed from. */
  recipe: string
  /** The slug of the technique it was brewed with. */
  technique: string
  coffee: string
  /** The slug of a machine, or `any-` and a method. */
  brewer: string
  /** Empty for the usual one. */
  style: string
  grinder: string
  grindSetting: string
  doseGrams: string
  waterGrams: string
  waterTemp: string
  brewTime: string
  tdsPercent: string
  beverageGrams: string
  daysOffRoast: string
  /** In the reader's local time, such as 2026-03-31T08:15; empty for now. */
  brewedAt: string
  rating: string
  notes: string
  taste: string[]
}

/** What was typed, even if empty. Fields that the form does not have keep their initial values. */
export function draftFrom<D extends BrewDraft>(form: URLSearchParams, start: D): D {
  const texts = Object.entries(start)
    .filter(([, usual]) => typeof usual === 'string')
    .map(([name, usual]) => [name, form.get(name) ?? usual])
  return { ...start, ...Object.fromEntries(texts), taste: form.getAll('taste') }
}

export const emptyDraft: BrewDraft = {
  recipe: '',
  technique: '',
  coffee: '',
  brewer: '',
  style: '',
  grinder: '',
  grindSetting: '',
  doseGrams: '',
  waterGrams: '',
  waterTemp: '',
  brewTime: '',
  tdsPercent: '',
  beverageGrams: '',
  daysOffRoast: '',
  brewedAt: '',
  rating: '',
  notes: '',
  taste: [],
}

/** The things that a draft refers to. */
export interface DraftGear {
  grinder: AnyStoredGrinder | undefined
  machine: StoredMachine | undefined
  method: MethodId | undefined
  /** None that belongs to a brewer that was chosen before. */
  technique: Technique | undefined
}

export async function draftGear(
  { grinder, brewer, technique }: BrewDraft,
  { ports, who }: OwnVisit,
): Promise<DraftGear> {
  const known = ports.grinders.bySlug(grinder)
  const machine = ports.machines.list().find(({ slug }) => slug === brewer)
  const method = machine?.brewMethod ?? methodIds.find(method => brewer === anyOf(method))
  return {
    grinder: known && (await grinderFor(who, known.id, ports)),
    machine,
    method,
    technique: method && techniquesOn({ method, machine }, ports).find(({ slug }) => slug === technique),
  }
}

/** The chosen style, unless it belongs to a brewer that was chosen before. */
export const styleIn = (style: string, { method, machine }: Pick<DraftGear, 'method' | 'machine'>) =>
  method && stylesFor(method, machine).find(id => id === style)

/** The value for an unnamed brewer of a method. */
export const anyOf = (method: MethodId) => `any-${method}`

export const brewerName = ({ machine, method }: Pick<DraftGear, 'machine' | 'method'>) =>
  machine ? fullName(machine) : method ? methodById[method].name : 'No brewer chosen'

/** The setting on the dial; undefined if it is not one. */
export function settingOf({ grindSetting }: BrewDraft, { grinder }: DraftGear) {
  const setting = grinder && settingRead(grinder, grindSetting)
  return grinder && setting !== undefined && dialOf(grinder).holds(setting) ? setting : undefined
}

/** The same grind on another grinder, or moved by some steps. */
export async function turned<D extends BrewDraft>(draft: D, form: URLSearchParams, visit: OwnVisit): Promise<D> {
  const gear = await draftGear(draft, visit)
  const { grinder } = gear
  const before = form.get('onGrinder') ?? draft.grinder
  if (!grinder) return draft
  if (before !== draft.grinder) {
    const source = await draftGear({ ...draft, grinder: before }, visit)
    const setting = settingOf(draft, source)
    if (!source.grinder || setting === undefined) return { ...draft, grindSetting: '' }
    const index = curveThrough(source.grinder.references).indexAt(setting)
    return { ...draft, grindSetting: numeralOf(grinder, positionOn(grinder, index).setting) }
  }
  const steps = Math.sign(Number(form.get('nudge')) || 0)
  const setting = settingOf(draft, gear)
  if (steps === 0 || setting === undefined) return draft
  const to = stepFrom(grinder, setting, steps)
  return { ...draft, grindSetting: numeralOf(grinder, to) }
}

/** The value for a bag whose coffee is not in the catalog, in the field that names a coffee. */
export const valueOfBag = (id: number) => `bag-${id}`
export function bagIn(coffee: string | null): number | undefined {
  const [, id] = /^bag-([1-9]\d{0,8})$/.exec(coffee ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** The form as a brew to log. */
export function brewIn(
  draft: BrewDraft,
  gear: DraftGear,
  words: Words,
  instantAt: (local: string) => string,
  drunk?: Drunk,
) {
  const bagId = bagIn(draft.coffee)
  const parsed = v.safeParse(LogBrew, {
    ...figuresTyped(bagId === undefined ? draft : { ...draft, coffee: '' }, gear, words),
    bagId: bagId ?? null,
    method: gear.method ?? null,
    style: styleIn(draft.style, gear) ?? null,
    recipeId: typed(draft.recipe, numberOrText),
    technique: draft.recipe === '' ? (gear.technique?.slug ?? null) : null,
    ...measuredTyped(draft, gear.method, words),
    daysOffRoast: typed(draft.daysOffRoast, numberOrText),
    brewedAt: typed(draft.brewedAt, instantAt),
    extractionFeedback: feedbackIn(draft.taste),
    ...drunk,
  })
  return parsed.success ? { input: parsed.output } : { complaints: complaintsOf(parsed.issues, words, gear) }
}

/** What was measured. The yield of a shot is what is in its cup, so it need not be typed twice. */
export const measuredTyped = (
  { tdsPercent, beverageGrams, waterGrams }: Pick<BrewDraft, 'tdsPercent' | 'beverageGrams' | 'waterGrams'>,
  method: MethodId | undefined,
  words: Words,
) => ({
  tdsPercent: typed(tdsPercent, words.percentIn),
  beverageGrams:
    typed(beverageGrams, gramsIn) ??
    (method === 'espresso' && tdsPercent.trim() !== '' ? typed(waterGrams, gramsIn) : null),
})

/**
 * The figures that brews and recipes share. What is not a number stays text, so that the schema can
 * say what is wrong with it.
 */
export const figuresTyped = (draft: BrewDraft, { grinder, machine }: DraftGear, words: Words) => ({
  coffeeProfileId: typed(draft.coffee, numberOrText),
  grinderId: grinder?.id ?? null,
  machineId: machine?.id ?? null,
  doseGrams: typed(draft.doseGrams, gramsIn),
  waterGrams: typed(draft.waterGrams, gramsIn),
  // Stays text where the dial could read the number differently.
  grindSetting: typed(draft.grindSetting, grinder?.notation ? text => text : numberOrText),
  waterTempF: typed(draft.waterTemp, words.fahrenheitIn),
  brewTimeSeconds: typed(draft.brewTime, secondsIn),
  rating: typed(draft.rating, numberOrText),
  notes: typed(draft.notes, text => text),
})

/** Null for an empty field. */
export const typed = <T>(text: string, read: (text: string) => T) => (text.trim() === '' ? null : read(text.trim()))

export const gramsIn = (text: string) => numberOrText(withoutUnit(text, ['g']))
