import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { c40, cupOn, followedWith, tasting } from './followed.ts'

describe('a sour V60 that reads 27 % extraction', () => {
  const sour = cupOn(c40, 'v60', { ...tasting('sour'), brewTimeSeconds: 180, beverageGrams: 210 })
  const readings = (...tds: (number | null)[]) =>
    followedWith(
      sour,
      tds.map(tdsPercent => ({ tdsPercent })),
    )

  test('is never sent finer by its taste while the reading stays', () => {
    const { steps, brewed } = readings(1.93, 1.93, 1.93, 1.93, 1.93)
    expect(brewed.map(({ grindSetting }) => grindSetting)).toEqual([25, 27, 27, 27, 27, 27])
    expect(steps[1]?.advice).toStartWith('Zero the refractometer')
    expect(steps[2]).toEqual({
      change: 'doubt',
      reason: '27 % extraction is still hardly possible, so we cannot go by your readings',
      advice: 'Leave the grind there. Log the next cup without a reading, and we will go by taste.',
    })
  })

  test('goes one step finer than where it began once it is logged without a reading', () => {
    const { steps } = readings(1.93, 1.93, 1.93, null)
    expect(steps[3]).toMatchObject({ grindSetting: 23, reason: 'Sour 4 times: go finer' })
  })

  test('goes by the next reading that can be true', () => {
    expect(readings(1.93, 1.93, 1.72).steps[2]).toMatchObject({ direction: 'coarser' })
  })

  test('"a bigger step" is only said after a step the same way', () => {
    const at = (grindSetting: number): BrewedCup => ({ ...sour, grindSetting })
    expect(nextStep(at(27), [at(25)])?.reason).toBe('Sour twice: go finer')
  })
})
