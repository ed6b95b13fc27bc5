import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { c40, cupOn, followedWith, grinderCalledBy, niche, tasting } from './followed.ts'

describe('a sour V60 that reads 27% extraction', () => {
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
      reason: '27% extraction is still very unlikely, so we can’t go by your readings',
      advice: 'Leave the grind there. Log the next cup without a reading, and we’ll go by taste.',
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
  expect(nextStep(shot(11, 44), [shot(12, 30), shot(14, 28), shot(15, 27)])).toMatchObject({ direction: 'coarser' })
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

describe('a shot that stays slow', () => {
  const doubted = (grindSetting: number, cups: number) =>
    followedWith(
      cupOn(niche, 'espresso', { ...tasting('sour'), grindSetting, brewTimeSeconds: 44 }),
      Array(cups).fill({}),
    ).steps.map(({ reason }) => reason)

  test('at the coarsest setting we would go to is not told that a coarser grind has not helped', () => {
    const reasons = doubted(25, 4)
    expect(reasons[2]).toBe('Still slow at 44 s')
    expect(reasons.join()).not.toContain('A coarser grind has not')
  })

  test('after coarser steps is told that they have not helped', () => {
    expect(doubted(15, 5)).toContain('A coarser grind has not opened it up')
  })
})

test('stale beans are also named where the first cup ran slow, once', () => {
  const slow = cupOn(c40, 'v60', { ...tasting('sour'), grindSetting: 24, daysOffRoast: 120, brewTimeSeconds: 400 })
  const [first, second] = followedWith(slow, [{}, {}]).steps
  expect(first).toMatchObject({
    direction: 'coarser',
    reason: expect.stringContaining('These beans are 120 days off roast, and stale coffee tastes flat at any setting'),
  })
  expect(second?.reason).not.toContain('days off roast')
})

describe('a balanced cup', () => {
  const balanced = (rating: number) => nextStep(cupOn(c40, 'v60', { ...tasting('balanced'), rating }))

  test('with one or two stars is a matter of the coffee, not of the figures', () => {
    expect(balanced(1)?.reason).toStartWith('Nothing was off and you gave it one star')
    expect(balanced(2)).toEqual({
      change: 'doubt',
      reason: 'Nothing was off and you gave it 2 stars, so the recipe is right and the coffee may not be for you',
      advice:
        'Leave the recipe there and try another coffee. If you miss something in this one, tap sour, bitter, weak or too strong.',
    })
  })

  test('with three stars or more is left there', () => {
    expect([balanced(3), balanced(5)]).toEqual([null, null])
  })
})

describe('one sour cup after cups that were just right', () => {
  const cup = (word: 'balanced' | 'sour', more: Partial<BrewedCup> = {}) =>
    cupOn(c40, 'v60', { ...tasting(word), ...more })
  const right = (count: number) => Array<BrewedCup>(count).fill(cup('balanced'))

  test('is brewed once more before anything moves', () => {
    expect(nextStep(cup('sour'), right(5))).toEqual({
      change: 'repeat',
      advice: 'Brew it once more, unchanged.',
      reason: 'This recipe was just right 5 times before, so one sour cup may be chance',
    })
  })

  test('again is ground finer', () => {
    expect(nextStep(cup('sour'), [cup('sour'), ...right(5)])).toMatchObject({ change: 'grind', direction: 'finer' })
  })

  test.each([
    ['there were only four', cup('sour'), right(4)],
    ['they were brewed differently', cup('sour', { grindSetting: 27 }), right(5)],
    ['it was brewed far too cool', cup('sour', { waterTempF: 180 }), right(5)],
    ['its time was far off', cup('sour', { brewTimeSeconds: 400 }), right(5)],
  ])('is treated like any other where %s', (_, last, earlier) => {
    expect(nextStep(last, earlier)?.change).not.toBe('repeat')
  })
})

describe('a reading near the end of the target', () => {
  const read = (word: 'sour' | 'bitter', tdsPercent: number) =>
    nextStep(cupOn(c40, 'v60', { ...tasting(word), tdsPercent, beverageGrams: 210 }))

  test('21.8 % and sour: nothing that would draw more out', () => {
    expect(read('sour', 1.557)).toMatchObject({
      change: 'doubt',
      reason:
        'Your reading is 21.8% extraction, near the top of the 18 to 22% target, so the brew isn’t what makes it sour',
    })
  })

  test('18.3 % and bitter: nothing that would draw less out', () => {
    expect(read('bitter', 1.307)).toMatchObject({
      change: 'doubt',
      reason:
        'Your reading is 18.3% extraction, near the bottom of the 18 to 22% target, so the brew isn’t what makes it bitter',
    })
  })
})

describe('an espresso machine that stays cold', () => {
  const cold = (grinder: Grinder, grindSetting: number) =>
    followedWith(
      cupOn(grinder, 'espresso', { ...tasting('sour'), grindSetting }),
      Array(6).fill({ waterTempF: 178, brewTimeSeconds: 28 }),
    )

  test('is to be warmed up twice, then gets small steps that still name the water', () => {
    const { steps } = cold(niche, 15)
    expect(steps.slice(0, 2).map(({ reason }) => reason)).toEqual([
      'The water was far too cool, and cool water extracts too little',
      'The water was still too cool, and cool water extracts too little',
    ])
    expect(steps[2]).toMatchObject({
      grindSetting: 13,
      reason: 'Sour usually means under-extracted. The water is still too cool, and hotter water would change more',
    })
  })

  test.each([
    ['1zpresso-k-ultra', 3.3, 2.8],
    ['niche-zero', 15, 13],
  ])('sends nobody far away on a %s', (slug, from, finest) => {
    const settings = cold(grinderCalledBy(slug), from).brewed.map(({ grindSetting }) => grindSetting ?? 0)
    expect(Math.min(...settings)).toBeGreaterThanOrEqual(finest)
  })
})

test('a V60 that stays at 178 F is sent to the temperature of the plan each time, and to no other', () => {
  const { steps } = followedWith(cupOn(c40, 'v60', tasting('sour')), Array(9).fill({ waterTempF: 178 }))
  const asked = steps.flatMap(({ waterTempF }) => waterTempF ?? [])
  expect(asked.length).toBeGreaterThan(2)
  expect(new Set(asked)).toEqual(new Set([201]))
})

describe('a weak cup of stale beans', () => {
  test.each([
    ['espresso', niche, { grindSetting: 15, brewTimeSeconds: 28 }],
    ['v60', c40, {}],
  ] as const)('of %s changes its ratio by at most 8 percent', (method, grinder, logged) => {
    const weak = cupOn(grinder, method, { ...tasting('watery'), daysOffRoast: 90, ...logged })
    const { steps, brewed } = followedWith(weak, Array(8).fill({}))
    const ratios = brewed.map(({ doseGrams, waterGrams }) => (waterGrams ?? 0) / (doseGrams ?? 1))
    expect(Math.min(...ratios) / (ratios[0] as number)).toBeGreaterThan(0.92)
    expect(steps.map(({ reason }) => reason)).toContain(
      'Stale beans won’t taste much better with more coffee: a finer grind extracts more. A small step is as far as these beans go',
    )
  })
})

describe('flat cups', () => {
  const flat = (daysOffRoast: number | null) =>
    followedWith(cupOn(c40, 'v60', { outcome: 'flat', daysOffRoast }), Array(4).fill({})).steps

  test('of stale beans are never told to check the roast date, and end with the beans', () => {
    const steps = flat(90)
    expect(steps.map(({ advice }) => advice).join()).not.toContain('roast date')
    expect(steps.map(({ reason }) => reason)).toEqual([
      'These beans are 90 days off roast, and stale coffee tastes flat at any setting',
      'Water with a lot of alkalinity makes a cup flat',
      'This is as far as these beans go, 90 days off roast',
      'That’s 4 cups that were off. These beans are 90 days off roast, and stale coffee tastes flat at any setting',
    ])
  })

  test('of beans of unknown age are told so once', () => {
    expect(flat(null).filter(({ advice }) => advice.includes('roast date'))).toHaveLength(1)
  })

  test('of fresh beans are a matter of the water, then of the coffee', () => {
    expect(flat(20).map(({ advice }) => advice.split('.')[0])).toEqual([
      'Brew once with a bottled water you like to drink',
      'Maybe it’s just this coffee',
      ...Array(2).fill('Stop here: brew the recipe as it was written, or try another coffee'),
    ])
  })
})

describe('a shot that is slow at 3.8 on a K-Ultra and was sour at 4', () => {
  const shot = (grindSetting: number, brewTimeSeconds: number) =>
    cupOn(grinderCalledBy('1zpresso-k-ultra'), 'espresso', { ...tasting('sour'), grindSetting, brewTimeSeconds })
  const earlier = [shot(4, 34), shot(3.7, 42), shot(3.3, 53)]

  test('goes between the two', () => {
    expect(nextStep(shot(3.8, 40), earlier)).toMatchObject({ direction: 'coarser', grindSetting: 3.9 })
  })

  test('goes back to 4 only if 3.9 is slow too, and then changes the ratio', () => {
    const slow = [shot(3.9, 38), shot(3.8, 40), ...earlier] as const
    expect(nextStep(slow[0], slow.slice(1))).toMatchObject({ direction: 'coarser', grindSetting: 4 })
    expect(nextStep(shot(4, 34), slow)).toMatchObject({ change: 'water', direction: 'lighter' })
  })
})
