import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback, NextStep } from '../../../core/brews/model.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import type { RoastLevel } from '../../../core/coffees/roast.ts'
import { reachesTurkish, turkishIndex } from '../../../core/dial/dial-in.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { methodById, methodIds } from '../../../core/grind/methods.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from '../adaptation/brewers.ts'
import { c40, cupOn, encore, followed, followedWith, grinderCalledBy, niche, sentence, tasting } from './followed.ts'

describe('a V60 that stays off', () => {
  test.each([
    ['sour on a C40', c40, 'sour', [25, 23, 21, 19]],
    ['sour on an Encore', encore, 'sour', [18, 15, 14, 12, 11]],
    ['bitter on a C40', c40, 'bitter', [25, 27, 29, 30]],
  ] as const)('%s is ground to the limit and no further', (_, grinder, word, settings) => {
    const { brewed } = followed(cupOn(grinder, 'v60', tasting(word)), 12)
    expect([...new Set(brewed.map(({ grindSetting }) => grindSetting))]).toEqual([...settings])
  })

  test('gets other causes named, hotter water, a longer ratio, another pour and then doubt, each in words of its own', () => {
    const { steps } = followed(cupOn(c40, 'v60', tasting('sour')), 11)
    expect(steps.map(({ change }) => change).join(' ')).toBe(
      'grind grind doubt grind temperature temperature dose preparation doubt doubt doubt',
    )
    expect(new Set(steps.map(sentence)).size).toBe(11)
    expect(steps.flatMap(({ waterTempF }) => waterTempF ?? [])).toEqual([205, 209])
  })

  test('goes on with the grind as long as the cups get better', () => {
    const sour = (grindSetting: number, rating: number) =>
      cupOn(c40, 'v60', { ...tasting('sour'), grindSetting, rating })
    const settings = [27, 26, 25, 24]
    const alike = settings.map(setting => sour(setting, 2)).toReversed()
    expect(nextStep(alike[0] as BrewedCup, alike.slice(1))?.change).toBe('temperature')
    const better = settings.map((setting, n) => sour(setting, n < 3 ? 2 : 3)).toReversed()
    expect(nextStep(better[0] as BrewedCup, better.slice(1))?.change).toBe('grind')
  })

  test('is told what else may be wrong after two steps that have not helped', () => {
    const { steps } = followed(cupOn(c40, 'v60', tasting('sour')), 3)
    expect(steps[2]).toEqual({
      change: 'doubt',
      reason: 'Three cups in a row were off, so something other than the recipe may be wrong',
      advice:
        'Go back to 25 clicks, as in the first of these three cups, for one test cup: brew once with a bottled water you like to drink, clean the burrs and check the roast date.',
      grindSetting: 25,
      grindLabel: '25 clicks',
    })
  })

  test('is not told to check what is known to be fine', () => {
    const water = { waterAlkalinityPpm: 200, waterHardnessPpm: null, altitudeMeters: null }
    const { steps } = followed(cupOn(c40, 'v60', { ...tasting('sour'), daysOffRoast: 14, water }), 3)
    expect(steps[2]?.advice).toBe(
      'Go back to 25 clicks, as in the first of these three cups, for one test cup: clean the burrs.',
    )
  })

  test.each(methodIds)(
    'is ground at most ten points from the first cup until then, and six outside the band later: %s',
    method => {
      const { indexAt } = curveThrough(c40.references)
      const { low, high } = methodById[method].grindIndex
      for (const word of ['sour', 'bitter'] as const) {
        const { steps, brewed } = followed(cupOn(c40, method, tasting(word)), 24)
        const [first = 0, ...others] = brewed.map(({ grindSetting }) => indexAt(grindSetting ?? 0))
        const told = steps.findIndex(({ advice, reason }) => `${reason} ${advice}`.includes('bottled water'))
        expect(told).toBeLessThanOrEqual(2)
        others.forEach((index, n) => {
          if (n <= told) expect(Math.abs(index - first)).toBeLessThanOrEqual(10)
          expect(index).toBeWithin(Math.min(first, low - 6), Math.max(first, high + 6) + 1e-6)
        })
      }
    },
  )

  test('by turns sour and bitter with a step each is told beside the third', () => {
    const cups = ['sour', 'bitter', 'sour'] as const
    const { steps } = followedWith(
      cupOn(niche, 'v60', {}),
      cups.map(word => tasting(word)),
    )
    expect(steps[2]).toMatchObject({
      change: 'grind',
      reason: expect.stringContaining(
        'If these cups taste much the same, the recipe may not be the cause: brew once with a bottled water you like to drink, clean the burrs and check the roast date',
      ),
    })
  })

  test('from far outside its band goes back into it', () => {
    expect(nextStep(cupOn(c40, 'v60', { ...tasting('sour'), grindSetting: 10 }))).toMatchObject({ grindSetting: 25 })
    expect(nextStep(cupOn(c40, 'v60', { ...tasting('bitter'), grindSetting: 39 }))).toMatchObject({ grindSetting: 25 })
  })
})

