import type { Pen } from '../pen.ts'
import { positionAcross, straightTicks } from './straight.ts'
import type { DialFace } from './ticks.ts'

/** From one setting to another on a straight dial: the original is hollow, the new one red. */
export function moved<T>(
  { html, svg }: Pen<T>,
  { dial, from, to, sentence }: { dial: DialFace; from: number; to: number; sentence: string },
): T {
  const upright = (x: number, start: number, end: number, name: string) =>
    svg`<line class="${name}" x1="${x}%" x2="${x}%" y1="${start}" y2="${end}"/>`
  const [was, is] = [from, to].map(setting => positionAcross(dial, setting)) as [number, number]
  const ticks = straightTicks(dial)
  return html`<svg class="straight" height="38" role="img" aria-label="${sentence}"><line class="axis" x1="0" x2="100%" y1="22" y2="22"/>${ticks.map(({ at, numeral }) => upright(at, 22, numeral === undefined ? 18 : 14, 'tick'))}${ticks.flatMap(
    ({ at, numeral }) =>
      numeral === undefined
        ? []
        : [svg`<text class="numeral${at < 2 ? ' first' : at > 98 ? ' last' : ''}" x="${at}%" y="36">${numeral}</text>`],
  )}<g class="was">${upright(was, 4, 27, 'line')}<circle cx="${was}%" cy="4" r="4"/></g><g class="mark">${upright(is, 4, 27, 'casing')}${upright(is, 4, 27, 'line')}<circle class="head" cx="${is}%" cy="4" r="4"/></g></svg>`
}
