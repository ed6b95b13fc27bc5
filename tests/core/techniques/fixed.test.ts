import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { isFixed } from '../../../core/adaptation/base.ts'
import type { Technique } from '../../../core/adaptation/technique.ts'
import { baseOfTechnique, brewerTrouble } from '../../../core/adaptation/technique-base.ts'
import type { Machine } from '../../../core/equipment/model.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'
import { celsiusOf } from '../../../core/temperature.ts'
import { shippedMachines } from '../../../db/data/machines.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { shippedTechniques } from '../../../db/data/techniques.ts'

const dials = ['comandante-c40-mk4', 'niche-zero', 'baratza-encore'].map(slug => {
  const grinder = shippedGrinders.bySlug(slug)
  if (!grinder) throw new Error(`There is no ${slug}.`)
  return grinder
})
const [c40] = dials as [(typeof dials)[number]]

const named = (slug: string) => {
  const technique = shippedTechniques.bySlug(slug)
  if (!technique) throw new Error(`There is no ${slug}.`)
  return technique
}

function brewed(technique: Technique, asked: object = {}, brewer?: Machine, grinder = c40) {
  const base = baseOfTechnique(technique, shippedGrinders)
  return adapt({ method: base.method, style: base.style, brewer, technique: base, ...asked }, grinder)
}

/** When its steps are due. Those after a machine, a flame or the bed come later if that takes longer. */
function byTheClock({ steps }: Technique, longerSeconds: number) {
  const free = steps.findLastIndex(({ action }) => ['start', 'heat', 'drain'].includes(action))
  return steps.map(({ atSeconds }, at) => (free >= 0 && at > free ? atSeconds + longerSeconds : atSeconds))
}

const asks = [
  { roastLevel: 'LIGHT' },
  { roastLevel: 'DARK' },
  { strength: 5 },
  { strength: 1 },
  { taste: 2 },
  { taste: -2 },
  { roastLevel: 'DARK', strength: 4, taste: 1, isDecaf: true },
  { palate: { ...neutralPalate, strength: 1, acidity: 0, body: 1 } },
]

describe('what makes a technique itself never moves, on any brewer that can do it', () => {
  test.each(shippedTechniques.list().map(one => [one.slug, one] as const))('%s', (_, technique) => {
    const base = baseOfTechnique(technique, shippedGrinders)
    const able = shippedMachines
      .list()
      .filter(one => one.brewMethod === technique.method && !brewerTrouble(technique, base, one))
    // The dial matters little here, and the brewer much.
    for (const brewer of [undefined, ...able])
      for (const grinder of brewer ? [c40] : dials) {
        const usual = brewed(technique, {}, brewer, grinder)
        for (const asked of asks) {
          const recipe = brewed(technique, asked, brewer, grinder)
          const where = `${brewer?.slug} ${grinder.slug} ${JSON.stringify(asked)}`
          if (isFixed(base, 'ratio') && (technique.method !== 'moka' || !brewer))
            expect([where, Math.abs(recipe.ratio / base.ratio - 1) < 0.03]).toEqual([where, true])
          if (isFixed(base, 'dose')) expect([where, recipe.doseGrams]).toEqual([where, base.doseGrams])
          if (isFixed(base, 'waterTempF')) {
            expect([where, recipe.waterTempF]).toEqual([where, usual.waterTempF])
            // A machine with a narrow range comes as near as it can.
            const isSet = usual.heat !== 'fixed' && !brewer?.traits?.includes('few_degrees')
            if (isSet || technique.method === 'siphon')
              expect([where, recipe.waterTempF]).toEqual([where, base.waterTempF])
          }
          if (isFixed(base, 'time') && technique.method !== 'espresso')
            expect([where, recipe.steps.map(one => one.atSeconds)]).toEqual([
              where,
              byTheClock(technique, recipe.brewTimeSeconds - base.brewTimeSeconds),
            ])
          if (isFixed(base, 'pours') && !('taste' in asked) && !('palate' in asked))
            for (const [at, { toGrams }] of recipe.steps.entries()) {
              const published = (technique.steps[at]?.toGrams ?? 0) / base.waterGrams
              expect([where, Math.abs((toGrams ?? 0) / recipe.waterGrams - published) < 0.01]).toEqual([where, true])
            }
        }
      }
  })
})

test('a brew that takes longer ends later: off the heat, out of the machine, or when it has run through', () => {
  const ends: [slug: string, brewer: string | undefined, waterGrams: number | undefined, seconds: number[]][] = [
    ['veneziano-moka', 'bialetti-moka-express-12-cup', undefined, [425, 415, 420]],
    ['golden-cup', undefined, 2000, [490, 485]],
    ['moccamaster-sixty', undefined, 500, [250, 240]],
    ['steep-then-stir-cezve', undefined, 300, [235, 230, 233]],
    ['madcap-iced-kalita', undefined, 600, [190, 185]],
    // The dripper comes off, even if water is left in it.
    ['kurasu-origami', undefined, 540, [80, 80]],
  ]
  for (const [slug, brewer, volumeGrams, [brewTime = 0, ...last]] of ends) {
    const machine = shippedMachines.list().find(one => one.slug === brewer)
    const { brewTimeSeconds, steps } = brewed(named(slug), { volumeGrams }, machine)
    const ended = steps.slice(-last.length).map(({ atSeconds }) => atSeconds)
    expect([slug, brewTimeSeconds, ended]).toEqual([slug, brewTime, last])
  }
})

