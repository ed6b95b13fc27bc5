import { linesInCsv } from '../../core/csv.ts'
import { faultAt } from '../../core/errors.ts'
import { type BrewTable, headerOfTable } from '../../core/portability/brew-table.ts'
import { pausesWhenBusy } from './pauses.ts'

/**
 * Reads a table as spreadsheets save it: in their encoding, with their separator, and with the line
 * number of each row.
 */
export async function tableIn(sent: Buffer, most: number): Promise<BrewTable> {
  const { text, letters } = textIn(sent)
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const separator = told?.[1] ?? separatorOf(body)
  const rows: BrewTable['rows'] = []
  const pauseWhenBusy = pausesWhenBusy()
  let columns = 0
  for (const row of linesInCsv(body, separator)) {
    if (rows.length === 0) columns = headerOfTable(row).length
    if (rows.length > most) throw faultAt([], `has more than ${most} rows.`)
    // Keep one cell beyond the columns, so that a row that is too long is noticed.
    rows.push({ ...row, cells: row.cells.slice(0, columns + (rows.length === 0 ? 0 : 1)) })
    await pauseWhenBusy()
  }
  return { separator, letters, rows }
}

/**
 * Decodes UTF-8, as we write it; UTF-16 in either byte order, which spreadsheets call "Unicode
 * text"; otherwise Windows-1252.
 */
function textIn(sent: Buffer): { text: string; letters: BrewTable['letters'] } {
  const utf16 = orders.get(sent.toString('hex', 0, 2))
  if (utf16) return { text: new TextDecoder(utf16).decode(sent), letters: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(sent), letters: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(sent), letters: 'windows-1252' }
  }
}

/** By byte order mark. */
const orders = new Map<string, 'utf-16le' | 'utf-16be'>([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** Of the separators that spreadsheets use, the one that occurs most often in the first line. */
function separatorOf(text: string) {
  const first = text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? ''
  const [best = ','] = [',', ';', '\t'].sort((one, other) => first.split(other).length - first.split(one).length)
  return best
}
