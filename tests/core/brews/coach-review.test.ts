import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { methodById } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { c40, cupOn, encore, followed, followedWith, grinderCalledBy, niche, sentence, tasting } from './followed.ts'

const kUltra = grinderCalledBy('1zpresso-k-ultra')

describe('stars that rise with every step', () => {
  test.each([
    ['v60', 'sour', 'finer'],
    ['chemex', 'bitter', 'coarser'],
    ['french_press', 'sour', 'finer'],
  ] as const)('mean that the steps work: a %s that is %s goes on %s', (method, taste, direction) => {
    const { steps } = followedWith(
      cupOn(c40, method, tasting(taste)),
      [1, 2, 3].map(rating => ({ rating })),
    )
    expect(steps.map(step => [step.change, step.direction])).toEqual(Array(3).fill(['grind', direction]))
  })

  test('until they stay: then the test is brewed like the best of the cups', () => {
    const { steps, brewed } = followedWith(
      cupOn(c40, 'v60', tasting('sour')),
      [2, 3, 3, 3, 3].map(rating => ({ rating })),
    )
    expect(steps.map(({ change }) => change)).toEqual(['grind', 'grind', 'temperature', 'doubt', 'grind'])
    expect(brewed[4]?.grindSetting).toBe(23)
  })
})

describe('a taste that turns with the temperature', () => {
  /** The settings and temperatures that the coach led to, up to the first good cup. */
  function brews(first: BrewedCup, taste: (tempF: number) => 'sour' | 'bitter' | 'balanced', most = 14) {
    const brewed: BrewedCup[] = []
    for (let cup = first; brewed.length < most; ) {
      const drunk = { ...cup, ...tasting(taste(cup.waterTempF ?? 0)) }
      const step = nextStep(drunk, brewed.toReversed())
      brewed.push(drunk)
      if (!step) break
      cup = afterStep(drunk, step)
    }
    return brewed.map(cup => `${cup.grindSetting}, ${cup.waterTempF} F`)
  }

  test('is looked for between the two', () => {
    const between = brews(cupOn(c40, 'v60', {}), tempF =>
      tempF <= 201 ? 'sour' : tempF >= 204 ? 'bitter' : 'balanced',
    )
    expect(between.slice(4)).toEqual(['19, 201 F', '19, 205 F', '19, 203 F'])
  })

  test('never leads back to a cup that is known to be sour', () => {
    const c2 = grinderCalledBy('timemore-c2')
    const cups = brews(cupOn(c2, 'aeropress', {}), tempF => (tempF < 198 ? 'sour' : 'bitter'), 9)
    expect(cups.slice(4, 7)).toEqual(['12, 194 F', '12, 198 F', '12, 196 F'])
    // The first four have the test cup; the last ones change the ratio.
    expect(cups.slice(4).filter(cup => cup === '12, 194 F')).toHaveLength(1)
  })

  test('a cup as fine and as hot as a sour one is not advised for a sour cup', () => {
    const cup = (grindSetting: number, waterTempF: number, taste: 'sour' | 'bitter') =>
      cupOn(c40, 'v60', { grindSetting, waterTempF, ...tasting(taste) })
    const earlier = [cup(20, 205, 'bitter'), cup(19, 205, 'bitter'), cup(19, 201, 'sour'), cup(21, 201, 'sour')]
    const step = nextStep(cup(21, 197, 'sour'), earlier)
    expect(step?.grindSetting).toBeUndefined()
  })
})

test('a dial that turns further than it can be logged is said to once', () => {
  const start = cupOn(kUltra, 'clever', { ...tasting('bitter'), roastLevel: 'DARK' as never, grindSetting: 9 })
  const said = followed(start, 14).steps.filter(({ advice }) => advice.includes('turns further'))
  expect(said).toHaveLength(1)
})

