import * as v from 'valibot'
import { coarserSign, dialOf, stepWord } from '../grind/dial.ts'
import { indexOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import { settingFor } from '../grind/position.ts'
import { inARow } from '../names.ts'
import type { Optional } from '../optional.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { tenths } from '../rounding.ts'
import { TasteProfile } from '../taste/profile.ts'
import { brewTimeInWords } from './ranges.ts'
import { Steps, scaleSteps } from './steps.ts'

/** The figures in which a variation can differ from its original, in the order in which they are told. */
const figures = [
  'grindSetting',
  'ratio',
  'doseGrams',
  'waterGrams',
  'waterTempF',
  'brewTimeSeconds',
  'steps',
  'machineId',
  'filterId',
  'grinderId',
  'coffeeProfileId',
  'tasteProfile',
] as const
type ComparedFigure = (typeof figures)[number]
type NumberCompared = Exclude<ComparedFigure, 'steps' | 'tasteProfile'>

const figure = v.nullable(v.number())
export const FigureChange = v.object({
  figure: v.picklist(figures),
  from: v.pipe(figure, v.description('In the original; its grind on the dial of the variation.')),
  to: v.pipe(figure, v.description('In the variation. For steps, how many there are; null for a taste.')),
  steps: v.optional(v.pipe(v.nullable(Steps), v.description('The steps of the variation, where they changed.'))),
  tasteProfile: v.optional(
    v.pipe(
      v.nullable(TasteProfile),
      v.description('The taste of the variation, if its author describes it differently.'),
    ),
  ),
  text: v.string(),
  effect: v.pipe(v.nullable(v.string()), v.description('What it does to the cup, if that’s certain.')),
})
export type FigureChange = v.InferOutput<typeof FigureChange>

export const Difference = v.object({
  changes: v.array(FigureChange),
  text: v.pipe(v.string(), v.description('For example "2 clicks finer, 1:15 instead of 1:16: stronger".')),
})
export type Difference = v.InferOutput<typeof Difference>

/** A recipe as far as it is compared. A figure that is undefined in either is not. */
export type Compared = { grindIndex: number | null } & Optional<
  Record<NumberCompared, number | null> & {
    steps: Steps | null
    tasteProfile: TasteProfile | null
    method: MethodId
  }
>

/** A published recipe. What it does not say is null. */
export const comparedOf = (recipe: Compared, method?: MethodId): Compared => ({
  grindIndex: recipe.grindIndex,
  method,
  ...Object.fromEntries(figures.map(figure => [figure, recipe[figure] ?? null])),
})

export interface EquipmentNames {
  grinders: { byId: (id: number) => AnyGrinder | undefined }
  machines: { byId: (id: number) => { brand: string; model: string } | undefined }
  filters: { byId: (id: number) => { name: string } | undefined }
}

/**
 * What changed from the original to the variation, in words. Replacing each figure of the original by
 * what it changed to gives the variation.
 */
export function differenceBetween(original: Compared, variation: Compared, names: EquipmentNames): Difference {
  const changes = figures.flatMap(figure => {
    const [before, after] = [original[figure], variation[figure]]
    if (before === undefined || after === undefined || isSame(before, after)) return []
    return [tell[figure](original, variation, names)]
  })
  const ground = grindChange(original, variation, names)
  const all = ground ? [ground, ...changes.filter(({ figure }) => figure !== 'grindSetting')] : changes
  return { changes: all, text: differenceInWords(all) }
}

/** All changes in one sentence, with what they do to the cup together. */
export function differenceInWords(changes: readonly FigureChange[]) {
  if (changes.length === 0) return 'Same as the original'
  const effects = [...new Set(changes.flatMap(({ effect }) => effect ?? []))]
  // Where one change undoes another, nobody knows which is stronger.
  const certain = effects.filter(effect => !effects.includes(opposite[effect] ?? ''))
  const text = changes.map(({ text }) => text).join(', ')
  return certain.length === 0 ? text : `${text}: ${inARow(certain)}`
}

type ComparedValue = number | Steps | Steps[number] | TasteProfile | null

/** Fields may come in any order, and say nothing by null or by being left out. */
const isSame = (one: ComparedValue, other: ComparedValue) => plain(one) === plain(other)

const plain = (value: ComparedValue): string =>
  Array.isArray(value)
    ? `[${value.map(plain)}]`
    : value !== null && typeof value === 'object'
      ? JSON.stringify(
          Object.entries(value)
            .filter(([, said]) => said != null && said !== '')
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : String(value)

const opposite: Record<string, string> = {
  stronger: 'lighter',
  lighter: 'stronger',
  'more extracted': 'less extracted',
  'less extracted': 'more extracted',
}

type Tell = (original: Compared, variation: Compared, names: EquipmentNames) => FigureChange

/** One figure instead of another, such as "1:15 instead of 1:16". */
const instead =
  (figure: NumberCompared, say: (value: number, names: EquipmentNames) => string, effects?: [string, string]): Tell =>
  (original, variation, names) => {
    const [from, to] = [original[figure] ?? null, variation[figure] ?? null]
    const [before, after] = [from, to].map(value => (value === null ? undefined : say(value, names)))
    const text =
      after === undefined ? `no ${missing[figure] ?? 'figure'} given` : `${after} instead of ${before ?? 'none given'}`
    const effect = effects && from !== null && to !== null ? effects[to < from ? 0 : 1] : undefined
    return { figure, from, to, text, effect: effect ?? null }
  }

/** For example "18 g of coffee instead of 15 g". */
const amount =
  (figure: 'doseGrams' | 'waterGrams', ofWhat: (variation: Compared) => string): Tell =>
  (original, variation) => {
    const [from, to] = [original[figure] ?? null, variation[figure] ?? null]
    const [before, after] = [from, to].map(grams => (grams === null ? 'none given' : gramsInWords(grams)))
    return { figure, from, to, text: `${after} ${ofWhat(variation)} instead of ${before}`, effect: null }
  }

/** What a recipe does not say, in words. */
const missing: Partial<Record<ComparedFigure, string>> = {
  waterTempF: 'temperature',
  brewTimeSeconds: 'brew time',
  filterId: 'filter',
  grindSetting: 'setting',
}

const hotter: Tell = (original, variation, names) => {
  const [from, to] = [original.waterTempF ?? null, variation.waterTempF ?? null]
  const plain = instead('waterTempF', value => `${value} F`, ['less extracted', 'more extracted'])
  const change = plain(original, variation, names)
  if (from === null || to === null) return change
  return { ...change, text: `${tenths(Math.abs(to - from))} F ${to > from ? 'hotter' : 'cooler'}` }
}

const otherSteps: Tell = (original, variation) => {
  const [from, to] = [original.steps ?? null, variation.steps ?? null]
  const change = {
    figure: 'steps',
    from: from?.length ?? null,
    to: to?.length ?? null,
    steps: to,
    effect: null,
  } as const
  if (to === null) return { ...change, text: 'the usual steps' }
  if (from === null) return { ...change, text: 'steps of its own' }
  const scaled = scaleSteps(from, waterAndTimeOf(original), waterAndTimeOf(variation))
  if (isSame(scaled, to)) return { ...change, text: 'the same steps for these amounts' }
  return { ...change, text: stepsInWords(scaled, to) }
}

/** Which steps are different, once the original's are scaled to the amounts of the variation. */
function stepsInWords(before: Steps, after: Steps): string {
  const isKept = (at: number, shift = 0) => isSame(before[at] ?? null, after[at + shift] ?? null)
  const shared = Math.min(before.length, after.length)
  const shift = after.length - before.length
  if (shift === 0) {
    const others = after.flatMap((_, at) => (isKept(at) ? [] : at))
    const [at, ...more] = others as [number, ...number[]]
    return more.length === 0 ? stepChange(at, before[at], after[at]) : `${stepsCalled(others)} changed`
  }
  let first = 0
  while (first < shared && isKept(first)) first++
  let last = 0
  while (last < shared - first && isKept(before.length - 1 - last, shift)) last++
  const [gone, fresh] = [before, after].map(steps => range(first, steps.length - last)) as [number[], number[]]
  if (gone.length === 0) return `new ${stepsCalled(fresh)}`
  return fresh.length === 0 ? `without ${stepsCalled(gone)}` : `${stepsCalled(fresh)} instead of ${stepsCalled(gone)}`
}

/** One step, by the one thing that is different about it if there is only one. */
function stepChange(at: number, before: Steps[number] | undefined, after: Steps[number] | undefined): string {
  if (!before || !after) return `step ${at + 1} changed`
  const only = (changed: Partial<Steps[number]>) => isSame({ ...before, ...changed }, after)
  const [from, to] = [before.toGrams, after.toGrams]
  if (from != null && to != null && only({ toGrams: to }))
    return `step ${at + 1} to ${gramsInWords(to)} instead of ${gramsInWords(from)}`
  if (only({ atSeconds: after.atSeconds }))
    return `step ${at + 1} at ${brewTimeInWords(after.atSeconds)} instead of ${brewTimeInWords(before.atSeconds)}`
  if (only({ action: after.action })) return `${after.action} instead of ${before.action} in step ${at + 1}`
  if (only({ note: after.note ?? null })) return `a different note on step ${at + 1}`
  return `step ${at + 1} changed`
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)

const stepsCalled = (positions: readonly number[]) =>
  `step${positions.length === 1 ? '' : 's'} ${inARow(positions.map(at => String(at + 1)))}`

/** For example "sweetness 4 instead of 3". */
const otherTaste: Tell = (original, variation) => {
  const [from, to] = [original.tasteProfile ?? null, variation.tasteProfile ?? null]
  const levels = ['acidity', 'body', 'sweetness', 'bitterness'] as const
  const told = levels
    .filter(taste => from?.[taste] !== to?.[taste])
    .map(taste => `${taste} ${to?.[taste] ?? 'not said'} instead of ${from?.[taste] ?? 'none given'}`)
  const text = to && Object.keys(to).length > 0 ? inARow(told) : 'no taste'
  return { figure: 'tasteProfile', from: null, to: null, tasteProfile: to, text, effect: null }
}

const waterAndTimeOf = ({ waterGrams = null, brewTimeSeconds = null }: Compared) => ({ waterGrams, brewTimeSeconds })

const grinderInDifference = (id: number, { grinders }: EquipmentNames) => {
  const grinder = grinders.byId(id)
  return grinder ? `the ${fullName(grinder)}` : 'a grinder described by its owner'
}

const tell: Record<ComparedFigure, Tell> = {
  grindSetting: instead('grindSetting', String),
  ratio: instead('ratio', ratio => ratioInWords(ratio), ['stronger', 'lighter']),
  doseGrams: amount('doseGrams', () => 'of coffee'),
  waterGrams: amount('waterGrams', ({ method }) => (method === 'espresso' ? 'in the cup' : 'of water')),
  waterTempF: hotter,
  brewTimeSeconds: instead('brewTimeSeconds', brewTimeInWords),
  steps: otherSteps,
  machineId: instead('machineId', (id, { machines }) => named(machines.byId(id), 'brewer')),
  filterId: instead('filterId', (id, { filters }) => filters.byId(id)?.name ?? 'another filter'),
  grinderId: instead('grinderId', grinderInDifference),
  coffeeProfileId: (original, variation) => ({
    figure: 'coffeeProfileId',
    from: original.coffeeProfileId ?? null,
    to: variation.coffeeProfileId ?? null,
    text: 'for another coffee',
    effect: null,
  }),
  tasteProfile: otherTaste,
}

const named = (item: { brand: string; model: string } | undefined, kind: string) =>
  item ? `the ${fullName(item)}` : `another ${kind}`

/**
 * The grind, in steps of the variation's dial. Between two dials the original is converted, so a
 * different number may be the same grind. Undefined where nothing changed, or nothing can be compared.
 */
function grindChange(original: Compared, variation: Compared, { grinders }: EquipmentNames): FigureChange | undefined {
  const { grindSetting: to, grinderId } = variation
  const grinder = grinderId == null ? undefined : grinders.byId(grinderId)
  const isSameDial = original.grinderId === grinderId
  const [coarse, fine] = [original.grindIndex, variation.grindIndex]
  if (to == null || (isSameDial && original.grindSetting === to && coarse === fine)) return undefined
  const from = grinder
    ? originalOnDial(grinder, original, variation)
    : isSameDial
      ? (original.grindSetting ?? null)
      : null
  const told = { figure: 'grindSetting', from, to } as const
  if (!grinder || from === null) {
    if (coarse === null || fine === null || coarse === fine) return undefined
    return { ...told, text: fine < coarse ? 'finer' : 'coarser', effect: extracted(fine - coarse) }
  }
  const { step } = dialOf(grinder)
  const coarser = ((to - from) / step) * coarserSign(grinder)
  const steps = Math.abs(Math.round(coarser))
  if (steps === 0) {
    if (original.grindSetting === undefined || original.grindSetting === to) return undefined
    return { ...told, text: `the same grind, ${labelOf(grinder, to)}`, effect: null }
  }
  const way = coarser < 0 ? 'finer' : 'coarser'
  const by = grinder.step === null ? '' : `${steps} ${stepWord(grinder)}${steps === 1 ? '' : 's'} `
  return { ...told, text: `${by}${way}`, effect: extracted(coarser) }
}

/** Two dials of a model are calibrated alike if their settings are this near on the index, whose tenths are rounded. */
const CALIBRATED_ALIKE = 0.2

/**
 * Where the original is on the dial of the variation. Its author may have calibrated the same model:
 * then the same number is another grind.
 */
function originalOnDial(grinder: AnyGrinder, original: Compared, variation: Compared): number | null {
  const [before, after] = [original.grindSetting, variation.grindSetting]
  const own = original.grinderId === variation.grinderId ? (before ?? null) : null
  const [coarse, fine] = [original.grindIndex, variation.grindIndex]
  if (coarse === null) return own
  const published = (setting: number, grindIndex: number) => (indexOnDial(grinder, setting) ?? grindIndex) - grindIndex
  const shift = after == null || fine === null ? 0 : published(after, fine)
  if (own !== null && Math.abs(published(own, coarse) - shift) <= CALIBRATED_ALIKE) return own
  return settingFor(grinder, coarse + shift)
}

const extracted = (coarser: number) => (coarser < 0 ? 'more extracted' : 'less extracted')
