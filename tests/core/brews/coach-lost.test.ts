import { describe, expect, test } from 'bun:test'
import { type Setting, simulate, troubles } from '../../../bench/drinkers.ts'
import { baseRecipes } from '../../../core/adaptation/base.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import { afterStep, nextStep } from '../../../core/brews/next-step.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { SEED, setting } from './drinkers.ts'
import { c40, cupOn, encore, followedWith, niche, sentence, tasting } from './followed.ts'

const DRINKERS = 60
/** Thousands of brews are simulated, which takes time on a busy machine. */
const TIMEOUT = 60_000

const nobodyIsLost = (dial: string, more: Partial<Setting>) => {
  for (const trouble of [troubles['steady taste'], troubles['one tap in ten wrong']])
    expect(simulate(setting(dial, { trouble, ...more }), DRINKERS, SEED).lost).toBe(0)
}

test.each(['niche-zero', 'baratza-encore-esp'])(
  'nobody is lost who times their shots: %s',
  dial => nobodyIsLost(dial, { method: 'espresso' }),
  TIMEOUT,
)

test.each(['comandante-c40-mk4', 'baratza-encore'])(
  'nobody is lost whose first water was too cool: %s',
  dial => nobodyIsLost(dial, { startsAtF: baseRecipes.v60.waterTempF - 25 }),
  TIMEOUT,
)

describe('a drinker whose best is at an end of the widened band', () => {
  const methods = [
    'aeropress',
    'v60',
    'kalita',
    'chemex',
    'drip',
    'clever',
    'siphon',
    'french_press',
    'cold_brew',
  ] as const
  test.each(methods)('gets there: %s', method => {
    for (const grinder of [c40, encore])
      for (const best of endsOn(grinder, method)) expect(cupsUntil(best, cupOn(grinder, method, {}))).toBeLessThan(25)
  })
})

/** The last settings of a dial within six points of the method's band. */
function endsOn(grinder: Grinder, method: MethodId) {
  const { low, high } = methodById[method].grindIndex
  const dial = dialOf(grinder)
  const settings = Array.from({ length: dial.steps + 1 }, (_, n) => dial.move(dial.min, n))
  const indices = settings.map(curveThrough(grinder.references).indexAt)
  const inBand = indices.filter(index => index >= low - 6 && index <= high + 6)
  return [Math.min(...inBand), Math.max(...inBand)]
}

function cupsUntil(best: number, first: BrewedCup) {
  const { indexAt } = curveThrough((first.grinder as Grinder).references)
  const earlier: BrewedCup[] = []
  let cup = first
  for (let brewed = 1; brewed < 30; brewed++) {
    const points = indexAt(cup.grindSetting as number) - best
    if (Math.abs(points) <= 2) return brewed
    const drunk = { ...cup, ...tasting(points > 0 ? 'sour' : 'bitter') }
    cup = afterStep(drunk, nextStep(drunk, earlier))
    earlier.unshift(drunk)
  }
  return Infinity
}

test('after three steps and everything else, the grind goes on, because the dial may be the one that is wrong', () => {
  const steps: string[] = []
  const earlier: BrewedCup[] = []
  let cup = cupOn(encore, 'aeropress', tasting('bitter'))
  for (let brewed = 1; brewed <= 12; brewed++) {
    const step = nextStep(cup, earlier)
    steps.push(step ? sentence(step) : '')
    earlier.unshift(cup)
    cup = afterStep(cup, step)
  }
  expect(steps).toContainEqual(
    expect.stringMatching(
      /^Your Baratza Encore may not grind as its dial says, and nothing else has helped: keep going coarser\. Grind coarser/,
    ),
  )
})

test('one bitter shot does not keep shots that run fast and sour from a finer grind', () => {
  const shot = (grindSetting: number, brewTimeSeconds: number, word: 'sour' | 'bitter') =>
    cupOn(niche, 'espresso', { ...tasting(word), grindSetting, brewTimeSeconds })
  const before = [shot(13, 22, 'bitter'), shot(15, 15, 'sour')]
  expect(nextStep(shot(14, 19, 'sour'), before)).toMatchObject({
    change: 'grind',
    direction: 'finer',
    grindSetting: 13,
  })
})

test('water that stays too cool counts as the cause also beside a wrong word', () => {
  const words = [
    'sour',
    'sour',
    'bitter',
    'sour',
    'sour',
    'sour',
    'bitter',
    'sour',
    'sour',
    'sour',
    'sour',
    'sour',
  ] as const
  const logged = words.map(word => ({ ...tasting(word), waterTempF: 176 }))
  const { indexAt } = curveThrough(c40.references)
  const { brewed } = followedWith(cupOn(c40, 'v60', {}), logged)
  const [first = 0, ...others] = brewed.map(cup => indexAt(cup.grindSetting as number))
  for (const index of others) expect(Math.abs(index - first)).toBeLessThanOrEqual(8)
})
