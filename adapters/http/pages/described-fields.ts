import * as v from 'valibot'
import { Fault, faultOf } from '../../../core/errors.ts'
import { describedGrinder, GrinderDescription } from '../../../core/grind/described.ts'
import { coarserSign } from '../../../core/grind/dial.ts'
import { chartMethods, methodById } from '../../../core/grind/methods.ts'
import { type Grinder, type GrinderCatalog, MOST_SETTING, type Notation } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { rangeLabelOf, settingRead } from '../../../core/grind/notation.ts'
import { numberOrText, withPoint } from '../../../core/numbers.ts'
import { thousandths } from '../../../core/rounding.ts'
import { isStorable } from '../../schemas/storable.ts'
import { curvePicture } from './curve-picture.ts'
import { type Html, html } from './html.ts'
import { chip, choiceField, textField } from './parts/controls.ts'
import { grindOn } from './parts/dials.ts'
import { icon } from './parts/pen.ts'

/** What was typed into the fields, by name. */
export type TypedFields = Pick<URLSearchParams, 'get' | 'has'>

/** The names of the fields that begin so, without that beginning. */
export const typedAfter = (prefix: string, typed: TypedFields): TypedFields => ({
  get: name => typed.get(prefix + name),
  has: name => typed.has(prefix + name),
})

const textIn = (typed: TypedFields, name: string) => (typed.get(name) ?? '').trim()

/** Until these are there, nothing can be drawn, and nothing is wrong. */
export const canBeDrawn = (typed: TypedFields) =>
  ['maker', 'model', 'lowest', 'highest'].every(name => textIn(typed, name) !== '') &&
  filledRows(typed).length > 0 &&
  filledRows(typed).every(at => fieldsOfMeaning(typed.get(`is${at}`)).every(name => textIn(typed, name + at) !== ''))

/** The fields that describe a grinder. `isRequired` is false where people may leave them all empty. */
export function describedFields(typed: TypedFields, { prefix = '', isRequired = true } = {}): Html {
  const required = isRequired ? html` required` : ''
  const text = (name: string, label: string, more: Html | string = '', start = '') =>
    textField(prefix + name, label, {
      value: typed.get(name) ?? start,
      more: html`autocomplete="off" maxlength="80"${more}`,
    })
  const chosen = (name: string, label: string, choices: { value: string; label: string }[]) =>
    choiceField(prefix + name, label, [['', choices]], typed.get(name) ?? choices[0]?.value)
  const direction = typed.get('direction') ?? 'coarser'
  const hasMore = ['burrs', 'slowest', 'fastest'].some(name => textIn(typed, name) !== '')
  return html`<div class="side-by-side">${text('maker', 'Maker', required)}${text('model', 'Name', required)}</div>
${chosen('kind', 'Kind', kinds)}
<details class="more-of-it"${hasMore ? html` open` : ''}><summary>Different burrs or an adjustable speed?</summary>${text('burrs', 'Burr set', html` placeholder="SSP 64 mm"`)}<div class="side-by-side">${text('slowest', 'Slowest speed (rpm)', html` inputmode="numeric"`)}${text('fastest', 'Fastest speed (rpm)', html` inputmode="numeric"`)}</div></details>
<h2>Its dial</h2>
<div class="notation">${chosen('shows', 'What the dial shows', shows)}
<div class="letters">${text('letters', 'Letters', html` inputmode="numeric"`)}</div><div class="turns">${text('numbers', 'Numbers per turn', html` inputmode="numeric"`)}</div><div class="clicks">${text('clicks', 'Clicks between numbers', html` inputmode="numeric"`)}</div></div>
<div class="side-by-side three">${text('lowest', 'Lowest', required)}${text('highest', 'Highest', required)}${text('step', 'Smallest step', html` inputmode="decimal" placeholder="Stepless"`)}</div>
<fieldset class="switch sorts"><legend class="unseen">Direction</legend>${ways.map(({ value, label }) => html`<label><input class="unseen" type="radio" name="${prefix}direction" value="${value}"${value === direction ? html` checked` : ''}>${label}</label>`)}</fieldset>
<h2>Settings you know</h2>
<div class="knowns">${[1, 2, 3].map(at => knownFields(at, typed, prefix, isRequired && at === 1))}</div>`
}

