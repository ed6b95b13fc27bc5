import { expect, test } from 'bun:test'
import { bold, print, printJson, table } from '../../cli/print.ts'
import { onTerminal } from '../../cli/terminal.ts'

/** What is sent to a terminal of 80 columns. */
function sent(work: () => void) {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const read = async () => new Uint8Array()
  const readLine = async () => ''
  onTerminal({ env: {}, read, readLine, out: write, err: write, outColumns: 80, errColumns: 80, exitCode: 0 }, work)
  return out
}

const ourColours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

/**
 * Clears the screen, sets the title, does the same with 8-bit controls, and reverses the direction
 * of text.
 */
const hostile = 'Ann\x1b[2J\x1b]0;owned\x07\x9b2J\u202ennA\u2066\nsecond line'

test('text by people cannot control a terminal: not in a table, a line or JSON', () => {
  const rows = [{ name: hostile }]
  const inTable = sent(() => print(table([{ heading: 'name', of: ({ name }: { name: string }) => name }], rows, 200)))
  const inLine = sent(() => print(`By ${hostile}`))
  const inJson = sent(() => printJson(rows))
  // Nothing but line breaks and our own colours.
  for (const out of [inTable, inLine, inJson])
    expect(out.replace(ourColours, '')).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
  expect(inTable.trimEnd().split('\n')).toHaveLength(2)
  expect(inLine).toStartWith('By Ann<001b>[2J<001b>]0;owned<0007>')
  expect(JSON.parse(inJson)).toEqual(rows)
})

test('text by people can neither be coloured nor hidden', () => {
  expect(sent(() => print('Ann\x1b[8m is verified'))).toBe('Ann<001b>[8m is verified\n')
})

test('our own colours stay', () => {
  expect(sent(() => print(bold('24 clicks')))).toBe('\x1b[1m24 clicks\x1b[22m\n')
})