describe('the clock comes before the tongue', () => {
  const shot = (word: 'sour' | 'bitter', brewTimeSeconds: number) =>
    nextStep(cupOn(niche, 'espresso', { ...tasting(word), brewTimeSeconds }))

  test.each(['sour', 'bitter'] as const)('a %s shot at 55 s is choked: coarser, and the puck', word => {
    const step = shot(word, 55)
    expect(step).toMatchObject({ change: 'grind', direction: 'coarser' })
    expect(step?.reason).toBe(
      '55 s is slow for this shot; aim for about 28 s. It is choked or uneven, so level the puck as well',
    )
  })

  test.each(['sour', 'bitter'] as const)('a %s shot at 15 s is fast: finer', word => {
    expect(shot(word, 15)).toMatchObject({
      direction: 'finer',
      reason: '15 s is fast for this shot: the water had no time to extract',
    })
  })

  test('a shot at 28 s is as it tastes', () => {
    expect([shot('sour', 28)?.direction, shot('bitter', 28)?.direction]).toEqual(['finer', 'coarser'])
  })

  test.each(['sour', 'bitter', 'watery'] as const)('an eight-minute Chemex that is %s is clogged', word => {
    const { steps, brewed } = followed(cupOn(c40, 'chemex', { ...tasting(word), brewTimeSeconds: 480 }))
    expect(steps[0]).toMatchObject({
      direction: 'coarser',
      reason: '8:00 is slow; aim for about 4:10. The bed is clogging',
    })
    expect(steps.map(({ change }) => change).slice(1, 5)).toEqual(['grind', 'preparation', 'preparation', 'doubt'])
    const { indexAt } = curveThrough(c40.references)
    const indices = brewed.map(({ grindSetting }) => indexAt(grindSetting ?? 0))
    expect(Math.max(...indices) - (indices[0] ?? 0)).toBeLessThanOrEqual(10)
  })
})

