import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../core/grind/dial.ts'
import { type MethodId, methodIds } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { c40, cupOn, encore, niche, sentence, tasting } from './followed.ts'

const clicksOf = (grindSetting: number, more: Partial<BrewedCup>) => cupOn(c40, 'v60', { grindSetting, ...more })

describe('a cup that was ground far off the recipe goes back to it', () => {
  test.each<[Grinder, MethodId, number, Partial<BrewedCup>, string]>([
    [c40, 'v60', 10, tasting('bitter'), '25 clicks'],
    [c40, 'v60', 12, tasting('bitter'), '25 clicks'],
    [c40, 'v60', 14, tasting('bitter'), '25 clicks'],
    [c40, 'v60', 10, tasting('sour'), '25 clicks'],
    [c40, 'v60', 10, tasting('watery'), '25 clicks'],
    [c40, 'v60', 10, tasting('sour', 'bitter'), '25 clicks'],
    [c40, 'v60', 10, { rating: 2 }, '25 clicks'],
    [c40, 'v60', 10, { ...tasting('sour'), brewTimeSeconds: 360 }, '25 clicks'],
    [c40, 'v60', 10, { ...tasting('sour'), waterTempF: 176 }, '25 clicks'],
    [c40, 'v60', 36, tasting('sour'), '25 clicks'],
    [c40, 'v60', 36, tasting('strong'), '25 clicks'],
    [encore, 'v60', 5, tasting('bitter'), '18'],
    [c40, 'french_press', 15, tasting('bitter'), '33 clicks'],
    [c40, 'french_press', 15, { ...tasting('sour'), brewTimeSeconds: 60 }, '33 clicks'],
    [c40, 'chemex', 14, { ...tasting('bitter'), brewTimeSeconds: 420 }, '29 clicks'],
    [niche, 'espresso', 30, { ...tasting('sour'), brewTimeSeconds: 32 }, '15'],
  ])('%#', (grinder, method, grindSetting, logged, label) => {
    const step = nextStep(cupOn(grinder, method, { grindSetting, ...logged }))
    expect(step?.advice).toBe(`Go back to the recipe’s ${label}.`)
    expect(step?.reason).toMatch(/^\S+( clicks)? is far (finer|coarser) than this brewer wants$/)
    expect(step).toMatchObject({ change: 'grind', grindSetting: Number.parseFloat(label) })
  })

  test('as often as it is logged, also after cups within the band', () => {
    const far = clicksOf(10, tasting('sour'))
    expect(nextStep(far, [far, far, far])?.grindSetting).toBe(25)
    expect(nextStep(far, [clicksOf(23, tasting('sour')), clicksOf(25, tasting('sour'))])?.grindSetting).toBe(25)
  })

  test('or to a setting that was just right', () => {
    const step = nextStep(clicksOf(10, tasting('bitter')), [clicksOf(23, tasting('balanced'))])
    expect(step && sentence(step)).toBe(
      '10 clicks is far finer than this brewer wants, and 23 clicks was just right. Go back to 23 clicks.',
    )
  })

  test('and stale beans are named beside it', () => {
    const step = nextStep(clicksOf(10, { ...tasting('sour'), daysOffRoast: 90 }))
    expect(step).toMatchObject({ grindSetting: 25, reason: expect.stringContaining('90 days off roast') })
  })

  test('unless such cups were good, extract well, or run the other way', () => {
    const good = nextStep(clicksOf(36, tasting('sour')), [clicksOf(36, tasting('balanced'))])
    expect(good?.advice).not.toContain('recipe')
    expect(good).toMatchObject({ change: 'grind', direction: 'finer' })
    const measured = { tdsPercent: 1.4, beverageGrams: 215 }
    expect(nextStep(clicksOf(36, { ...tasting('bitter'), ...measured }))?.grindSetting).toBeUndefined()
    expect(nextStep(clicksOf(36, { ...tasting('bitter'), brewTimeSeconds: 400 }))?.change).toBe('preparation')
  })
})

test('one step is called big only where it is more than the coach moves', () => {
  const isBig = (grinder: Grinder, method: MethodId, from: number, direction: 1 | -1, reach: number) => {
    const { indexAt } = curveThrough(grinder.references)
    const points = Math.abs(indexAt(stepFrom(grinder, from, direction)) - indexAt(from))
    return points > (method === 'espresso' ? reach / 2 : reach)
  }
  for (const grinder of shippedGrinders.list()) {
    const { min, max, nearest } = dialOf(grinder)
    for (const method of methodIds)
      for (const part of [0, 0.3, 0.6, 1])
        for (const [word, direction] of [
          ['sour', -1],
          ['bitter', 1],
        ] as const)
          for (const daysOffRoast of [null, 90]) {
            const grindSetting = nearest(min + part * (max - min))
            const cup = cupOn(grinder, method, { ...tasting(word), grindSetting, daysOffRoast })
            if (nextStep(cup)?.reason.includes('is a big step'))
              expect({ slug: grinder.slug, method, grindSetting }).toSatisfy(() =>
                isBig(grinder, method, grindSetting, direction, daysOffRoast ? 4 : 10),
              )
          }
  }
})
