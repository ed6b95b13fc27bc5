import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { reachesTurkish } from '../../../core/dial/dial-in.ts'
import { fullName } from '../../../core/grind/name.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from '../adaptation/brewers.ts'
import { c40, cupOn, encore, followed, followedWith, grinderCalledBy, niche, sentence, tasting } from './followed.ts'

const HOUR = 3600

describe('the clock of a brewer that steeps and drains', () => {
  test.each([
    ['clever', 330, 'aim for about 3:40'],
    ['siphon', 225, 'aim for about 2:30'],
  ] as const)('a %s at 1.5 times its planned time is clogged, whatever it tastes of', (method, seconds, plan) => {
    for (const word of ['sour', 'bitter', 'watery'] as const) {
      const slow = followed(cupOn(c40, method, { ...tasting(word), brewTimeSeconds: seconds }), 4).steps
      expect(slow[0]?.reason).toContain(plan)
      expect(slow[0]).toMatchObject({ direction: 'coarser', reason: expect.stringContaining('The bed is clogging') })
      expect(slow.map(({ direction }) => direction)).not.toContain('finer')
    }
    const inTime = nextStep(cupOn(c40, method, { ...tasting('sour'), brewTimeSeconds: seconds - 15 }))
    expect(inTime).toMatchObject({ direction: 'finer' })
  })

  test('a Clever is filled with water first, and the filter of a siphon is cleaned', () => {
    const prepared = (method: 'clever' | 'siphon') =>
      followed(cupOn(c40, method, { ...tasting('bitter'), brewTimeSeconds: 400 }), 4)
        .steps.map(sentence)
        .join()
    expect(prepared('clever')).toContain('Pour in the water first')
    expect(prepared('siphon')).toContain('Clean the filter')
  })
})

describe('a steep that ended far from its plan', () => {
  test.each([
    ['french_press', 'sour', 90, '1:30 is far too short', '4:00'],
    ['french_press', 'bitter', 600, '10:00 is far too long', '4:00'],
    ['cold_brew', 'watery', 5 * HOUR, '5 h is far too short', '17 h'],
    ['aeropress', 'bitter', 420, '7:00 is far too long', '2:00'],
    ['clever', 'sour', 120, '2:00 is far too short', '3:40'],
  ] as const)(
    '%s, %s after %d s: the planned time first, and the grind stays',
    (method, word, seconds, reason, plan) => {
      const { steps, brewed } = followed(cupOn(c40, method, { ...tasting(word), brewTimeSeconds: seconds }), 5)
      expect(steps[0]).toMatchObject({
        change: 'preparation',
        advice: `Leave the grind, and steep for ${plan}.`,
        reason: expect.stringContaining(reason),
      })
      expect(new Set(brewed.map(({ grindSetting }) => grindSetting)).size).toBe(1)
    },
  )

  test.each([
    ['as guides brew it', 'french_press', 'bitter', 8 * 60],
    ['within its plan', 'french_press', 'sour', 3.5 * 60],
    ['long, but sour', 'french_press', 'sour', 600],
    ['short, but bitter', 'aeropress', 'bitter', 45],
  ] as const)('%s says nothing about it: %s, %s', (_, method, word, brewTimeSeconds) => {
    expect(nextStep(cupOn(c40, method, { ...tasting(word), brewTimeSeconds }))?.change).toBe('grind')
  })
})

describe('Turkish on a grinder that is not fine enough', () => {
  const unfit = shippedGrinders.list().filter(grinder => !reachesTurkish(grinder))

  test.each(unfit.map(grinder => [grinder.slug, grinder] as const))(
    '%s stays at its recipe, and is told',
    (_, grinder) => {
      const { grindSetting } = adapt({ method: 'turkish' }, grinder)
      for (const word of ['sour', 'bitter', 'watery'] as const) {
        const { steps, brewed } = followed(cupOn(grinder, 'turkish', { ...tasting(word), grindSetting }))
        const finer = brewed.filter(cup =>
          grinder.finerIsHigher ? (cup.grindSetting ?? 0) > grindSetting : (cup.grindSetting ?? 0) < grindSetting,
        )
        expect(finer).toEqual([])
        expect(steps[0]?.reason).toContain(`The ${fullName(grinder)} is not fine enough for Turkish`)
      }
    },
  )
})

