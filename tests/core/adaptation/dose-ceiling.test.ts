import { describe, expect, test } from 'bun:test'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import { canBrew, fittedAmounts, misfitInWords } from '../../../core/adaptation/fit.ts'
import { doseCeiling } from '../../../core/equipment/dose-ceiling.ts'
import { brewerOf, brewers } from './brewers.ts'
import { rulerGrinder } from './test-grinders.ts'

const on = (slug: string, wanted: Omit<WantedBrew, 'method' | 'brewer'> = {}) => {
  const brewer = brewerOf(slug)
  return adapt({ method: brewer.brewMethod, brewer, ...wanted }, rulerGrinder)
}

describe('a brewer takes only a limited amount of coffee', () => {
  test.each([
    ['aeropress-original', 31],
    ['aeropress-go', 27],
    ['aeropress-xl', 62],
    ['hario-v60-01', 21],
    ['hario-v60-02', 50],
    ['hario-v60-03', 71],
    ['kalita-wave-155', 25],
    ['kalita-wave-185', 50],
    ['chemex-classic-3-cup', 32],
    ['chemex-classic-6-cup', 60],
    ['chemex-classic-8-cup', 82],
    ['clever-dripper-large', 38],
    ['hario-switch-02', 25],
    ['hario-switch-03', 44],
    ['hario-mizudashi-1-l', 91],
    ['takeya-cold-brew-maker-1-qt', 82],
    ['xbloom-studio', 18],
    ['toddy-cold-brew-system', 350],
    ['bodum-chambord-8-cup', undefined],
    ['gaggia-classic-pro', undefined],
  ])('%s: %p g', (slug, grams) => {
    const brewer = brewerOf(slug)
    expect(doseCeiling(brewer.brewMethod, brewer)).toBe(grams)
  })

  test('more is brewed in batches, and the reason says so', () => {
    const concentrate = on('aeropress-original', { style: 'concentrate', volumeGrams: 250 })
    expect(concentrate).toMatchObject({ doseGrams: 25, waterGrams: 125, batches: 2 })
    expect(concentrate.reasons[0]).toBe('An AeroPress Original takes up to 31 g of coffee: brew it twice, 125 g each')
    const iced = on('hario-v60-02', { style: 'iced', volumeGrams: 1150 })
    expect(iced).toMatchObject({ doseGrams: 36.8, waterGrams: 575, batches: 2 })
    expect(iced.reasons[0]).toBe('A Hario V60 02 takes up to 50 g of coffee: brew it twice, 575 g each')
  })

  test('a requested dose is split as well', () => {
    expect(on('hario-v60-02', { doseGrams: 60, ratio: 10 })).toMatchObject({ doseGrams: 30, batches: 2 })
  })

  test('if no amount is requested, the usual one is scaled down to one batch', () => {
    const recipe = on('hario-mizudashi-1-l', { style: 'concentrate' })
    expect(recipe).toMatchObject({ waterGrams: 526, batches: 1 })
    expect(recipe.doseGrams).toBeLessThanOrEqual(91)
    expect(recipe.reasons[0]).toBe('The Hario Mizudashi 1 l takes up to 91 g of coffee: scaled from 880 g of water')
  })

  test('a full jar in the usual ratio is one batch', () => {
    expect(on('hario-mizudashi-1-l', { volumeGrams: 1000 })).toMatchObject({ waterGrams: 1000, batches: 1 })
  })

  test('an xBloom gets no more than its 18 g, however strong', () => {
    const strong = on('xbloom-studio', { strength: 5 })
    expect(strong.doseGrams).toBeLessThanOrEqual(18)
    expect(strong).toMatchObject({ batches: 1 })
    expect(on('xbloom-studio', { strength: 5, volumeGrams: 300 }).batches).toBe(2)
  })

  test('a hot brewer brews everything that it holds at once, however strong', () => {
    // The dripper of an xBloom is full of coffee before it is full of water.
    const hot = brewers.filter(
      ({ brewMethod, traits }) =>
        ['v60', 'kalita', 'chemex', 'drip'].includes(brewMethod) && !traits?.includes('small_dripper'),
    )
    for (const brewer of hot)
      for (const strength of [1, 3, 5])
        expect([
          brewer.slug,
          on(brewer.slug, { strength, volumeGrams: brewer.maxWaterGrams ?? undefined }).batches,
        ]).toEqual([brewer.slug, 1])
  })
})

describe("somebody else's recipe", () => {
  test.each([
    [
      'aeropress-original',
      35,
      210,
      'The AeroPress Original takes up to 31 g of coffee. 31 g of coffee and 186 g of water would fit',
    ],
    ['aeropress-go', 16, 240, 'The AeroPress Go holds 220 g. 14.7 g of coffee and 220 g of water would fit'],
    [
      'hario-v60-01',
      24,
      300,
      'The Hario V60 01 takes up to 21 g of coffee. 21 g of coffee and 262 g of water would fit',
    ],
    [
      'hario-v60-02',
      55,
      600,
      'The Hario V60 02 takes up to 50 g of coffee. 50 g of coffee and 545 g of water would fit',
    ],
    [
      'gaggia-classic-pro',
      25,
      50,
      'The Gaggia Classic Pro’s basket holds 14 to 20 g of coffee. 20 g in, 40 g out would fit',
    ],
    ['hario-v60-02', 15, 250, null],
    ['bodum-chambord-8-cup', 120, 900, null],
  ])('on a %s, %d g and %d g: %p', (slug, doseGrams, waterGrams, sentence) => {
    const amounts = { doseGrams, waterGrams }
    expect(misfitInWords(brewerOf(slug), amounts)).toBe(sentence)
    expect(canBrew(brewerOf(slug), amounts)).toBe(sentence === null)
  })

  test('that does not fit gets amounts that do, on every machine', () => {
    for (const brewer of brewers)
      for (const doseGrams of [2, 7, 15, 18, 24, 35, 60, 120, 400])
        for (const ratio of [1.5, 2.5, 5, 10, 16, 20]) {
          const amounts = { doseGrams, waterGrams: Math.round(doseGrams * ratio) }
          const fitted = fittedAmounts(brewer, amounts)
          expect([brewer.slug, amounts, fitted, misfitInWords(brewer, fitted)]).toEqual([
            brewer.slug,
            amounts,
            fitted,
            null,
          ])
        }
  })
})