describe('only what is true is said', () => {
  const NOT_TRUE = /been through the brew|tried everything/
  const sentences = (first: BrewedCup, ...logged: Partial<BrewedCup>[]) =>
    followedWith(first, logged).steps.map(sentence).join('\n')

  test('after shots of which only the grind moved', () => {
    const shot = cupOn(grinderCalledBy('baratza-encore-esp'), 'espresso', tasting('sour'))
    const times = [12, 50, 22, 35, 26, 26, 26, 26].map(brewTimeSeconds => ({ brewTimeSeconds }))
    expect(sentences(shot, ...times)).not.toMatch(NOT_TRUE)
  })

  test.each([
    ['an uneven Kalita', cupOn(c40, 'kalita', tasting('sour', 'bitter'))],
    [
      'a bitter V60 within the target',
      cupOn(c40, 'v60', { ...tasting('bitter'), tdsPercent: 1.4, beverageGrams: 214 }),
    ],
    ['a sour moka', cupOn(c40, 'moka', tasting('sour'))],
    ['a weak moka', cupOn(c40, 'moka', tasting('watery'))],
  ])('of %s', (_, first) => expect(sentences(first, ...Array(9).fill({}))).not.toMatch(NOT_TRUE))
})

describe('a bed that is rushed through in less than half its time', () => {
  const rushed = (grinder: Grinder, method: 'v60' | 'drip', taste: 'watery' | 'bitter', seconds: number) =>
    followedWith(cupOn(grinder, method, tasting(taste)), Array(5).fill({ brewTimeSeconds: seconds }))

  test.each([
    ['watery', c40, 'v60', 75],
    ['bitter', c40, 'v60', 75],
    ['watery', encore, 'drip', 150],
  ] as const)('is ground finer whatever it tastes like, then poured gently: %s', (taste, grinder, method, seconds) => {
    const { steps } = rushed(grinder, method, taste, seconds)
    expect(steps.slice(0, 2).map(({ direction }) => direction)).toEqual(['finer', 'finer'])
    expect(steps[2]).toMatchObject({ change: 'preparation', reason: 'Still fast, so leave the grind where it is' })
    expect(steps.some(({ direction }) => direction === 'coarser' || direction === 'stronger')).toBe(false)
  })

  test('and the reason gives both times', () => {
    expect(rushed(c40, 'v60', 'bitter', 75).steps[0]?.reason).toBe(
      '1:15 is fast; aim for about 3:00. The grind is too coarse, or the water runs past the coffee',
    )
  })

  test('but not one that only steeps, nor one that takes half its time', () => {
    const step = nextStep(cupOn(c40, 'v60', { ...tasting('bitter'), brewTimeSeconds: 90 }))
    expect(step?.direction).toBe('coarser')
    const steep = nextStep(cupOn(c40, 'french_press', { ...tasting('bitter'), brewTimeSeconds: 100 }))
    expect(steep?.direction).toBe('coarser')
  })
})

describe('a word that people write', () => {
  test.each([
    ['tart', 'finer', 'Tart usually means under-extracted'],
    ['Sharp', 'finer', 'Sharp usually means under-extracted'],
    ['sourish', 'finer', 'Sour usually means under-extracted'],
    ['a bit grassy', 'finer', 'Grassy usually means under-extracted'],
    ['vegetal', 'finer', 'Vegetal usually means under-extracted'],
    ['drying', 'coarser', 'Drying usually means over-extracted'],
    ['astringent', 'coarser', 'Astringent usually means over-extracted'],
    ['smoky', 'coarser', 'Smoky usually means over-extracted'],
    ['slow', 'coarser', 'The bed is clogging'],
    ['gushed', 'finer', 'The water ran through too fast. The grind is too coarse, or the water runs past the coffee'],
  ] as const)('"%s" asks for a %s grind', (outcome, direction, reason) => {
    expect(nextStep(cupOn(c40, 'v60', { outcome }))).toMatchObject({ change: 'grind', direction, reason })
  })

  test('"gushed" is an espresso that had no time', () => {
    const { steps } = followed(cupOn(niche, 'espresso', { outcome: 'gushed' }), 3)
    expect(steps[0]?.reason).toStartWith('The shot gushed: the water had no time to extract')
    expect(steps.slice(0, 2).map(({ direction }) => direction)).toEqual(['finer', 'finer'])
    expect(steps.map(sentence).join()).not.toMatch(/null|NaN/)
  })

  test.each(['papery', 'stale'])('"%s" asks about the beans and the water', outcome => {
    const step = nextStep(cupOn(c40, 'v60', { outcome }))
    expect(step?.reason).toMatch(/^(Papery|Stale) usually means old beans, or water/)
  })

  test.each(['awful', 'undrinkable', 'not good', 'meh'])('"%s" is asked what was off', outcome => {
    expect(nextStep(cupOn(c40, 'v60', { outcome }))).toEqual({
      change: 'none',
      advice: 'Tap sour, bitter, weak or too strong, and we’ll say what to change.',
      reason: 'That tells us the cup was off, but not how it tasted',
    })
  })

  test.each([
    ['tart cherry', 5],
    ['smoky', 4],
    ['not bad', null],
    ['not sharp', null],
    ['fast and good', 4],
  ])('but "%s" with %p stars is no complaint', (outcome, rating) => {
    expect(nextStep(cupOn(c40, 'v60', { outcome, rating }))).toBeNull()
  })
})

