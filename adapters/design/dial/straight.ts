import type { SettingRange } from '../../../core/grind/convert.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import {
  type DialFace,
  ownRoundSteps,
  type PrintedNumeral,
  standApart,
  stepsBetweenNumerals,
  stepsFromFinest,
  stepsOn,
  ticksOn,
} from './ticks.ts'

interface StraightView {
  dial: DialFace
  setting?: number | undefined
  range?: SettingRange | undefined
  /** How many numerals there is room for: 6 on a card, 11 across a panel. */
  numerals?: number
  sentence: string
}

/** Pixels across on the narrowest card, and the size of a numeral there. */
export const NARROWEST_STRAIGHT = { width: 200, numeral: 12 }

/** The whole dial on a line, fine to coarse. In percent across and pixels down, so that its text stays as large at any width. */
export function straight<T>({ html, svg }: Pen<T>, view: StraightView): T {
  const { dial, setting, range, numerals = 6, sentence } = view
  const steps = stepsOn(dial)
  const x = (one: number) => `${hundredths((100 * stepsFromFinest(dial, one)) / steps)}%`
  const { every, numeralEvery } = spacing(dial, numerals, count =>
    standApart(
      placesOn(dial, count, NARROWEST_STRAIGHT.width).map(place => ({ ...place, anchor: sideOf(dial, place.setting) })),
      NARROWEST_STRAIGHT.numeral,
    ),
  )
  const { min, max } = dialOf(dial)
  const ticks = ticksOn(dial, every, numeralEvery, { min, max })
  const ends = range && range.min < range.max ? bandEnds(dial, range, steps) : undefined
  return html`<svg class="straight" height="38" role="img" aria-label="${sentence}">${
    ends
      ? svg`<rect class="band" x="${ends.from}%" width="${ends.width}%" y="8" height="14"/>${[ends.from, hundredths(ends.from + ends.width)].map(end => svg`<line class="band-edge" x1="${end}%" x2="${end}%" y1="8" y2="22"/>`)}`
      : ''
  }<line class="axis" x1="0" x2="100%" y1="22" y2="22"/>${ticks.map(
    tick =>
      svg`<line class="tick" x1="${x(tick.setting)}" x2="${x(tick.setting)}" y1="22" y2="${tick.length === 'long' ? 14 : 18}"/>`,
  )}${ticks
    .filter(({ numeral }) => numeral !== undefined)
    .map(
      ({ setting: one, numeral = '' }) =>
        svg`<text class="numeral ${sideOf(dial, one)}" x="${x(one)}" y="36">${numeral}</text>`,
    )}${
    setting === undefined
      ? ''
      : svg`<g class="mark"><line class="casing" x1="${x(setting)}" x2="${x(setting)}" y1="4" y2="27"/><line class="line" x1="${x(setting)}" x2="${x(setting)}" y1="4" y2="27"/><circle class="head" cx="${x(setting)}" cy="4" r="4"/></g>`
  }</svg>`
}

/** The numerals at both ends stay inside. */
export function sideOf(dial: DialFace, setting: number): NonNullable<PrintedNumeral['anchor']> {
  const part = stepsFromFinest(dial, setting) / stepsOn(dial)
  return part < 0.02 ? 'first' : part > 0.98 ? 'last' : ''
}

/** Where the numerals of a whole dial stand, across so many pixels. */
export function placesOn(
  dial: DialFace,
  numeralEvery: number,
  width: number,
): (PrintedNumeral & { setting: number })[] {
  const { min, max } = dialOf(dial)
  const perStep = width / stepsOn(dial)
  return ticksOn(dial, numeralEvery, numeralEvery, { min, max }).map(({ setting, numeral = '' }) => ({
    setting,
    at: stepsFromFinest(dial, setting) * perStep,
    numeral,
  }))
}

/** Enough ticks to count by, no more than a card's width shows apart; numerals only as close as they can be read. */
export function spacing(dial: DialFace, numerals: number, isApart: (numeralEvery: number) => boolean) {
  const steps = stepsOn(dial)
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

export function bandEnds(dial: DialFace, { min, max }: SettingRange, steps: number) {
  const [from = 0, to = 0] = [min, max].map(one => stepsFromFinest(dial, one)).sort((a, b) => a - b)
  return { from: hundredths((100 * from) / steps), width: hundredths((100 * (to - from)) / steps) }
}
