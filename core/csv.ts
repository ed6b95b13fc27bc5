import { Fault } from './errors.ts'

/** One line of a CSV file (RFC 4180), including the line end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(asCell).join(',')}\n`

const asCell = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Turns text written by others into a cell that no spreadsheet runs as a formula, by putting an
 * apostrophe before anything that would start one. That includes text after a semicolon, because in
 * many countries spreadsheets split cells at semicolons even inside quotes.
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

/**
 * What would start a formula, also after apostrophes in the text itself. Such a text gets one more
 * apostrophe, so that exactly one can be removed again.
 */
const GUARDED = /^'*(?:(?:\s+'*)?[=+\-@＝＋－＠]|[\t\r\n])/
const INNER = /(?<=[;\t])'*(?=[=+\-@＝＋－＠])/g

/** Without it, spreadsheets assume the old encoding of their country and garble accents. */
export const BYTE_ORDER_MARK = '\uFEFF'

interface CsvLine {
  /** The line number where it starts. */
  line: number
  cells: string[]
  problem?: string
}

/** No real line is longer. Bounds the search for a closing quotation mark. */
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

/** Past `last` the line is too long, and the search stops. */
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

/** The position of the closing quotation mark, or -1 if there is none nearby. */
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
