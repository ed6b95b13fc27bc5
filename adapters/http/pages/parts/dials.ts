import { type DialedGrind, dialIn } from '../../../../core/dial/dial-in.ts'
import { dialRecipe, type RecipeGrind, whyOnGrinder } from '../../../../core/dial/on-grinder.ts'
import type { Reason } from '../../../../core/dial/reason.ts'
import type { AnyStoredGrinder } from '../../../../core/equipment/own-grinders.ts'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { type AnyGrinder, onScale } from '../../../../core/grind/model.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { labelOf, numeralOf, rangeLabelOf } from '../../../../core/grind/notation.ts'
import { capital } from '../../../../core/names.ts'
import { MOST_NUDGES } from '../../../../core/setup/adapt-recipe.ts'
import { ring } from '../../../design/dial/ring.ts'
import { ruler } from '../../../design/dial/ruler.ts'
import { straight } from '../../../design/dial/straight.ts'
import { dialFrom, stepsFromFinest } from '../../../design/dial/ticks.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { icon, pen } from './pen.ts'

/** A grind on the reader's dial: what every dial on a page is drawn from. */
export interface OnDial extends DialedGrind {
  grinder: AnyGrinder
  /** "your" once the reader has said that it is theirs. */
  whose: 'your' | 'a'
  /** Why it is another setting than was written, where it was moved here. */
  why?: readonly Reason[]
}

export const grindOn = (
  grinder: AnyGrinder,
  grindIndex: number,
  whose: OnDial['whose'],
  { sourceUncertainty = 0, nudgeSteps = 0 } = {},
): OnDial => ({
  grinder,
  whose,
  ...dialIn(grinder, grindIndex, { sourceUncertainty, nudgeSteps }),
})

/** The same of a recipe, which its author sees as they set it. */
export const recipeOn = (
  grinder: AnyStoredGrinder,
  recipe: RecipeGrind,
  whose: OnDial['whose'],
  visit: Pick<Visit, 'ports'>,
  nudgeSteps = 0,
): OnDial => ({ grinder, whose, ...dialRecipe(grinder, recipe, writtenOn(recipe, visit), nudgeSteps) })

/** With why it is another setting than was written. */
export const reasonedOn = (...of: Parameters<typeof recipeOn>): OnDial => {
  const [grinder, recipe, , visit] = of
  return { ...recipeOn(...of), why: whyOnGrinder(grinder, recipe, writtenOn(recipe, visit)) }
}

const writtenOn = ({ grinderId }: RecipeGrind, { ports }: Pick<Visit, 'ports'>) =>
  grinderId == null ? undefined : ports.grinders.byId(grinderId)

/** "on your K-Ultra", or "on the 1Zpresso K-Ultra" where it is nobody's. */
export const onWhich = ({ grinder, whose }: Pick<OnDial, 'grinder' | 'whose'>) =>
  whose === 'your' ? `on your ${grinder.model}` : `on a ${fullName(grinder)}`

/** "24 (22 to 27 clicks)": no setting without its range. */
export const withRange = (on: OnDial) => `${numeralOf(on.grinder, on.grindSetting)} (${rangeInWords(on)})`

/** "22 to 27 clicks"; none where the dial ends before. */
export const rangeInWords = ({
  grinder,
  grindRange,
  reachable,
}: Pick<OnDial, 'grinder' | 'grindRange' | 'reachable'>) => (reachable ? rangeLabelOf(grinder, grindRange) : AS_NEAR)

export const AS_NEAR = 'as near as it gets'

export function sentenceOf(on: OnDial): string {
  const { grinder, grindLabel, grindRange, reachable, calibrated } = on
  if (!reachable)
    return `${grindLabel} is the nearest that the ${fullName(grinder)} has; the grind lies beyond its dial.`
  const by = calibrated ? ', by your calibration' : ''
  return `${grindLabel} ${onWhich(on)}${by}; the right setting lies within ${rangeLabelOf(grinder, grindRange)}.`
}

/** Steps that the ring has been moved by, and where moving it leads without a script: a form's button, or an address. */
interface Nudged {
  by: number
  href?: (by: number) => string
}

/** The ring with its range in words, and two nudges that say which taste sends you there. */
export function ringBlock(on: OnDial, nudged: Nudged): Html {
  const { grinder, grindSetting, grindRange, reachable, calibrated } = on
  const dial = dialFrom(grinder)
  const view = {
    dial,
    setting: grindSetting,
    range: grindRange,
    beyond: !reachable,
    sentence: sentenceOf(on),
  }
  const words = reachable
    ? html`<b>${rangeLabelOf(grinder, grindRange)}</b> ${onWhich(on)}${calibrated ? ', calibrated' : ''}`
    : html`<b>${numeralOf(grinder, grindSetting)} is the ${isCoarseEnd(on) ? 'coarsest' : 'finest'}</b> it has`
  return html`<dial-ring class="dial" data-view="${JSON.stringify({ ...view, uncertainty: uncertaintyOf(on), name: onWhich(on) })}">${ring(pen, view)}${nudge(on, nudged, -1)}<p class="range-words" aria-live="polite">${words}</p>${nudge(on, nudged, 1)}</dial-ring>`
}

