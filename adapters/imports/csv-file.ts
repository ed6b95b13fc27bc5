import { linesInCsv } from '../../core/csv.ts'
import { faultAt } from '../../core/errors.ts'
import { type BrewTable, columnsOfTable } from '../../core/portability/brew-table.ts'
import { pausesWhenBusy } from './pauses.ts'

const MOST_COLUMNS = 200

/** A table as spreadsheets save it: in their letters, with their separator, each row with the line it begins at. */
export async function tableIn(sent: Buffer, most: number): Promise<BrewTable> {
  const { text, letters } = textIn(sent)
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const separator = told?.[1] ?? separatorOf(body)
  const rows: BrewTable['rows'] = []
  const pauseWhenBusy = pausesWhenBusy()
  for (const row of linesInCsv(body, separator)) {
    if (rows.length === 0) columnsOfTable(row)
    if (rows.length > most) throw faultAt([], `has more than ${most} rows.`)
    // One more than there are columns tells that there are too many.
    rows.push({ ...row, cells: row.cells.slice(0, (rows[0]?.cells.length ?? MOST_COLUMNS) + 1) })
    await pauseWhenBusy()
  }
  return { separator, letters, rows }
}

/** UTF-8 as we write it; UTF-16, in either order, as "Unicode text" is saved; else the letters of western Windows. */
function textIn(sent: Buffer): { text: string; letters: BrewTable['letters'] } {
  const utf16 = orders.get(sent.toString('hex', 0, 2))
  if (utf16) return { text: new TextDecoder(utf16).decode(sent), letters: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(sent), letters: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(sent), letters: 'windows-1252' }
  }
}

/** By the mark that such a text begins with. */
const orders = new Map<string, 'utf-16le' | 'utf-16be'>([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** Of those that spreadsheets use the one that parts the first line the most. */
function separatorOf(text: string) {
  const first = text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? ''
  const [best = ','] = [',', ';', '\t'].sort((one, other) => first.split(other).length - first.split(one).length)
  return best
}
