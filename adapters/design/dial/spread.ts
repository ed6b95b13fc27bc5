import type { MethodId } from '../../../core/grind/methods.ts'
import { onScale } from '../../../core/grind/model.ts'
import { tenths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import { type Landmarks, landmarkNames, reachOf } from './ruler.ts'
import type { DialFace } from './ticks.ts'

interface SpreadView {
  dial: DialFace
  /** How many recipes use which grind index, on the 0 to 100 scale. */
  grinds: readonly { grindIndex: number; recipeCount: number }[]
  /** The reader's own starting point. */
  grindIndex: number
  method: MethodId
  landmarks: Landmarks
  sentence: string
}

/** The most dots in a pile; if more are needed, each dot stands for several recipes. */
const HIGHEST = 6
const ACROSS = 2
const DOT = 13

/** How many recipes a dot stands for. */
export const recipesADot = (grinds: SpreadView['grinds']) =>
  Math.ceil(Math.max(1, ...piles(grinds).map(({ recipeCount }) => recipeCount)) / HIGHEST)

/** Where people grind, as dots above the ruler. */
export function spread<T>(pen: Pen<T>, view: SpreadView): T {
  const { html, svg } = pen
  const { dial, grinds, sentence } = view
  const reach = reachOf(dial)
  const each = recipesADot(grinds)
  const axis = HIGHEST * DOT + 16
  const dots = piles(grinds).flatMap(({ grindIndex, recipeCount }) =>
    Array.from({ length: Math.ceil(recipeCount / each) }, (_, at) => ({ x: grindIndex, y: axis - 9 - at * DOT })),
  )
  const ticks = Array.from({ length: 51 }, (_, at) => at * 2)
  const mark = `${tenths(view.grindIndex)}%`
  return html`<svg class="ruler spread" height="${axis + 36}" role="img" aria-label="${sentence}"><line class="beyond" x1="0" x2="100%" y1="${axis}" y2="${axis}"/><line class="reach" x1="${reach.min}%" x2="${reach.max}%" y1="${axis}" y2="${axis}"/>${ticks.map(
    at => svg`<line class="tick" x1="${at}%" x2="${at}%" y1="${axis}" y2="${axis + (at % 10 === 0 ? 8 : 4)}"/>`,
  )}${dots.map(({ x, y }) => svg`<circle class="dot" cx="${x}%" cy="${y}"/>`)}${landmarkNames(pen, view, axis + 27)}<g class="mark"><line class="casing" x1="${mark}" x2="${mark}" y1="6" y2="${axis + 8}"/><line class="line" x1="${mark}" x2="${mark}" y1="6" y2="${axis + 8}"/><circle class="head" cx="${mark}" cy="6" r="6"/></g></svg>`
}

/** Groups grinds that are too close to tell apart. */
function piles(grinds: SpreadView['grinds']) {
  const byPlace = Object.groupBy(grinds, ({ grindIndex }) => Math.round(onScale(grindIndex) / ACROSS) * ACROSS)
  return Object.entries(byPlace).map(([grindIndex, some = []]) => ({
    grindIndex: Number(grindIndex),
    recipeCount: some.reduce((sum, { recipeCount }) => sum + recipeCount, 0),
  }))
}