describe('espresso by the clock', () => {
  const timed = (seconds: readonly number[], more: Partial<BrewedCup> = {}) =>
    followedWith(
      cupOn(niche, 'espresso', { ...tasting('sour'), ...more }),
      seconds.map(brewTimeSeconds => ({ brewTimeSeconds })),
    )
  const openingUp = [55, 49, 44, 40, 36]

  test('a slow, sour shot that opens up is ground coarser every time', () => {
    const { steps } = timed(openingUp, { grindSetting: 10 })
    expect(steps.map(({ direction }) => direction)).toEqual(openingUp.map(() => 'coarser' as const))
    expect(steps[2]?.reason).toBe('Still slow at 44 s, but opening up: keep going coarser')
  })

  test('at the end of the band it says so, and never that coarser did nothing or that finer is next', () => {
    const { steps } = timed([60, 52, 46, 40, 36, 36, 36, 36])
    const said = steps.map(sentence)
    expect(said[4]).toStartWith('Still slow at 36 s, and 22 is as coarse as we would go. Weigh the dose')
    expect(steps.map(({ direction }) => direction)).not.toContain('finer')
    expect(said.join(' ')).not.toMatch(/opened it up\.|channel|holes:/)
  })

  test('a first shot at 36 or 40 s is not ground finer, and one at 34 s not back to where it ran slow', () => {
    for (const seconds of [36, 40]) expect(timed([seconds]).steps[0]?.direction).toBe('coarser')
    const { steps } = timed([38, 34])
    expect(steps[1]).toMatchObject({
      change: 'water',
      reason: expect.stringContaining('but a finer grind ran slow'),
    })
  })

  test('one that ran slow once and then as planned at the same grind may still be ground finer', () => {
    const sourAt = (brewTimeSeconds: number) => cupOn(niche, 'espresso', { ...tasting('sour'), brewTimeSeconds })
    expect(nextStep(sourAt(28), [sourAt(40)])?.direction).toBe('finer')
  })

  test('one that stays at 55 s gets coarser twice, then the dose and the puck, then the beans, the water and the dial', () => {
    const { steps } = timed(Array(9).fill(55))
    expect(steps.map(({ change }) => change).join(' ')).toBe(
      'grind grind preparation preparation doubt doubt doubt doubt doubt',
    )
    expect(new Set(steps.map(sentence)).size).toBe(9)
  })

  test('a fast, sour shot that slows down is ground finer every time, by less the slower it runs', () => {
    const { steps, brewed } = timed([13, 15, 17, 18, 19, 20], { grindSetting: 20, canSetTemperature: true })
    expect(steps.map(({ direction }) => direction)).toEqual(Array(6).fill('finer'))
    expect(brewed.map(({ grindSetting }) => grindSetting)).toEqual([20, 18, 16, 15, 14, 13, 12])
    expect(steps[4]?.reason).toBe('Still fast at 19 s, but slowing down: keep going finer')
  })

  test('steps by the clock do not count as steps that have not helped', () => {
    const { steps } = timed([13, 15, 17, 19, 24], { grindSetting: 20 })
    expect(steps[4]).toMatchObject({ change: 'grind', direction: 'finer' })
  })

  test('a bitter shot at 20 s is ground coarser, a sour one finer', () => {
    const at20 = (word: 'sour' | 'bitter') =>
      nextStep(cupOn(niche, 'espresso', { ...tasting(word), brewTimeSeconds: 20 }))?.direction
    expect([at20('sour'), at20('bitter')]).toEqual(['finer', 'coarser'])
  })
})

test.each([
  ['by hand', undefined],
  ['by a machine', brewerOf('chemex-ottomatic-2-0')],
])('a slow Chemex, poured %s, is given air at the spout', (_, brewer) => {
  const { steps } = followed(cupOn(c40, 'chemex', { ...tasting('bitter'), brewTimeSeconds: 600, brewer }))
  expect(steps.map(({ advice }) => advice)).toContain(
    'Put the three layers of paper over the spout, so that air can escape.',
  )
})

