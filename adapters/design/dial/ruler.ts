import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type BrewMethod, type MethodId, methodById } from '../../../core/grind/methods.ts'
import { onScale } from '../../../core/grind/model.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { tenths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import type { DialFace } from './ticks.ts'

export type Landmarks = 3 | 5 | 7

interface RulerView {
  dial: DialFace
  /** The grind index of the setting, on the 0 to 100 scale; `range` is on the same scale. */
  grindIndex: number
  range?: SettingSpan | undefined
  method?: MethodId | undefined
  /** How many landmarks fit. */
  landmarks?: Landmarks
  sentence: string
}

/**
 * A scale from fine to coarse with methods as landmarks: solid where the dial reaches, dotted
 * beyond. Only used next to a dial.
 */
export function ruler<T>(pen: Pen<T>, view: RulerView): T {
  const { html, svg } = pen
  const { dial, grindIndex, range, sentence } = view
  const reach = reachOf(dial)
  const ticks = Array.from({ length: 51 }, (_, at) => at * 2)
  return html`<svg class="ruler" height="58" role="img" aria-label="${sentence}">${
    range
      ? svg`<rect class="band" x="${tenths(range.min)}%" width="${tenths(range.max - range.min)}%" y="10" height="12"/>${[range.min, range.max].map(end => svg`<line class="band-edge" x1="${tenths(end)}%" x2="${tenths(end)}%" y1="10" y2="22"/>`)}`
      : ''
  }<line class="beyond" x1="0" x2="100%" y1="22" y2="22"/><line class="reach" x1="${reach.min}%" x2="${reach.max}%" y1="22" y2="22"/>${ticks.map(
    at => svg`<line class="tick" x1="${at}%" x2="${at}%" y1="22" y2="${at % 10 === 0 ? 30 : 26}"/>`,
  )}${landmarkNames(pen, view, 49)}<g class="mark"><line class="casing" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="5" y2="33"/><line class="line" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="5" y2="33"/><circle class="head" cx="${tenths(grindIndex)}%" cy="5" r="5"/></g></svg>`
}

/** Where a grind lies between finest and coarsest, in a table row. The sentence names it. */
export const grindLine = <T>({ html, svg }: Pen<T>, grindIndex: number, sentence: string): T =>
  html`<svg class="ruler grind-line" height="24" role="img" aria-label="${sentence}"><line class="axis" x1="0" x2="100%" y1="18" y2="18"/>${Array.from(
    { length: 11 },
    (_, at) => svg`<line class="tick" x1="${at * 10}%" x2="${at * 10}%" y1="18" y2="${at % 5 === 0 ? 10 : 14}"/>`,
  )}<g class="mark"><line class="casing" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="4" y2="22"/><line class="line" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="4" y2="22"/></g></svg>`

/** The part of the 0 to 100 scale that a dial covers. */
export function reachOf(dial: DialFace): SettingSpan {
  const { min, max } = dialOf(dial)
  const { indexAt } = curveThrough(dial.references)
  const [from = 0, to = 100] = [indexAt(min), indexAt(max)].map(onScale).sort((a, b) => a - b)
  return { min: tenths(from), max: tenths(to) }
}

/** The names below the ruler. Those that do not fit on a narrower screen have the class `spare`. */
export const landmarkNames = <T>(
  { svg }: Pen<T>,
  { method, landmarks = 7 }: Pick<RulerView, 'method' | 'landmarks'>,
  y: number,
): T[] =>
  landmarksFor(method, landmarks).map(
    ({ id, name, grindIndex: { target }, isSpare }) =>
      svg`<text class="landmark${id === method ? ' here' : isSpare ? ' spare' : ''}" x="${target}%" y="${y}">${name}</text>`,
  )

/** By priority: the last ones are left out first. */
const landmarkIds: MethodId[] = ['espresso', 'cold_brew', 'v60', 'french_press', 'moka', 'chemex', 'aeropress']

/**
 * The least width of a ruler in pixels, on a wide screen and on a narrower one, by number of
 * landmarks.
 */
const leastWidth = { 3: [280, 280], 5: [660, 406], 7: [1200, 760] } as const

/** Always includes the method at hand; others only where names do not touch. */
export function landmarksFor(method: MethodId | undefined, landmarks: Landmarks) {
  const [wide, narrow] = leastWidth[landmarks]
  const ids = new Set([...(method ? [method] : []), ...landmarkIds.slice(0, landmarks)])
  const apart = (width: number) => {
    const set: BrewMethod[] = []
    for (const id of ids) if (!set.some(other => touch(methodById[id], other, width))) set.push(methodById[id])
    return set
  }
  const still = apart(narrow)
  return apart(wide).map(one => ({ ...one, isSpare: !still.includes(one) }))
}

/** Assumes about 7 px per letter, as set below the ruler, and a gap of 8 px. */
const touch = (one: BrewMethod, other: BrewMethod, width: number) =>
  (Math.abs(one.grindIndex.target - other.grindIndex.target) * width) / 100 <
  ((one.name.length + other.name.length) / 2) * 7 + 8
