import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type BrewedCup, nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { filterOnly, ruler } from '../adaptation/test-grinders.ts'

const cup = (changes: Partial<BrewedCup>): BrewedCup => ({
  method: 'v60',
  doseGrams: 15,
  waterGrams: 250,
  waterTempF: 200,
  grindSetting: 42,
  grinder: ruler,
  extractionFeedback: null,
  ...changes,
})

describe('a sour cup', () => {
  const sour = { sour: true }

  test('wants a finer grind, in the steps of the dial', () => {
    expect(nextStep(cup({ extractionFeedback: sour }))).toEqual({
      change: 'grind',
      advice: 'Grind finer: 39 instead of 42.',
      reason: 'Sour tastes of too little extraction',
      grindSetting: 39,
      grindLabel: '39',
    })
  })

  test('is told in clicks, up where finer is higher', () => {
    // Three points are a click and a half, so two clicks.
    expect(nextStep(cup({ grinder: filterOnly, grindSetting: 23, extractionFeedback: sour }))).toMatchObject({
      advice: 'Grind 2 clicks finer: 25 clicks instead of 23 clicks.',
      grindSetting: 25,
    })
  })

  test('wants hotter water once the grind is at the end of its band or of the dial', () => {
    const hotter = { change: 'temperature', waterTempF: 204, advice: 'Brew hotter, at 204 F.' } as const
    expect(nextStep(cup({ grindSetting: 34, extractionFeedback: sour }))).toMatchObject(hotter)
    expect(
      nextStep(cup({ method: 'aeropress', grinder: filterOnly, grindSetting: 30, extractionFeedback: sour })),
    ).toMatchObject(hotter)
  })

  test('has nothing left to change at the end of both', () => {
    expect(nextStep(cup({ grindSetting: 34, waterTempF: 212, extractionFeedback: sour }))).toBeNull()
  })

  test('without a grinder gets the direction alone', () => {
    const step = nextStep(cup({ grinder: null, extractionFeedback: sour }))
    expect(step).toEqual({
      change: 'grind',
      advice: 'Grind a touch finer.',
      reason: 'Sour tastes of too little extraction',
    })
  })
})

test('a bitter or harsh cup wants a coarser grind, then cooler water', () => {
  expect(nextStep(cup({ extractionFeedback: { bitter: true } }))).toMatchObject({ grindSetting: 45 })
  expect(nextStep(cup({ extractionFeedback: { harsh: true } }))).toMatchObject({
    grindSetting: 45,
    reason: 'Harsh tastes of too much extraction',
  })
  expect(nextStep(cup({ grindSetting: 46, extractionFeedback: { bitter: true } }))).toMatchObject({
    change: 'temperature',
    waterTempF: 196,
  })
})

test('espresso moves by half as much', () => {
  expect(
    nextStep(
      cup({ method: 'espresso', doseGrams: 18, waterGrams: 36, grindSetting: 9, extractionFeedback: { sour: true } }),
    ),
  ).toMatchObject({ grindSetting: 7.5 })
})

test('a watery cup wants more coffee, then a finer grind', () => {
  // 15 g x 1.05 = 15.75, weighed as 15.8.
  expect(nextStep(cup({ extractionFeedback: { watery: true } }))).toMatchObject({
    change: 'dose',
    doseGrams: 15.8,
    advice: 'Use 15.8 g of coffee instead of 15 g for the same 250 g of water.',
  })
  expect(nextStep(cup({ doseGrams: 18, extractionFeedback: { watery: true } }))).toMatchObject({ grindSetting: 39 })
})

test('sour and bitter together leave the grind alone', () => {
  for (const extractionFeedback of [
    { sour: true, bitter: true },
    { sour: true, harsh: true, watery: true },
  ])
    expect(nextStep(cup({ extractionFeedback }))?.change).toBe('preparation')
})

test('a balanced cup, or one nobody spoke about, needs no change', () => {
  expect(nextStep(cup({ extractionFeedback: { balanced: true } }))).toBeNull()
  expect(nextStep(cup({ extractionFeedback: { sour: false } }))).toBeNull()
  expect(nextStep(cup({}))).toBeNull()
})

test('on every grinder: one change, the right way, to a setting that the dial has', () => {
  const flag = fc.boolean()
  const feedback = fc.record({ sour: flag, bitter: flag, watery: flag, harsh: flag, balanced: flag })
  const grinder = fc.constantFrom(...shippedGrinders.list())
  fc.assert(
    fc.property(
      grinder,
      fc.constantFrom(...methodIds),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 32, max: 212 }),
      feedback,
      (own, method, part, waterTempF, extractionFeedback) => {
        const dial = dialOf(own)
        const grindSetting = dial.nearest(dial.min + part * (dial.max - dial.min))
        const step = nextStep(cup({ method, grinder: own, grindSetting, waterTempF, extractionFeedback }))
        if (!step) return
        const { grindSetting: to, waterTempF: tempF, doseGrams } = step
        expect([to, tempF, doseGrams].filter(figure => figure !== undefined).length).toBe(
          step.change === 'preparation' ? 0 : 1,
        )
        if (tempF !== undefined) expect(tempF).toBeLessThanOrEqual(212)
        if (to === undefined) return
        expect(dial.isStep(to)).toBe(true)
        const { indexAt } = curveThrough(own.references)
        const finer = extractionFeedback.sour || !(extractionFeedback.bitter || extractionFeedback.harsh)
        expect(Math.sign(indexAt(to) - indexAt(grindSetting))).toBe(finer ? -1 : 1)
      },
    ),
    { numRuns: 500 },
  )
})