describe('what else was logged', () => {
  test('water at 175 F that leaves it sour is made hotter first, and a bitter cup is ground coarser', () => {
    expect(nextStep(cupOn(c40, 'v60', { ...tasting('sour'), waterTempF: 175 }))).toMatchObject({ waterTempF: 201 })
    expect(nextStep(cupOn(c40, 'v60', { ...tasting('bitter'), waterTempF: 175 }))).toMatchObject({ change: 'grind' })
    // 14 F below is a choice.
    expect(nextStep(cupOn(c40, 'v60', { ...tasting('sour'), waterTempF: 187 }))).toMatchObject({ change: 'grind' })
  })

  test('cool water is named twice, and then a weak cup gets more coffee', () => {
    const weak = cupOn(c40, 'v60', { ...tasting('watery'), waterTempF: 175 })
    const changes = [[], [weak], [weak, weak]].map(earlier => nextStep(weak, earlier)?.change)
    expect(changes).toEqual(['temperature', 'temperature', 'dose'])
  })

  test('a machine that heats its own water is looked after, not set', () => {
    expect(nextStep(cupOn(c40, 'drip', { ...tasting('sour'), waterTempF: 180 }))).toMatchObject({ change: 'doubt' })
  })

  const measured = (word: keyof ExtractionFeedback, tdsPercent: number) =>
    nextStep(cupOn(c40, 'v60', { ...tasting(word), tdsPercent, beverageGrams: 213 }))

  test('44% extraction is not believed even once, and that cup counts by its taste afterwards', () => {
    const first = cupOn(c40, 'v60', { ...tasting('sour'), tdsPercent: 3.1, beverageGrams: 213 })
    expect(nextStep(first)).toEqual({
      change: 'doubt',
      reason: '44% extraction is not possible: at most about 30% of coffee dissolves',
      advice: 'Zero the refractometer, let the sample cool and stir it, and weigh the cup again.',
    })
    expect(nextStep({ ...first, tdsPercent: null }, [first])).toMatchObject({
      direction: 'finer',
      reason: 'Sour twice: go finer',
    })
  })

  test('27% extraction is too much, although it is sour', () => {
    expect(measured('sour', 1.9)).toMatchObject({
      direction: 'coarser',
      reason: 'Your reading is 27% extraction, above the 18 to 22% target, whatever it tastes like',
    })
  })

  test.each([
    ['sour', 1.95, 27.7],
    ['bitter', 0.7, 9.9],
  ] as const)(
    'two readings in a row that no %s cup gives are doubted, and the grind is held',
    (word, tdsPercent, percent) => {
      const { steps } = followed(cupOn(c40, 'v60', { ...tasting(word), tdsPercent, beverageGrams: 213 }), 3)
      expect(steps[0]?.change).toBe('grind')
      expect(steps[1]).toEqual({
        change: 'doubt',
        reason: `${percent}% extraction is very unlikely, and it’s the second such reading in a row`,
        advice: 'Zero the refractometer, let the sample cool and stir it, and weigh the cup again.',
      })
      expect(steps[2]?.change).toBe('doubt')
    },
  )

  test('sour and bitter is uneven, although the reading is within the target', () => {
    const uneven = { ...tasting('sour', 'bitter'), tdsPercent: 1.4, beverageGrams: 213 }
    expect(nextStep(cupOn(c40, 'v60', uneven))).toMatchObject({ change: 'preparation' })
  })

  test('below 18 % finer, within the target the ratio', () => {
    expect(measured('bitter', 1.2)).toMatchObject({ change: 'grind', direction: 'finer' })
    expect(measured('watery', 1.2)).toMatchObject({ change: 'grind', direction: 'finer' })
    expect(measured('sour', 1.4)).toMatchObject({ change: 'dose', direction: 'lighter' })
    expect(measured('bitter', 1.4)).toMatchObject({ change: 'dose', direction: 'stronger' })
    expect(measured('watery', 1.4)).toMatchObject({ change: 'dose', direction: 'stronger' })
  })

  test('stale beans are named once, young ones beside the step', () => {
    const [first, second] = followed(cupOn(c40, 'v60', { ...tasting('sour'), daysOffRoast: 75 })).steps
    expect(first).toMatchObject({ change: 'doubt', reason: expect.stringContaining('75 days off roast') })
    expect(second?.reason).not.toContain('off roast')
    const young = (roastLevel: 'LIGHT' | 'DARK') =>
      followed(cupOn(niche, 'espresso', { ...tasting('sour'), daysOffRoast: 5, roastLevel })).steps
    expect(young('LIGHT')[0]).toMatchObject({
      change: 'grind',
      reason:
        'Sour usually means under-extracted. These beans are only 5 days off roast: waiting until day 10 will change more than the dial',
    })
    expect(young('LIGHT')[1]?.reason).not.toContain('off roast')
    expect(young('DARK')[0]?.reason).not.toContain('off roast')
  })
})

