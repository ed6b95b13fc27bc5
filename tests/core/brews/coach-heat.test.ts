import { describe, expect, test } from 'bun:test'
import { baseRecipes } from '../../../core/adaptation/base.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback, NextStep } from '../../../core/brews/model.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import { boilsAtF } from '../../../core/equipment/boiling.ts'
import { heatRangeOf } from '../../../core/equipment/heat-range.ts'
import type { Machine } from '../../../core/equipment/model.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { brewerOf, brewers } from '../adaptation/brewers.ts'
import { rulerGrinder } from '../adaptation/test-grinders.ts'

function cupFrom(brewer: Machine, more: Partial<BrewedCup>): BrewedCup {
  const { brewMethod: method, defaultWaterTempF: waterTempF, heat } = brewer
  const { grindIndex, doseGrams, waterGrams } = baseRecipes[method]
  const grindSetting = positionOn(rulerGrinder, grindIndex).setting
  const figures = { doseGrams, waterGrams, waterTempF, grindSetting, grinder: rulerGrinder, daysOffRoast: null }
  return { method, ...figures, brewer, canSetTemperature: heat !== 'fixed', extractionFeedback: null, ...more }
}

/** The steps after cups that taste like this again and again, each brewed as the step before it says. */
function stepsAfter(first: BrewedCup, cups = 10) {
  const steps: NextStep[] = []
  const brewed = [first]
  for (let n = 0; n < cups; n++) {
    const step = nextStep(brewed[0] as BrewedCup, brewed.slice(1))
    if (!step) throw new Error(`Silence after cup ${n + 1}.`)
    steps.push(step)
    brewed.unshift(afterStep(brewed[0] as BrewedCup, step))
  }
  return steps
}

const tastes: ExtractionFeedback[] = [{ sour: true }, { bitter: true }]
/** In F from the machine's own temperature, and in meters. */
const starts = [
  [0, null],
  [0, 3600],
  [-20, null],
  [8, null],
] as const

describe('no step asks for a temperature that the machine cannot set', () => {
  test.each(brewers.map(brewer => [brewer.slug, brewer] as const))('%s', (_, brewer) => {
    const { minF, maxF } = heatRangeOf(brewer.brewMethod, brewer)
    for (const extractionFeedback of tastes)
      for (const [off, altitudeMeters] of starts) {
        const water = { altitudeMeters, waterHardnessPpm: null, waterAlkalinityPpm: null }
        const waterTempF = brewer.defaultWaterTempF + off
        const steps = stepsAfter(cupFrom(brewer, { extractionFeedback, waterTempF, water }), 7)
        const asked = steps.flatMap(step => step.waterTempF ?? [])
        const isOpen = brewer.brewMethod !== 'espresso' || brewer.heat === 'kettle'
        const hottestF = isOpen ? Math.min(maxF, boilsAtF(altitudeMeters)) : maxF
        expect(asked.filter(tempF => tempF < minF || tempF > hottestF)).toEqual([])
        if (brewer.heat === 'fixed') expect(asked).toEqual([])
      }
  })
})

describe('where a machine that can be set goes no further, the next step says so', () => {
  test.each([
    ['breville-barista-express', { sour: true }, [204], 'Your Breville Barista Express can’t brew hotter than 204 F'],
    ['breville-barista-express', { bitter: true }, [196], 'Your Breville Barista Express can’t brew cooler than 196 F'],
    ['breville-precision-brewer', { sour: true }, [205], 'Your Breville Precision Brewer can’t brew hotter than 205 F'],
    ['breville-dual-boiler', { sour: true }, [204], 'We would not brew espresso above 205 F'],
  ] as const)('%s, %j', (slug, extractionFeedback, advised, sentence) => {
    const steps = stepsAfter(cupFrom(brewerOf(slug), { extractionFeedback }))
    expect(steps.flatMap(({ waterTempF }) => waterTempF ?? [])).toEqual([...advised])
    expect(steps.map(({ reason }) => reason).join('. ')).toContain(sentence)
  })
})

test('a siphon boils its own water, so nobody is told to brew it hotter', () => {
  const { brewer: _, canSetTemperature: __, ...unknown } = cupFrom(brewerOf('hario-technica-tca-3'), {})
  const steps = stepsAfter({ ...unknown, extractionFeedback: { sour: true } })
  expect(steps.map(({ change }) => change)).not.toContain('temperature')
})
