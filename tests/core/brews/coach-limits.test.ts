import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback } from '../../../core/brews/model.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { c40, cupOn, encore, grinderCalledBy, sentence, tasting } from './followed.ts'

type Word = keyof ExtractionFeedback

/** The step after cups with these figures and tastes, oldest first. */
function stepAfter(grinder: Grinder, method: MethodId, cups: readonly (readonly [Partial<BrewedCup>, ...Word[]])[]) {
  const [last, ...earlier] = cups
    .map(([more, ...words]) => cupOn(grinder, method, { ...more, ...tasting(...words) }))
    .toReversed()
  const step = nextStep(last as BrewedCup, earlier)
  if (!step) throw new Error('Silence after the last cup.')
  return step
}

describe('a third cup that is nearly ten points from the first', () => {
  const ek43 = grinderCalledBy('mahlkonig-ek43-s')
  const { indexAt } = curveThrough(ek43.references)
  const cups = [
    [{ grindSetting: 12.9, doseGrams: 15 }, 'sour', 'watery'],
    [{ grindSetting: 11.5, doseGrams: 16.1 }, 'sour', 'strong'],
    [{ grindSetting: 10, doseGrams: 15.4 }, 'sour'],
  ] as const

  test('is brewed once more with other water and clean burrs, not ground finer by less than can be tasted', () => {
    const step = stepAfter(ek43, 'v60', cups)
    expect(step.change).toBe('doubt')
    expect(step.grindSetting ?? step.waterTempF).toBeUndefined()
    expect(sentence(step)).toBe(
      '10 is a long way from 12.9, so first make sure that nothing other than the recipe is wrong. Leave the recipe as it is once more: brew once with a bottled water you like to drink, clean the burrs and check the roast date.',
    )
  })

  test('is ground finer by a step that can be tasted if that did not help', () => {
    const { grindSetting = 0 } = stepAfter(ek43, 'v60', [...cups, [{ grindSetting: 10, doseGrams: 15.4 }, 'sour']])
    expect(indexAt(10) - indexAt(grindSetting)).toBeWithin(2, 6)
  })

  test('goes on with the coffee if it is also weak or too strong', () => {
    const strong = [...cups.slice(0, 2), [{ grindSetting: 10, doseGrams: 17.3 }, 'sour', 'strong']] as const
    const step = stepAfter(ek43, 'v60', strong)
    expect(step).toMatchObject({ change: 'dose', reason: expect.stringContaining('clean the burrs') })
    expect(step.also).toBeUndefined()
  })
})

describe('a cup that is weak after a stronger one was too strong', () => {
  const doses = (...cups: [number, Word][]) =>
    stepAfter(
      encore,
      'cold_brew',
      cups.map(([doseGrams, word]) => [{ doseGrams }, word]),
    ).doseGrams

  test('gets an amount of coffee between the two', () => {
    expect(doses([77, 'strong'], [73, 'watery'])).toBeWithin(74, 77)
    expect(doses([81, 'strong'], [77, 'strong'], [73, 'watery'])).toBeWithin(74, 77)
  })

  test('stays between them when it is weak again, because too strong was said as often', () => {
    expect(doses([81, 'strong'], [77, 'strong'], [73, 'watery'], [75, 'watery'])).toBe(76)
  })

  test('gets the stronger amount again if there is none between them', () => {
    expect(doses([80, 'watery'], [86, 'strong'], [82, 'strong'], [81, 'watery'])).toBe(82)
  })

  test('goes past it once weak was said more often', () => {
    expect(doses([77, 'strong'], [73, 'watery'], [75, 'watery'], [76, 'watery'])).toBeGreaterThan(77)
  })
})

test('a grind that was sour after a finer one was twice bitter stays between the two as well', () => {
  const clicks = (...cups: [number, Word][]) =>
    stepAfter(
      c40,
      'v60',
      cups.map(([grindSetting, word]) => [{ grindSetting }, word]),
    ).grindSetting
  expect(clicks([18, 'bitter'], [20, 'bitter'], [24, 'sour'], [22, 'sour'])).toBe(21)
})
