import { csvLine, linesInCsv } from '../csv.ts'
import { Fault } from '../errors.ts'
import { type Column, cellOf, putAt, readCell } from './columns.ts'

/** One record of a file written by hand or by a spreadsheet, and the line where it starts. */
export type FileRow = { line: number } & ({ value: unknown } | { problem: string })

/**
 * The rows of a JSON list, each parsed separately so that a broken one does not hide the others.
 */
export function rowsInJson(text: string): FileRow[] {
  const lineAt = lineCounter(text)
  const rows: FileRow[] = []
  let depth = 0
  let start: number | undefined
  const end = (at: number) => {
    if (start !== undefined) rows.push(parsed(text.slice(start, at), lineAt(start)))
    start = undefined
  }
  for (const { 0: token, index } of text.matchAll(jsonToken)) {
    if (depth === 0 && token !== '[') break
    if (depth === 1 && (token === ',' || token === ']')) end(index)
    else if (depth === 1) start ??= index
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    if (depth === 0) return rows
  }
  if (depth === 0) throw new Fault('invalid', 'The file must hold a JSON list: [ {…}, {…} ].')
  end(text.length)
  return [...rows, { line: lineAt(text.length), problem: 'the list has no end: a ] or a quotation mark is missing' }]
}

/** The rows of a CSV file whose first line names the columns. */
export function rowsInCsv(text: string, columns: readonly Column[]): FileRow[] {
  const [header, ...lines] = [...linesInCsv(text)]
  const named = (header?.cells ?? []).map(name => columns.find(({ path }) => path === name.trim()))
  const unknown = (header?.cells ?? []).filter((_, at) => named[at] === undefined)
  const missing = columns.filter(column => !column.empty && !named.includes(column))
  const twice = named.flatMap((column, at) =>
    column && named.indexOf(column) < at ? [`${column.path} (column ${at + 1})`] : [],
  )
  if (unknown.length + missing.length + twice.length > 0)
    throw new Fault(
      'invalid',
      [
        `Line 1 must name the columns ${columns.map(({ path }) => path).join(', ')}.`,
        ...(missing.length > 0 ? [`Missing: ${missing.map(({ path }) => path).join(', ')}.`] : []),
        ...(twice.length > 0 ? [`Named twice: ${twice.join(', ')}.`] : []),
        ...(unknown.length > 0 ? [`Unknown: ${unknown.join(', ')}.`] : []),
      ].join(' '),
    )
  return lines
    .filter(({ cells }) => cells.some(cell => cell !== ''))
    .map(({ line, cells, problem }) => {
      if (problem) return { line, problem }
      if (cells.length !== named.length)
        return { line, problem: `has ${cells.length} cells, but there are ${named.length} columns` }
      const value = {}
      for (const [at, column] of named.entries()) {
        const content = column && readCell(column, cells[at] ?? '')
        if (column && content !== undefined) putAt(value, column.path, content)
      }
      return { line, value }
    })
}

export function csvOf(records: readonly object[], columns: readonly Column[]): string {
  const lines = [
    columns.map(({ path }) => path),
    ...records.map(record => columns.map(column => cellOf(column, record))),
  ]
  return lines.map(csvLine).join('')
}

const jsonToken = /"(?:[^"\\]|\\.)*"?|[[\]{},]|[^\s"[\]{},]+/gs

function parsed(text: string, line: number): FileRow {
  try {
    const value = JSON.parse(text)
    const twice = keyTwiceIn(text)
    return twice === undefined ? { line, value } : { line, problem: `names ${twice} twice` }
  } catch {
    return { line, problem: 'is not valid JSON' }
  }
}

/** Finds a duplicate key, which the JSON parser accepts silently, keeping the last value. */
function keyTwiceIn(text: string): string | undefined {
  const open: Set<string>[] = []
  let before = ''
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith(':')) {
      const keys = open.at(-1)
      const key: string = JSON.parse(before)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
    before = token
  }
}

/** Only for ascending positions. */
function lineCounter(text: string) {
  let [line, counted] = [1, 0]
  return (at: number) => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++
    return line
  }
}
