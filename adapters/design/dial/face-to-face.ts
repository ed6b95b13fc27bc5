import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import type { SettingSpan } from '../../../core/grind/position.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import { type DialFace, numeralsThatFit, stepsBetweenNumerals, stepsBetweenTicks, type Tick, ticksOn } from './ticks.ts'

interface FaceToFaceView {
  from: DialFace
  to: DialFace
  /** Position of the mark on the scale that both dials share. */
  grindIndex: number
  /** In settings of the lower dial. */
  range: SettingSpan
  fromLabel: string
  toLabel: string
  /** Names next to the labels; on a phone they are above and below the drawing instead. */
  fromName?: string
  toName?: string
  /** For a phone: shows a shorter part of the scale, centred on the mark. */
  narrow?: boolean
  sentence: string
}

/** How many points of grind index the drawing is wide. */
const ACROSS = { wide: 70, narrow: 43 }
/**
 * Widths at which the stylesheet shows the drawing at its narrowest, and the size of a numeral
 * there, in pixels.
 */
export const NARROWEST_FACES = { wide: 512, narrow: 280, numeral: 16 }

/** Two dials joined by one line: settings above each other make the same brew. */
export function faceToFace<T>({ html, svg }: Pen<T>, view: FaceToFaceView): T {
  const { from, to, range, narrow = false, sentence } = view
  const shown = windowAround(view.grindIndex, narrow)
  const x = (grindIndex: number) => `${hundredths((100 * (grindIndex - shown.min)) / (shown.max - shown.min))}%`
  const mark = x(view.grindIndex)
  const name = (text: string | undefined, y: number) =>
    text === undefined ? '' : svg`<text class="name" x="2" y="${y}">${text}</text>`
  const { indexAt } = curveThrough(to.references)
  const [low = 0, high = 0] = [range.min, range.max].map(indexAt).sort((a, b) => a - b)
  const scale = (dial: DialFace, side: 'upper' | 'lower') => {
    const curve = curveThrough(dial.references)
    return ticksShown(dial, shown, view.grindIndex, narrow).map(({ setting, length, numeral }) => {
      const at = x(curve.indexAt(setting))
      const y = sides[side]
      return svg`<line class="tick ${side}" x1="${at}" x2="${at}" y1="${y.edge}" y2="${y.end[length]}"/>${
        numeral === undefined ? '' : svg`<text class="numeral ${side}" x="${at}" y="${y.numeral}">${numeral}</text>`
      }`
    })
  }
  return html`<svg class="faces ${narrow ? 'narrow' : 'wide'}" height="284" role="img" aria-label="${sentence}"><rect class="collar" x="0" width="100%" y="66" height="90" rx="18"/><rect class="collar" x="0" width="100%" y="100" height="${sides.upper.edge - 100}"/><rect class="gap" x="0" width="100%" y="${sides.upper.edge}" height="${sides.lower.edge - sides.upper.edge}"/><rect class="panel" x="0" width="100%" y="${sides.lower.edge}" height="74" rx="18"/><rect class="panel" x="0" width="100%" y="${sides.lower.edge}" height="40"/><rect class="band" x="${x(low)}" width="${hundredths((100 * (high - low)) / (shown.max - shown.min))}%" y="${sides.lower.edge}" height="22"/>${[low, high].map(end => svg`<line class="band-edge" x1="${x(end)}" x2="${x(end)}" y1="${sides.lower.edge}" y2="${sides.lower.edge + 22}"/>`)}${scale(from, 'upper')}${scale(to, 'lower')}${tens(shown).map(ten => svg`<circle class="ten" cx="${x(ten)}" cy="${(sides.upper.edge + sides.lower.edge) / 2}" r="1.7"/>`)}${name(view.fromName, 47)}${name(view.toName, sides.lower.edge + 105)}<g class="mark"><line class="casing dark" x1="${mark}" x2="${mark}" y1="66" y2="${sides.upper.edge}"/><line class="casing" x1="${mark}" x2="${mark}" y1="${sides.upper.edge}" y2="${sides.lower.edge + 74}"/><line class="line" x1="${mark}" x2="${mark}" y1="58" y2="${sides.lower.edge + 80}"/><svg class="head" x="${mark}" y="0"><path d="M-9 53H9L0 67Z"/><path d="M-9 ${sides.lower.edge + 87}H9L0 ${sides.lower.edge + 73}Z"/></svg></g><text class="figure" x="${mark}" y="44">${view.fromLabel}</text><text class="figure" x="${mark}" y="${sides.lower.edge + 117}">${view.toLabel}</text></svg>`
}

/** Vertical positions, in pixels. */
const sides = {
  upper: { edge: 140, end: { short: 130, half: 130, long: 122 }, numeral: 114 },
  lower: { edge: 160, end: { short: 170, half: 170, long: 178 }, numeral: 198 },
}

function windowAround(grindIndex: number, narrow: boolean): SettingSpan {
  if (narrow) return { min: grindIndex - ACROSS.narrow / 2, max: grindIndex + ACROSS.narrow / 2 }
  const min = Math.max(-5, Math.min(105 - ACROSS.wide, grindIndex - 45))
  return { min, max: min + ACROSS.wide }
}

/**
 * The ticks of a dial within the drawing. It leaves 2.5 points free at either end, so that no
 * numeral is cut off, and prints no numeral under the mark.
 */
function ticksShown(dial: DialFace, shown: SettingSpan, mark: number, narrow: boolean): Tick[] {
  const { settingAt, indexAt } = curveThrough(dial.references)
  const { min, max, step } = dialOf(dial)
  const [from = min, to = max] = [shown.min + 2.5, shown.max - 2.5].map(settingAt).sort((a, b) => a - b)
  const steps = (to - from) / step
  const perPoint = narrow ? NARROWEST_FACES.narrow / ACROSS.narrow : NARROWEST_FACES.wide / ACROSS.wide
  const isCrossed = ({ setting, numeral = '' }: Tick) =>
    Math.abs(indexAt(setting) - mark) * perPoint < HALF_CASING + widthOf(numeral, NARROWEST_FACES.numeral) / 2
  const placesAt = (every: number) =>
    ticksOn(dial, every, every, { min: from, max: to }).map(({ setting, numeral = '' }) => ({
      at: indexAt(setting) * perPoint,
      numeral,
    }))
  const roomy = stepsBetweenNumerals(dial, Math.max(1, steps / (narrow ? 3 : 5)))
  const numeralEvery = numeralsThatFit(dial, roomy, placesAt, NARROWEST_FACES.numeral)
  const every = stepsBetweenTicks(dial, numeralEvery, count => steps / count <= (narrow ? 26 : 50))
  return ticksOn(dial, every, numeralEvery, { min: from, max: to }).map(tick =>
    isCrossed(tick) ? { setting: tick.setting, length: tick.length } : tick,
  )
}

/** Half the width of the mark's casing, in pixels. */
const HALF_CASING = 4

/** Width in our font. With a wider fallback font, a numeral may come close to the mark. */
const widthOf = (numeral: string, size: number) =>
  size * [...numeral].reduce((sum, char) => sum + (char === '.' ? 0.3 : 0.58), 0)

const tens = ({ min, max }: SettingSpan) =>
  Array.from({ length: 11 }, (_, at) => at * 10).filter(ten => ten > min && ten < max)
