import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvLine, inertCell, linesInCsv, withoutGuard } from '../../core/csv.ts'

const signs = fc.string({
  unit: fc.constantFrom("'", '=', '-', '@', '+', ';', '\t', '\n', '\r', ' ', '"', ',', 'a', '＝'),
})

test('the guard before a formula is removed again, and nothing else is', () => {
  fc.assert(
    fc.property(signs, text => {
      const cell = inertCell(text)
      expect(withoutGuard(cell)).toBe(text)
      expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]|[;\t][=+\-@＝＋－＠]/)
    }),
  )
})

test('a written line is read back unchanged, with its line number', () => {
  fc.assert(
    fc.property(fc.array(fc.array(signs, { minLength: 1 }), { minLength: 1 }), rows => {
      const read = [...linesInCsv(rows.map(csvLine).join(''))]
      expect(read.map(({ cells }) => cells)).toEqual(rows)
      expect(read.filter(({ problem }) => problem !== undefined)).toEqual([])
    }),
  )
})

test('lines are counted as an editor counts them, whatever ends them', () => {
  const text = 'a,"b\r\nb\rb"\r\nc\rd\n\ne'
  expect([...linesInCsv(text)]).toEqual([
    { line: 1, cells: ['a', 'b\r\nb\rb'] },
    { line: 4, cells: ['c'] },
    { line: 5, cells: ['d'] },
    { line: 6, cells: [''] },
    { line: 7, cells: ['e'] },
  ])
})

test('a line without an end is read only up to the longest line, however long the text is', () => {
  const cpuOf = (text: string) => {
    const before = process.cpuUsage().user
    for (let times = 0; times < 5; times++)
      expect(() => [...linesInCsv(text)]).toThrow('Line 1 is longer than 256 KiB.')
    return process.cpuUsage().user - before
  }
  const [short, long] = [300_000, 12_000_000].map(length => Buffer.alloc(length, 'a').toString()) as [string, string]
  cpuOf(short)
  expect(cpuOf(long)).toBeLessThan(10 * cpuOf(short) + 20_000)
})
