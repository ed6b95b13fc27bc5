/** One line of a CSV file (RFC 4180), with its end. */
export const csvLine = (cells: readonly string[]) => `${cells.map(asCell).join(',')}\n`

const asCell = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Somebody else's words as a cell that no spreadsheet takes for a formula: an apostrophe before what would begin one. Many
 * countries' spreadsheets part cells at a semicolon, whether it is in quotes or not.
 */
export const inertCell = (text: string) =>
  text.replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t])(?=[=+\-@＝＋－＠])/g, "'")

/** Without it spreadsheets read a file as in their country's old letters. */
export const BYTE_ORDER_MARK = '\uFEFF'
