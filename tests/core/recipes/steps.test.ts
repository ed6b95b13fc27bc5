import { describe, expect, test } from 'bun:test'
import { baseRecipes } from '../../../core/adaptation/base.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import {
  checkedSteps,
  poursBy,
  revisedSteps,
  type Steps,
  scaleSteps,
  stepInWords,
} from '../../../core/recipes/steps.ts'

const steps: Steps = [
  { atSeconds: 0, action: 'bloom', toGrams: 45 },
  { atSeconds: 10, action: 'swirl' },
  { atSeconds: 45, action: 'pour', toGrams: 150, note: 'In circles' },
  { atSeconds: 80, action: 'pour', toGrams: 250 },
]
const brew = { waterGrams: 250, brewTimeSeconds: 180 }

describe('steps', () => {
  test('advance in time and water, and end with the brew', () => {
    expect(checkedSteps(steps, brew)).toEqual(steps)
    expect(checkedSteps(steps, { ...brew, brewTimeSeconds: null })).toEqual(steps)
    expect([checkedSteps([], brew), checkedSteps(undefined, brew), checkedSteps(null, brew)]).toEqual([
      null,
      null,
      null,
    ])
  })

  test.each([
    [{ atSeconds: 79, action: 'stir' }, 'steps[4].atSeconds must not be before the step above it, at 80 s.'],
    [{ atSeconds: 181, action: 'serve' }, 'steps[4].atSeconds must not be after the brew ends, at 180 s.'],
    [
      { atSeconds: 90, action: 'pour', toGrams: 249 },
      'steps[4].toGrams must be at least 250 g: it counts all the water so far.',
    ],
    [{ atSeconds: 90, action: 'pour', toGrams: 300 }, 'steps[4].toGrams must be at most 250 g, the recipe’s water.'],
  ] as const)('that do not are refused: %o', (odd, complaint) => {
    expect(() => checkedSteps([...steps, odd], brew)).toThrow(complaint)
  })

  test('count as pours if a hand pours bit by bit: not if heat or a pump moves the water, or it all goes in at once', () => {
    expect(methodIds.filter(method => poursBy(method, baseRecipes[method].steps).length > 0)).toEqual([
      'v60',
      'kalita',
      'chemex',
    ])
    expect(poursBy('v60', steps).map(({ toGrams }) => toGrams)).toEqual([45, 150, 250])
    expect([poursBy('espresso', steps), poursBy('v60', steps.slice(3))]).toEqual([[], []])
  })

  test('say what happens to the water', () => {
    const said = [...baseRecipes.moka.steps, ...baseRecipes.espresso.steps, ...steps].map(step =>
      stepInWords(step, grams => `${grams} g`),
    )
    expect(said).toEqual(expect.arrayContaining(['Heat 180 g of water', 'Wait', 'Stop at 36 g', 'Pour to 150 g']))
  })

  test('are scaled with water and time, the last pour to the gram', () => {
    expect(scaleSteps(steps, brew, { waterGrams: 500.5, brewTimeSeconds: 230 })).toEqual([
      { atSeconds: 0, action: 'bloom', toGrams: 90 },
      { atSeconds: 15, action: 'swirl' },
      { atSeconds: 55, action: 'pour', toGrams: 300, note: 'In circles' },
      { atSeconds: 100, action: 'pour', toGrams: 500.5 },
    ])
  })

  test('stay five seconds apart if rounding would merge them', () => {
    const close: Steps = [
      { atSeconds: 90, action: 'swirl' },
      { atSeconds: 95, action: 'press' },
    ]
    expect(
      scaleSteps(close, { waterGrams: 225, brewTimeSeconds: 120 }, { waterGrams: 225, brewTimeSeconds: 110 }).map(
        ({ atSeconds }) => atSeconds,
      ),
    ).toEqual([85, 90])
  })

  test('of a revised recipe are scaled, unless others are given or they are removed', () => {
    const after = { waterGrams: 125, brewTimeSeconds: 180 }
    expect(revisedSteps(undefined, { ...brew, steps }, after)?.map(({ toGrams }) => toGrams)).toEqual([
      23,
      undefined,
      75,
      125,
    ])
    expect(revisedSteps(null, { ...brew, steps }, after)).toBeNull()
    expect(() => revisedSteps(steps, { ...brew, steps: null }, after)).toThrow('steps[2].toGrams')
  })
})
