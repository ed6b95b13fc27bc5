import { dialOf } from '../../../core/grind/dial.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import {
  type DialFace,
  ownRoundSteps,
  type PrintedNumeral,
  standApart,
  stepsBetweenNumerals,
  stepsFromFinest,
  ticksOn,
} from './ticks.ts'

interface StraightView {
  dial: DialFace
  setting?: number | undefined
  range?: SettingSpan | undefined
  /** How many numerals fit: 6 on a card, 11 across a panel. */
  numerals?: number
  sentence: string
}

/** Width of the narrowest card and the size of a numeral there, in pixels. */
export const NARROWEST_STRAIGHT = { width: 200, numeral: 12 }

/** How wide the scale is in the narrowest card of the widget that shows all its numerals. */
const WIDGET_CARD_WIDTH = 260

/** A line of the scale, in percent from the finest end; `numeral` if one is printed there. */
export interface StraightTick {
  at: number
  numeral?: string | undefined
}

/** Positions on a straight dial, in percent from the finest end. */
interface StraightDrawing {
  ticks: readonly StraightTick[]
  at?: number | undefined
  band?: { from: number; width: number } | undefined
  sentence: string
}

/** The whole dial on a line, fine to coarse. */
export function straight<T>(pen: Pen<T>, { dial, setting, range, numerals, sentence }: StraightView): T {
  return drawStraight(pen, {
    ticks: straightTicks(dial, numerals),
    at: setting === undefined ? undefined : positionAcross(dial, setting),
    band: range && bandAcross(dial, range),
    sentence,
  })
}

/**
 * Horizontal positions are in percent and vertical ones in pixels, so that text keeps its size at
 * any width.
 */
export function drawStraight<T>({ html, svg }: Pen<T>, { ticks, at, band, sentence }: StraightDrawing): T {
  const upright = (name: string, x: number, from: number, to: number) =>
    svg`<line class="${name}" x1="${x}%" x2="${x}%" y1="${from}" y2="${to}"/>`
  return html`<svg class="straight" height="38" role="img" aria-label="${sentence}">${
    band?.width
      ? svg`<rect class="band" x="${band.from}%" width="${band.width}%" y="8" height="14"/>${[band.from, hundredths(band.from + band.width)].map(end => upright('band-edge', end, 8, 22))}`
      : ''
  }<line class="axis" x1="0" x2="100%" y1="22" y2="22"/>${ticks.map(tick => upright('tick', tick.at, 22, tick.numeral === undefined ? 18 : 14))}${ticks.flatMap(
    ({ at: x, numeral }) =>
      numeral === undefined ? [] : [svg`<text class="numeral ${sideAt(x)}" x="${x}%" y="36">${numeral}</text>`],
  )}${
    at === undefined
      ? ''
      : svg`<g class="mark">${upright('casing', at, 4, 27)}${upright('line', at, 4, 27)}<circle class="head" cx="${at}%" cy="4" r="4"/></g>`
  }</svg>`
}

/** The scale of a dial, with as many numerals as fit. */
export function straightTicks(dial: DialFace, numerals = 6, width = NARROWEST_STRAIGHT.width): StraightTick[] {
  const { every, numeralEvery } = spacing(dial, numerals, count =>
    standApart(
      numeralsOn(dial, count, width).map(printed => ({
        ...printed,
        anchor: sideOf(dial, printed.setting),
      })),
      NARROWEST_STRAIGHT.numeral,
    ),
  )
  const { min, max } = dialOf(dial)
  return ticksOn(dial, every, numeralEvery, { min, max }).map(({ setting, numeral }) => ({
    at: positionAcross(dial, setting),
    ...(numeral !== undefined && { numeral }),
  }))
}

/**
 * The scale on a card of the widget, with up to eleven whole numbers. In a narrow card, its styles hide every second one
 * if there are more than six.
 */
export function widgetTicks(dial: DialFace) {
  const many = straightTicks(dial, 11, WIDGET_CARD_WIDTH)
  const numerals = many.flatMap(({ numeral }) => numeral ?? [])
  return numerals.length > 6 && numerals.every(one => /^\d+$/.test(one)) ? many : straightTicks(dial)
}

/** The position of a setting, in percent from the finest end. */
export function positionAcross(dial: DialFace, setting: number) {
  const { min, max } = dialOf(dial)
  return hundredths((100 * (dial.finerIsHigher ? max - setting : setting - min)) / (max - min))
}

export function bandAcross(dial: DialFace, { min, max }: SettingSpan) {
  const [from = 0, to = 0] = [min, max].map(one => positionAcross(dial, one)).sort((a, b) => a - b)
  return { from, width: hundredths(to - from) }
}

/** The anchor of a numeral: those at both ends are aligned to stay inside. */
export const sideOf = (dial: DialFace, setting: number) => sideAt(positionAcross(dial, setting))

const sideAt = (percent: number): NonNullable<PrintedNumeral['anchor']> =>
  percent < 2 ? 'first' : percent > 98 ? 'last' : ''

/** Positions of the numerals of a whole dial that is drawn `width` pixels wide. */
export function numeralsOn(
  dial: DialFace,
  numeralEvery: number,
  width: number,
): (PrintedNumeral & { setting: number })[] {
  const { min, max, steps } = dialOf(dial)
  const perStep = width / steps
  return ticksOn(dial, numeralEvery, numeralEvery, { min, max }).map(({ setting, numeral = '' }) => ({
    setting,
    at: stepsFromFinest(dial, setting) * perStep,
    numeral,
  }))
}

/**
 * How many steps apart ticks and numerals are: enough ticks to count by, no more than can be told
 * apart on a card, and numerals only as close as they can be read.
 */
export function spacing(dial: DialFace, numerals: number, isApart: (numeralEvery: number) => boolean) {
  const { steps } = dialOf(dial)
  const own = ownRoundSteps(dial)
  const counted = [1, 2, 4, 5, 10, 20, 50, 100, 200].map(
    times => times * stepsBetweenNumerals(dial, Math.max(1, steps / 50)),
  )
  const shows = (count: number) => steps / count >= 1 && steps / count <= numerals + 0.01 && isApart(count)
  const numeralEvery = own.find(shows) ?? counted.find(shows) ?? steps
  const every =
    [1, 2, 4, 5, 10, 20, 25, 50, 100, ...own].find(
      count => numeralEvery % count === 0 && steps / count <= numerals * 5 && numeralEvery / count >= 2,
    ) ?? numeralEvery
  return { every, numeralEvery }
}