test('a step after the test cup says to go back to the setting that it goes on from', () => {
  const { steps, brewed } = followed(cupOn(c40, 'v60', { ...tasting('sour'), grindSetting: 20 }), 4)
  expect(brewed.slice(2, 4).map(({ grindSetting }) => grindSetting)).toEqual([19, 20])
  expect(steps[3]?.advice).toBe('Go back to 19 clicks. Brew hotter, at 209 F.')
})

test('the test cup names the drinker’s own water once, unless it explains the opposite', () => {
  const water = (waterAlkalinityPpm: number) => ({ altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm })
  const third = (of: Partial<BrewedCup>) => followed(cupOn(c40, 'v60', of), 3).steps[2]?.advice ?? ''
  expect(third({ ...tasting('sour'), water: water(10) })).toContain('alkalinity of 10 ppm is below')
  expect(third({ ...tasting('sour', 'bitter'), water: water(10) }).match(/10 ppm/g)).toHaveLength(1)
  expect(third({ ...tasting('sour'), water: water(200) })).not.toContain('200 ppm')
})

describe('a cup without a taste', () => {
  test('is not what the reach of the grind is counted from', () => {
    const untold = cupOn(c40, 'v60', { grindSetting: 30, rating: 1 })
    const sour = cupOn(c40, 'v60', { grindSetting: 25, ...tasting('sour') })
    expect(nextStep(sour, [untold])).toMatchObject({ change: 'grind', direction: 'finer' })
  })

  test.each(['hollow', 'muddy'])('"%s" may mean either, so it is asked what was off', outcome => {
    expect(nextStep(cupOn(c40, 'v60', { outcome }))?.change).toBe('none')
  })
})

describe('Turkish', () => {
  const jMax = grinderCalledBy('1zpresso-j-max')
  const indexOf = ({ grindSetting }: BrewedCup) => curveThrough(jMax.references).indexAt(grindSetting ?? 0)

  test('that stays weak gets more coffee and a stir, and no finer grind', () => {
    const { steps } = followed(cupOn(jMax, 'turkish', tasting('watery')))
    expect(steps.map(({ change }) => change)).not.toContain('grind')
  })

  test('that stays sour is not ground finer than its band', () => {
    const { brewed } = followed(cupOn(jMax, 'turkish', tasting('sour')))
    expect(Math.min(...brewed.map(indexOf))).toBeGreaterThanOrEqual(methodById.turkish.grindIndex.low - 1e-9)
  })
})

test('beans that turn out to be stale with the test cup end the search', () => {
  const { steps } = followedWith(cupOn(c40, 'v60', tasting('sour')), [{}, {}, {}, { daysOffRoast: 95 }])
  expect(steps[2]?.advice).toContain('check the roast date')
  expect(steps[3]).toMatchObject({ change: 'doubt', advice: 'Leave the dial and open a fresher bag.' })
})

test('a flat cup is told what the drinker’s own water does, and nothing is ruled out that nobody checked', () => {
  const water = { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: 200 }
  const { steps } = followed(cupOn(c40, 'v60', { outcome: 'flat', water }), 2)
  expect(steps[0]?.advice).toContain('alkalinity of 200 ppm is above')
  expect(steps[1]?.reason).toBe('If the beans are fresh and bottled water was no better, neither of them is the cause')
})

test('a pour-over that stays fast is poured more slowly, and not freed of fines', () => {
  const fast = cupOn(c40, 'v60', { ...tasting('sour'), brewTimeSeconds: 80 })
  const advice = followed(fast).steps.map(sentence).join(' ')
  expect(advice).toContain('Pour more slowly, in smaller pours')
  expect(advice).not.toContain('fines that wash to the edge')
})