describe('what each sentence says after those before it', () => {
  const reasonsOf = (first: BrewedCup, cups: number) => followed(first, cups).steps.map(({ reason }) => reason)

  test('"still" is for who has taken a step that way', () => {
    const [, second, , , fifth] = reasonsOf(cupOn(c40, 'turkish', tasting('bitter')), 5)
    expect([second, fifth]).toEqual(['Bitter twice: go coarser', 'Bitter 5 times: go a little coarser still'])
    const untouched = cupOn(c40, 'v60', tasting('sour'))
    expect(nextStep(untouched, [untouched])?.reason).toBe('Sour twice: go finer')
  })

  test('"at that temperature" is for who has just changed it', () => {
    const cold = cupOn(c40, 'v60', { ...tasting('sour'), waterTempF: 175 })
    const { steps, brewed } = followed(cold, 8)
    const heated = steps.findIndex(({ waterTempF }) => waterTempF === 205)
    expect(brewed[heated]?.waterTempF).toBe(brewed[heated - 1]?.waterTempF as number)
    expect(steps[heated]?.reason).toEndWith('Three steps finer have not helped, so leave the grind there')
  })

  test('too much coffee is called too strong, and a cold brew is not thinned with hot water', () => {
    const strong = followed(cupOn(c40, 'v60', tasting('strong')), 7).steps
    expect(strong[0]?.reason).toBe('Too strong usually means too much coffee for the water')
    expect(strong.map(({ advice }) => advice)).toContain('Add a little hot water to the cup.')
    const cold = followed(cupOn(encore, 'cold_brew', tasting('strong')), 8).steps
    expect(cold.map(({ advice }) => advice)).toContain('Add a little cold water to the cup.')
  })

  test('a shot that gushes is not made hotter: the puck is looked at', () => {
    const shot = { ...tasting('sour'), brewTimeSeconds: 15, waterTempF: 203, canSetTemperature: true }
    const { steps } = followed(cupOn(niche, 'espresso', shot), 6)
    expect(steps.map(({ change }) => change)).not.toContain('temperature')
    expect(steps[3]?.advice).toStartWith('Purge the grinder, weigh the dose, and check the puck for holes')
  })

  test('beans that are known to be stale or young are not called fresh', () => {
    const doubtsOf = (daysOffRoast: number) =>
      followed(cupOn(c40, 'v60', { ...tasting('bitter'), daysOffRoast }), 12)
        .steps.filter(({ change }) => change === 'doubt')
        .map(({ reason }) => reason)
    for (const days of [1, 75]) {
      expect(doubtsOf(days).join()).not.toContain('If the beans are fresh')
      expect(doubtsOf(days).join()).toContain('off roast')
    }
    expect(doubtsOf(14)).toContain('The recipe may not be the cause, so look at the water')
  })

  test.each([
    ['sour', 'bitter'],
    ['watery', 'strong'],
  ] as const)(
    '%s and %s by turns, at nearly the same recipe, asks for cups that are brewed alike, then doubts',
    (one, other) => {
      let cup = cupOn(c40, 'v60', tasting(one))
      const brewed: BrewedCup[] = []
      const changes: string[] = []
      for (let n = 0; n < 6; n++) {
        const drunk = { ...cup, ...tasting(n % 2 ? other : one) }
        const step = nextStep(drunk, brewed)
        changes.push(step?.change ?? '')
        brewed.unshift(drunk)
        cup = afterStep(drunk, step)
      }
      expect(changes.slice(0, 2)).not.toContain('preparation')
      expect(changes.slice(3)).toEqual(['preparation', 'doubt', 'doubt'])
    },
  )

  test.each(['sour', 'watery'] as const)('a %s Turkish is never sent to where the burrs touch', word => {
    for (const grinder of shippedGrinders.list().filter(reachesTurkish)) {
      const first = cupOn(grinder, 'turkish', {
        ...tasting(word),
        grindSetting: positionOn(grinder, turkishIndex(grinder)).setting,
      })
      const { min, max, step } = dialOf(grinder)
      for (const { grindSetting } of followed(first).brewed) {
        const fromEnd = grinder.finerIsHigher ? max - (grindSetting ?? 0) : (grindSetting ?? 0) - min
        expect([grinder.slug, fromEnd / step > 1.9]).toEqual([grinder.slug, true])
      }
    }
  })

  test('a machine that pours or heats by itself is not told to pour gently or lower its flame', () => {
    for (const [method, slug] of [
      ['chemex', 'chemex-ottomatic-2-0'],
      ['turkish', 'arzum-okka-minio'],
    ] as const)
      for (const words of [['sour'], ['bitter'], ['watery'], ['sour', 'bitter']] as (keyof ExtractionFeedback)[][]) {
        const brewer = brewerOf(slug)
        const first = cupOn(c40, method, { ...tasting(...words), brewer, canSetTemperature: false })
        const said = followed(first, 10).steps.map(sentence).join(' ')
        expect(said).not.toMatch(/flame|[Pp]our (lower|more gently|in slow)|bloom|swirl/)
      }
  })
})

