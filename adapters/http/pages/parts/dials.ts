import { type DialedGrind, dialIn } from '../../../../core/dial/dial-in.ts'
import { dialRecipe, type RecipeGrind, whyOnGrinder } from '../../../../core/dial/on-grinder.ts'
import type { Reason } from '../../../../core/dial/reason.ts'
import type { AnyStoredGrinder } from '../../../../core/equipment/own-grinders.ts'
import { advisedDial } from '../../../../core/grind/advised.ts'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import { positionInWords } from '../../../../core/grind/dial-words.ts'
import { grindEffect } from '../../../../core/grind/effect.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { type AnyGrinder, onScale } from '../../../../core/grind/model.ts'
import { fullName, withArticle } from '../../../../core/grind/name.ts'
import { dialRangeOf, labelOf, numeralOf, rangeLabelOf } from '../../../../core/grind/notation.ts'
import { capital } from '../../../../core/names.ts'
import { ring } from '../../../design/dial/ring.ts'
import { ruler } from '../../../design/dial/ruler.ts'
import { straight } from '../../../design/dial/straight.ts'
import { dialFrom, stepsFromFinest } from '../../../design/dial/ticks.ts'
import { type StandNow, turnFromHere, turnInWords } from '../../../design/dial/turn.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import type { Words } from '../words.ts'
import { icon, pen, wholeNames } from './pen.ts'

