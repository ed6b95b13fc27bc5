import { addGrinder, reviseGrinder } from '../../../core/equipment/owned-equipment.ts'
import type { Fault } from '../../../core/errors.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import {
  canBeDrawn,
  complaintInWords,
  curveDrawn,
  describedFields,
  descriptionTyped,
  grinderNames,
  type TypedFields,
  typedAs,
} from './described-fields.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { seeOther } from './own-page.ts'
import { notice } from './parts/controls.ts'
import { idIn } from './query.ts'
import { sentTo, signInForPage } from './sent-form.ts'
import { pathIn } from './site-path.ts'

/** The form in which people describe a grinder that we do not know, with its curve. */
export function describeForm({ ports }: Visit, typed: TypedFields, refused?: Fault): Html {
  // Nothing is wrong while somebody is still typing.
  const { curve, fault } = canBeDrawn(typed) ? curveDrawn(typed, ports.grinders) : {}
  const complaint = refused ?? fault
  const change = typed.get('change')
  const unit = typed.get('unit')
  return html`<form class="describe" method="post" action="/my-grinder" data-at-once><h1>${change ? 'Change your grinder' : 'Add your grinder'}</h1>
<p class="lead">One setting you know is enough to start. Each one you add narrows the range.</p>
${change ? html`<input type="hidden" name="change" value="${change}">` : ''}${unit ? html`<input type="hidden" name="unit" value="${unit}">` : ''}<input type="hidden" name="back" value="${pathIn(typed.get('back'))}">
${describedFields(typed)}${grinderNames(ports.grinders)}
<div data-live="described" id="curve">${complaint ? notice('wrong', 'Check this:', complaintInWords(complaint, typed)) : ''}${curve ?? (complaint ? '' : html`<p class="quiet">Your grinder’s curve will appear here.</p>`)}</div>
<p class="buttons"><button class="button">Save grinder</button><button class="button outlined unscripted" formmethod="get" formaction="/my-grinder#curve" formnovalidate>Preview</button></p>
<p class="quiet">Only you can see it. You can change it any time.</p></form>`
}

/** What was typed before signing in, or is in the address, or was when the grinder was described. */
export async function typedBefore(visit: Visit): Promise<TypedFields> {
  const { ports, who, url } = visit
  const waiting = sentTo('/my-grinder', visit)
  if (waiting) return waiting
  const id = idIn(url.searchParams.get('change') ?? '')
  if (!who || !id || url.searchParams.has('model')) return url.searchParams
  const { description } = (await ports.ownGrinders.describedBy(who.id)).find(one => one.id === id) ?? {}
  if (!description) return new URLSearchParams()
  return new URLSearchParams({ change: String(id), back: '/me/gear', ...typedAs(description) })
}

/** Saves what was descriptionTyped, and continues where the person came from. */
export async function grinderDescribed(
  visit: Visit,
  again: (typed: TypedFields, refused: Fault) => Promise<Response>,
): Promise<Response> {
  const { request, ports, who } = visit
  if (!who) return signInForPage(request, ports)
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const change = idIn(form.get('change') ?? '')
  const answer = await attempt(async () => {
    const ownGrinder = descriptionTyped(form)
    if (change) await reviseGrinder({ grinderId: change, ownGrinder }, ports, who)
    else await addGrinder({ ownGrinder, isDefault: true }, ports, who)
  })
  return answer.fault ? again(form, answer.fault) : seeOther(pathIn(form.get('back')))
}
