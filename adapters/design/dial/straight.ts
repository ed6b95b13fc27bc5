import type { SettingRange } from '../../../core/grind/convert.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import { type DialFace, stepsBetweenNumerals, stepsFromFinest, stepsOn, ticksOn } from './ticks.ts'

interface StraightView {
  dial: DialFace
  setting?: number | undefined
  range?: SettingRange | undefined
  /** How many numerals there is room for: 6 on a card, 11 across a panel. */
  numerals?: number
  sentence: string
}

/** The whole dial on a line, fine to coarse. In percent across and pixels down, so that its text stays as large at any width. */
export function straight<T>({ html, svg }: Pen<T>, view: StraightView): T {
  const { dial, setting, range, numerals = 6, sentence } = view
  const steps = stepsOn(dial)
  const x = (one: number) => `${hundredths((100 * stepsFromFinest(dial, one)) / steps)}%`
  const { every, numeralEvery } = spacing(dial, numerals)
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
function sideOf(dial: DialFace, setting: number) {
  const part = stepsFromFinest(dial, setting) / stepsOn(dial)
  return part < 0.02 ? 'first' : part > 0.98 ? 'last' : ''
}

/** Enough ticks to count by, no more than a card's width shows apart. */
export function spacing(dial: DialFace, numerals: number) {
  const steps = stepsOn(dial)
  const between = [1, 2, 4, 5, 10, 20, 50, 100, 200]
    .map(times => times * stepsBetweenNumerals(dial, Math.max(1, steps / 50)))
    .find(count => steps / count <= numerals + 0.01)
  const numeralEvery = between ?? steps
  const every =
    [1, 2, 4, 5, 10, 20, 25, 50, 100].find(
      count => numeralEvery % count === 0 && steps / count <= numerals * 5 && numeralEvery / count >= 2,
    ) ?? numeralEvery
  return { every, numeralEvery }
}

export function bandEnds(dial: DialFace, { min, max }: SettingRange, steps: number) {
  const [from = 0, to = 0] = [min, max].map(one => stepsFromFinest(dial, one)).sort((a, b) => a - b)
  return { from: hundredths((100 * from) / steps), width: hundredths((100 * (to - from)) / steps) }
}
