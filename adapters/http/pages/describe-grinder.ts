import * as v from 'valibot'
import { addGrinder, reviseGrinder } from '../../../core/equipment/owned-equipment.ts'
import { Fault, faultOf } from '../../../core/errors.ts'
import { describedGrinder, GrinderDescription } from '../../../core/grind/described.ts'
import { chartMethods, methodById } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { rangeLabelOf } from '../../../core/grind/notation.ts'
import { numberOrText, withPoint } from '../../../core/numbers.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { curvePicture } from './curve-picture.ts'
import { postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { seeOther } from './own-page.ts'
import { chip, choiceField, notice, textField } from './parts/controls.ts'
import { grindOn } from './parts/dials.ts'
import { idIn } from './query.ts'
import { pathIn } from './site-path.ts'

/** What was typed into the form, by field. */
type TypedFields = Pick<URLSearchParams, 'get' | 'has'>

/** The form in which people describe a grinder that we do not know, with its curve. */
export function describeSection(visit: Visit, typed: TypedFields, refused?: Fault): Html {
  const { ports } = visit
  // Nothing is wrong while somebody is still typing.
  const isShown = needed.every(name => (typed.get(name) ?? '').trim() !== '')
  const { grinder, fault } = isShown ? drawn(typed, ports.grinders) : {}
  const complaint = refused ?? fault
  const text = (name: string, label: string, more: Html = html`required`) =>
    textField(name, label, { value: typed.get(name) ?? '', more: html`autocomplete="off" maxlength="80" ${more}` })
  const numeric = html`required inputmode="decimal"`
  const change = typed.get('change')
  return html`<section class="part describe" id="not-listed" aria-labelledby="not-listed-title"><h2 id="not-listed-title">${change ? 'Change your grinder' : 'Not listed? Add your grinder'}</h2>
<p>One setting you know is enough to start. Each one more makes the range narrower.</p>
<form method="post" action="/my-grinder" data-at-once>${change ? html`<input type="hidden" name="change" value="${change}">` : ''}<input type="hidden" name="back" value="${pathIn(typed.get('back'))}">
<div class="side-by-side">${text('maker', 'Maker')}${text('model', 'Name')}</div>
${choiceField('kind', 'Kind', [['', kinds]], typed.get('kind') ?? 'hand-conical')}
<h3>Its dial</h3>
<div class="side-by-side three">${text('lowest', 'Lowest', numeric)}${text('highest', 'Highest', numeric)}${text('step', 'Smallest step', html`inputmode="decimal" placeholder="Stepless"`)}</div>
${choiceField('direction', 'Direction', [['', ways]], typed.get('direction') ?? 'coarser')}
<h3>Settings you know</h3>
${[1, 2, 3].map(at => knownFields(at, typed))}
<datalist id="known-grinders">${ports.grinders.list().flatMap(one => (one.known ? [] : [html`<option value="${fullName(one)}"></option>`]))}</datalist>
<div data-live="described" id="curve">${complaint ? notice('wrong', 'Check this:', complaintInWords(complaint)) : ''}${grinder ? curveOf(grinder) : ''}</div>
<p class="buttons"><button class="button">Save grinder</button><button class="button outlined" formmethod="get" formaction="/my-grinder#curve" formnovalidate>Preview</button></p>
<p class="quiet">Only you can see it. You can change it any time.</p></form></section>`
}

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

const needed = ['maker', 'model', 'lowest', 'highest', 'setting1']

const LIKE = 'like'
const meanings = [
  ...chartMethods.map(({ id, name }) => ({ value: id as string, label: `a good ${name}` })),
  { value: LIKE, label: 'the same as on another grinder' },
]

const knownFields = (at: number, typed: TypedFields): Html =>
  html`<fieldset class="panel known"><legend>${at}</legend><div class="side-by-side">${textField(`setting${at}`, 'Your setting', { value: typed.get(`setting${at}`) ?? '', more: html`autocomplete="off" maxlength="40"${at === 1 ? html` required` : ''}` })}${choiceField(`is${at}`, 'is', [['', meanings]], typed.get(`is${at}`) ?? ['v60', 'espresso', 'french_press'][at - 1])}</div>
<details${typed.get(`is${at}`) === LIKE ? html` open` : ''}><summary>On another grinder</summary><div class="side-by-side">${textField(`there${at}`, 'Setting there', { value: typed.get(`there${at}`) ?? '', more: html`autocomplete="off" maxlength="40"` })}${textField(`grinder${at}`, 'Which grinder', { value: typed.get(`grinder${at}`) ?? '', more: html`list="known-grinders" autocomplete="off" maxlength="100"` })}</div></details></fieldset>`

/** The setting for a V60, or what comes closest, its range, and the curve. */
function curveOf(grinder: Grinder): Html {
  const { name, grindIndex } = methodById.v60
  const on = grindOn(grinder, grindIndex.target, 'your')
  const espresso = grindOn(grinder, methodById.espresso.grindIndex.target, 'your')
  const count = grinder.known?.length ?? 1
  return html`<div class="panel"><p class="label">${name} on your ${grinder.model}</p><p class="written">${on.grindLabel} <small>${rangeLabelOf(grinder, on.grindRange)}, from ${count === 1 ? 'one setting' : `${count} settings`}</small> ${chip('Wide range', 'warm')}</p>
${curvePicture(grinder)}
<p>Sure near ${count === 1 ? 'the setting' : 'the settings'} you know, less sure away from ${count === 1 ? 'it' : 'them'}. ${espresso.reachable ? html`<b>Espresso could be anywhere from ${rangeLabelOf(grinder, espresso.grindRange)}.</b>` : ''}</p></div>`
}

/** The description as it was typed. Fields that are empty are left out. */
function descriptionIn(typed: TypedFields) {
  const [drive, burrType] = (typed.get('kind') ?? '').split('-')
  const numeric = (name: string) => numberOrText(withPoint((typed.get(name) ?? '').trim()))
  const known = [1, 2, 3].flatMap((at): object[] => {
    const setting = (typed.get(`setting${at}`) ?? '').trim()
    const is = typed.get(`is${at}`)
    if (setting === '') return []
    const given = numberOrText(withPoint(setting))
    if (is !== LIKE) return [{ setting: given, method: is }]
    return [{ setting: given, like: { grinder: typed.get(`grinder${at}`), setting: numeric(`there${at}`) } }]
  })
  return {
    ...{ brand: typed.get('maker'), name: typed.get('model'), drive, burrType },
    ...{ minSetting: numeric('lowest'), maxSetting: numeric('highest') },
    ...((typed.get('step') ?? '').trim() !== '' && { step: numeric('step') }),
    ...{ finerIsHigher: typed.get('direction') === 'finer', known },
  }
}

function described(typed: TypedFields): GrinderDescription {
  const parsed = v.safeParse(GrinderDescription, descriptionIn(typed), { abortEarly: true })
  if (!parsed.success) throw faultOf(parsed.issues[0])
  return parsed.output
}

function drawn(typed: TypedFields, grinders: Visit['ports']['grinders']): { grinder?: Grinder; fault?: Fault } {
  try {
    return { grinder: describedGrinder('preview', described(typed), grinders) }
  } catch (error) {
    if (error instanceof Fault) return { fault: error }
    throw error
  }
}

/** What is wrong, with the labels of the form in place of the names of the fields. */
function complaintInWords({ field, message }: Fault): string {
  const [first = '', at] = field?.path ?? []
  if (!field || !message.startsWith(String(first))) return message
  const label = first === 'known' && typeof at === 'number' ? `Setting ${at + 1}` : labels[String(first)]
  return `${label ?? 'What you typed'} ${field.complaint}`
}

const labels: Record<string, string> = {
  brand: 'The maker',
  name: 'The name',
  minSetting: 'The lowest number',
  maxSetting: 'The highest number',
  step: 'The smallest step',
  known: 'The list of settings',
}

/** The form as it was when the grinder was described. */
export async function typedBefore({ ports, who, url }: Visit): Promise<TypedFields> {
  const id = idIn(url.searchParams.get('change') ?? '')
  if (!who || !id || url.searchParams.has('model')) return url.searchParams
  const { description } = (await ports.ownGrinders.describedBy(who.id)).find(one => one.id === id) ?? {}
  if (!description) return new URLSearchParams()
  const { brand, name, drive, burrType, minSetting, maxSetting, step, finerIsHigher, known } = description
  return new URLSearchParams({
    ...{ change: String(id), maker: brand, model: name, kind: `${drive}-${burrType ?? 'conical'}` },
    ...{ lowest: String(minSetting), highest: String(maxSetting), step: step === null ? '' : String(step) },
    ...{ direction: finerIsHigher ? 'finer' : 'coarser', back: '/me/gear' },
    ...Object.fromEntries(
      known.flatMap(({ setting, method, like }, n) => [
        [`setting${n + 1}`, String(setting)],
        [`is${n + 1}`, method ?? LIKE],
        ...(like
          ? [
              [`there${n + 1}`, String(like.setting)],
              [`grinder${n + 1}`, like.grinder],
            ]
          : []),
      ]),
    ),
  })
}

/** Saves what was described, and continues where the person came from. */
export async function grinderDescribed(
  visit: Visit,
  again: (typed: TypedFields, refused: Fault) => Promise<Response>,
): Promise<Response> {
  const { request, ports, who } = visit
  if (!who) throw new Fault('not-signed-in', 'Sign in first, so that we can keep your grinder.')
  const form = await postedForm(request, ports)
  const change = idIn(form.get('change') ?? '')
  const answer = await attempt(async () => {
    const ownGrinder = described(form)
    if (change) await reviseGrinder({ grinderId: change, ownGrinder }, ports, who)
    else await addGrinder({ ownGrinder, isDefault: true }, ports, who)
  })
  return answer.fault ? again(form, answer.fault) : seeOther(pathIn(form.get('back')))
}