function nudge({ grinder, grindSetting }: OnDial, { by, href }: Nudged, steps: 1 | -1): Html {
  const [way, taste, sign] =
    steps < 0 ? (['Finer', 'sour', 'left'] as const) : (['Coarser', 'bitter', 'right'] as const)
  const text = html`<span class="round">${icon(sign)}</span><b>${way}</b>if it is ${taste}`
  if (Math.abs(by + steps) > MOST_NUDGES || stepFrom(grinder, grindSetting, steps) === grindSetting)
    return html`<span class="nudge spent"></span>`
  return href
    ? html`<a class="nudge" href="${href(by + steps)}" data-steps="${steps}">${text}</a>`
    : html`<button class="nudge" name="nudge" value="${by + steps}" data-steps="${steps}">${text}</button>`
}

/** A ring to set: what it shows is a field of the form around it, which is sent to move it where no script runs. */
export function settableRing(on: OnDial): Html {
  const { grinder, grindSetting, grindRange } = on
  const sentence = `${on.grindLabel} ${onWhich(on)}.`
  const view = { dial: dialFrom(grinder), setting: grindSetting, range: grindRange, sentence }
  const way = (steps: 1 | -1) =>
    html`<button class="nudge" name="nudge" value="${steps}" formmethod="get" formnovalidate data-steps="${steps}"><span class="round">${icon(steps < 0 ? 'left' : 'right')}</span><b>${steps < 0 ? 'Finer' : 'Coarser'}</b></button>`
  return html`<dial-ring class="dial" data-view="${JSON.stringify({ ...view, uncertainty: uncertaintyOf(on), name: onWhich(on) })}">${ring(pen, view)}${way(-1)}<p class="range-words">${unitOf(grinder)} ${onWhich(on)}</p>${way(1)}</dial-ring>`
}

/** What a setting counts, where that has a name. */
export const unitOf = ({ unit }: Pick<AnyGrinder, 'unit'>) =>
  unit === 'clicks' ? 'clicks' : unit === 'rotations' ? 'turns' : ''

/** The same over a field or a column, where it must have one. */
export const unitLabelOf = (grinder: Pick<AnyGrinder, 'unit'>) => capital(unitOf(grinder)) || 'Setting'

/** Exactly where the dial stands, with the range that such a setting has. */
export function setOn(grinder: AnyGrinder, grindSetting: number, whose: OnDial['whose'] = 'your'): OnDial {
  const { indexAt } = curveThrough(grinder.references)
  return {
    ...grindOn(grinder, indexAt(grindSetting), whose),
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    reachable: true,
  }
}

/** In points of the scale, as the range tells it: a nudge moves the range along. */
function uncertaintyOf({ grinder, grindRange, grindIndex }: OnDial) {
  const { indexAt } = curveThrough(grinder.references)
  return Math.max(...[grindRange.min, grindRange.max].map(setting => Math.abs(indexAt(setting) - grindIndex)))
}

const isCoarseEnd = ({ grinder, grindSetting }: OnDial) =>
  stepsFromFinest(dialFrom(grinder), grindSetting) > dialOf(grinder).steps / 2

/** On a card: the setting, its range, and the whole dial. */
export const dialPanel = (on: OnDial, numerals = 6): Html =>
  html`<div class="on-dial"><p><b>${numeralOf(on.grinder, on.grindSetting)}</b> <span class="between">${rangeInWords(on)}</span> <br>${onWhich(on)}</p>${straightDial(on, numerals)}</div>`

export const straightDial = (on: OnDial, numerals = 6): Html =>
  straight(pen, {
    dial: dialFrom(on.grinder),
    setting: on.grindSetting,
    range: on.grindRange,
    numerals,
    sentence: sentenceOf(on),
  })

/** Where the setting lies between espresso and cold brew. */
export function rulerBlock(on: OnDial, method: MethodId | undefined, landmarks: 5 | 7 = 7): Html {
  const { grinder, grindSetting, grindRange, grindIndex } = on
  const { indexAt } = curveThrough(grinder.references)
  const [min = 0, max = 0] = [grindRange.min, grindRange.max]
    .map(setting => onScale(indexAt(setting)))
    .sort((a, b) => a - b)
  const { min: finest, max: coarsest } = dialOf(grinder)
  return ruler(pen, {
    dial: dialFrom(grinder),
    grindIndex,
    range: { min, max },
    method,
    landmarks,
    sentence: `${numeralOf(grinder, grindSetting)} between espresso and cold brew; the ${fullName(grinder)} reaches from ${numeralOf(grinder, finest)} to ${numeralOf(grinder, coarsest)}.`,
  })
}
