import { presentStyle, stylesFor } from '../../../../core/adaptation/styles.ts'
import { usualGrinder } from '../../../../core/equipment/usual.ts'
import { techniquesOn } from '../../../../core/techniques/techniques.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import type { StandNow } from '../../../design/dial/turn.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField, textField } from '../parts/controls.ts'
import { setOn, settableRing } from '../parts/dials.ts'
import { waterLabel } from '../parts/figures.ts'
import { icon, pen } from '../parts/pen.ts'
import type { Complaints } from './complaints.ts'
import { type BrewDraft, type DraftGear, settingOf } from './draft.ts'

/** The ring, once there is a grinder and a setting. */
export function draftRing(draft: BrewDraft, gear: DraftGear, { ports }: OwnVisit, stand?: StandNow): Html {
  const setting = settingOf(draft, gear)
  if (gear.grinder && setting !== undefined) return settableRing({ ...setOn(gear.grinder, setting), stand })
  const dial = dialFrom(gear.grinder ?? usualGrinder(ports))
  const sentence = gear.grinder ? 'No setting yet.' : 'No grinder yet.'
  return html`<div class="dial">${ring(pen, { dial, sentence })}<p class="range-words">${gear.grinder ? 'Enter your setting below' : 'Choose your grinder above'}</p></div>`
}

/** The styles of the brewer, if it has several. The usual one is the empty choice. */
export function brewedStyleField(style: string, { method, machine }: Pick<DraftGear, 'method' | 'machine'>): Html {
  const [usual, ...others] = method ? stylesFor(method, machine).map(presentStyle) : []
  if (!usual || others.length === 0) return html``
  const choices = [{ value: '', label: usual.name }, ...others.map(({ id, name }) => ({ value: id, label: name }))]
  return choiceField('style', 'Style', [['', choices]], style)
}

/** The technique it was brewed by, if the brewer can do any. A brew by a recipe follows that. */
export function techniqueField(chosen: string, gear: Pick<DraftGear, 'method' | 'machine'>, { ports }: OwnVisit): Html {
  const { method, machine } = gear
  const techniques = method ? techniquesOn({ method, machine }, ports) : []
  if (techniques.length === 0) return html``
  const choices = techniques.map(({ slug, name }) => ({ value: slug, label: name }))
  return choiceField('technique', 'Technique', [['', [{ value: '', label: 'None' }, ...choices]]], chosen)
}

export function figureSteppers(
  legend: string,
  draft: BrewDraft,
  { method }: Pick<DraftGear, 'method'>,
  complaints: Complaints,
  { words }: OwnVisit,
): Html {
  const stepper = (
    name: 'doseGrams' | 'waterGrams' | 'waterTemp' | 'brewTime',
    label: string,
    unit: string,
    step: number,
    mode = 'decimal',
  ) => {
    const complaint = complaints[name]
    return html`<div class="stepper" data-step="${step}"><button type="button" hidden data-by="-1" aria-label="Less: ${label}">${icon('minus')}</button><label for="${name}" data-live="${name}-label">${label}</label><span class="typed"><input id="${name}" name="${name}" value="${draft[name]}" inputmode="${mode}" autocomplete="off" size="5"${complaint ? html` aria-invalid="true" aria-describedby="${name}-complaint"` : ''}><span aria-hidden="true">${unit}</span></span><button type="button" hidden data-by="1" aria-label="More: ${label}">${icon('plus')}</button>${complaint ? html`<p class="complaint" id="${name}-complaint">${icon('fault')}${complaint}</p>` : ''}</div>`
  }
  return html`<fieldset class="steppers"><legend>${legend}</legend>${stepper('doseGrams', 'Coffee', 'g', 0.1)}${stepper('waterGrams', waterLabel(method), 'g', method === 'espresso' ? 1 : 5)}${stepper('waterTemp', 'Temp', words.unit, 1)}${stepper('brewTime', 'Time', '', 5, 'text')}</fieldset>`
}

export const settingField = (draft: BrewDraft, { grinder }: DraftGear, complaints: Complaints): Html =>
  textField('grindSetting', grinder ? `${grinder.model} setting` : 'Grind setting', {
    value: draft.grindSetting,
    complaint: complaints.grindSetting,
    more: html`autocomplete="off"`,
  })

export const notesField = (notes: string, complaint: string | undefined, rows = 3): Html =>
  html`<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="${rows}" maxlength="5000"${complaint ? html` aria-invalid="true" aria-describedby="notes-complaint"` : ''}>${notes}</textarea>${complaint ? html`<p class="complaint" id="notes-complaint">${icon('fault')}${complaint}</p>` : ''}</div>`

/** When it was brewed, by the reader's clock, which `now` is by too. */
export const brewedAtField = (label: string, value: string, complaint: string | undefined, now: string): Html =>
  textField('brewedAt', label, {
    value,
    complaint,
    more: html`type="datetime-local" min="1990-01-01T00:00" max="${now}"`,
  })

/** What few measure: closed in the log unless something was typed. */
export function measuredFields(
  { tdsPercent, beverageGrams }: Pick<BrewDraft, 'tdsPercent' | 'beverageGrams'>,
  { method }: Pick<DraftGear, 'method'>,
  complaints: Complaints,
  isEditing = false,
): Html {
  const isOpen =
    isEditing || tdsPercent !== '' || beverageGrams !== '' || complaints.tdsPercent || complaints.beverageGrams
  const more = html`inputmode="decimal" autocomplete="off" maxlength="20"`
  return html`<details class="more"${isOpen ? html` open` : ''}><summary>Measured with a refractometer (optional)</summary>
${textField('tdsPercent', 'TDS', { value: tdsPercent, unit: '%', complaint: complaints.tdsPercent, more })}
${textField('beverageGrams', 'Weight in the cup', { value: beverageGrams, unit: 'g', complaint: complaints.beverageGrams, more })}
<p class="quiet">${method === 'espresso' ? 'Leave the weight empty to use the yield.' : 'Weigh the drink, not the water you poured.'} With TDS and weight, we can show your extraction.</p></details>`
}
