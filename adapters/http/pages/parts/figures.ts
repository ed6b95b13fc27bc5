import { type RoastLevel, roastLevels, roastWord } from '../../../../core/coffees/roast.ts'
import type { Heat } from '../../../../core/equipment/drive.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { capital } from '../../../../core/names.ts'
import { clamp } from '../../../../core/numbers.ts'
import type { Recipe } from '../../../../core/recipes/model.ts'
import { hundredths } from '../../../../core/rounding.ts'
import { type Html, html } from '../html.ts'
import { inLine, type Reading, type Words } from '../words.ts'

interface WaterParts {
  iceGrams?: number | null
  bypassGrams?: number | null
}
type FourFigures = Pick<Recipe, 'doseGrams' | 'waterGrams' | 'waterTempF' | 'brewTimeSeconds'> &
  WaterParts & { method: MethodId; heat?: Heat }

/** Coffee, water, time and, if it can be set, temperature: `large` on a page, `tiny` on a card. */
export function recipeFigures(amounts: FourFigures, words: Words, size: 'large' | 'tiny' = 'large'): Html {
  const { doseGrams, waterGrams, waterTempF, heat, brewTimeSeconds } = amounts
  const water = waterLabel(amounts.method)
  return numberBlock(
    [
      ['Coffee', words.grams(doseGrams)],
      [size === 'tiny' ? water : withApart(water, amounts, words), words.grams(waterGrams)],
      ...(waterTempF === null || heat === 'fixed'
        ? []
        : [['Temp', words.temperature(waterTempF)] as [string, Reading]]),
      ...(brewTimeSeconds === null ? [] : [['Time', words.time(brewTimeSeconds)] as [string, Reading]]),
    ],
    size,
  )
}

/** The label of `waterGrams`: for espresso it is what is in the cup. */
export const waterLabel = (method: MethodId | undefined) => (method === 'espresso' ? 'Yield' : 'Water')

/** For example "15 g in, 225 g water", or "18 g in, 36 g out" for espresso. */
export function inAndOut(method: MethodId, doseGrams: number, waterGrams: number, words: Words) {
  const [dose, water] = [doseGrams, waterGrams].map(grams => inLine(words.grams(grams)))
  return method === 'espresso' ? `${dose} in, ${water} out` : `${dose} in, ${water} water`
}

/** For example "Water, 100 g as ice": the part that is not poured through the brewer. */
export const withApart = (label: string, { iceGrams, bypassGrams }: WaterParts, words: Words) =>
  [
    label,
    ...(iceGrams == null ? [] : [`${inLine(words.grams(iceGrams))} as ice`]),
    ...(bypassGrams == null ? [] : [`${inLine(words.grams(bypassGrams))} added after`]),
  ].join(', ')

export const numberBlock = (numbers: [string, Reading][], size: 'large' | 'tiny' = 'large'): Html =>
  html`<dl class="figures${size === 'tiny' ? ' tiny' : ''}">${numbers.map(
    ([label, { number, unit }]) =>
      html`<div><dt>${label}</dt><dd>${number}${unit ? html`<small>\u00a0${unit}</small>` : ''}</dd></div>`,
  )}</dl>`

/** For example "Medium-light". */
export const roastInWords = (level: RoastLevel) => capital(roastWord(level))

/** Five beans, light to dark, always with the word. */
export const roast = (level: RoastLevel): Html =>
  html`<span class="roast"><svg viewBox="0 0 64 18" aria-hidden="true">${roastLevels.map((one, at) => bean(at, one === level, roastLevels.indexOf(level)))}</svg>${roastInWords(level)}</span>`

/** One bean in the colour of its roast, next to the word. */
export const oneBean = (level: RoastLevel): Html =>
  html`<svg class="one-bean" viewBox="0 0 18 18" aria-hidden="true"><ellipse class="bean-${roastLevels.indexOf(level) + 1}" cx="9" cy="9" rx="6" ry="8" transform="rotate(25 9 9)"/></svg>`

