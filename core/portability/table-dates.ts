import { DAY_MS } from '../dates.ts'
import type { WrittenTime } from './transfers.ts'

/** Whether 3/4/2026 is in April (day first) or in March (month first). */
export type DateOrder = 'day-first' | 'month-first'

const YEAR_FIRST = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)/
const DOTTED = /^(\d\d?)\.(\d\d?)\.(\d{4}|\d\d)/
const SLASHED = /^(\d\d?)[/-](\d\d?)[/-](\d{4}|\d\d)/
const DAY_AND_MONTH = /^(?:[a-z]{3,9}\.?,? )?(\d\d?)(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})/i
const MONTH_AND_DAY = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})/i
const TIME =
  /^(?:T|,?\s{1,3}(?:at )?)(\d\d?):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s{0,3}(?:([ap])\.?m\.?)?\s{0,3}(Z|UTC|[+-]\d\d:?\d\d)?$/i

/** No date is longer. */
const LONGEST_DATE = 60

/**
 * Reads a date as people and spreadsheets write it, with or without time of day and seconds; as UTC
 * unless it names a time zone.
 */
export function timeInCell(cell: string, order?: DateOrder): WrittenTime | undefined {
  if (cell.length > LONGEST_DATE) return undefined
  const day = dayAtStart(cell, order)
  const clock = day && clockIn(cell.slice(day.length))
  if (!day || !clock) return undefined
  const date = `${day.year}-${two(day.month)}-${two(day.day)}`
  const parsed = new Date(`${date}T${clock.time}`)
  // JavaScript turns a date that does not exist into another one.
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  if (!isDay || Number.isNaN(parsed.getTime())) return undefined
  return { at: parsed.toISOString(), spanMs: clock.spanMs }
}

/** Whether only the order of day and month is missing to read a date. */
export const isOfEitherOrder = (cell: string) =>
  timeInCell(cell) === undefined && timeInCell(cell, 'day-first') !== undefined

/** The order in which a column writes its dates, if any of them shows it. */
export function orderOfDates(cells: Iterable<string>): DateOrder | undefined {
  for (const cell of cells) {
    const [, first, second] = SLASHED.exec(cell) ?? []
    if (Number(first) > 12) return 'day-first'
    if (Number(second) > 12) return 'month-first'
  }
  return undefined
}

interface WrittenDay {
  year: string
  month: string
  day: string
  /** Of the text that names the day. */
  length: number
}

function dayAtStart(cell: string, order: DateOrder | undefined): WrittenDay | undefined {
  const yearFirst = YEAR_FIRST.exec(cell)
  if (yearFirst) return writtenDay(yearFirst, 1, 2, 3)
  const dotted = DOTTED.exec(cell)
  if (dotted) return writtenDay(dotted, 3, 2, 1)
  const slashed = SLASHED.exec(cell)
  if (slashed) {
    const known = order ?? orderOfDates([cell])
    if (known === undefined) return undefined
    return known === 'day-first' ? writtenDay(slashed, 3, 2, 1) : writtenDay(slashed, 3, 1, 2)
  }
  const dayAndMonth = DAY_AND_MONTH.exec(cell)
  if (dayAndMonth) return writtenDay(dayAndMonth, 3, 2, 1)
  const monthAndDay = MONTH_AND_DAY.exec(cell)
  return monthAndDay ? writtenDay(monthAndDay, 3, 1, 2) : undefined
}

function writtenDay(found: RegExpExecArray, year: number, month: number, day: number): WrittenDay | undefined {
  const [whole] = found
  const [y = '', m = '', d = ''] = [found[year], found[month], found[day]]
  const number = /^\d/.test(m) ? m : monthNumber(m)
  if (number === undefined) return undefined
  return { year: y.length === 2 ? `20${y}` : y, month: number, day: d, length: whole.length }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths = ['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'sept']
  .concat('october', 'november', 'december')
  .concat(months)

function monthNumber(name: string) {
  const month = name.toLowerCase()
  return fullMonths.includes(month) ? String(months.indexOf(month.slice(0, 3)) + 1) : undefined
}

/** The time after a date. Without one, it may be any time of that day. */
function clockIn(rest: string) {
  if (rest === '') return { time: '00:00:00Z', spanMs: DAY_MS }
  const [whole, hour = '', minute, second, fraction = '', half, zone = 'Z'] = TIME.exec(rest) ?? []
  if (whole === undefined) return undefined
  const inDay = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const spanMs = second === undefined ? 60_000 : fraction === '' ? 1000 : 1
  const inZone = zone.toUpperCase() === 'UTC' ? 'Z' : zone.toUpperCase()
  return { time: `${two(String(inDay))}:${minute}:${two(second)}${fraction.slice(0, 4)}${inZone}`, spanMs }
}

const two = (text = '00') => text.padStart(2, '0')