/** A grind on the reader's grinder. Every dial on a page is drawn from this. */
export interface OnDial extends DialedGrind {
  grinder: AnyGrinder
  /** "your" once the reader has said that they own it. */
  whose: 'your' | 'a'
  /** Why the setting differs from the one written, if it was converted. */
  why?: readonly Reason[]
  /** Where the reader's dial is now, if that is known. */
  stand?: StandNow | undefined
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

/** The same for a recipe. Its author sees the setting they entered. */
export const recipeOn = (
  grinder: AnyStoredGrinder,
  recipe: RecipeGrind,
  whose: OnDial['whose'],
  visit: Pick<Visit, 'ports'>,
  nudgeSteps = 0,
): OnDial => ({ grinder, whose, ...dialRecipe(grinder, recipe, writtenOn(recipe, visit), nudgeSteps) })

/** Includes why the setting differs from the one written. */
export const reasonedOn = (
  grinder: AnyStoredGrinder,
  recipe: RecipeGrind,
  whose: OnDial['whose'],
  visit: Pick<Visit, 'ports'>,
  nudgeSteps = 0,
): OnDial => ({
  ...recipeOn(grinder, recipe, whose, visit, nudgeSteps),
  why: whyOnGrinder(grinder, recipe, writtenOn(recipe, visit)),
})

const writtenOn = ({ grinderId }: RecipeGrind, { ports }: Pick<Visit, 'ports'>) =>
  grinderId == null ? undefined : ports.grinders.byId(grinderId)

/** For example "on your K-Ultra", or "on the 1Zpresso K-Ultra" if nobody owns it. */
export const onWhich = ({ grinder, whose }: Pick<OnDial, 'grinder' | 'whose'>) =>
  whose === 'your' ? `on your ${grinder.model}` : `on ${withArticle(fullName(grinder))}`

/** The same, with the name of the grinder on one line. */
export const onWhichGrinder = (on: Pick<OnDial, 'grinder' | 'whose'>): Html => wholeNames(onWhich(on))

/** What to say about a text that is not a setting of a grinder. */
export function enterSetting(grinder: AnyGrinder, words: Words) {
  const { min, max, nearest } = dialOf(grinder)
  const [range, example] = [dialRangeOf(grinder), numeralOf(grinder, nearest((min + max) / 2))]
  return `Enter a setting for the ${grinder.model} from ${words.onDial(grinder, range)}, for example ${words.onDial(grinder, example)}.`
}

/** For example "24 (22 to 27 clicks)". Every setting comes with its range. */
export const withRange = (on: OnDial) => `${numeralOf(on.grinder, on.grindSetting)} (${rangeInWords(on)})`

/** For example "22 to 27 clicks"; undefined past the end of the dial. */
export const rangeInWords = ({
  grinder,
  grindRange,
  reachable,
}: Pick<OnDial, 'grinder' | 'grindRange' | 'reachable'>) => (reachable ? rangeLabelOf(grinder, grindRange) : AS_NEAR)

export const AS_NEAR = 'as close as it gets'

export function sentenceOf(on: OnDial): string {
  const { grinder, grindLabel, grindRange, reachable, calibrated } = on
  if (!reachable)
    return `${grindLabel} is as close as the ${fullName(grinder)} gets; this grind is past the end of its dial.`
  const range = rangeLabelOf(grinder, grindRange)
  return calibrated
    ? `${grindLabel} ${onWhich(on)}, using your calibration; anything from ${range} could be right.`
    : `${grindLabel} ${onWhich(on)}; anything from ${range} could be right.`
}

/**
 * How far the ring has been nudged, and what nudging it does without a script: a form's button, or
 * a URL.
 */
interface Nudged {
  by: number
  /** How far it can be nudged, either way. */
  most: number
  method: MethodId
  href?: (by: number) => string
}

/**
 * The ring with its range in words, and two nudge buttons labelled with the taste that they fix.
 */
export function ringBlock(of: OnDial, nudged: Nudged): Html {
  const on = { ...of, grinder: advisedDial(of.grinder, nudged.method, of.grindIndex) }
  const { grinder, grindSetting, grindRange, reachable, calibrated, stand } = on
  const dial = dialFrom(grinder)
  const view = {
    dial,
    setting: grindSetting,
    range: grindRange,
    beyond: !reachable,
    sentence: sentenceOf(on),
  }
  const { by, most, method } = nudged
  const turned = { origin: stepFrom(grinder, grindSetting, -by), by, most, effects: effectsOn(method) }
  const words = reachable
    ? html`${positionOf(on)}<b>${rangeLabelOf(grinder, grindRange)}</b> ${onWhichGrinder(on)}${calibrated ? ', calibrated' : ''}`
    : endOfDialInWords(on)
  return html`<dial-ring class="dial" data-view="${JSON.stringify({ ...view, ...turned, uncertainty: uncertaintyOf(on), name: onWhich(on), stand })}">${ring(pen, view)}${nudge(on, nudged, -1)}<p class="range-words" aria-live="polite">${words}</p>${nudge(on, nudged, 1)}<p class="effect">${turnInWords(dial, turned, grindSetting)}</p>${standLine(on)}</dial-ring>`
}

const effectsOn = (method: MethodId) => ({
  finer: grindEffect('finer', method),
  coarser: grindEffect('coarser', method),
})

function nudge({ grinder, grindSetting }: OnDial, { by, most, href }: Nudged, steps: 1 | -1): Html {
  const [way, taste, sign] =
    steps < 0 ? (['Finer', 'sour', 'left'] as const) : (['Coarser', 'bitter', 'right'] as const)
  const text = html`<span class="round">${icon(sign)}</span><b>${way}</b>if it is ${taste}`
  if (Math.abs(by + steps) > most || stepFrom(grinder, grindSetting, steps) === grindSetting)
    return html`<span class="nudge spent"></span>`
  return href
    ? html`<a class="nudge" href="${href(by + steps)}" data-steps="${steps}">${text}</a>`
    : html`<button class="nudge" name="nudge" value="${by + steps}" data-steps="${steps}">${text}</button>`
}

/**
 * A ring whose setting is a field of the form around it. Without a script, the form is sent to move
 * it.
 */
export function settableRing(on: OnDial): Html {
  const { grinder, grindSetting, grindRange } = on
  const sentence = `${on.grindLabel} ${onWhich(on)}.`
  const view = { dial: dialFrom(grinder), setting: grindSetting, range: grindRange, sentence }
  const way = (steps: 1 | -1) =>
    html`<button class="nudge" name="nudge" value="${steps}" formmethod="get" formnovalidate data-steps="${steps}"><span class="round">${icon(steps < 0 ? 'left' : 'right')}</span><b>${steps < 0 ? 'Finer' : 'Coarser'}</b></button>`
  return html`<dial-ring class="dial" data-view="${JSON.stringify({ ...view, uncertainty: uncertaintyOf(on), name: onWhich(on), stand: on.stand })}">${ring(pen, view)}${way(-1)}<p class="range-words">${positionOf(on)}${unitOf(grinder)} ${onWhichGrinder(on)}</p>${way(1)}${standLine(on)}</dial-ring>`
}

/** How far to turn from where the dial is now. The ring rewrites it when it turns. */
const standLine = ({ grinder, grindSetting, stand }: OnDial): Html =>
  stand ? html`<p class="effect from-here">${turnFromHere(dialFrom(grinder), stand, grindSetting)}</p>` : html``

/** Where the setting is on a dial that shows it in parts. The ring rewrites it when it turns. */
export const positionOf = ({ grinder, grindSetting }: Pick<OnDial, 'grinder' | 'grindSetting'>): Html =>
  grinder.notation ? html`<span class="position">${positionInWords(grinder, grindSetting) ?? ''}</span>` : html``

/** What the numbers of a setting count, if that has a name. A dial that shows parts counts several things. */
export const unitOf = ({ unit, notation }: Pick<AnyGrinder, 'unit' | 'notation'>) =>
  notation ? '' : unit === 'clicks' ? 'clicks' : unit === 'rotations' ? 'turns' : ''

/** The same as the label of a field or column, which always needs one. */
export const unitLabelOf = (grinder: Pick<AnyGrinder, 'unit' | 'notation'>) => capital(unitOf(grinder)) || 'Setting'

/** An exact setting, with the range that it implies. */
export function setOn(grinder: AnyGrinder, grindSetting: number, whose: OnDial['whose'] = 'your'): OnDial {
  const { indexAt } = curveThrough(grinder.references)
  return {
    ...grindOn(grinder, indexAt(grindSetting), whose),
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    reachable: true,
  }
}

/** The same, some steps coarser (above 0) or finer. Without a script, the steps are in the URL. */
export function nudgedBy(steps: number, on: OnDial, method: MethodId): OnDial {
  const dial = advisedDial(on.grinder, method, on.grindIndex)
  return steps === 0 ? on : setOn(on.grinder, stepFrom(dial, on.grindSetting, steps), on.whose)
}

/** In index points, derived from the range. A nudge moves the range along. */
function uncertaintyOf({ grinder, grindRange, grindIndex }: OnDial) {
  const { indexAt } = curveThrough(grinder.references)
  return Math.max(...[grindRange.min, grindRange.max].map(setting => Math.abs(indexAt(setting) - grindIndex)))
}

/** Turkish stops before the end of a dial. */
function endOfDialInWords(on: OnDial): Html {
  const { grinder, grindSetting } = on
  const numeral = numeralOf(grinder, grindSetting)
  if (isCoarseEnd(on)) return html`<b>${numeral} is the coarsest</b> it has`
  const { min, max } = dialOf(grinder)
  return grindSetting === (grinder.finerIsHigher ? max : min)
    ? html`<b>${numeral} is the finest</b> it has`
    : html`<b>${numeral} is as fine</b> as we recommend`
}

const isCoarseEnd = ({ grinder, grindSetting }: OnDial) =>
  stepsFromFinest(dialFrom(grinder), grindSetting) > dialOf(grinder).steps / 2

/** For a card: the setting, its range, and the whole dial. */
export const dialPanel = (on: OnDial, numerals = 6): Html =>
  html`<div class="on-dial"><p><b>${numeralOf(on.grinder, on.grindSetting)}</b> <span class="between">${rangeInWords(on)}</span> <span${on.whose === 'your' ? html` class="said-above"` : ''}><br>${onWhichGrinder(on)}</span></p>${straightDial(on, numerals)}</div>`

export const straightDial = (on: OnDial, numerals = 6): Html =>
  straight(pen, {
    dial: dialFrom(on.grinder),
    setting: on.grindSetting,
    range: on.grindRange,
    numerals,
    sentence: sentenceOf(on),
  })

/** Where the setting is between espresso and cold brew. */
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