describe('water that was logged far from the plan', () => {
  test('a bitter moka pot that was filled cold starts with boiling water before it is ground coarser', () => {
    const { steps } = followed(cupOn(c40, 'moka', { ...tasting('bitter'), waterTempF: 68 }))
    expect(steps[0]).toMatchObject({
      change: 'doubt',
      advice: 'Fill the base with water just off the boil, so that the coffee doesn’t cook while the water heats.',
    })
    expect(steps.slice(0, 2).map(({ change }) => change)).not.toContain('grind')
    expect(steps.every(step => /boil/.test(sentence(step)))).toBe(true)
  })

  const cold = { ...tasting('sour'), daysOffRoast: 14 }
  test.each([
    [
      'a machine that cannot be set',
      cupOn(encore, 'drip', {
        ...cold,
        brewer: brewerOf('technivorm-moccamaster-kbgv-select'),
        canSetTemperature: false,
      }),
    ],
    ['an espresso machine', cupOn(niche, 'espresso', { ...cold, canSetTemperature: false })],
    ['a drinker who ignores it', cupOn(c40, 'v60', cold)],
  ])('%s that stays at 178 F is told about the water to the end', (_, first) => {
    const { steps } = followedWith(first, Array(8).fill({ waterTempF: 178 }))
    expect(steps.every(step => /too cool|hotter/.test(sentence(step)))).toBe(true)
    expect(steps.map(sentence).join()).not.toContain('Maybe it’s just this coffee')
  })

  test('a bitter dark roast at 212 F is brewed cooler first', () => {
    const hot = cupOn(c40, 'v60', { ...tasting('bitter'), roastLevel: 'DARK', waterTempF: 212 })
    expect(nextStep(hot)).toMatchObject({ change: 'temperature', direction: 'cooler', waterTempF: 192 })
    expect(nextStep({ ...hot, waterTempF: 205 })).toMatchObject({ change: 'grind' })
  })
})

describe('the test cup', () => {
  const shot = (grindSetting: number, brewTimeSeconds: number, word: 'sour' | 'bitter') =>
    cupOn(niche, 'espresso', { ...tasting(word), grindSetting, brewTimeSeconds })

  test('goes back to the first of the three, which need not be the first of the bag', () => {
    const cups = [shot(15, 55, 'sour'), shot(12, 28, 'bitter'), shot(13, 28, 'bitter'), shot(14, 28, 'bitter')]
    const step = nextStep(cups[3] as BrewedCup, cups.slice(0, 3).toReversed())
    expect(step?.advice).toStartWith('Go back to 12, as in the first of these three cups, for one test cup')
  })

  test('keeps the ratio where the first cup had one that nobody drinks', () => {
    const weak = followed(cupOn(c40, 'v60', { ...tasting('watery'), doseGrams: 9.8 }), 3)
    expect(weak.steps[2]).toMatchObject({ change: 'doubt', advice: expect.stringContaining('Leave the recipe') })
    expect(weak.steps[2]?.doseGrams).toBeUndefined()
  })

  test('of a sour and bitter cup names the bottled water once', () => {
    const { steps } = followed(cupOn(c40, 'v60', tasting('sour', 'bitter')), 3)
    expect(sentence(steps[2] as (typeof steps)[number]).match(/bottled water/g)).toHaveLength(1)
  })
})

test('bags that all taste sour are one search, not one for each bag', () => {
  const bags = [10, 15, 20, 6, 10, 15, 6, 9].map(daysOffRoast => ({ daysOffRoast }))
  const { steps, brewed } = followedWith(cupOn(c40, 'v60', tasting('sour')), bags)
  expect(brewed.slice(0, 6).map(({ grindSetting }) => grindSetting)).toEqual([25, 23, 21, 25, 19, 19])
  expect(steps.filter(({ reason }) => reason.startsWith('Three cups in a row'))).toHaveLength(1)
})

test('an espresso on an Ode is told about the grinder first and last', () => {
  const ode = cupOn(grinderCalledBy('fellow-ode-gen-2'), 'espresso', { ...tasting('sour'), daysOffRoast: 14 })
  const said = followed(ode).steps.map(sentence)
  const limit = 'Fellow doesn’t recommend the Ode Gen 2 for espresso'
  expect([said[0], said[7]].every(words => words?.includes(limit))).toBe(true)
  expect(said.join()).not.toContain('Maybe it’s just this coffee')
})

test('a light roast from far outside the band goes to the setting of its own recipe', () => {
  const light = cupOn(c40, 'v60', { ...tasting('sour'), grindSetting: 10, roastLevel: 'LIGHT' })
  expect(nextStep(light)?.grindSetting).toBe(adapt({ method: 'v60', roastLevel: 'LIGHT' }, c40).grindSetting)
})

test.each([
  ['too acidic', 'finer', 'Sour'],
  ['burnt', 'coarser', 'Bitter'],
  ['choked', 'coarser', 'The shot was choked'],
] as const)('an espresso that was "%s" is ground %s', (outcome, direction, reason) => {
  const step = nextStep(cupOn(niche, 'espresso', { outcome }))
  expect(step).toMatchObject({ direction, reason: expect.stringContaining(reason) })
})

test('a grinder whose next click is far away is not said to have come as far as we would go', () => {
  const skerton = grinderCalledBy('hario-skerton')
  const { steps } = followed(cupOn(skerton, 'v60', { ...tasting('bitter'), grindSetting: 3, waterTempF: 205 }), 4)
  expect(steps[0]?.reason).toBe('One click coarser is a big step on this grinder')
  expect(steps[3]?.grindSetting).toBe(4)
})
