import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { c40, cupOn, followedWith, niche, tasting } from './followed.ts'

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

describe('a choked shot on a Niche Zero, sour at 15', () => {
  const shots = (...seconds: number[]) =>
    followedWith(
      cupOn(niche, 'espresso', { ...tasting('sour'), grindSetting: 15 }),
      seconds.map(brewTimeSeconds => ({ brewTimeSeconds })),
    )
  const settings = (...seconds: number[]) => shots(...seconds).brewed.map(({ grindSetting }) => grindSetting)

  test('is ground finer again once the puck is fixed and it runs fast', () => {
    expect(settings(55, 55, 55, 15, 15)).toEqual([15, 17, 19, 19, 17, 15])
    expect(shots(55, 55, 55, 15).steps[3]?.reason).toBe('15 s is fast for this shot: the water had no time to extract')
  })

  test('may be ground finer once the puck is fixed and it runs as planned', () => {
    expect(shots(55, 55, 55, 28).steps[3]).toMatchObject({ change: 'grind', direction: 'finer' })
  })

  test('that gushes at 22 after a fixed puck is ground finer', () => {
    const shot = (brewTimeSeconds: number, grindSetting: number) =>
      cupOn(niche, 'espresso', { ...tasting('sour'), brewTimeSeconds, grindSetting })
    const earlier = [shot(49, 22), shot(52, 21), shot(55, 19), shot(58, 17)]
    expect(nextStep(shot(7, 22), earlier)).toMatchObject({ direction: 'finer' })
    expect(nextStep(shot(14, 21), earlier.slice(1))).toMatchObject({ direction: 'finer', grindSetting: 19 })
  })

  test('that is hardly faster after two steps is left there, and the puck is next', () => {
    const { steps, brewed } = shots(58, 55, 52, 49)
    expect(brewed.map(({ grindSetting }) => grindSetting)).toEqual([15, 17, 19, 19, 19])
    expect(steps.map(({ change }) => change)).toEqual(['grind', 'grind', 'preparation', 'preparation'])
  })

  test('that only varies from shot to shot keeps to what it has learned', () => {
    const shot = (brewTimeSeconds: number, grindSetting: number) =>
      cupOn(niche, 'espresso', { ...tasting('sour'), brewTimeSeconds, grindSetting })
    expect(nextStep(shot(34, 17), [shot(36, 17), shot(45, 16)])?.direction).not.toBe('finer')
  })
})

describe('stale beans', () => {
  const stale = cupOn(c40, 'v60', { ...tasting('sour'), grindSetting: 24, daysOffRoast: 120 })
  const { steps, brewed } = followedWith(stale, Array(10).fill({}))

  test('are left alone once, then get small steps that say so', () => {
    expect(steps.filter(({ advice }) => advice.startsWith('Leave the dial'))).toHaveLength(1)
    const figures = steps.filter(({ change }) => ['grind', 'temperature', 'dose'].includes(change))
    expect(figures.every(({ reason }) => reason.endsWith('as far as these beans go'))).toBe(true)
    expect(figures.filter(({ change }) => change === 'temperature')).toHaveLength(1)
    expect(Math.min(...brewed.map(({ grindSetting }) => grindSetting ?? 0))).toBeGreaterThan(21)
    expect(steps.map(({ reason }) => reason)).toContain('This is as far as these beans go, 120 days off roast')
  })
})

test('a slow shot goes coarser, although a coarser one was sour', () => {
  const shot = (grindSetting: number, brewTimeSeconds: number) =>
    cupOn(niche, 'espresso', { ...tasting('sour'), grindSetting, brewTimeSeconds })
  expect(nextStep(shot(11, 44), [shot(12, 30), shot(14, 28)])).toMatchObject({ direction: 'coarser' })
})

test('an ordinary ristretto, 18:29 in 28 s, is not choked', () => {
  const ristretto = { ...tasting('watery'), waterGrams: 29, brewTimeSeconds: 28, roastLevel: 'DARK' } as const
  expect(nextStep(cupOn(niche, 'espresso', ristretto))?.reason).not.toContain('slow')
})

test('a clogged V60 is first poured more gently, and a clogged basket is cleaned', () => {
  const prepared = (method: 'v60' | 'drip') =>
    followedWith(cupOn(c40, method, { ...tasting('bitter'), brewTimeSeconds: 900 }), Array(4).fill({}))
      .steps.filter(({ change }) => change === 'preparation')
      .map(({ advice }) => advice)
  expect(prepared('v60')[0]).toStartWith('Pour lower and more gently')
  expect(prepared('v60').join()).not.toContain('swirl once')
  expect(prepared('drip')[0]).toStartWith('Clean the outlet of the basket')
  expect(prepared('drip').join()).not.toContain('runs past')
})

test('nobody is told to pour into a siphon', () => {
  const { steps } = followedWith(cupOn(c40, 'siphon', tasting('sour', 'bitter')), [{}, {}])
  expect(steps.map(({ advice }) => advice).join()).not.toContain('pour')
})
