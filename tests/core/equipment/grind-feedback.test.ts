import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type SettingFeedback, verdictOn } from '../../../core/equipment/grind-feedback.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { shiftInWords } from '../../../core/grind/shift.ts'
import { anyGrinder, grinder } from '../grind/arbitraries.ts'

const c40 = grinder('comandante-c40-mk4')
const reversed = grinder('kitchenaid-5kcg8433')

const voice = (
  feedback: SettingFeedback['feedback'],
  setting: number,
  about: Partial<SettingFeedback> = {},
): SettingFeedback => ({
  setting,
  feedback,
  method: 'v60',
  grindIndex: null,
  count: 1,
  ...about,
})

describe('the curve of a C40, whose V60 is 21 to 28 clicks', () => {
  test('is confirmed by people who are content within the band, or want more of it', () => {
    const verdict = verdictOn(c40, [
      voice('JUST_RIGHT', 22, { count: 4 }),
      voice('JUST_RIGHT', 26, { count: 4 }),
      voice('TOO_FINE', 22, { count: 2 }),
      voice('TOO_COARSE', 26, { count: 2 }),
    ])
    expect(verdict).toEqual({ voices: 12, agree: 12, suggestedShift: 0, agreeShifted: 12, disagrees: false })
  })

  test('is shifted by no more than they need', () => {
    const verdict = verdictOn(c40, [voice('TOO_FINE', 28, { count: 6 }), voice('JUST_RIGHT', 30, { count: 5 })])
    // 30 is then the coarse end of the band.
    expect(verdict).toEqual({ voices: 11, agree: 0, suggestedShift: 2, agreeShifted: 11, disagrees: true })
    expect(shiftInWords(c40, verdict.suggestedShift)).toBe('2 clicks coarser')
  })

  test('is not moved by a few odd opinions', () => {
    const verdict = verdictOn(c40, [voice('JUST_RIGHT', 25, { count: 20 }), voice('JUST_RIGHT', 5, { count: 3 })])
    expect(verdict).toMatchObject({ agree: 20, suggestedShift: 0, disagrees: false })
  })

  test('is not doubted because of too few opinions', () => {
    expect(verdictOn(c40, [voice('TOO_FINE', 30, { count: 4 })]).disagrees).toBe(false)
    expect(verdictOn(c40, [voice('TOO_FINE', 30, { count: 5 })]).disagrees).toBe(true)
  })

  test('an index is more precise than a method', () => {
    const said = voice('JUST_RIGHT', 21, { grindIndex: 41, count: 6 })
    expect(verdictOn(c40, [{ ...said, grindIndex: null }]).disagrees).toBe(false)
    expect(shiftInWords(c40, verdictOn(c40, [said]).suggestedShift)).toBe('2 clicks finer')
  })
})

test('if higher is finer, too fine still asks for coarser', () => {
  const { settingAt } = curveThrough(reversed.references)
  const coarsest = dialOf(reversed).nearest(settingAt(48))
  const { suggestedShift } = verdictOn(reversed, [voice('TOO_FINE', coarsest - 5, { count: 9 })])
  expect(suggestedShift).toBeLessThan(0)
  expect(shiftInWords(reversed, suggestedShift)).toEndWith('coarser')
})

test('a person who is content with a shifted dial is heard, on every grinder', () => {
  fc.assert(
    fc.property(anyGrinder, fc.integer({ min: -8, max: 8 }), fc.integer({ min: 20, max: 60 }), (any, steps, index) => {
      const { step } = dialOf(any)
      const truth = curveThrough(any.references).settingAt(index) + steps * step
      const voices = [voice('JUST_RIGHT', truth, { grindIndex: index, count: 5 })]
      const verdict = verdictOn(any, voices)
      expect(verdict.agreeShifted).toBe(5)
      // A shift is told in thousandths.
      expect(Math.abs(verdict.suggestedShift)).toBeLessThanOrEqual(Math.abs(steps) * step + 0.0005 + 1e-9)
    }),
  )
})
