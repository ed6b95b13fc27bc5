import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import { type AnyGrinder, micronsAt } from '../core/grind/model.ts'
import { labelOf } from '../core/grind/notation.ts'

const HEIGHT = 12
const WIDEST = 64
const NARROWEST = 20
/** Space for the name of the axis after it. */
const UNITS = '  index'.length

/**
 * A grinder's curve in Braille dots: grind index to the right, dial setting upwards. Dotted where
 * it is extrapolated.
 */
export function plotCurve(grinder: AnyGrinder, width: number): string {
  const { min, max } = dialOf(grinder)
  const { settingAt, extrapolatedAt } = curveThrough(grinder.references)
  const ticks = [HEIGHT - 1, Math.floor((HEIGHT - 1) / 2), 0].map(row => {
    const part = 1 - row / (HEIGHT - 1)
    return { row, label: labelOf(grinder, dialOf(grinder).nearest(min + part * (max - min))) }
  })
  const margin = Math.max(...ticks.map(({ label }) => label.length))
  const columns = Math.max(NARROWEST, Math.min(WIDEST, width - margin - 2 - UNITS))
  const dots = canvas(columns, HEIGHT)
  for (let x = 0; x < columns * 2; x++) {
    const index = (x / (columns * 2 - 1)) * 100
    const setting = settingAt(index)
    if (setting < min || setting > max || (extrapolatedAt(index) && x % 4 !== 0)) continue
    dots.set(x, Math.round((1 - (setting - min) / (max - min)) * (HEIGHT * 4 - 1)))
  }
  const lines = dots.lines().map((line, row) => {
    const label = ticks.find(tick => tick.row === row)?.label
    return `${(label ?? '').padStart(margin)} ${label === undefined ? '│' : '┤'}${line}`.trimEnd()
  })
  const indent = ' '.repeat(margin + 1)
  return [
    ...lines,
    `${indent}└${'─'.repeat(columns)}`,
    `${indent} ${scale(columns, index => `${index}`)}  index`,
    `${indent} ${scale(columns, index => `${micronsAt(index)}`)}  um`,
  ].join('\n')
}

/** Labels at 0, 20 … 100 along the axis; the last ends flush with it. */
function scale(columns: number, labelAt: (index: number) => string) {
  let line = ''
  for (const index of [0, 20, 40, 60, 80, 100]) {
    const label = labelAt(index)
    const at = Math.min(columns - label.length, Math.round((index / 100) * (columns - 1)))
    if (at >= line.length + (line === '' ? 0 : 1)) line = line.padEnd(at) + label
  }
  return line.padEnd(columns)
}

/** Two by four dots per character, using Unicode's Braille patterns. */
function canvas(columns: number, rows: number) {
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns))
  const bits = [
    [0x01, 0x02, 0x04, 0x40],
    [0x08, 0x10, 0x20, 0x80],
  ]
  return {
    set(x: number, y: number) {
      const row = cells[y >> 2]
      if (row) row[x >> 1] = (row[x >> 1] ?? 0) | (bits[x & 1]?.[y & 3] ?? 0)
    },
    lines: () =>
      cells.map(row => [...row].map(bits => (bits === 0 ? ' ' : String.fromCharCode(0x2800 + bits))).join('')),
  }
}
