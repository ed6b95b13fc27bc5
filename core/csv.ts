import { Fault } from './errors.ts'

/** One line of a CSV file (RFC 4180), with its end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(asCell).join(',')}\n`

const asCell = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Somebody else's words as a cell that no spreadsheet takes for a formula: an apostrophe before what would begin one. Many
 * countries' spreadsheets part cells at a semicolon, whether it is in quotes or not.
 */
export function inertCell(text: string) {
  const inert = text.replace(INNER, "$&'")
  return GUARDED.test(inert) ? `'${inert}` : inert
}

/** Undoes `inertCell`. */
export function withoutGuard(cell: string) {
  const bare = cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell
  return bare.replace(INNER, run => run.slice(1))
}

/** What would begin a formula, also behind apostrophes of the text itself: it gets one more, so that exactly one can be taken off again. */
const GUARDED = /^'*(?:(?:\s+'*)?[=+\-@＝＋－＠]|[\t\r\n])/
const INNER = /(?<=[;\t])'*(?=[=+\-@＝＋－＠])/g

/** Without it spreadsheets take a file for one in the old encoding of their country, and misread accents. */
export const BYTE_ORDER_MARK = '\uFEFF'

interface CsvLine {
  /** Where it begins. */
  line: number
  cells: string[]
  problem?: string
}

/** Nobody writes more into a line, and what has no end is not looked for all the way. */
const LONGEST_LINE_READ = 256 * 1024

/** RFC 4180: a cell in quotation marks may hold separators, line ends and doubled quotation marks. */
export function* linesInCsv(text: string, separator = ','): Generator<CsvLine, void> {
  let [at, line] = [0, 1]
  while (at < text.length) {
    const read: CsvLine = { line, cells: [] }
    const begun = at
    for (let isEnd = false; !isEnd; ) {
      const { cell, isOdd, ends } = cellAt(text, at, separator, begun + LONGEST_LINE_READ + 1)
      if (ends - begun > LONGEST_LINE_READ)
        throw new Fault('invalid', `Line ${line} is longer than ${LONGEST_LINE_READ / 1024} KiB.`)
      read.cells.push(cell)
      if (isOdd) read.problem = 'has a quotation mark in the middle of a cell, or one that is not closed'
      isEnd = text[ends] !== separator
      at = ends + (isEnd && text[ends] === '\r' && text[ends + 1] === '\n' ? 2 : 1)
    }
    line += breaksIn(text, begun, at)
    yield read
  }
}

/** `last`: beyond it the line is too long, and nothing is looked for. */
function cellAt(text: string, from: number, separator: string, last: number) {
  const closes = text[from] === '"' ? endOfQuoted(text, from) : -1
  const isQuoted = closes !== -1
  let ends = isQuoted ? closes + 1 : from
  const stop = Math.min(text.length, last)
  while (ends < stop && text[ends] !== separator && text[ends] !== '\n' && text[ends] !== '\r') ends++
  if (isQuoted) return { cell: text.slice(from + 1, closes).replaceAll('""', '"'), isOdd: ends > closes + 1, ends }
  const cell = text.slice(from, ends)
  const quote = cell.indexOf('"')
  return { cell: quote === -1 ? cell : cell.slice(0, quote), isOdd: quote !== -1, ends }
}

/** Where the mark is that closes the one that opens here; -1 where none is near. */
function endOfQuoted(text: string, from: number) {
  const last = Math.min(text.length, from + LONGEST_LINE_READ)
  for (let at = from + 1; at < last; at++)
    if (text[at] === '"') {
      if (text[at + 1] !== '"') return at
      at++
    }
  return -1
}

function breaksIn(text: string, from: number, to: number) {
  let breaks = 0
  for (let at = from; at < Math.min(to, text.length); at++)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks++
  return breaks
}
