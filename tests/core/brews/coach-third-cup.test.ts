import { describe, expect, test } from 'bun:test'
import { flowOf } from '../../../core/brews/brew-clock.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { brewerOf } from '../adaptation/brewers.ts'
import { c40, cupOn, followed, followedWith, grinderCalledBy, niche, sentence, tasting } from './followed.ts'

type Word = 'sour' | 'bitter' | 'watery' | 'strong'

/** Shots that always get the same review, and run two seconds longer for each index point finer. */
function pulled(grinder: Grinder, word: Word, seconds: number, cups: number) {
  const { indexAt } = curveThrough(grinder.references)
  const first = cupOn(grinder, 'espresso', { ...tasting(word), waterGrams: 34.2, waterTempF: null })
  const timed = (cup: BrewedCup) => {
    const finer = indexAt(first.grindSetting ?? 0) - indexAt(cup.grindSetting ?? 0)
    return { ...cup, brewTimeSeconds: Math.max(5, Math.round(seconds + 2 * finer)) }
  }
  const shots: { cup: BrewedCup; index: number; said: string }[] = []
  let cup = timed(first)
  for (let n = 0; n < cups; n++) {
    const step = nextStep(cup, shots.map(shot => shot.cup).toReversed())
    if (!step) throw new Error(`Silence after cup ${n + 1}.`)
    shots.push({ cup, index: indexAt(cup.grindSetting ?? 0), said: sentence(step) })
    cup = timed(afterStep(cup, step))
  }
  return shots
}

const espressoGrinders = [
  'baratza-sette-270',
  'niche-zero',
  '1zpresso-j',
  '1zpresso-k-ultra',
  'mahlkonig-ek43-s',
  'comandante-c40-mk4',
  'baratza-encore-esp',
  'eureka-mignon-specialita',
]

describe.each(espressoGrinders)('a shot that always tastes the same, on a %s', slug => {
  const grinder = grinderCalledBy(slug)

  test.each(['sour', 'bitter', 'watery', 'strong'] as const)('%s: the water and the burrs are named by cup 3', word => {
    for (const seconds of [20, 24, 28]) {
      const early = pulled(grinder, word, seconds, 3).map(({ said }) => said)
      expect(early.join()).toContain('bottled water')
      expect(early.join()).toContain('clean the burrs')
    }
  })

  test.each([
    ['sour', 'slow'],
    ['bitter', 'fast'],
  ] as const)('%s: it is never ground past a setting that was called %s', (word, flow) => {
    for (const seconds of [20, 24, 28]) {
      const shots = pulled(grinder, word, seconds, 12)
      const isPast = (index: number, end: number) => (flow === 'slow' ? index < end : index > end)
      shots.forEach(({ cup, index }, n) => {
        if (flowOf(cup) === flow) expect(shots.slice(n + 1).filter(later => isPast(later.index, index))).toEqual([])
      })
    }
  })
})

test('a shot that chokes or gushes at cup 1 or 2 is acted on at once', () => {
  const shots = (...seconds: number[]) =>
    followedWith(
      cupOn(niche, 'espresso', tasting('sour')),
      seconds.map(brewTimeSeconds => ({ brewTimeSeconds })),
    ).steps.map(({ reason }) => reason)
  expect(shots(55)[0]).toStartWith('55 s is slow for this shot')
  expect(shots(28, 55)[1]).toStartWith('55 s is slow for this shot')
  expect(shots(14)[0]).toStartWith('14 s is fast for this shot')
  expect(shots(28, 14)[1]).toStartWith('14 s is fast for this shot')
})

describe.each(['watery', 'strong'] as const)('a cup that stays %s', word => {
  test.each(methodIds)('%s: what else may be wrong is said by cup 3', method => {
    const said = followed(cupOn(c40, method, tasting(word)), 3)
      .steps.map(sentence)
      .join()
    expect(said).toContain('bottled water')
    expect(said).toContain('clean the burrs')
  })

  test.each(methodIds)('%s: the ratio has three steps, and then another lever its turn', method => {
    const { steps } = followed(cupOn(c40, method, tasting(word)), 12)
    expect(steps.filter(({ change }) => change === 'dose' || change === 'water').length).toBeLessThanOrEqual(3)
  })
})

describe('the test cup', () => {
  const sour = cupOn(c40, 'v60', tasting('sour'))
  const { brewed, steps } = followed(sour, 4)

  test('is brewed at the setting that the drinker began with', () => {
    expect(steps[2]).toMatchObject({ change: 'doubt', grindSetting: 25 })
    expect(steps[2]?.advice).toStartWith(
      'Go back to 25 clicks, as in the first of these three cups, for one test cup: brew once with',
    )
    expect(brewed.map(({ grindSetting }) => grindSetting)).toEqual([25, 23, 21, 25, 19])
  })

  test('that is no better leads on from the third cup', () => {
    expect(steps[3]).toMatchObject({
      direction: 'finer',
      advice: 'Grind 6 clicks finer: 19 clicks instead of 25 clicks.',
      reason: expect.stringContaining('The test cup was no better, so continue from 21 clicks'),
    })
  })

  test('that was brewed at the third setting and tastes the other way leads straight back', () => {
    const bitter = { ...sour, ...tasting('bitter'), grindSetting: 21 }
    expect(nextStep(bitter, brewed.slice(0, 3).toReversed())).toMatchObject({
      change: 'grind',
      grindSetting: 25,
      advice: 'Go back to 25 clicks.',
    })
  })

  test('of a weak cup has the first amount of coffee, and leads straight back to it too', () => {
    const weak = followed(cupOn(c40, 'v60', tasting('watery')), 3)
    expect(weak.steps[2]).toMatchObject({ change: 'doubt', doseGrams: 15 })
    const strong = { ...(weak.brewed[2] as BrewedCup), ...tasting('strong') }
    expect(nextStep(strong, weak.brewed.slice(0, 3).toReversed())).toMatchObject({ change: 'dose', doseGrams: 15 })
  })
})

describe('a machine that heats its own water', () => {
  const third = (brewer: string, method: 'espresso' | 'drip', word: Word, canSetTemperature: boolean) => {
    const cup = { ...tasting(word), brewer: brewerOf(brewer), canSetTemperature, waterTempF: null }
    return followed(cupOn(niche, method, cup), 3).steps[2]?.advice
  }
  const HEAT_THROUGH = /let the machine and the portafilter heat through|heat it through/

  test('may be cold if the cups stay sour or weak', () => {
    for (const word of ['sour', 'watery'] as const) {
      expect(third('gaggia-classic-pro', 'espresso', word, false)).toMatch(HEAT_THROUGH)
      expect(third('technivorm-moccamaster-kbt', 'drip', word, false)).toMatch(HEAT_THROUGH)
    }
  })

  test('is not suspected if they stay bitter or strong, or if it can be set', () => {
    expect(third('gaggia-classic-pro', 'espresso', 'bitter', false)).not.toMatch(HEAT_THROUGH)
    expect(third('gaggia-classic-pro', 'espresso', 'strong', false)).not.toMatch(HEAT_THROUGH)
    expect(third('gaggia-classic-pro', 'espresso', 'sour', true)).not.toMatch(HEAT_THROUGH)
  })
})
