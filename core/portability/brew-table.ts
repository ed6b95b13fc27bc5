import * as v from 'valibot'
import { withoutGuard } from '../csv.ts'
import { atMost } from '../cut.ts'
import { withoutDirections } from '../direction.ts'
import { faultAt } from '../errors.ts'
import {
  type BrewColumn,
  type ColumnChoices,
  type ColumnMeaning,
  isMeaning,
  type MatchedColumn,
  matchedColumns,
  meaningOf,
} from './table-columns.ts'
import { isOfEitherOrder, timeInCell } from './table-dates.ts'
import { figureInCell, ratingInCell, type WrittenRating } from './table-figures.ts'
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

/** A row, by what its cells hold. A missing cell is ''. */
export interface BrewTableRow {
  line: number
  problem: string | undefined
  cell: (name: BrewColumn) => string
  /** The text in a column of the file, by its number from 0. */
  textAt: (column: number) => string
  /** In the unit of the column that `brew-logs.csv` has; undefined if it is missing or no number. */
  figure: (name: BrewColumn) => number | undefined
  rating: () => WrittenRating | undefined
  time: () => WrittenTime | undefined
  /** Whether its date could be in two months. */
  isOfTwoDates: () => boolean
}

/** A table whose columns are matched with ours. */
interface ReadTable {
  columns: MatchedColumn[]
  rows: BrewTableRow[]
}

/** Longer than anything we keep, so that the report can say what was cut. */
const LONGEST_CELL = 6000

const MOST_COLUMNS = 200

/** The header without the empty cells at its end. Throws a Fault if it cannot be one of a table. */
export function headerOfTable(row: BrewTable['rows'][number] | undefined): string[] {
  const cells = row?.cells ?? []
  const header = cells.slice(0, cells.findLastIndex(cell => cell.trim() !== '') + 1)
  if (header.filter(cell => cell.trim() !== '').length < 2) throw faultAt([], NO_TABLE)
  if (header.length > MOST_COLUMNS) throw faultAt([], `has ${header.length} columns; at most ${MOST_COLUMNS} are read.`)
  return header.map(cell => textOfCell(cell))
}

/**
 * Reads a table: which of our columns each of its columns is, and the rows after the first that are
 * not empty. Columns are guessed unless they were chosen.
 */
export function readTable({ separator, rows: [first, ...lines] }: BrewTable, chosen: ColumnChoices = {}): ReadTable {
  const header = headerOfTable(first)
  const filled = lines.filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
  const columns = matchedColumns(header, chosen, at => cellsAt(filled, at), separator)
  const unknown = Object.keys(chosen).find(name => !columns.some(column => column.name === name))
  if (unknown !== undefined) throw faultAt([], `has no column "${atMost(unknown, 60)}".`)
  const at = new Map(columns.flatMap(({ meaning }, index) => (meaning ? [[meaningOf(meaning).fact, index]] : [])))
  const held = new Map(columns.flatMap(({ meaning }) => (meaning ? [[meaningOf(meaning).fact, meaning]] : [])))
  return {
    columns,
    rows: filled.map(({ line, cells, problem }) => {
      const text = (name: BrewColumn | 'time_of_day') => textOfCell(cells[at.get(name) ?? -1] ?? '')
      const order = orderIn(held.get('date'))
      const when = () => [text('date'), text('time_of_day')].filter(part => part !== '').join(' ')
      return {
        line,
        problem: cells.slice(header.length).some(cell => cell !== '') ? 'has more cells than columns' : problem,
        cell: text,
        textAt: column => textOfCell(cells[column] ?? ''),
        figure: name => {
          const meaning = held.get(name)
          return figureInCell(text(name), (meaning && meaningOf(meaning).kind) ?? 'count', separator)
        },
        rating: () => ratingInCell(text('rating'), bestIn(held.get('rating')), separator),
        time: () => timeInCell(when(), order),
        isOfTwoDates: () => order === undefined && isOfEitherOrder(when()),
      }
    }),
  }
}

const orderIn = (meaning: ColumnMeaning | undefined) => meaning && meaningOf(meaning).order
const bestIn = (meaning: ColumnMeaning | undefined) => (meaning && meaningOf(meaning).best) ?? 5

function* cellsAt(rows: BrewTable['rows'], at: number) {
  for (const { cells } of rows) yield textOfCell(cells[at] ?? '')
}

/** The choices of people, as programs send them: of our columns, by name of theirs; '' leaves one out. */
export const TableColumnChoice = v.pipe(
  v.string('must be the name of a column'),
  v.check(name => name === '' || isMeaning(name), 'must be one of our columns, or empty to leave it out'),
  v.transform(name => name as ColumnMeaning | ''),
)

const NO_TABLE =
  'is not a table of brews. Its first line must name the columns, such as Date, Brewer, Coffee, Grinder, Setting, Dose and Water.'

/** Removes NUL, which a text should not contain and a database cannot store. */
const textOfCell = (cell: string) =>
  withoutDirections(withoutGuard(atMost(cell, LONGEST_CELL).replaceAll('\0', ''))).trim()

const YES = new Set(['true', 'yes', '1', 'x', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'si', 'vero', 'waar'])
export const isYes = (cell: string) => YES.has(cell.toLowerCase())
