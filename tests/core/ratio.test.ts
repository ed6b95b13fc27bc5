import { expect, test } from 'bun:test'
import { ratioInWords } from '../../core/ratio.ts'

test("a ratio is shown to the tenth, in the reader's number format", () => {
  expect(ratioInWords(250 / 15)).toBe('1:16.7')
  expect(ratioInWords(2)).toBe('1:2')
  expect(ratioInWords(16.66, new Intl.NumberFormat('de').format)).toBe('1:16,7')
})