/** The names for "on another grinder", once a page. */
export const grinderNames = (grinders: GrinderCatalog): Html =>
  html`<datalist id="known-grinders">${grinders.list().flatMap(one => (one.known ? [] : [html`<option value="${fullName(one)}"></option>`]))}</datalist>`

const kinds = [
  { value: 'hand-conical', label: 'Hand, conical burrs' },
  { value: 'hand-flat', label: 'Hand, flat burrs' },
  { value: 'electric-conical', label: 'Electric, conical burrs' },
  { value: 'electric-flat', label: 'Electric, flat burrs' },
]
const ways = [
  { value: 'coarser', label: 'Higher is coarser' },
  { value: 'finer', label: 'Higher is finer' },
]
const shows = [
  { value: 'numbers', label: 'Numbers, such as 4.5' },
  { value: 'clicks', label: 'Clicks, such as 24' },
  { value: 'rotations', label: 'Turns, such as 1.5' },
  { value: 'number-letter', label: 'A number and a letter, such as 9E' },
  { value: 'number.click', label: 'A number and clicks, such as 6.1' },
  { value: 'turn.number.click', label: 'Turn, number and click, such as 2.5.1' },
  { value: 'turn+number', label: 'Turns and a number, such as 1+2.5' },
]

const LIKE = 'like'
const INDEX = 'index'
const meanings = [
  ...chartMethods.map(({ id, name }) => ({ value: id as string, label: `a good ${name}` })),
  { value: LIKE, label: 'the same grind as' },
  { value: INDEX, label: 'a grind index' },
]
const fieldsOfMeaning = (is: string | null) => (is === LIKE ? ['there', 'grinder'] : is === INDEX ? ['index'] : [])
const firstMeanings = ['v60', 'espresso', 'french_press']
const hints = [
  '',
  'Add another, for example your espresso or French press setting',
  'Add a third, as far from the other two as you can',
]

function knownFields(at: number, typed: TypedFields, prefix: string, isRequired: boolean): Html {
  const input = (name: string, label: string, more: Html) =>
    html`<input id="${prefix}${name}${at}" name="${prefix}${name}${at}" value="${typed.get(`${name}${at}`) ?? ''}" aria-label="${label}" autocomplete="off" ${more}>`
  const is = typed.get(`is${at}`) ?? firstMeanings[at - 1]
  const fields = html`<div class="field known-fields">${input('setting', `Setting ${at}`, html`maxlength="40"${isRequired ? html` required` : ''}`)}<span aria-hidden="true">is</span><select id="${prefix}is${at}" name="${prefix}is${at}" aria-label="What setting ${at} is">${meanings.map(
    ({ value, label }) => html`<option value="${value}"${value === is ? html` selected` : ''}>${label}</option>`,
  )}</select><div class="like">${input('there', `Setting ${at} on the other grinder`, html`maxlength="40" placeholder="24"`)}<span aria-hidden="true">on a</span>${input('grinder', `The other grinder for setting ${at}`, html`list="known-grinders" maxlength="100" placeholder="C40 MK4"`)}</div><div class="index">${input('index', `Grind index of setting ${at}`, html`maxlength="10" inputmode="decimal" placeholder="0 to 100"`)}</div></div>`
  const dot = html`<span class="dot" aria-hidden="true">${at}</span>`
  if (at === 1) return html`<div class="panel known">${dot}${fields}</div>`
  const isOpen = textIn(typed, `setting${at}`) !== ''
  return html`<details class="panel known"${isOpen ? html` open` : ''}><summary>${dot}<span class="hint">${hints[at - 1] ?? ''}</span><span class="without">${icon('cross')}<span class="unseen">Remove setting ${at}</span></span></summary>${dot}${fields}</details>`
}

const filledRows = (typed: TypedFields) => [1, 2, 3].filter(at => textIn(typed, `setting${at}`) !== '')

