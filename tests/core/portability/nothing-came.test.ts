import { expect, test } from 'bun:test'
import type { ImportReport } from '../../../core/portability/import-report.ts'
import { nothingInWords } from '../../../core/portability/import-report-words.ts'

const none = { taken: 0, alreadyHere: 0, notTaken: 0 }
const told = (counts: object) =>
  nothingInWords({
    beans: none,
    brews: none,
    others: [],
    completed: 0,
    notTakenCount: 0,
    ...counts,
  } as never as ImportReport)

test('a file that brings nothing says so, and one whose brews are all here does not', () => {
  expect(told({})).toBe('There is nothing in this file.')
  expect(told({ notTakenCount: 1 })).toBe('The only entry in this file can’t be imported as it is.')
  expect(told({ notTakenCount: 26 })).toBe('None of the 26 entries in this file can be imported as they are.')
  expect(told({ brews: { ...none, alreadyHere: 3 } })).toBeUndefined()
  expect(told({ completed: 1 })).toBeUndefined()
})
