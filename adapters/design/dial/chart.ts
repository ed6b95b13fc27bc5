import { dialOf } from '../../../core/grind/dial.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import { bandAcross, numeralsOn, positionAcross, sideOf, spacing } from './straight.ts'
import { type DialFace, standApart, type Tick, ticksOn } from './ticks.ts'

/** How many numerals fit across a page. */
const NUMERALS = 9
/**
 * Width at which the stylesheet shows the chart at its narrowest, and the size of a numeral there,
 * in pixels.
 */
export const NARROWEST_CHART = { page: { width: 340, numeral: 18 }, phone: { width: 248, numeral: 14 } }

/**
 * The dial at the top of a chart, fine to coarse, by which every row below is read. Hidden from
 * screen readers.
 */
export function chartAxis<T>({ html, svg }: Pen<T>, dial: DialFace): T {
  const ticks = ticksFor(dial)
  const x = across(dial)
  const isWide = !isApart(dial, 'phone', spacingOf(dial).numeralEvery)
  return html`<svg class="chart-axis" height="56" aria-hidden="true">${ticks.map(
    ({ setting, length }) =>
      svg`<line class="tick" x1="${x(setting)}" x2="${x(setting)}" y1="${length === 'long' ? 38 : 45}" y2="56"/>`,
  )}${ticks
    .filter(({ numeral }) => numeral !== undefined)
    .map(
      ({ setting, numeral = '' }, at) =>
        svg`<text class="numeral ${phoneAnchor(dial, setting, numeral)}${isWide && at % 2 === 1 ? ' spare' : ''}" x="${x(setting)}" y="26">${numeral}</text>`,
    )}</svg>`
}

interface ChartRowView {
  dial: DialFace
  setting: number
  range: SettingSpan
  reachable: boolean
}

/** One method's row on that dial. The numbers are given in text next to it. */
export function chartBand<T>({ html, svg }: Pen<T>, { dial, setting, range, reachable }: ChartRowView): T {
  const x = across(dial)
  const at = x(setting)
  const { from, width } = bandAcross(dial, range)
  return html`<svg class="straight" height="34" aria-hidden="true">${ticksFor(dial)
    .filter(({ numeral }) => numeral !== undefined)
    .map(one => svg`<line class="grid" x1="${x(one.setting)}" x2="${x(one.setting)}" y1="-10" y2="44"/>`)}${
    reachable
      ? svg`<rect class="band" x="${from}%" width="${width}%" y="6" height="22"/>${[from, hundredths(from + width)].map(end => svg`<line class="band-edge" x1="${end}%" x2="${end}%" y1="6" y2="28"/>`)}<g class="mark"><line class="casing" x1="${at}" x2="${at}" y1="6" y2="28"/><line class="line" x1="${at}" x2="${at}" y1="0" y2="34"/></g>`
      : svg`<g class="mark beyond"><circle class="head" cx="${at}" cy="17" r="6"/></g>`
  }</svg>`
}

const across = (dial: DialFace) => (setting: number) => `${positionAcross(dial, setting)}%`

function ticksFor(dial: DialFace): Tick[] {
  const { every, numeralEvery } = spacingOf(dial)
  const { min, max } = dialOf(dial)
  return ticksOn(dial, every, numeralEvery, { min, max })
}

/** A phone may leave out every other numeral. */
const spacingOf = (dial: DialFace) =>
  spacing(dial, NUMERALS, count => isApart(dial, 'page', count) && isApart(dial, 'phone', count, 2))

function isApart(dial: DialFace, on: 'page' | 'phone', numeralEvery: number, everyOther: 1 | 2 = 1) {
  const { width, numeral } = NARROWEST_CHART[on]
  return standApart(
    numeralsOn(dial, numeralEvery, width)
      .filter((_, at) => at % everyOther === 0)
      .map(printed => ({
        ...printed,
        anchor: on === 'phone' ? phoneAnchor(dial, printed.setting, printed.numeral) : '',
      })),
    numeral,
  )
}

/** On a phone, a long numeral at either end would overlap the edge of the collar. */
const phoneAnchor = (dial: DialFace, setting: number, numeral: string) =>
  numeral.length > 2 ? sideOf(dial, setting) : ''
