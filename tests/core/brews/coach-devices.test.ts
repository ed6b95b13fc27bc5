import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import type { StyleId } from '../../../core/adaptation/style-figures.ts'
import { stylesFor } from '../../../core/adaptation/styles.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import type { Machine } from '../../../core/equipment/model.ts'
import { brewerOf, brewers } from '../adaptation/brewers.ts'
import { rulerGrinder } from '../adaptation/test-grinders.ts'
import { followed, tasting } from './followed.ts'

/** The brewer's own recipe in a style, as much of it as it makes at once. */
function largestCup(brewer: Machine, style: StyleId): BrewedCup {
  const { brewMethod: method, heat, maxWaterGrams } = brewer
  const asked = maxWaterGrams === null || method === 'espresso' ? {} : { volumeGrams: maxWaterGrams }
  const { doseGrams, waterGrams, waterTempF, grindSetting } = adapt({ method, style, brewer, ...asked }, rulerGrinder)
  const figures = { doseGrams, waterGrams, waterTempF, grindSetting, grinder: rulerGrinder, daysOffRoast: null }
  return { method, style, ...figures, brewer, canSetTemperature: heat !== 'fixed', extractionFeedback: null }
}

/** What adaptRecipe gives to somebody who asks for these amounts and this temperature. */
function adapted({ doseGrams, waterGrams, waterTempF, style }: BrewedCup, brewer: Machine) {
  const asked = { doseGrams: doseGrams ?? 0, volumeGrams: waterGrams ?? 0 }
  const ratio = asked.volumeGrams / asked.doseGrams
  const leftOff = { grindIndex: 41, ratio, waterTempF, daysOffRoast: null, cause: 'Your last brew' }
  return figuresOf(adapt({ method: brewer.brewMethod, style, brewer, leftOff, ...asked }, rulerGrinder))
}

const figuresOf = ({
  doseGrams,
  waterGrams,
  waterTempF,
}: Pick<BrewedCup, 'doseGrams' | 'waterGrams' | 'waterTempF'>) => ({
  doseGrams,
  waterGrams,
  waterTempF,
})

describe('no step asks for a dose, water or temperature that adaptRecipe says the brewer cannot take', () => {
  const tastes = [tasting('watery'), tasting('strong', 'sour'), tasting('bitter')]
  test.each(brewers.map(brewer => [brewer.slug, brewer] as const))('%s', (_, brewer) => {
    for (const style of stylesFor(brewer.brewMethod, brewer))
      for (const taste of tastes) {
        const brewed: BrewedCup[] = [{ ...largestCup(brewer, style), ...taste }]
        for (let cups = 0; cups < 5; cups++) {
          const [cup, ...earlier] = brewed as [BrewedCup]
          const step = nextStep(cup, earlier)
          const next = afterStep(afterStep(cup, step?.also), step)
          // A moka pot is always filled, whatever is asked for.
          expect(figuresOf(next)).toEqual(brewer.brewMethod === 'moka' ? figuresOf(cup) : adapted(next, brewer))
          brewed.unshift(next)
        }
      }
  })
})

describe('a weak cold brew in a Mizudashi, which takes up to 91 g of coffee', () => {
  const mizudashi = largestCup(brewerOf('hario-mizudashi-1-l'), 'ready_to_drink')
  const amountsFrom = (doseGrams: number, cups: number) =>
    followed({ ...mizudashi, doseGrams, waterGrams: 880, ...tasting('watery') }, cups)

  test('gets more coffee up to there, then less water', () => {
    const { steps, brewed } = amountsFrom(80, 4)
    expect(brewed.map(({ doseGrams, waterGrams }) => [doseGrams, waterGrams])).toEqual([
      [80, 880],
      [86, 880],
      [91, 880],
      [80, 880],
      [91, 825],
    ])
    expect(steps[3]).toMatchObject({
      change: 'water',
      advice: 'Use 825 g of water instead of 880 g for the same 91 g of coffee.',
      reason: expect.stringContaining('The Hario Mizudashi 1 l takes up to 91 g of coffee, so use less water'),
    })
  })

  test('that has more coffee in it gets less water at once', () => {
    expect(amountsFrom(95, 1).steps[0]).toMatchObject({ change: 'water', direction: 'stronger' })
  })
})

test('a V60 that is far weaker than people drink it gets more coffee, not a finer grind', () => {
  const v60 = largestCup(brewerOf('hario-v60-02'), 'hot')
  const { steps } = followed({ ...v60, doseGrams: 15, waterGrams: 400, ...tasting('watery') }, 1)
  expect(steps[0]).toMatchObject({ change: 'dose', direction: 'stronger' })
})

test('a Clever that takes 38 g of coffee brews 38 g with 500 g of water at once', () => {
  const asked = { method: 'clever', brewer: brewerOf('clever-dripper-large'), doseGrams: 38, volumeGrams: 500 } as const
  expect(adapt(asked, rulerGrinder)).toMatchObject({ doseGrams: 38, waterGrams: 500, batches: 1 })
})
