import * as v from 'valibot'
import { brewColumns } from '../brews/brews-csv.ts'
import { withoutGuard } from '../csv.ts'
import { atMost } from '../cut.ts'
import { DAY_MS } from '../dates.ts'
import { withoutDirections } from '../direction.ts'
import { faultAt } from '../errors.ts'
import type { WrittenTime } from './transfers.ts'

/** Brews as a table, as this service writes it and spreadsheets save it again. */
export const BrewTable = v.object({
  separator: v.pipe(v.string(), v.maxLength(1)),
  letters: v.optional(v.picklist(['utf-8', 'utf-16', 'windows-1252']), 'utf-8'),
  rows: v.array(
    v.object({
      line: v.number(),
      cells: v.array(v.string('must be text')),
      problem: v.optional(v.string()),
    }),
  ),
})
export type BrewTable = v.InferOutput<typeof BrewTable>

type ColumnName = keyof typeof brewColumns

/** A row by column name. A missing cell is ''. */
export interface BrewTableRow {
  line: number
  problem: string | undefined
  cell: (name: ColumnName) => string
}

/** Longer than anything we keep, so that the report can say what was cut. */
const LONGEST_CELL = 6000

/** The columns of a table by name. Throws a Fault if one that every brew needs is missing. */
export function columnsOfTable(header: BrewTable['rows'][number] | undefined) {
  const names = (header?.cells ?? []).map(name => name.trim().toLowerCase().replaceAll(' ', '_'))
  const at = new Map(names.map((name, index) => [name, index]))
  if (!at.has('date') || !at.has('method')) throw faultAt([], NO_TABLE)
  const twice = names.find((name, index) => isOurs(name) && at.get(name) !== index)
  if (twice !== undefined) throw faultAt([], `names the column ${twice} twice.`)
  return { names, at }
}

/** The rows after the first, which names the columns. Unknown columns are reported. */
export function rowsOfTable({ rows: [header, ...lines] }: BrewTable): { rows: BrewTableRow[]; unknown: string[] } {
  const { names, at } = columnsOfTable(header)
  return {
    unknown: names.filter(name => name !== '' && !isOurs(name)).map(name => atMost(name, 60)),
    rows: lines
      .filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
      .map(({ line, cells, problem }) => ({
        line,
        problem: cells.slice(names.length).some(cell => cell !== '') ? 'has more cells than columns' : problem,
        cell: name => textOfCell(cells[at.get(name) ?? -1] ?? ''),
      })),
  }
}

const NO_TABLE = 'is not a table of brews. Its first line must name the columns, including date and method.'

const isOurs = (name: string): name is ColumnName => Object.hasOwn(brewColumns, name)

/** Removes NUL, which a text should not contain and a database cannot store. */
const textOfCell = (cell: string) =>
  withoutDirections(withoutGuard(atMost(cell, LONGEST_CELL).replaceAll('\0', ''))).trim()

/** Reads a number with a point or a comma; undefined for anything else. */
export function numberInCell(cell: string, separator: string): number | undefined {
  const [, whole, fraction] = /^([+-]?\d{1,9})(?:[.,](\d{1,12}))?$/.exec(cell) ?? []
  if (whole === undefined) return undefined
  // In a file with commas between cells, "1,234" may mean a thousand.
  if (separator === ',' && cell.includes(',') && fraction?.length === 3) return undefined
  return Number(fraction === undefined ? whole : `${whole}.${fraction}`)
}

const YES = new Set(['true', 'yes', '1', 'x', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'si', 'vero', 'waar'])
export const isYes = (cell: string) => YES.has(cell.toLowerCase())

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/
const DOTTED = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/

/**
 * Reads a time with or without time of day and seconds, in our format or in that of spreadsheets
 * (as UTC).
 */
export function timeInCell(cell: string): WrittenTime | undefined {
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] =
    ISO.exec(cell) ?? yearFirst(DOTTED.exec(cell)) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const two = (text = '00') => text.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const parsed = new Date(`${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction.slice(0, 4)}${zone}`)
  // JavaScript turns a date that does not exist into another one.
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)
  if (!isDay || Number.isNaN(parsed.getTime())) return undefined
  const spanMs = hour === undefined ? DAY_MS : second === undefined ? 60_000 : fraction === '' ? 1000 : 1
  return { at: parsed.toISOString(), spanMs }
}

const yearFirst = (dotted: RegExpExecArray | null) => {
  if (!dotted) return undefined
  const [whole, day, month, year, ...time] = dotted
  return [whole, year, month, day, ...time]
}