/** The chosen bean is larger, and those after it make room. */
function bean(at: number, isOn: boolean, chosen: number) {
  const x = 5 + at * 12 + (at > chosen ? 4 : isOn ? 2 : 0)
  const [rx, ry] = isOn ? [6, 8] : [3.8, 5.5]
  return html`<ellipse class="bean bean-${at + 1}${isOn ? ' on' : ''}" cx="${x}" cy="9" rx="${rx}" ry="${ry}" transform="rotate(25 ${x} 9)"/>`
}

/** "4.1 (15)", and aloud "Rated 4.1 stars by 15 people". */
export const stars = (rating: number, count: number, words: Words): Html =>
  html`<span class="stars">${starRow(rating)}<span aria-hidden="true">${words.number(rating)} (${words.number(count)})</span><span class="unseen">${ratingInWords(rating, count, words)}</span></span>`

function ratingInWords(rating: number, count: number, words: Words) {
  const stars = rating === 1 ? '1 star' : `${words.number(rating)} stars`
  return `Rated ${stars} by ${count === 1 ? '1 person' : `${words.number(count)} people`}`
}

/** The rating by one person. */
export const fiveStars = (rating: number): Html =>
  html`<span class="stars">${starRow(rating)}<span class="unseen">${rating} of 5 stars</span></span>`

const starRow = (rating: number): Html =>
  html`<svg viewBox="0 0 90 18" aria-hidden="true">${[0, 1, 2, 3, 4].map(at => html`<path${at < Math.round(rating) ? html` class="on"` : ''} transform="translate(${at * 18} 0)" d="M8 1.5l2.1 4.4 4.9.6-3.6 3.3 1 4.8L8 12.3l-4.4 2.3 1-4.8L1 6.5l4.9-.6z"/>`)}</svg>`

/** A bag filled to a share, from 0 to 1. Dashed if it is in the freezer. */
export function filledBag(name: string, level: RoastLevel | null, share: number, isFrozen = false): Html {
  const bean = level === null ? 3 : roastLevels.indexOf(level) + 1
  const top = hundredths(150 - 126 * clamp(share, 0, 1))
  const inset = hundredths((8 * (top - 22)) / 122)
  const fill =
    share > 0
      ? html`<path class="fill bean-${bean}" d="M${14 - inset} ${top}H${106 + inset}L114 144c0 6-3 9-8 9H14c-5 0-8-3-8-9z"/>`
      : ''
  return html`<svg class="bag filled${isFrozen ? ' frozen' : ''}" viewBox="0 0 120 160" aria-hidden="true"><path class="paper" d="${BAG}"/>${fill}<path class="fold" d="M14 6h92v14H14zM14 20h92M28 22c-4 40-6 84-4 130M92 22c4 40 6 84 4 130"/>${isFrozen ? html`<path class="ice" d="${BAG}"/>` : ''}<circle class="bean-${bean}" cx="60" cy="88" r="29"/><text class="initial" x="60" y="99">${[...name][0] ?? ''}</text></svg>`
}

const BAG = 'M14 6h92v16l8 122c0 6-3 9-8 9H14c-5 0-8-3-8-9l8-122z'

/**
 * A bag drawn from the coffee's roast and initial, if there is no picture; `labelled` leaves room
 * for words.
 */
export const bag = (name: string, level: RoastLevel, front: 'initial' | 'labelled' = 'initial'): Html =>
  html`<svg class="bag" viewBox="0 0 120 160" aria-hidden="true"><path class="paper" d="${BAG}"/><path class="fold" d="M14 6h92v14H14zM14 20h92M28 22c-4 40-6 84-4 130M92 22c4 40 6 84 4 130"/>${
    front === 'initial'
      ? html`<circle class="bean-${roastLevels.indexOf(level) + 1}" cx="60" cy="88" r="29"/><text class="initial" x="60" y="99">${[...name][0] ?? ''}</text>`
      : html`<circle class="valve" cx="60" cy="38" r="4"/><path class="front" d="M25 52h70v82h-70z"/><path class="bean-${roastLevels.indexOf(level) + 1}" d="M25 52h70v24h-70z"/>`
  }</svg>`