/** A notation with what it counts, and how far apart two settings are if the step is left empty. */
function notationIn(typed: TypedFields): { unit: string; notation?: Notation; usualStep?: number } {
  const form = typed.get('shows') ?? 'numbers'
  const whole = (name: string) => numberOrText(textIn(typed, name)) as number
  const counts = {
    'number-letter': { letters: whole('letters') },
    'number.click': { clicksPerNumber: whole('clicks') },
    'turn.number.click': { numbersPerTurn: whole('numbers'), clicksPerNumber: whole('clicks') },
    'turn+number': { numbersPerTurn: whole('numbers') },
  }[form]
  if (!counts) return { unit: form }
  const notation = { form, ...counts } as Notation
  const perNumber = 'letters' in notation ? notation.letters : 'clicksPerNumber' in notation && notation.clicksPerNumber
  const unit = typed.get('unit') ?? 'dial'
  return { unit, notation, ...(perNumber && { usualStep: unit === 'clicks' ? 1 : thousandths(1 / perNumber) }) }
}

/** The description as it was typed. Fields that are empty are left out. */
function descriptionIn(typed: TypedFields) {
  const text = (name: string) => textIn(typed, name)
  const number = (name: string) => numberOrText(withPoint(text(name)))
  const [drive, burrType] = text('kind').split('-')
  const { unit, notation, usualStep } = notationIn(typed)
  const step = text('step') === '' ? usualStep : number('step')
  /** As a number, or as the dial shows it: 10Z. */
  const position = (name: string) => {
    const plain = number(name)
    if (!v.is(v.number(), step) || !v.is(GrinderDescription.entries.notation, notation) || !notation) return plain
    const dial = { unit: unit as Grinder['unit'], notation, minSetting: 0, maxSetting: MOST_SETTING, step }
    return settingRead({ ...dial, references: [] as unknown as Grinder['references'] }, text(name)) ?? plain
  }
  const known = filledRows(typed).map((at): object => {
    const setting = number(`setting${at}`)
    const is = typed.get(`is${at}`)
    if (is === INDEX) return { setting, grindIndex: number(`index${at}`) }
    if (is !== LIKE) return { setting, method: is }
    return { setting, like: { grinder: text(`grinder${at}`), setting: number(`there${at}`) } }
  })
  const [slowest, fastest] = [number('slowest') || number('fastest'), number('fastest') || number('slowest')]
  return {
    ...{ brand: text('maker'), name: text('model'), drive, burrType, unit },
    ...(text('burrs') !== '' && { burrSet: text('burrs') }),
    ...(slowest !== '' && { rpm: { min: slowest, max: fastest } }),
    ...{ minSetting: position('lowest'), maxSetting: position('highest') },
    ...(step !== undefined && { step }),
    ...(notation && { notation }),
    ...{ finerIsHigher: typed.get('direction') === 'finer', known },
  }
}

export function descriptionTyped(typed: TypedFields): GrinderDescription {
  const given = descriptionIn(typed)
  if (!isStorable(JSON.stringify(given).replaceAll('\\u0000', '\0')))
    throw new Fault(
      'invalid',
      'One of the fields contains a character we can’t store. Remove the character and try again.',
    )
  const parsed = v.safeParse(GrinderDescription, given, { abortEarly: true })
  if (!parsed.success) throw faultOf(parsed.issues[0])
  return parsed.output
}

export function curveDrawn(typed: TypedFields, grinders: GrinderCatalog): { curve?: Html; fault?: Fault } {
  try {
    const grinder = describedGrinder('preview', descriptionTyped(typed), grinders)
    return { curve: curveOf(grinder, typed) }
  } catch (error) {
    if (error instanceof Fault) return { fault: error }
    throw error
  }
}

const counted = ['no setting', 'one setting', 'two settings', 'three settings']

