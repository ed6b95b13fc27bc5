import { terminal } from './terminal.ts'

/** Output of commands: plain when piped, in colour and cut to width on a terminal. */

export const print = (text: string) => terminal().out(`${harmless(text)}\n`)

/** Prints to standard error. Removes passwords, because an error may quote an address. */
export const complain = (text: string) => terminal().err(`${harmless(withoutPasswords(text))}\n`)

/** For example "1,250". */
export const inThousands = (number: number) => number.toLocaleString('en')

/** Asks a question on standard error and returns the answer. */
export async function answerTo(question: string): Promise<string> {
  terminal().err(harmless(question))
  return (await terminal().readLine()).trim()
}

/**
 * Hides passwords in addresses, in addresses that lack their start, and in query parameters.
 * Bounded, because the text may quote a file of any length.
 */
const withoutPasswords = (text: string) =>
  text
    .replace(/(\w:\/\/[^\s:@/]{0,200}):.{0,2000}@/g, '$1:***@')
    .replace(/([^\s'":@/]{1,200}):(?!\*|\/\/)[^\s'"@]{0,2000}@/g, '$1:***@')
    .replace(/([?&](?:ssl)?pass(?:word)?=)[^&\s]*/gi, '$1***')

/** JSON escapes most characters that a terminal would act on, but not all. */
export const printJson = (answer: unknown) =>
  terminal().out(
    `${JSON.stringify(answer, null, 2).replace(unsafe, char => (char === '\n' ? char : `\\u${hexOf(char)}`))}\n`,
  )

/**
 * Control characters and marks that change the direction of text: what people wrote must not
 * control the terminal.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0')

/**
 * Marks our own colour codes until they are printed. It is random, so other text cannot imitate it
 * to colour or hide itself.
 */
const mark = crypto.randomUUID()
const ourOwn = new RegExp(`${mark}(\\d+m)`, 'g')

/** Makes control characters visible; keeps line breaks and our own colours. */
export const harmless = (text: string) =>
  text
    .replace(unsafe, char => (char === '\n' ? char : `<${hexOf(char)}>`))
    .replace(ourOwn, (_, colour) => `\x1b[${colour}`)

/** The same for one table cell, which contains no colours of ours. */
export const inOneLine = (text: string) => text.replace(unsafe, char => (char === '\n' ? ' ' : `<${hexOf(char)}>`))

/** The width of the output; unlimited for a pipe, unless COLUMNS is set. */
export function terminalWidth(): number {
  const { outColumns, env } = terminal()
  return outColumns ?? (Number(env.COLUMNS) || Number.POSITIVE_INFINITY)
}

/** Wraps text to the width. */
export function paragraph(text: string, width = terminalWidth()): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && Bun.stringWidth(last) + 1 + Bun.stringWidth(word) > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

function inColour() {
  const { outColumns, env } = terminal()
  return outColumns !== undefined && !env.NO_COLOR && env.TERM !== 'dumb'
}
const styled = (on: number, off: number) => (text: string) => (inColour() ? `${mark}${on}m${text}${mark}${off}m` : text)

export const bold = styled(1, 22)
export const dim = styled(2, 22)
export const green = styled(32, 39)
export const yellow = styled(33, 39)

interface TableColumn<Row> {
  heading: string
  of: (row: Row) => string
  align?: 'right'
  /** Left out if the table would not fit. */
  spare?: true
  paint?: (text: string, row: Row) => string
}

const GAP = '  '
const NARROWEST = 6

/**
 * Rows under headings. To fit the width, it first drops spare columns, then shortens the widest
 * columns, and the first column last.
 */
export function table<Row>(all: readonly TableColumn<Row>[], rows: readonly Row[], width = terminalWidth()): string {
  const measured = all.map(column => {
    const cells = rows.map(row => inOneLine(column.of(row)))
    return { column, cells, width: Math.max(...[column.heading, ...cells].map(text => Bun.stringWidth(text))) }
  })
  const tooWide = () => measured.reduce((sum, each) => sum + each.width + GAP.length, -GAP.length) > width
  while (tooWide()) {
    const spare = measured.findLastIndex(({ column }) => column.spare)
    if (spare < 0) break
    measured.splice(spare, 1)
  }
  while (tooWide()) {
    const [first, ...rest] = measured
    const widest = rest.reduce((one, other) => (other.width > one.width ? other : one), rest[0] ?? { width: 0 })
    const cut = widest.width > NARROWEST ? widest : first
    if (!cut || cut.width <= NARROWEST) break
    cut.width--
  }
  const line = (textOf: (each: (typeof measured)[number]) => string) => measured.map(textOf).join(GAP).trimEnd()
  return [
    line(({ column, width }) => bold(fitted(column.heading, width, column.align))),
    ...rows.map((row, at) =>
      line(({ column, cells, width }) => {
        const text = fitted(cells[at] ?? '', width, column.align)
        return column.paint?.(text, row) ?? text
      }),
    ),
  ].join('\n')
}

/** Exactly `width` wide: cut with an ellipsis, or padded. */
function fitted(text: string, width: number, align?: 'right') {
  const cut = Bun.stringWidth(text) > width ? `${[...text].slice(0, width - 1).join('')}…` : text
  const padding = ' '.repeat(Math.max(0, width - Bun.stringWidth(cut)))
  return align === 'right' ? padding + cut : cut + padding
}
