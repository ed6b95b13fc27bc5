import { brewTimeInWords } from '../../core/recipes/ranges.ts'
import type { Steps } from '../../core/recipes/steps.ts'
import { tenths } from '../../core/rounding.ts'
import type { Pen } from './pen.ts'

interface PourView {
  steps: Steps
  seconds: number
  waterGrams: number
  /** An amount as the reader writes it. */
  grams: (amount: number) => string
  /** Seconds since the first water. */
  at?: number
}

const TOP = 30
const HEIGHT = 130

/** The water over time: a ruler of time with the pours as area. */
export function pourPicture<T>({ html, svg }: Pen<T>, { steps, seconds, waterGrams, grams, at: now = 0 }: PourView): T {
  const pours = poursIn(steps, seconds)
  const x = (at: number) => tenths((1000 * at) / seconds)
  const y = (amount: number) => tenths(100 - (100 * amount) / waterGrams)
  const line = pours.map(({ from, to, before, after }) => `${x(from)},${y(before)} ${x(to)},${y(after)}`).join(' ')
  const grain = [15, 30, 60, 120, 300, 600, 3600, 7200, 14400].find(one => seconds / one <= 7) ?? seconds
  const ticks = Array.from({ length: Math.floor(seconds / grain) + 1 }, (_, at) => at * grain)
  return html`<svg class="pours" height="${TOP + HEIGHT + 24}" role="img" aria-label="${pours.map(({ from, after }) => `${brewTimeInWords(from)} to ${grams(after)}`).join(', ')}."><svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 1000 100" preserveAspectRatio="none"><polygon class="water" points="0,100 ${line} 1000,${y(pours.at(-1)?.after ?? 0)} 1000,100"/><polyline class="level" points="0,100 ${line} 1000,${y(pours.at(-1)?.after ?? 0)}"/></svg><line class="axis" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>${ticks.map(
    (at, place) =>
      svg`<line class="tick" x1="${x(at) / 10}%" x2="${x(at) / 10}%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT + 6}"/><text class="numeral${at === 0 ? ' first' : at > seconds * 0.97 ? ' last' : ''}${place % 2 === 1 ? ' between' : ''}" x="${x(at) / 10}%" y="${TOP + HEIGHT + 22}">${brewTimeInWords(at)}</text>`,
  )}${pours.map(
    ({ to, after }) =>
      svg`<text class="amount${to > seconds * 0.9 ? ' last' : to < seconds * 0.1 ? ' first' : ''}" x="${x(to) / 10}%" y="${tenths(TOP + (HEIGHT * y(after)) / 100 - 8)}">${grams(after)}</text>`,
  )}<svg class="mark" x="${tenths((100 * Math.min(now, seconds)) / seconds)}%" y="0"><line class="casing" x1="0" x2="0" y1="${TOP}" y2="${TOP + HEIGHT}"/><line class="line" x1="0" x2="0" y1="6" y2="${TOP + HEIGHT + 8}"/><path class="head" d="M-9 0H9L0 14Z"/></svg></svg>`
}

/** Nobody says how long a pour takes: about 6 g a second, and never into the next step. */
const GRAMS_PER_SECOND = 6

export function poursIn(steps: Steps, seconds: number) {
  let before = 0
  return steps.flatMap(({ atSeconds, toGrams }, at) => {
    if (toGrams == null || toGrams <= before) return []
    const until = steps[at + 1]?.atSeconds ?? seconds
    const pour = {
      from: atSeconds,
      to: Math.min(until, atSeconds + (toGrams - before) / GRAMS_PER_SECOND),
      before,
      after: toGrams,
    }
    before = toGrams
    return [pour]
  })
}
