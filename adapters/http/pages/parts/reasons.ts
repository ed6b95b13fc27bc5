import type { Reason } from '../../../../core/adaptation/reason.ts'
import { inARow } from '../../../../core/names.ts'
import { numeralOf } from '../../../design/dial/ticks.ts'
import { type Html, html } from '../html.ts'
import { inLine, type Words } from '../words.ts'
import type { OnDial } from './dials.ts'

/** Why a recipe is as it is: each cause, and what it did. */
export const reasonList = (why: readonly Reason[], words: Words): Html =>
  why.length === 0
    ? html``
    : html`<ul class="why">${why.map(reason => {
        const [cause, effect] = reasonInWords(reason, words)
        return cause === '' ? html`<li>${effect}</li>` : html`<li><b>${cause}:</b> ${effect}</li>`
      })}</ul>`

/** In the reader's degrees; the cause is empty where the sentence has no such part. */
export function reasonInWords({ rule, changes, text }: Reason, words: Words): [cause: string, effect: string] {
  const [cause = '', ...rest] = text.split(': ')
  if (rest.length === 0) return ['', `${inDegrees(text, words)}.`]
  const { waterTempF, grindSetting, grindIndex = 0 } = changes
  const effects = rest.join(': ').split(/[,;] (?!but )/)
  const others = effects.filter(part => !/ F (hotter|cooler)$|^(finer|coarser)$/.test(part))
  const parts = [
    ...(waterTempF === undefined ? [] : [words.hotter(waterTempF)]),
    ...(grindSetting === undefined
      ? []
      : [`${Math.abs(grindIndex) < A_TOUCH ? 'a touch ' : ''}${grindIndex > 0 ? 'coarser' : 'finer'}`]),
    ...others.map(part => inDegrees(part, words)),
  ]
  return [cause, `${inARow(parts)}${rule === 'roast' ? ' than usual' : ''}.`]
}

/** Why a setting is another than was written, beside the figures that say so: "21 → 7.7". */
export function dialReasonsOf(shown: OnDial, written: OnDial | undefined): [figures: string, reason: string][] {
  return (shown.why ?? []).map(({ rule, text }) => [
    movedFigures(shown, rule === 'dial' ? undefined : written),
    `${text}.`,
  ])
}

/** "21 → 7.7", or "21" where it stayed. */
export function movedFigures(shown: OnDial, written: OnDial | undefined) {
  const [before, now] = [written ?? shown, shown].map(({ grinder, grindSetting }) => numeralOf(grinder, grindSetting))
  return before === now ? `${now}` : `${before} → ${now}`
}

/** In points of the scale: less is hardly seen in the hopper. */
const A_TOUCH = 4

/** A sentence of ours, its Fahrenheit as the reader reads it. */
export const inDegrees = (text: string, words: Words) =>
  text.replace(/(\d+) F\b/g, (_, degrees) => inLine(words.temperature(Number(degrees))))
