import { tenths } from '../rounding.ts'
import { fahrenheitOf } from '../temperature.ts'

/** Reads a number with a point or a comma; undefined for anything else. */
export function numberInCell(cell: string, separator: string): number | undefined {
  const [, whole, fraction] = /^([+-]?\d{1,9})(?:[.,](\d{1,12}))?$/.exec(cell) ?? []
  if (whole === undefined) return undefined
  // In a file with commas between cells, "1,234" may mean a thousand.
  if (separator === ',' && cell.includes(',') && fraction?.length === 3) return undefined
  return Number(fraction === undefined ? whole : `${whole}.${fraction}`)
}

/** What a number counts. The unit in a cell wins over that of its column. */
export type FigureKind = 'count' | 'grams' | 'ounces' | 'seconds' | 'minutes' | 'degrees' | 'celsius' | 'fahrenheit'

/** Reads a figure with or without a unit, in grams, seconds or degrees Fahrenheit. */
export function figureInCell(cell: string, kind: FigureKind, separator: string): number | undefined {
  if (kind === 'seconds' || kind === 'minutes') {
    const clocked = clockTime(cell)
    if (clocked !== undefined) return clocked
  }
  const [, digits = '', unit = ''] = /^([+-]?[\d.,]{1,24})\s{0,3}([a-z°º%]{0,12})\.?$/i.exec(cell) ?? []
  const figure = numberInCell(digits, separator)
  if (figure === undefined) return undefined
  return readers[kind](figure, unit.toLowerCase().replace(/[°º]/g, ''))
}

const GRAMS_PER_OUNCE = 28.349523

const gramsOf = (figure: number, unit: string, otherwise: string) => {
  const known = massUnits[unit === '' ? otherwise : unit]
  return known === undefined ? undefined : known === 1 ? figure : tenths(figure * known)
}

const massUnits: Record<string, number | undefined> = Object.assign(Object.create(null), {
  ...Object.fromEntries(['g', 'gr', 'gm', 'gram', 'grams', 'gramm', 'ml', 'cc'].map(unit => [unit, 1])),
  ...Object.fromEntries(['kg', 'l'].map(unit => [unit, 1000])),
  ...Object.fromEntries(['oz', 'ounce', 'ounces', 'floz'].map(unit => [unit, GRAMS_PER_OUNCE])),
})

const secondsOf = (figure: number, unit: string, otherwise: string) => {
  const [first] = unit === '' ? otherwise : unit
  if (first === 's') return Math.round(figure)
  if (first === 'm') return Math.round(figure * 60)
  return first === 'h' ? Math.round(figure * 3600) : undefined
}

/** No water is above 100 °C, so a higher figure without a unit is in Fahrenheit. */
const degreesOf = (figure: number, unit: string, otherwise: string) => {
  const [first] = unit === '' ? otherwise : unit
  if (first === 'f' || (first === undefined && figure > 100)) return figure
  return first === 'c' || first === undefined ? tenths(fahrenheitOf(figure)) : undefined
}

const readers: Record<FigureKind, (figure: number, unit: string) => number | undefined> = {
  count: figure => figure,
  grams: (figure, unit) => gramsOf(figure, unit, 'g'),
  ounces: (figure, unit) => gramsOf(figure, unit, 'oz'),
  seconds: (figure, unit) => secondsOf(figure, unit, 's'),
  minutes: (figure, unit) => secondsOf(figure, unit, 'm'),
  degrees: (figure, unit) => degreesOf(figure, unit, ''),
  celsius: (figure, unit) => degreesOf(figure, unit, 'c'),
  fahrenheit: (figure, unit) => degreesOf(figure, unit, 'f'),
}

/** For example 2:45, 1:02:45, 2m45s, 2 min 45, 2'45". */
function clockTime(cell: string) {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,3}):(\d\d)(?:[.,]\d{1,3})?$/.exec(cell) ?? []
  if (minutes !== undefined) return 3600 * Number(hours ?? 0) + 60 * Number(minutes) + Number(seconds)
  const [, wholeMinutes, rest] =
    /^(\d{1,3})\s{0,3}(?:m|min|mins|minutes?|['’′])\.?\s{0,3}(\d{1,2})\s{0,3}(?:s|sec|secs|seconds?|["”″]|'')?\.?$/i.exec(
      cell,
    ) ?? []
  return wholeMinutes === undefined ? undefined : 60 * Number(wholeMinutes) + Number(rest)
}

/** A rating on a scale up to `best`. */
export interface WrittenRating {
  rating: number
  best: number
}

/** Reads "7", "7/10", "7 out of 10", "70 %", "4 stars" and "★★★★☆". */
export function ratingInCell(cell: string, best: number, separator: string): WrittenRating | undefined {
  if (/^[★⭐☆]{1,20}$/u.test(cell))
    return { rating: [...cell].filter(sign => sign === '★' || sign === '⭐').length, best: 5 }
  const [, given = '', whole, unit = ''] =
    /^([+-]?[\d.,]{1,16})\s{0,3}(?:(?:\/|out of|of)\s{0,3}(\d{1,3})|(%|stars?|★))?$/i.exec(cell) ?? []
  const rating = numberInCell(given, separator)
  if (rating === undefined) return undefined
  const scale = whole !== undefined ? Number(whole) : unit === '%' ? 100 : unit === '' ? best : 5
  return scale > 0 ? { rating, best: scale } : undefined
}