test('what a technique keeps in words, it keeps in figures', () => {
  const said: [RegExp, Technique['fixed'][number]][] = [
    [
      /^(water at )?\d+( to \d+)? °C|, then \d+ °C|at \d+ °C$|boiling water|off the boil|near the boil|as hot as/,
      'waterTempF',
    ],
    [/cold water/, 'waterTempF'],
    [
      /one part of coffee to|dose in the cup|times (the coffee in|its weight of) water|coffee per litre|to a litre/,
      'ratio',
    ],
    [
      /minutes of steeping|seconds of (steeping|rest)|turned over at \d|pressed at|every \d+ seconds|\d+ seconds apart/,
      'time',
    ],
    [/a fifth each|(four|five|six|two) equal pours/, 'pours'],
  ]
  // The top-up is not the water that it is brewed with.
  const isElsewhere = (one: string) => one.startsWith('the top-up')
  for (const { slug, keeps, fixed, startsWith } of shippedTechniques.list())
    for (const one of keeps.filter(one => !isElsewhere(one)))
      for (const [words, figure] of said)
        if (words.test(one) && !(figure === 'waterTempF' && startsWith))
          expect([slug, one, figure, fixed.includes(figure)]).toEqual([slug, one, figure, true])
})

test.each([
  ['moka-classic', 20],
  ['two-rises', 15],
  ['steep-then-stir-cezve', 15],
  ['fukahori-two-heats', 80],
  ['prufrock-siphon', 94],
  ['steampunk-metal-concentrate', 100],
  ['veneziano-moka', 100],
])('the water of %s is %d °C, for any roast and brewer', (slug, celsius) => {
  const technique = named(slug)
  const base = baseOfTechnique(technique, shippedGrinders)
  for (const brewer of [undefined, ...shippedMachines.list()])
    for (const roastLevel of [undefined, 'LIGHT', 'DARK'] as const) {
      if (brewer && (brewer.brewMethod !== technique.method || brewerTrouble(technique, base, brewer))) continue
      const { waterTempF } = brewed(technique, { roastLevel, isDecaf: roastLevel === 'DARK' }, brewer)
      expect([brewer?.slug, roastLevel, Math.round(celsiusOf(waterTempF))]).toEqual([brewer?.slug, roastLevel, celsius])
    }
})

test('the reason says what is kept', () => {
  expect(brewed(named('wac-2014-sasaki'), { roastLevel: 'DARK' }).reasons.join()).toMatch(
    /Dark roast: coarser; this technique keeps its temperature/,
  )
  expect(brewed(named('espresso-one-to-two'), { strength: 5 }).reasons).toContain(
    'Strength 5 of 5: this technique keeps its ratio',
  )
  const italian = brewerTrouble(
    named('italian-single'),
    baseOfTechnique(named('italian-single'), shippedGrinders),
    shippedMachines.list().find(({ slug }) => slug === 'flair-58') as Machine,
  )
  expect(italian).toBe(
    'Certified Italian espresso needs a basket for 7 g of coffee, and we don’t know of one for the Flair 58.',
  )
})

describe('what would make it another drink is refused', () => {
  test.each([
    [
      'four-six',
      { doseGrams: 12, volumeGrams: 500 },
      'volumeGrams must be 11.3 to 18.8 times doseGrams for this technique; you asked for 41.7.',
    ],
    ['four-six', { ratio: 25 }, 'ratio must be 11.3 to 18.8 for this technique; you asked for 25.'],
    ['espresso-one-to-two', { ratio: 2.5 }, /ratio must be 1.9 to 2.1 for this technique, which keeps its ratio/],
    ['italian-single', { doseGrams: 18 }, /doseGrams must be 7 for this technique/],
  ] as const)('%s with %j', (slug, asked, sentence) => {
    expect(() => brewed(named(slug), asked)).toThrow(sentence)
  })

  test('and what is near it is not', () => {
    expect(brewed(named('four-six'), { doseGrams: 20, volumeGrams: 320 }).ratio).toBe(16)
    expect(brewed(named('espresso-one-to-two'), { doseGrams: 16, volumeGrams: 32 }).ratio).toBe(2)
  })
})

describe('a shot whose flow or pressure changes', () => {
  const shots = shippedTechniques.list().filter(one => one.method === 'espresso')
  const trouble = (technique: Technique, slug: string) => {
    const machine = shippedMachines.list().find(one => one.slug === slug)
    if (!machine) throw new Error(`There is no ${slug}.`)
    return brewerTrouble(technique, baseOfTechnique(technique, shippedGrinders), machine)
  }

  test.each(['gaggia-classic-pro', 'breville-bambino', 'rancilio-silvia'])('is beyond a %s', slug => {
    for (const one of ['blooming-espresso', 'lever-decline', 'turbo-shot'])
      expect(trouble(named(one), slug)).toContain('flow or pressure you can change during the shot')
  })

  test.each(['decent-de1pro', 'flair-58', 'lelit-bianca'])('is what a %s can do', slug => {
    for (const one of ['blooming-espresso', 'lever-decline']) expect(trouble(named(one), slug)).toBeUndefined()
  })

  test('is what its words say', () => {
    for (const { slug, keeps, needs } of shots)
      expect([slug, needs !== undefined]).toEqual([
        slug,
        keeps.some(one => /slow flow|pressure that falls|about 6 bar/.test(one)),
      ])
  })
})
