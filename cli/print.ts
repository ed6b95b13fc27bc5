import { terminal } from './terminal.ts'

/** What a command prints: plain when piped, coloured and cut to the terminal on one. */

export const print = (text: string) => terminal().out(`${harmless(text)}\n`)

/** On standard error. An address may have come with its password. */
export const complain = (text: string) => terminal().err(`${harmless(withoutPasswords(text))}\n`)

/** "1,250". */
export const inThousands = (number: number) => number.toLocaleString('en')

/** What somebody answers to a question, which stands on standard error. */
export async function answerTo(question: string): Promise<string> {
  terminal().err(harmless(question))
  return (await terminal().readLine()).trim()
}

/** In an address, in one that lacks its beginning, and behind it. Bounded, for a file without end may be quoted. */
const withoutPasswords = (text: string) =>
  text
    .replace(/(\w:\/\/[^\s:@/]{0,200}):.{0,2000}@/g, '$1:***@')
    .replace(/([^\s'":@/]{1,200}):(?!\*|\/\/)[^\s'"@]{0,2000}@/g, '$1:***@')
    .replace(/([?&](?:ssl)?pass(?:word)?=)[^&\s]*/gi, '$1***')

/** JSON escapes most of what a terminal would obey, but not all. */
export const printJson = (answer: unknown) =>
  terminal().out(
    `${JSON.stringify(answer, null, 2).replace(unsafe, char => (char === '\n' ? char : `\\u${hexOf(char)}`))}\n`,
  )

/** Control characters and marks that turn the direction of text: what people have written must not drive the terminal. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const hexOf = (char: string) => char.charCodeAt(0).toString(16).padStart(4, '0')

/** Stands before a colour of ours until it is printed: nobody else can know it, so no text colours or hides itself. */
const mark = crypto.randomUUID()
const ourOwn = new RegExp(`${mark}(\\d+m)`, 'g')

/** Such text with its control characters in view; line breaks and the colours of our own stay. */
export const harmless = (text: string) =>
  text
    .replace(unsafe, char => (char === '\n' ? char : `<${hexOf(char)}>`))
    .replace(ourOwn, (_, colour) => `\x1b[${colour}`)

/** The same for one cell: nothing in it is ours. */
export const inOneLine = (text: string) => text.replace(unsafe, char => (char === '\n' ? ' ' : `<${hexOf(char)}>`))

/** Columns to fill; a pipe has no end unless COLUMNS says so. */
export function terminalWidth(): number {
  const { outColumns, env } = terminal()
  return outColumns ?? (Number(env.COLUMNS) || Number.POSITIVE_INFINITY)
}

/** Prose in lines that fit. */
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
  /** Left out where the table would not fit. */
  spare?: true
  paint?: (text: string, row: Row) => string
}

const GAP = '  '
const NARROWEST = 6

/** Rows under headings. What does not fit goes in this order: spare columns, the ends of the widest ones, the first's. */
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

/** Exactly so wide: cut with an ellipsis, or padded. */
function fitted(text: string, width: number, align?: 'right') {
  const cut = Bun.stringWidth(text) > width ? `${[...text].slice(0, width - 1).join('')}…` : text
  const padding = ' '.repeat(Math.max(0, width - Bun.stringWidth(cut)))
  return align === 'right' ? padding + cut : cut + padding
}
