import { expect, test } from 'bun:test'
import { amountsFor, amountsOf, ratioOf, waterFor } from '../../../core/recipes/arithmetic.ts'

test('coffee and water are rounded to a tenth of a gram, a ratio to the hundredth, everywhere', () => {
  expect(amountsFor(245, 16.3)).toEqual({ doseGrams: 15, waterGrams: 245, ratio: 16.33 })
  expect(amountsOf({ doseGrams: 18.2, ratio: 2.05 })).toEqual({ doseGrams: 18.2, waterGrams: 37.3, ratio: 2.05 })
  expect(amountsOf({ doseGrams: 15, waterGrams: 250 }).ratio).toBe(16.67)
  expect(waterFor(15.3, 16.67)).toBe(255.1)
  expect(ratioOf(15, 250)).toBe(16.67)
})

test('a dose is never less than a scale can show', () => expect(amountsFor(1, 50).doseGrams).toBe(0.1))
