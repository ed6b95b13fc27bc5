import { html, nothing, svg, type TemplateResult } from 'lit'
import { drawStraight } from '../adapters/design/dial/straight.ts'
import type { Pen } from '../adapters/design/pen.ts'
import type { CardView, CoffeeRecipe } from './card-view.ts'
import { ownDial, picker, visitorGrinder } from './grinder.ts'
import { blankRing, dialinSign } from './signs.ts'
import { filled, type Speaker } from './words.ts'

/** Every method with its name and its place on the 0 to 100 scale, finest first: see build.ts. */
declare const METHODS: Array<[id: string, name: string, low: number, target: number, high: number]>
const methods = METHODS

const litPen: Pen<TemplateResult> = { html, svg }

/** The grind: on the ruler of all methods, or on the visitor's own dial. Both are equally high. */
export function grindPanel(card: CardView, recipe: CoffeeRecipe) {
  const { speaker } = card
  const grinder = visitorGrinder()
  if (card.picking === 'failed')
    return html`<div part="grinder" class="dial">
      <span role="status">${speaker.noList}</span>
      <button class="button grinder" @click=${() => card.openPicker(card.lastList)}>${speaker.again}</button>
    </div>`
  return html`<div part="grinder" class="dial ${grinder ? 'chosen' : ''}">
    ${grinder ? ownDial()?.chosenPanel(card, grinder, recipe) : unchosen(card, recipe)}
    ${picker(card, 'grinder')}
  </div>`
}

function unchosen(card: CardView, { method, methodName, grindIndex, grindSize }: CoffeeRecipe) {
  const { speaker } = card
  const word = speaker.name(grindSize)
  return html`<span class="reading grind" role="status"><b class="word ${word.length > 6 ? 'long' : ''}">${word}</b> <small>${besides(speaker, method, grindIndex)}</small></span>
    <div part="dial" class="scale">${methodRuler(speaker, method, speaker.name(method, methodName))}${card.looks.layout === 'inline' ? blankRing : nothing}</div>
    <button class="button fill grinder" @click=${() => card.openPicker('grinder')}>${dialinSign}<span>${speaker.show}</span></button>`
}

/** Below this, the middle of a method's name would be so near to the end of a narrow ruler that it begins before it. */
const NEAR_END = 15

/** How many times as narrow the ruler of a 342 px card is as the narrowest ruler with landmarks. */
const NARROWER = 1.37

/** Half of a word's width with the space around it, in percent of the narrowest ruler that has landmarks. */
const halfOf = (word: string) => [...word].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1.7 : 0.95), 1.5)

/** From fine to coarse, with the band of the method, and two others as landmarks. A word that would touch one is left out. */
function methodRuler(speaker: Speaker, method: string, name: string) {
  const [, , low = 0, target = 0, high = 0] = methods.find(([id]) => id === method) ?? []
  const own = target < NEAR_END ? { at: 0, takes: 2 } : { at: target, takes: 1 }
  const fits = (at: number, numeral: string) =>
    Math.abs(at - target) > (halfOf(numeral) * 2 + halfOf(name) * own.takes) * NARROWER
  // Near the method, the word at an end shows on wider rulers only. The styles tell by its place: 0.1 or 99.9 from
  // 342 px on, 5 or 95 as a landmark.
  const [fine, coarse] = [speaker.name('Fine'), speaker.name('Coarse')]
  const ends = [
    { at: target > 30 ? 0 : fits(0, fine) ? 0.1 : 5, numeral: fine, takes: 2 },
    { at: target < 55 ? 100 : fits(100, coarse) ? 99.9 : 95, numeral: coarse, takes: 2 },
  ]
  const shown = [...ends.filter(({ at }) => at < 1 || at > 99), { ...own, numeral: name }]
  const landmarks = methods
    .filter(([id]) => /^(mo|fr)/.test(id))
    .map(([id, name, , at]) => ({ at, numeral: speaker.name(id, name) }))
    .concat(ends)
    .filter(({ at, numeral }) =>
      shown.every(one => Math.abs(at - one.at) > halfOf(numeral) + halfOf(one.numeral) * one.takes),
    )
  const from = Math.max(0, low)
  return drawStraight(litPen, {
    ticks: [...Array.from({ length: 51 }, (_, at) => ({ at: at * 2 })), ...landmarks, ...shown],
    band: { from, width: Math.max(2, high - from) },
    sentence: `${name}: ${fine} – ${coarse}`,
  })
}

/** Well-known methods that grind on either side of an index: where a grind lies for who has no number yet. */
function besides(speaker: Speaker, method: string, grindIndex: number) {
  const others = methods.filter(([id]) => /^(tu|es|mo|ae|v6|che|fr|co)/.test(id) && id !== method)
  const at = others.findIndex(([, , , target]) => target > grindIndex)
  const named = ([id = '', name]: (typeof methods)[number] | [] = []) => speaker.name(id, name)
  return at < 0
    ? filled(speaker.coarserThan, named(others.at(-1)))
    : filled(speaker.between, named(others[at - 1]), named(others[at]))
}
