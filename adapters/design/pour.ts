import type { MethodId } from '../../core/grind/methods.ts'
import { brewTimeInWords } from '../../core/recipes/ranges.ts'
import { poursBy, type Steps } from '../../core/recipes/steps.ts'
import { tenths } from '../../core/rounding.ts'
import type { Pen } from './pen.ts'

/** The parts of a brew that its timer needs. */
export interface TimedBrew {
  method: MethodId
  steps: Steps
  seconds: number
}

interface PourView extends TimedBrew {
  waterGrams: number
  /** Formats an amount for the reader's locale. */
  grams: (amount: number) => string
  /** Seconds since the first pour. */
  at?: number
  /** Parts of the pours, by the seconds they take, and what each is for. */
  parts?: { from: number; to: number; text: string }[]
}

/**
 * Water over time: a time axis with the pours as an area. The box is the area, as high as the
 * stylesheet sets it; text above and below overflows the box. The amounts are drawn over the mark.
 */
export function pourPicture<T>(
  { html, svg }: Pen<T>,
  { waterGrams, grams, at: now = 0, parts = [], ...brew }: PourView,
): T {
  const { seconds } = brew
  const pours = poursIn(brew)
  const x = (at: number) => tenths((1000 * at) / seconds)
  const y = (amount: number) => tenths(100 - (100 * amount) / waterGrams)
  const line = pours.map(({ from, to, before, after }) => `${x(from)},${y(before)} ${x(to)},${y(after)}`).join(' ')
  const grain = [15, 30, 60, 120, 300, 600, 3600, 7200, 14400].find(one => seconds / one <= 7) ?? seconds
  const ticks = Array.from({ length: Math.floor(seconds / grain) + 1 }, (_, at) => at * grain)
  return html`<svg class="pours" role="img" aria-label="${pours.map(({ from, after }) => `${brewTimeInWords(from)} to ${grams(after)}`).join(', ')}."><svg width="100%" height="100%" viewBox="0 0 1000 100" preserveAspectRatio="none"><polygon class="water" points="0,100 ${line} 1000,${y(pours.at(-1)?.after ?? 0)} 1000,100"/><polyline class="level" points="0,100 ${line} 1000,${y(pours.at(-1)?.after ?? 0)}"/></svg><line class="axis" x1="0" x2="100%" y1="100%" y2="100%"/><svg y="100%">${ticks.map(
    (at, index) =>
      svg`<line class="tick" x1="${x(at) / 10}%" x2="${x(at) / 10}%" y1="0" y2="6"/><text class="numeral${at === 0 ? ' first' : at > seconds * 0.97 ? ' last' : ''}${index % 2 === 1 ? ' between' : ''}" x="${x(at) / 10}%" y="22">${brewTimeInWords(at)}</text>`,
  )}${parts.map(({ from, to, text }) => {
    const [start, end] = [x(from) / 10, x(to) / 10 - PART_GAP]
    return svg`<line class="tick" x1="${start}%" x2="${start}%" y1="36" y2="44"/><line class="tick" x1="${start}%" x2="${end}%" y1="44" y2="44"/><line class="tick" x1="${end}%" x2="${end}%" y1="36" y2="44"/><text class="part" x="${tenths((start + end) / 2)}%" y="66">${text}</text>`
  })}</svg><svg class="mark" x="${tenths((100 * Math.min(now, seconds)) / seconds)}%"><line class="casing" x1="0" x2="0" y1="0" y2="100%"/><line class="line" x1="0" x2="0" y1="-24" y2="100%"/><path class="head" d="M-9 -30H9L0 -16Z"/></svg>${pours.map(
    ({ to, after }) =>
      svg`<text class="amount${to > seconds * 0.9 ? ' last' : to < seconds * 0.1 ? ' first' : ''}" x="${x(to) / 10}%" y="${y(after)}%" dy="-8">${grams(after)}</text>`,
  )}</svg>`
}

/** Between two parts, in percent of the width. */
const PART_GAP = 0.6

interface Shaped {
  steps: Steps
  seconds: number
  waterGrams: number
}

/** The same without figures, for a small picture: people know a technique by the shape of its pours. */
export function pourShape<T>({ html }: Pen<T>, { steps, seconds, waterGrams }: Shaped): T {
  const points = shapeIn(steps, seconds).map(
    ({ at, grams }) => `${tenths((1000 * at) / seconds)},${tenths(100 - (96 * grams) / waterGrams)}`,
  )
  return html`<svg class="pour-shape" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true"><polygon class="water" points="0,100 ${points.join(' ')} 1000,100"/><polyline class="level" points="0,100 ${points.join(' ')}"/></svg>`
}

/** Water that a machine moves, or that runs until it is stopped, rises evenly. */
function shapeIn(steps: Steps, seconds: number) {
  let before = 0
  const rises = steps.filter(({ toGrams }) => {
    const isRise = toGrams != null && toGrams > before
    if (isRise) before = toGrams
    return isRise
  })
  let last = 0
  const points = rises.flatMap(({ action, atSeconds, toGrams }, at) => {
    const grams = toGrams ?? last
    const isByHand = action === 'bloom' || action === 'pour' || action === 'stir' || action === 'steep'
    const until = rises[at + 1]?.atSeconds ?? seconds
    const full = isByHand ? Math.min(until, atSeconds + (grams - last) / GRAMS_PER_SECOND) : atSeconds || until
    const from = { at: atSeconds, grams: last }
    last = grams
    return isByHand ? [from, { at: full, grams }] : [{ at: full, grams }]
  })
  return [...points, { at: seconds, grams: last }]
}

/**
 * Recipes do not say how long a pour takes: assume 6 g a second, but never past the start of the
 * next pour. Steps without water, such as a swirl, change nothing.
 */
const GRAMS_PER_SECOND = 6

export function poursIn({ method, steps, seconds }: TimedBrew) {
  let before = 0
  const pours = poursBy(method, steps)
  return pours.map((pour, at) => {
    const until = pours[at + 1]?.atSeconds ?? seconds
    const [from, after] = [pour.atSeconds, pour.toGrams ?? before]
    const to = Math.min(until, from + (after - before) / GRAMS_PER_SECOND)
    const one = { step: steps.indexOf(pour), from, to, before, after }
    before = after
    return one
  })
}