const waterWith = (waterAlkalinityPpm: number) => ({ altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm })

test.each([
  ['sour', 120, false],
  ['sour', 20, true],
  ['bitter', 20, false],
  ['bitter', 120, true],
] as const)('a cup that stays %s with an alkalinity of %d ppm has its water doubted: %p', (word, ppm, isDoubted) => {
  const { steps } = followed(cupOn(c40, 'v60', { ...tasting(word), water: waterWith(ppm) }), 12)
  expect(steps.some(({ advice }) => advice.includes('bottled water'))).toBe(isDoubted)
})

describe('every way of saying it', () => {
  test.each([
    ['under-extracted', 'finer'],
    ['Under Extracted', 'finer'],
    ['UNDEREXTRACTED', 'finer'],
    ['a bit over_extracted', 'coarser'],
    ['overextracted', 'coarser'],
  ] as const)('the outcome "%s" asks for %s', (outcome, direction) => {
    expect(nextStep(cupOn(c40, 'v60', { outcome }))).toMatchObject({ change: 'grind', direction })
  })

  test('salty is under-extracted, and flat is a matter of the beans and the water', () => {
    expect(nextStep(cupOn(c40, 'v60', { outcome: 'Salty' }))).toMatchObject({
      direction: 'finer',
      reason: 'Salty usually means under-extracted',
    })
    const flat = (waterAlkalinityPpm: number) =>
      nextStep(cupOn(c40, 'v60', { outcome: 'a bit flat', water: waterWith(waterAlkalinityPpm) }))
    expect(flat(120)).toMatchObject({ change: 'doubt', reason: expect.stringContaining('alkalinity') })
    expect(flat(20)).toMatchObject({ change: 'doubt', reason: 'Flat usually means old beans' })
  })

  test('what is no complaint is none', () => {
    for (const outcome of ['good', 'balanced', 'not sour at all', 'not flat', 'flat white', 'with breakfast'])
      expect(nextStep(cupOn(c40, 'v60', { outcome }))).toBeNull()
    expect(nextStep(cupOn(c40, 'v60', { rating: 5 }))).toBeNull()
    expect(nextStep(cupOn(c40, 'v60', { rating: 4, tasteProfile: { bitterness: 5 } }))).toBeNull()
  })

  test('stars alone ask what was off, or lead back to a cup that was good', () => {
    const bad = cupOn(c40, 'v60', { rating: 2, grindSetting: 20 })
    expect(nextStep(bad)).toMatchObject({ change: 'none', reason: '2 stars say the cup was off, but not how' })
    expect(nextStep(bad, [cupOn(c40, 'v60', { rating: 5, grindSetting: 24 })])).toMatchObject({
      grindSetting: 24,
      reason: 'You gave 24 clicks 5 stars with this coffee',
    })
  })

  test.each([
    [{ bitterness: 5, acidity: 2 }, 'grind', 'coarser'],
    [{ acidity: 5, sweetness: 1 }, 'grind', 'finer'],
    [{ body: 1 }, 'dose', 'stronger'],
    [{ acidity: 3, sweetness: 4 }, 'none', undefined],
  ] as const)('a taste profile alone: %j', (tasteProfile, change, direction) => {
    const step = nextStep(cupOn(c40, 'v60', { tasteProfile }))
    expect([step?.change, step?.direction]).toEqual([change, direction])
  })
})

