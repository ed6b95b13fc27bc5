import { dialOf } from '../../../core/grind/dial.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { clamp } from '../../../core/numbers.ts'
import { tenths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import {
  type DialFace,
  numeralsThatFit,
  stepsBetweenNumerals,
  stepsBetweenTicks,
  stepsFromFinest,
  type Tick,
  ticksOn,
} from './ticks.ts'

/** What a ring shows. Without a setting, it has neither mark nor band. */
export interface RingView {
  dial: DialFace
  setting?: number | undefined
  range?: SettingSpan | undefined
  /**
   * The previous setting, when a next step is shown: it gets a hollow mark, and `setting` is where
   * to go.
   */
  from?: number | undefined
  /** The wanted setting is off the dial: `setting` is the nearest one on it, with a hollow mark. */
  beyond?: boolean | undefined
  /** The text in the middle, if it is not the setting. */
  text?: string | undefined
  /** The same in a full sentence, for screen readers. */
  sentence: string
}

/** All lengths below are relative to this radius; the stylesheet sets the actual size. */
const R = 326
const THICK = R / 3
const inward = (part: number) => R - part * THICK
const radius = {
  tickTop: inward(0.11),
  tickEnd: { short: inward(0.258), half: inward(0.34), long: inward(0.418) },
  band: [inward(0.083), inward(0.47)],
  numeral: inward(0.78),
  markEnd: inward(0.56),
  knurl: R + 2,
} as const
/**
 * Degrees drawn to either side of the mark: more than the stylesheet shows, because the ring turns.
 */
const DRAWN = 95
const KNURL_DEGREES = 1.8
/** The height that the stylesheet gives a numeral. */
export const NUMERAL = 27

/**
 * Depends on the dial and never on the range, so that an uncertain range looks wide. For a next
 * step the steps are drawn larger, and both settings stay in view.
 */
export const degreesPerStep = (dial: DialFace, stepsMoved?: number) =>
  stepsMoved === undefined
    ? clamp(300 / dialOf(dial).steps, 3.6, 6.6)
    : Math.min(12, MOST_DEGREES_MOVED / Math.abs(stepsMoved))

/** The farthest from the mark that the previous setting is still visible on the narrowest phone. */
const MOST_DEGREES_MOVED = 36

/** The angle of a setting in degrees, clockwise from the mark, while `under` is at the mark. */
export const angleOf = (dial: DialFace, setting: number, under: number, perStep = degreesPerStep(dial)) =>
  (stepsFromFinest(dial, setting) - stepsFromFinest(dial, under)) * perStep

/** `more` is drawn over it. */
export function ring<T>(pen: Pen<T>, view: RingView, more?: T): T {
  const { html } = pen
  return html`<svg class="ring" viewBox="-340 -356 680 346" role="img" aria-label="${view.sentence}">${ringParts(pen, view)}${more ?? ''}</svg>`
}

/** A long tick of its own, in degrees from the mark. */
export const tickAt = (degrees: number) => radial(degrees, radius.tickTop, radius.tickEnd.long)

function ringParts<T>({ svg }: Pen<T>, view: RingView): T {
  const { dial, setting, range, from, beyond } = view
  const { min, max, step, nearest } = dialOf(dial)
  const under = setting ?? nearest((min + max) / 2)
  const perStep = degreesPerStep(dial, from === undefined ? undefined : angleOf(dial, from, under, 1))
  const at = (one: number) => angleOf(dial, one, under, perStep)
  const reach = (DRAWN / perStep) * step
  const drawn = { min: under - reach, max: under + reach }
  const placesAt = (every: number) =>
    ticksOn(dial, every, every, drawn).map(({ setting: one, numeral = '' }) => ({
      at: radians(at(one)) * radius.numeral,
      numeral,
    }))
  const roomy = stepsBetweenNumerals(dial, MOST_DEGREES_BETWEEN_NUMERALS / perStep)
  const numeralEvery = numeralsThatFit(dial, roomy, placesAt, NUMERAL)
  const every = stepsBetweenTicks(dial, numeralEvery, count => count * perStep >= LEAST_DEGREES_BETWEEN_TICKS)
  const ticks = ticksOn(dial, every, numeralEvery, drawn)
  const bandEnds =
    range && range.min < range.max && !beyond ? [at(range.min), at(range.max)].sort((a, b) => a - b) : undefined
  const [left = 0, right = 0] = bandEnds ?? []
  const isOnBand = (tick: Tick) =>
    bandEnds !== undefined && at(tick.setting) > left + 0.1 && at(tick.setting) < right - 0.1
  // No tick is drawn under the mark itself.
  const lines = (isOn: boolean, isLong: boolean) =>
    ticks
      .filter(
        tick =>
          isOnBand(tick) === isOn &&
          (tick.length === 'long') === isLong &&
          (setting === undefined || Math.abs(at(tick.setting)) > 1.2),
      )
      .map(tick => radial(at(tick.setting), radius.tickTop, radius.tickEnd[tick.length]))
      .join('')
  const numerals = ticks.filter(({ numeral }) => numeral !== undefined)
  const text = view.text ?? (setting === undefined ? '?' : numeralOf(dial, setting))
  return svg`<g class="ring-body"><g class="turn"><path class="knurl" d="${arc(radius.knurl, -DRAWN, DRAWN)}" stroke-dasharray="3 ${tenths(radius.knurl * radians(KNURL_DEGREES) - 3)}"/><path class="collar" d="${sector(R, R - THICK, -DRAWN, DRAWN)}"/><path class="rim" d="${arc(R - THICK + 0.5, -DRAWN, DRAWN)}"/>${
    bandEnds ? svg`<path class="band" d="${sector(radius.band[0], radius.band[1], left, right)}"/>` : ''
  }<path class="tick" d="${lines(false, false)}"/><path class="tick long" d="${lines(false, true)}"/><path class="tick on-band" d="${lines(true, false)}"/><path class="tick long on-band" d="${lines(true, true)}"/>${numerals.map(
    ({ setting: one, numeral = '' }) =>
      svg`<text class="numeral${cutClasses(at(one), numeral)}" transform="rotate(${tenths(at(one))}) translate(0 ${-tenths(radius.numeral)})" dy=".35em">${numeral}</text>`,
  )}</g></g>${from === undefined ? '' : svg`<g class="mark-from" transform="rotate(${tenths(at(from))})"><path class="line" d="M0-331V${-tenths(radius.markEnd)}"/><path class="head" d="M-11-350H11L0-333Z"/></g><path class="arrow" d="${arrowFrom(at(from))}"/>`}${
    setting === undefined && view.text === undefined
      ? ''
      : svg`<g class="mark${beyond ? ' beyond' : ''}"><path class="casing" d="M0-328V${-tenths(radius.band[1] - 1)}"/><path class="line" d="M0-334V${-tenths(radius.markEnd)}"/><path class="head" d="M-11-348H11L0-331Z"/></g>`
  }<text class="setting${setting === undefined && view.text === undefined ? ' none' : ''}" y="-26" font-size="${tenths(sizeOf(text))}">${text}</text>`
}

const MOST_DEGREES_BETWEEN_NUMERALS = 45
const LEAST_DEGREES_BETWEEN_TICKS = 1.5

/**
 * The angles at which the stylesheet cuts the ring off, and the class with which it hides a numeral
 * that would be cut.
 */
const ends = [
  [77, ' cut'],
  [62, ' cut-on-phone'],
] as const

function cutClasses(degrees: number, numeral: string) {
  const half = 2.2 * numeral.length
  return ends.map(([end, name]) => (Math.abs(Math.abs(degrees) - end) < half ? name : '')).join('')
}

/**
 * Half the radius, or less so that the text fits inside the ring. A digit is estimated at 0.58 of
 * its height, a point or a 1 at 0.35.
 */
function sizeOf(text: string) {
  const width = [...text].reduce((sum, char) => sum + (/[.,:1 ]/.test(char) ? 0.35 : 0.58), 0)
  return Math.min(R / 2, 300 / width)
}

/** An arrow from above the previous setting to just beside the mark. */
function arrowFrom(degrees: number) {
  const [r, towards] = [R + 48, Math.sign(degrees)]
  const tip = 2.2 * towards
  const head = [r - 9, r + 9].map(end => `M${point(tip + 2.4 * towards, end)}L${point(tip, r)}`)
  return `M${point(degrees + 0.5 * towards, r)}A${r} ${r} 0 0 ${towards < 0 ? 1 : 0} ${point(tip, r)}${head.join('')}`
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const point = (degrees: number, r: number) =>
  `${tenths(r * Math.sin(radians(degrees)))} ${tenths(-r * Math.cos(radians(degrees)))}`

const radial = (degrees: number, from: number, to: number) => `M${point(degrees, from)}L${point(degrees, to)}`

const arc = (r: number, from: number, to: number) =>
  `M${point(from, r)}A${tenths(r)} ${tenths(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to, r)}`

const sector = (outer: number, inner: number, from: number, to: number) =>
  `${arc(outer, from, to)}L${point(to, inner)}A${tenths(inner)} ${tenths(inner)} 0 ${to - from > 180 ? 1 : 0} 0 ${point(from, inner)}Z`