/** The setting for a V60, or what comes closest, its range, and the curve. */
function curveOf(grinder: Grinder, typed: TypedFields): Html {
  const { name, grindIndex } = methodById.v60
  const on = grindOn(grinder, grindIndex.target, 'your')
  const espresso = grindOn(grinder, methodById.espresso.grindIndex.target, 'your')
  const known = grinder.known ?? []
  const isOne = known.length === 1
  // Finest first, as the known points are.
  const finest = (at: number) => coarserSign(grinder) * (settingRead(grinder, textIn(typed, `setting${at}`)) ?? 0)
  const numbers = filledRows(typed).toSorted((one, other) => finest(one) - finest(other))
  const isFar = (known[0]?.grindIndex ?? 0) > methodById.espresso.grindIndex.target + FAR
  return html`<div class="panel its-curve"><p class="label">${name} on your ${grinder.model}</p><p class="written">${on.grindLabel} ${chip('Wide range', 'warm')}</p><p><b>${rangeLabelOf(grinder, on.grindRange)}</b>, from ${counted[known.length] ?? ''}</p>
${curvePicture(grinder, { numbers, range: on.grindRange })}
<p class="how-sure">${icon('sheet')}<span>We’re sure near ${isOne ? 'the setting' : 'the settings'} you know, and less sure further away. ${espresso.reachable ? html`<b>Espresso could be anywhere from ${rangeLabelOf(grinder, espresso.grindRange)}.</b>` : ''}${isFar && known.length < 3 ? ' One more setting at the fine end would narrow the range.' : ''}</span></p></div>`
}

/** In index points; nearer, another setting narrows little. */
const FAR = 10

/** What is wrong, with the labels of the form in place of the names of the fields. */
export function complaintInWords({ field, message }: Fault, typed: TypedFields): string {
  const [first = '', at, of] = field?.path ?? []
  if (!field || !message.startsWith(String(first))) return message
  const row = first === 'known' && typeof at === 'number' ? filledRows(typed)[at] : undefined
  const label = row ? `Setting ${row}` : (labels[String(of ?? at ?? '')] ?? labels[String(first)])
  if (label !== undefined && field.complaint.startsWith('must not be empty'))
    return `Enter ${label.charAt(0).toLowerCase()}${label.slice(1)}.`
  return `${label ?? 'What you typed'} ${field.complaint}`
}

const labels: Record<string, string> = {
  brand: 'The maker',
  name: 'The name',
  burrSet: 'The burr set',
  rpm: 'The speed',
  minSetting: 'The lowest number',
  maxSetting: 'The highest number',
  step: 'The smallest step',
  letters: 'The number of letters',
  numbersPerTurn: 'The number of numbers per turn',
  clicksPerNumber: 'The number of clicks',
  finerIsHigher: '“Higher is finer”',
  known: 'The list of settings',
}

/** The fields as they were when the grinder was described. */
export function typedAs(description: GrinderDescription): Record<string, string> {
  const { brand, name, drive, burrType, burrSet, rpm, unit, notation, known } = description
  const { minSetting, maxSetting, step, finerIsHigher } = description
  const count = (name: string) => String((notation as Partial<Record<string, unknown>> | undefined)?.[name] ?? '')
  return {
    ...{ maker: brand, model: name, kind: `${drive}-${burrType ?? 'conical'}`, burrs: burrSet ?? '' },
    ...{ slowest: String(rpm?.min ?? ''), fastest: String(rpm?.max ?? '') },
    ...(notation ? { shows: notation.form, unit } : { shows: unit === 'dial' ? 'numbers' : unit }),
    ...{ letters: count('letters'), numbers: count('numbersPerTurn'), clicks: count('clicksPerNumber') },
    step: step === null ? '' : String(step),
    ...{ lowest: String(minSetting), highest: String(maxSetting), direction: finerIsHigher ? 'finer' : 'coarser' },
    ...Object.assign(
      {},
      ...known.map(({ setting, method, like, grindIndex }, n) => ({
        [`setting${n + 1}`]: String(setting),
        [`is${n + 1}`]: method ?? (like ? LIKE : INDEX),
        ...(like && { [`there${n + 1}`]: String(like.setting), [`grinder${n + 1}`]: like.grinder }),
        ...(grindIndex !== undefined && { [`index${n + 1}`]: String(grindIndex) }),
      })),
    ),
  }
}
