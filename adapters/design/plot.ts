import { hundredths } from '../../core/rounding.ts'
import type { Pen } from './pen.ts'

interface PlotView {
  /** Days or weeks, oldest first. */
  columns: readonly PlotColumn[]
  /** Names are shown below the first column and every `nameEvery` columns after it. */
  nameEvery: number
  /** Formats a number for the reader's locale. */
  number: (value: number) => string
  sentence: string
}

export interface PlotColumn {
  name: string
  bar: number
  line?: number | undefined
  /** The bar of the previous period, if they are compared. */
  before?: number | undefined
}

const HEIGHT = 204
const TOP = 10
const BELOW = 36
/** The width of a bar, as a share of its column. */
const BAR = 0.68

/**
 * Bars and a line over time, above a ruler. Horizontal positions are in percent and vertical ones
 * in pixels, so that text keeps its size at any width. A table next to it gives the same numbers.
 */
export function plot<T>({ html, svg }: Pen<T>, { columns, nameEvery, number, sentence }: PlotView): T {
  const steps = stepsUpTo(Math.max(...columns.flatMap(({ bar, line = 0, before = 0 }) => [bar, line, before])))
  const y = (value: number) => hundredths(TOP + (HEIGHT - TOP) * (1 - value / (steps.at(-1) ?? 1)))
  const width = 100 / columns.length
  const x = (at: number) => hundredths(at * width)
  const bars = columns.map(({ bar, before }, at) => [
    bar > 0
      ? svg`<rect class="bar" x="${x(at + (1 - BAR) / 2)}%" width="${x(BAR)}%" y="${y(bar)}" height="${hundredths(HEIGHT - y(bar))}" rx="2"/>`
      : svg``,
    before === undefined
      ? svg``
      : svg`<line class="before" x1="${x(at + 0.04)}%" x2="${x(at + 0.96)}%" y1="${y(before)}" y2="${y(before)}"/>`,
  ])
  const ticks = columns.map(({ name }, at) => {
    const middle = x(at + 0.5)
    const isNamed = at % nameEvery === 0
    const side = at === 0 ? ' first' : at > columns.length * 0.93 ? ' last' : ''
    return svg`<line class="tick" x1="${middle}%" x2="${middle}%" y1="${HEIGHT}" y2="${HEIGHT + (isNamed ? 8 : 4)}"/>${isNamed ? svg`<text class="numeral${side}" x="${at === 0 ? x(0.5) : middle}%" y="${HEIGHT + 26}">${name}</text>` : ''}`
  })
  const lines = columns.flatMap(({ line }, at) => (line === undefined ? [] : [{ x: x(at + 0.5), y: y(line) }]))
  const last = lines.at(-1)
  return html`<div class="time-plot"><svg class="plot-scale" height="${HEIGHT + BELOW}" aria-hidden="true">${steps.map(value => svg`<text x="100%" y="${y(value) + 5}">${number(value)}</text>`)}</svg><svg class="plot-field" height="${HEIGHT + BELOW}" role="img" aria-label="${sentence}">${steps
    .slice(1)
    .map(
      value => svg`<line class="grid" x1="0" x2="100%" y1="${y(value)}" y2="${y(value)}"/>`,
    )}${bars.flat()}<line class="axis" x1="0" x2="100%" y1="${HEIGHT}" y2="${HEIGHT}"/>${ticks}${
    last
      ? svg`<svg width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none"><polyline class="line" points="${lines.map(({ x, y }) => `${x},${y}`).join(' ')}"/></svg><circle class="now" cx="${last.x}%" cy="${last.y}" r="5"/>`
      : ''
  }</svg></div>`
}

/** Zero, a half and a whole: round, even numbers of which the last is at least `highest`. */
export function stepsUpTo(highest: number): number[] {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  const whole =
    [1, 2, 3, 4, 5, 6, 8, 10, 20].map(times => times * tens).find(one => one >= highest && one % 2 === 0) ?? 2
  return [0, whole / 2, whole]
}

/** A bar that shows a part of a whole, next to the number. */
export const shareBar = <T>({ html }: Pen<T>, part: number, whole: number): T =>
  html`<svg class="share-bar" height="12" aria-hidden="true"><rect class="track" width="100%" height="12" rx="3"/><rect class="bar" width="${hundredths((100 * part) / Math.max(1, whole))}%" height="12" rx="3"/></svg>`
