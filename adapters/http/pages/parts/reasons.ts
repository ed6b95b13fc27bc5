import { saysUnmoved } from '../../../../core/adaptation/reasons.ts'
import type { Effect, Reason } from '../../../../core/dial/reason.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { inARow } from '../../../../core/names.ts'
import { type Html, html } from '../html.ts'
import { inLine, type Words } from '../words.ts'
import type { OnDial } from './dials.ts'

/** Why a recipe is as it is: each cause and its effect. */
export const reasonList = (why: readonly Reason[], words: Words): Html =>
  why.length === 0
    ? html``
    : html`<ul class="why">${why.map(reason => {
        const [cause, effect] = reasonInWords(reason, words)
        return cause === '' ? html`<li>${effect}</li>` : html`<li><b>${cause}:</b> ${effect}</li>`
      })}</ul>`

/** In the reader's unit. The cause is empty if the sentence has none. */
export function reasonInWords(reason: Reason, words: Words): [cause: string, effect: string] {
  const { rule, cause, effects } = reason
  const [first, second] = effects
  if (rule === 'altitude' && first?.value !== undefined) return ['', asHotAsItGets(first.value, words, second?.text)]
  if (first?.value !== undefined)
    return [
      '',
      `${cause} ${first.text.replace(`${first.value} F`, inLine(words.temperature(first.value)))}${second ? `; ${second.text}` : ''}.`,
    ]
  const [swallowed = [], moved = []] = [true, false].map(isIt =>
    effects.filter(({ text }) => saysUnmoved(text) === isIt),
  )
  const compared = inARow(moved.map(effect => effectInWords(effect, reason, words)))
  const parts = [
    ...(moved.length === 0 ? [] : [`${compared}${rule === 'roast' ? ' than usual' : ''}`]),
    ...swallowed.map(({ text }) => text),
  ]
  return [cause ?? '', `${parts.join('; ')}.`]
}

/** The reader has entered their altitude, so it is not repeated. */
export const asHotAsItGets = (boilsAtF: number, words: Words, advice?: string) =>
  `Water boils at ${inLine(words.temperature(boilsAtF))} at your altitude, so that is as hot as it gets${advice ? `; ${advice}` : ''}.`

function effectInWords({ figure, text }: Effect, { changes }: Reason, words: Words) {
  const { waterTempF = 0, grindIndex = 0 } = changes
  if (figure === 'waterTempF') return words.hotter(waterTempF)
  return figure === 'grindSetting' && Math.abs(grindIndex) < A_TOUCH ? `a touch ${text}` : text
}

/** Why the range is as wide as it is, without its index points: pages give a grind only on the dial. */
export function rangeReasonInWords({ rangeReason }: OnDial) {
  const points = rangeReason.indexOf(' (±')
  return points < 0 ? rangeReason : `${rangeReason.slice(0, points)}.`
}

/** Why a setting differs from the one written, next to figures such as "21 → 7.7". */
export function dialReasonsOf(shown: OnDial, written: OnDial | undefined): [figures: string, reason: string][] {
  return (shown.why ?? []).map(({ rule, text }) => [
    movedFigures(shown, rule === 'dial' ? undefined : written),
    `${text}.`,
  ])
}

/** For example "21 → 7.7", or "21" if it did not change. */
export function movedFigures(shown: OnDial, written: OnDial | undefined) {
  const [before, now] = [written ?? shown, shown].map(({ grinder, grindSetting }) => numeralOf(grinder, grindSetting))
  return before === now ? `${now}` : `${before} → ${now}`
}

/** In index points; a smaller difference is hardly visible. */
const A_TOUCH = 4