describe('uneven extraction', () => {
  test.each(methodIds)('%s: two things to do with the hands, then doubt', method => {
    const { steps } = followed(cupOn(c40, method, tasting('sour', 'bitter')), 5)
    expect(steps.map(({ change }) => change)).toEqual(['preparation', 'preparation', 'doubt', 'doubt', 'doubt'])
    expect(steps[0]?.advice).not.toBe(steps[1]?.advice)
    const isTamped = steps.slice(0, 2).some(({ advice }) => /\btamp\b|WDT/.test(advice))
    expect(isTamped).toBe(method === 'espresso')
  })
})

test('a litre is written as on the pages', () => {
  expect(nextStep(cupOn(encore, 'drip', tasting('watery')))?.advice).toEndWith('for the same 1,000 g of water.')
})

test("an espresso's yield is told as one, to the gram", () => {
  const step = nextStep(cupOn(niche, 'espresso', tasting('watery')))
  expect(step?.advice).toMatch(/^Stop the shot at 3\d g instead of 36 g: 18 g in, 3\d g out\.$/)
})

const advisedHeat = (steps: readonly NextStep[]) =>
  steps.filter(({ change }) => change === 'temperature').map(({ waterTempF }) => waterTempF)

test.each([
  ['sour', 200, [204], 'We would not brew espresso above 205 F: a longer ratio extracts more'],
  ['bitter', 197, [193], 'We would not brew espresso below 190 F: a shorter ratio extracts less'],
] as const)('a %s shot is kept between 190 and 205 F, and the limit is named', (word, waterTempF, advised, reason) => {
  const { steps } = followed(cupOn(niche, 'espresso', { ...tasting(word), waterTempF, canSetTemperature: true }), 12)
  expect(advisedHeat(steps)).toEqual([...advised])
  expect(steps.find(({ change }) => change === 'water')?.reason).toStartWith(reason)
})

test('a lever that is filled from a kettle takes hotter water', () => {
  const brewer = brewerOf('flair-classic')
  const { steps } = followed(cupOn(niche, 'espresso', { ...tasting('sour'), brewer, canSetTemperature: true }), 8)
  expect(advisedHeat(steps)).toEqual([204, 208])
})

test.each(['watery', 'sour'] as const)('a %s moka is never ground as fine as espresso', word => {
  const { steps, brewed } = followed(cupOn(c40, 'moka', tasting(word)), 6)
  expect([...new Set(brewed.map(({ grindSetting }) => grindSetting))]).toEqual([16, 14])
  if (word === 'watery')
    expect(steps[1]?.reason).toBe(
      'Coffee that is any finer could block the pot, so this is as strong as the pot makes it',
    )
})

test('bitter Turkish, and bitter drip at the end of the dial, get a step and an explanation', () => {
  expect(nextStep(cupOn(c40, 'turkish', tasting('bitter')))).toMatchObject({
    advice: 'Take it off at the first foam, before it boils.',
    reason: 'Bitter usually means over-extracted',
  })
  const { maxSetting, references } = encore
  const shortDial = { ...encore, maxSetting: dialOf(encore).nearest(curveThrough(references).settingAt(50)) }
  expect(shortDial.maxSetting).toBeLessThan(maxSetting)
  const end = cupOn(shortDial, 'drip', { ...tasting('bitter'), grindSetting: dialOf(shortDial).max })
  expect(nextStep(end)).toMatchObject({
    change: 'dose',
    reason: 'Bitter usually means over-extracted, and your dial ends here: a shorter ratio extracts less',
  })
})

describe.each(['sour', 'bitter', 'watery', 'strong', 'harsh'] as const)('%s for twelve cups', word => {
  test.each(methodIds)('%s stays in its band, moves the heat by 4 F or not at all, and never falls silent', method => {
    for (const grinder of [c40, encore, niche, grinderCalledBy('mahlkonig-ek43-s'), grinderCalledBy('1zpresso-j')]) {
      const { steps, brewed } = followed(cupOn(grinder, method, tasting(word)), 12)
      const { indexAt } = curveThrough(grinder.references)
      const { low, high } = methodById[method].grindIndex
      for (const { grindSetting } of steps)
        if (grindSetting !== undefined) expect(indexAt(grindSetting)).toBeWithin(low - 6.001, high + 6.001)
      brewed.slice(1).forEach(({ waterTempF }, n) => {
        const moved = Math.abs((waterTempF ?? 0) - (brewed[n]?.waterTempF ?? 0))
        expect(moved === 0 || moved >= 4).toBe(true)
      })
      // Only the very end is said again.
      const said = steps.map(sentence)
      const last = said.indexOf(said.at(-1) as string)
      expect(new Set(said.slice(0, last)).size).toBe(last)
    }
  })
})

