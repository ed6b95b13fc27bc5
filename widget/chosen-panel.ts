import type { TemplateResult } from 'lit'
import { ring } from '../adapters/design/dial/ring.ts'
import { drawStraight } from '../adapters/design/dial/straight.ts'
import type { Pen } from '../adapters/design/pen.ts'
import type { CardView, CoffeeRecipe } from './card-view.ts'
import type { LentParts } from './lent.ts'
import { secondEnglish } from './second-words.ts'
import { type VisitorGrinder, visitorSetting } from './setting.ts'

/** The grind on the visitor's own dial. */
export function chosenPanel(
  { html, svg, nothing, arrowSign }: LentParts,
  card: CardView,
  grinder: VisitorGrinder,
  { grindIndex }: CoffeeRecipe,
) {
  const { speaker } = card
  const words = { ...secondEnglish, ...speaker }
  const pen = { html, svg } as Pen<TemplateResult>
  const { before, numeral, unit, label, rangeLabel, onYours, isReachable, nearest, at, band, face, setting, range } =
    visitorSetting(grinder, grindIndex, speaker)
  const sentence = `${grinder.brand} ${grinder.name}: ${label} (${rangeLabel})`
  const straight = { ticks: grinder.dial.ticks ?? [], at, band: isReachable ? band : undefined, sentence }
  // The number inside the ring is text of the card, so that it is read once.
  const turned = { dial: face, setting, range, beyond: !isReachable, text: '', sentence }
  return html`<div class="reader"><span class="reading" role="status"><b class="setting">${before}${numeral}<small>${unit}</small></b> <span><strong>${isReachable ? html`${rangeLabel}<small class="joined">${unit}</small>` : nearest}</strong> <small>${onYours}</small></span></span>
    <button class="plain grinder" aria-label="${words.change}: ${words.yours}" @click=${() => card.openPicker('grinder')}>${words.change}</button></div>
    <div part="dial" class="scale ${isReachable ? '' : 'beyond'}">${drawStraight(pen, straight)}${card.looks.layout === 'inline' ? ring(pen, turned) : nothing}</div>
    <div class="hint"><span>${arrowSign()}${words.finer}</span><span>${words.coarser}${arrowSign()}</span></div>`
}

/** What a badge says, and the mark in its ring. More than two digits fit below the opening of the ring, but not in it. */
export function chosenBadge(
  { html, svg }: LentParts,
  { speaker }: CardView,
  grinder: VisitorGrinder,
  { grindIndex }: CoffeeRecipe,
  method: string,
) {
  const { numeral, label, onYours } = visitorSetting(grinder, grindIndex, speaker)
  const isLong = numeral.replace(/[.,]/g, '').length > 2
  return {
    said: html`<span class="method">${method}: </span><b>${label}</b> ${onYours}`,
    mark: svg`<path class="at" d="M0-33v14"/><text class="${isLong ? 'long' : ''}" y="${isLong ? 5 : 0}">${numeral}</text>`,
  }
}