describe('what a barista reads in a step', () => {
  test('a light roast is pulled as long as its recipe says before its shot counts as slow', () => {
    const light = {
      ...tasting('sour'),
      doseGrams: 18,
      waterGrams: 43,
      roastLevel: 'LIGHT',
      brewTimeSeconds: 42,
    } as const
    expect(nextStep(cupOn(niche, 'espresso', light))).toMatchObject({ direction: 'finer' })
    const slow = nextStep(cupOn(niche, 'espresso', { ...light, brewTimeSeconds: 50 }))
    expect(slow).toMatchObject({ direction: 'coarser', reason: expect.stringContaining('aim for about 35 s') })
  })

  test('water is too cool against the recipe for its roast', () => {
    const brewed = (roastLevel: RoastLevel, waterTempF: number) =>
      nextStep(cupOn(c40, 'v60', { ...tasting('sour'), roastLevel, waterTempF }))
    expect(brewed('LIGHT', 185)).toMatchObject({ change: 'temperature', waterTempF: 205 })
    expect(brewed('DARK', 185)).toMatchObject({ change: 'grind' })
    expect(brewed('DARK', 175)).toMatchObject({ change: 'temperature', waterTempF: 192 })
  })

  test.each([
    ['moka', 180, /^Fill the base with water just off the boil/],
    ['siphon', 180, /^Keep the heat on until all of the water has risen/],
    ['drip', 180, /descale/],
  ] as const)('cool water in a %s is warmed as that brewer does it', (method, waterTempF, advice) => {
    const step = nextStep(cupOn(c40, method, { ...tasting('sour'), waterTempF }))
    expect([step?.change, step?.advice]).toEqual(['doubt', expect.stringMatching(advice)])
  })

  test('a cold brew from the fridge and a cezve filled cold are not called too cool', () => {
    for (const [method, waterTempF] of [
      ['cold_brew', 39],
      ['turkish', 60],
    ] as const) {
      const { steps } = followed(cupOn(c40, method, { ...tasting('sour'), waterTempF }), 8)
      expect(steps.map(sentence).join(' ')).not.toMatch(/too cool|descale/)
    }
  })

  test('the temperature of a machine that cannot be set is not spoken of', () => {
    const brewer = brewerOf('technivorm-moccamaster-kbt')
    const first = cupOn(c40, 'drip', { ...tasting('sour'), brewer, canSetTemperature: false })
    const { steps } = followedWith(
      first,
      [180, 201, 201, 201, 201, 201].map(waterTempF => ({ waterTempF })),
    )
    expect(steps.map(sentence).join(' ')).not.toContain('Leave the grind and the temperature')
  })

  test('a batch and a shot are weighed to the whole gram, whatever they were before', () => {
    const batch = cupOn(encore, 'cold_brew', { ...tasting('strong'), doseGrams: 81.8, waterGrams: 900 })
    const shot = cupOn(niche, 'espresso', { ...tasting('watery'), waterGrams: 43.2 })
    const asked = [nextStep(batch)?.doseGrams, nextStep(shot)?.waterGrams]
    expect(asked.map(grams => Number.isInteger(grams))).toEqual([true, true])
    expect((asked[0] ?? 0) < 81.8 && (asked[1] ?? 0) < 43.2).toBe(true)
  })

  test('a cup is called weak, as the button that says so', () => {
    expect(nextStep(cupOn(c40, 'v60', tasting('watery')))?.reason).toBe(
      'Weak usually means too little coffee for the water',
    )
  })
})
