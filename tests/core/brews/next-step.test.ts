import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt } from '../../../core/adaptation/adapt.ts'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback, NextStep } from '../../../core/brews/model.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { finestAdvised } from '../../../core/grind/advised.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type MethodId, methodById, methodIds } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf } from '../adaptation/brewers.ts'
import { filterOnly, rulerGrinder } from '../adaptation/test-grinders.ts'

const cup = (changes: Partial<BrewedCup>): BrewedCup => ({
  method: 'v60',
  doseGrams: 15,
  waterGrams: 250,
  waterTempF: 200,
  grindSetting: 42,
  grinder: rulerGrinder,
  daysOffRoast: null,
  extractionFeedback: null,
  ...changes,
})

/** Newest first, as nextStep takes them: the settings of a bag and the word for each. */
const bag = (...cups: [Partial<BrewedCup>, keyof ExtractionFeedback][]) =>
  cups.map(([changes, word]) => cup({ ...changes, extractionFeedback: { [word]: true } })).reverse()

const next = (...cups: Parameters<typeof bag>) => {
  const [last, ...earlier] = bag(...cups)
  return nextStep(last as BrewedCup, earlier)
}

describe('a sour cup', () => {
  const sour = { sour: true }

  test('wants a finer grind, in the steps of the dial', () => {
    expect(nextStep(cup({ extractionFeedback: sour }))).toEqual({
      change: 'grind',
      direction: 'finer',
      advice: 'Grind finer: 36.5 instead of 42.',
      reason: 'Sour usually means under-extracted',
      grindSetting: 36.5,
      grindLabel: '36.5',
    })
  })

  test('is told in clicks, up where finer is higher', () => {
    // Six points are three clicks.
    expect(nextStep(cup({ grinder: filterOnly, grindSetting: 23, extractionFeedback: sour }))).toMatchObject({
      advice: 'Grind 3 clicks finer: 26 clicks instead of 23 clicks.',
      grindSetting: 26,
    })
  })

  test('again makes the step longer, but leads ten points from the first cup at most', () => {
    expect(next([{ grindSetting: 42 }, 'sour'], [{ grindSetting: 38 }, 'sour'])).toMatchObject({
      grindSetting: 33.5,
      reason: 'Sour twice: go finer by a bigger step',
    })
    expect(next([{ grindSetting: 42 }, 'sour'], [{ grindSetting: 37 }, 'sour'])).toMatchObject({
      grindSetting: 32.5,
      reason: 'Sour twice: go a little finer still',
    })
  })

  test('again after the other causes were named leads six points outside the band at most', () => {
    const sourAt = (grindSetting: number): Parameters<typeof next>[0] => [{ grindSetting }, 'sour']
    const fourth = next(sourAt(42), sourAt(37), sourAt(33), sourAt(33))
    expect(fourth?.grindSetting).toBeWithin(27, 29.5)
    expect(fourth?.reason).toBe('Sour 4 times: go finer by a bigger step')
  })

  test('after a bitter one stays between the two', () => {
    expect(next([{ grindSetting: 36 }, 'bitter'], [{ grindSetting: 42 }, 'sour'])).toMatchObject({
      grindSetting: 38.5,
      reason: 'Bitter at 36, sour at 42: go between the two',
    })
  })

  test('said again and again outweighs one bitter one', () => {
    const slip = [{ grindSetting: 37 }, 'bitter'] as const
    const cups = [40, 39, 38].map(grindSetting => [{ grindSetting }, 'sour'] as const)
    const step = next([...slip], ...cups.map(said => [...said] as [Partial<BrewedCup>, 'sour']))
    expect(step?.grindSetting).toBeLessThan(37)
    expect(step?.reason).toMatch(/^Sour now, bitter before: go a step finer/)
  })

  test('wants hotter water once the dial ends, and a longer ratio where the water nearly boils', () => {
    const end = { method: 'aeropress', grinder: filterOnly, grindSetting: 30, extractionFeedback: sour } as const
    expect(nextStep(cup(end))).toMatchObject({
      change: 'temperature',
      waterTempF: 204,
      advice: 'Brew hotter, at 204 F.',
      reason: 'Sour usually means under-extracted, and your dial ends here',
    })
    expect(nextStep(cup({ ...end, waterTempF: 210 }))).toMatchObject({
      change: 'dose',
      doseGrams: 14.2,
      reason: 'Sour usually means under-extracted, and your dial ends here: a longer ratio extracts more',
    })
  })

  test('wants hotter water where the next click was bitter, and a finer grind when it is sour as before', () => {
    const clicks = { grinder: filterOnly }
    const bitter = [{ ...clicks, grindSetting: 25 }, 'bitter'] as [Partial<BrewedCup>, 'bitter']
    const sourBefore = [{ ...clicks, grindSetting: 24 }, 'sour'] as [Partial<BrewedCup>, 'sour']
    expect(next(bitter, sourBefore)).toMatchObject({
      change: 'temperature',
      waterTempF: 204,
      reason: 'Sour usually means under-extracted, and one click finer was already bitter',
    })
    expect(next(bitter, sourBefore, [{ ...clicks, grindSetting: 24, waterTempF: 204 }, 'sour'])).toMatchObject({
      grindSetting: 27,
    })
  })

  test('keeps to the water once both clicks were twice off, each its way, and skips what is known to be sour', () => {
    const at = (grindSetting: number, waterTempF = 200) => ({ grinder: filterOnly, grindSetting, waterTempF })
    const cups: Parameters<typeof bag> = [
      [at(24), 'sour'],
      [at(25), 'bitter'],
      [at(25, 196), 'bitter'],
      [at(24, 196), 'sour'],
    ]
    expect(next(...cups)).toMatchObject({ change: 'temperature', waterTempF: 204 })
    cups.push([at(24, 204), 'sour'], [at(24, 212), 'bitter'])
    expect(next(...cups)).toMatchObject({
      change: 'temperature',
      direction: 'cooler',
      waterTempF: 208,
      reason: 'Sour at 204 F, bitter at 212 F: go between the two',
      between: [
        { taste: 'sour', waterTempF: 204 },
        { taste: 'bitter', waterTempF: 212 },
      ],
    })
  })

  test('is never told to brew hotter where the brewer heats its own water', () => {
    const end = { grinder: filterOnly, grindSetting: 30, extractionFeedback: sour } as const
    for (const method of ['drip', 'moka', 'cold_brew', 'turkish', 'espresso'] as const) {
      const step = nextStep(cup({ ...end, method, waterGrams: method === 'espresso' ? 30 : 250 }))
      expect(step).not.toBeNull()
      expect(step?.change).not.toBe('temperature')
    }
    const shot = { ...end, method: 'espresso', waterGrams: 30, grindSetting: 15, grinder: rulerGrinder } as const
    const sourAt = (grindSetting: number) => cup({ ...shot, grindSetting, canSetTemperature: true })
    expect(nextStep(sourAt(0))).toMatchObject({ change: 'temperature', waterTempF: 204 })
  })

  test('without a grinder gets the direction alone', () => {
    const step = nextStep(cup({ grinder: null, extractionFeedback: sour }))
    expect(step).toEqual({
      change: 'grind',
      direction: 'finer',
      advice: 'Grind a touch finer.',
      reason: 'Sour usually means under-extracted',
    })
  })
})

test('a bitter or harsh cup wants a coarser grind', () => {
  expect(nextStep(cup({ extractionFeedback: { bitter: true } }))).toMatchObject({ grindSetting: 47.5 })
  expect(nextStep(cup({ extractionFeedback: { harsh: true } }))).toMatchObject({
    grindSetting: 47.5,
    reason: 'Harsh usually means over-extracted',
  })
})

test('bitter and then harsh is neither twice, but one or the other', () => {
  expect(next([{ grindSetting: 42 }, 'bitter'], [{ grindSetting: 46 }, 'harsh'])?.reason).toStartWith(
    'Bitter or harsh twice: go coarser by a bigger step',
  )
})

test('espresso moves by half as much', () => {
  const shot = { method: 'espresso', doseGrams: 18, waterGrams: 36, grindSetting: 9 } as const
  expect(nextStep(cup({ ...shot, extractionFeedback: { sour: true } }))).toMatchObject({ grindSetting: 6.5 })
})

describe('a watery cup', () => {
  test('wants more coffee, and then more again', () => {
    const first = next([{}, 'watery'])
    // 15 g at 1:16.7, and some three and a half points of 2 % more.
    expect(first).toMatchObject({ change: 'dose', reason: 'Weak usually means too little coffee for the water' })
    expect(first?.doseGrams).toBeWithin(15.9, 16.3)
    const second = next([{}, 'watery'], [{ doseGrams: first?.doseGrams ?? 0 }, 'watery'])
    expect(second?.reason).toMatch('Weak twice: go stronger again')
    expect(next([{}, 'watery'], [{ doseGrams: 16.5 }, 'strong'])?.doseGrams).toBeWithin(15.4, 16.1)
  })

  test('wants less water where the basket decides the dose', () => {
    const shot = { method: 'espresso', doseGrams: 18, waterGrams: 36, grindSetting: 9 } as const
    const step = next([shot, 'watery'])
    expect(step).toMatchObject({ change: 'water', reason: 'Weak usually means too little coffee for the water' })
    expect(step?.waterGrams).toBeWithin(33, 35)
    expect(step).not.toHaveProperty('doseGrams')
  })

  test('wants a finer grind once there is much coffee in it, and says why', () => {
    expect(nextStep(cup({ doseGrams: 26, extractionFeedback: { watery: true } }))).toMatchObject({
      change: 'grind',
      grindSetting: 36.5,
      reason: 'There is already a lot of coffee in it: a finer grind extracts more',
    })
  })
})

describe('where the basket decides the dose', () => {
  const machine = { ...brewerOf('la-pavoni-europiccola'), minWaterGrams: 30, maxWaterGrams: 40 }
  const shot = { method: 'espresso', grindSetting: 9, doseGrams: 18, brewer: machine } as const

  test('the yield stays within what the machine gives, and is told as one', () => {
    expect(next([{ ...shot, waterGrams: 39 }, 'strong'])).toMatchObject({
      change: 'water',
      waterGrams: 40,
      advice: 'Stop the shot at 40 g instead of 39 g: 18 g in, 40 g out.',
    })
    expect(next([{ ...shot, waterGrams: 31 }, 'watery'])).toMatchObject({ waterGrams: 30 })
  })

  test('then the grind moves, and says why', () => {
    expect(next([{ ...shot, waterGrams: 40 }, 'strong'])).toMatchObject({
      change: 'grind',
      direction: 'coarser',
      reason: 'There is already little coffee in it: a coarser grind extracts less',
    })
  })

  test('a moka pot is filled as it is: a strong cup is thinned, and then the grind does it', () => {
    const moka = { method: 'moka', grindSetting: 22, doseGrams: 15, waterGrams: 165 } as const
    expect(next([moka, 'strong'])).toMatchObject({ advice: 'Add a little hot water to the cup.' })
    expect(next([moka, 'strong'], [moka, 'strong'])).toMatchObject({
      change: 'grind',
      grindSetting: 27.5,
      reason: 'The pot decides how much goes in: a coarser grind extracts less',
    })
    expect(next([moka, 'watery'])).toMatchObject({ change: 'grind', grindSetting: 17.5 })
  })
})

describe('a sour and watery cup', () => {
  const both = cup({ extractionFeedback: { sour: true, watery: true } })

  test('wants one change, and says beside it what the other complaint asks for', () => {
    const { also, ...first } = nextStep(both) as NextStep
    expect(first).toEqual({
      change: 'grind',
      direction: 'finer',
      advice: 'Grind finer: 37.5 instead of 42.',
      reason: 'Sour usually means under-extracted',
      grindSetting: 37.5,
      grindLabel: '37.5',
    })
    expect(also).toEqual({
      change: 'dose',
      direction: 'stronger',
      advice: `Use ${also?.doseGrams} g of coffee instead of 15 g for the same 250 g of water.`,
      reason: 'Weak usually means too little coffee for the water',
      doseGrams: expect.any(Number),
    })
    expect(also?.doseGrams).toBeWithin(15.5, 16.5)
  })

  test('learns for each lever from the words on it', () => {
    const before = { ...both, grindSetting: 45, doseGrams: 14 }
    const { also, ...first } = nextStep(both, [before]) as NextStep
    expect([first.reason, also?.reason].toSorted()).toEqual([
      'Sour twice: go finer by a bigger step',
      'Weak twice: go stronger again',
    ])
  })

  test('gets no contrary step: the grind follows the word that was said on it', () => {
    const thin = cup({ doseGrams: 8, extractionFeedback: { sour: true, strong: true } })
    expect(nextStep(thin)).toMatchObject({ change: 'grind', reason: expect.stringContaining('Sour') })
    expect(nextStep(thin)).not.toHaveProperty('also')
  })
})

test('a strong cup wants less coffee', () => {
  expect(next([{}, 'strong'])?.doseGrams).toBeWithin(13.8, 14.2)
})

test('just right holds it, whatever was wrong before', () => {
  expect(next([{ grindSetting: 42 }, 'sour'], [{ grindSetting: 37 }, 'balanced'])).toBeNull()
})

test('a new bag does not answer for the last one', () => {
  const fresh = next([{ grindSetting: 46, daysOffRoast: 25 }, 'sour'], [{ grindSetting: 42, daysOffRoast: 5 }, 'sour'])
  expect(fresh).toMatchObject({ grindSetting: 36.5, reason: 'Sour usually means under-extracted' })
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
  const feedback = fc.record({ sour: flag, bitter: flag, watery: flag, harsh: flag, strong: flag, balanced: flag })
  const grinder = fc.constantFrom(...shippedGrinders.list())
  fc.assert(
    fc.property(
      grinder,
      fc.constantFrom(...methodIds),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 32, max: 212 }),
      feedback,
      feedback,
      fc.integer({ min: -5, max: 5 }),
      (own, method, part, waterTempF, extractionFeedback, said, back) => {
        const dial = dialOf(own)
        const grindSetting = dial.nearest(dial.min + part * (dial.max - dial.min))
        const before = cup({
          method,
          grinder: own,
          grindSetting: dial.move(grindSetting, back),
          extractionFeedback: said,
        })
        const step = nextStep(cup({ method, grinder: own, grindSetting, waterTempF, extractionFeedback }), [before])
        const { sour, bitter, harsh, watery, strong } = extractionFeedback
        if (!sour && !bitter && !harsh && !watery && !strong) return expect(step).toBeNull()
        const { grindSetting: to, waterTempF: tempF, doseGrams, waterGrams } = step as NextStep
        expect([to, tempF, doseGrams, waterGrams].filter(figure => figure !== undefined).length).toBe(
          ['preparation', 'doubt', 'none'].includes((step as NextStep).change) ? 0 : 1,
        )
        if (tempF !== undefined) expect(tempF).toBeLessThanOrEqual(212)
        if (to === undefined) return
        expect(dial.isStep(to)).toBe(true)
        const { indexAt } = curveThrough(own.references)
        if (step?.advice.startsWith('Go back to the recipe'))
          return expect(to).toBe(adapt({ method }, own).grindSetting)
        const { low, high } = methodById[method].grindIndex
        expect(indexAt(to)).toBeWithin(low - 6.001, high + 6.001)
        const finer = sour || (watery && !bitter && !harsh)
        expect(Math.sign(indexAt(to) - indexAt(grindSetting))).toBe(finer ? -1 : 1)
      },
    ),
    { numRuns: 300 },
  )
})

describe('on every grinder, of two complaints', () => {
  const grinder = fc.constantFrom(...shippedGrinders.list())
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const word = fc.constantFrom('sour' as const, 'bitter' as const)
  const settings = new Map<Grinder, number[]>(
    shippedGrinders.list().map(own => {
      const dial = dialOf(own)
      const places = [dial.min]
      for (let to = dial.move(dial.min, 1); to !== places.at(-1); to = dial.move(to, 1)) places.push(to)
      return [own, places]
    }),
  )
  /** Those that a step may lead to. */
  const settingsOf = (own: Grinder, method: MethodId) => {
    const { low, high } = methodById[method].grindIndex
    const { indexAt } = curveThrough(own.references)
    const finest = Math.max(finestAdvised(own, method), method === 'moka' ? low : low - 6)
    return (settings.get(own) ?? []).filter(at => indexAt(at) >= finest && indexAt(at) <= high + 6)
  }

  test('the same again makes the step longer, in clicks, as far as it may go', () => {
    fc.assert(
      fc.property(grinder, fc.constantFrom(...methodIds), part, part, word, (own, method, one, other, said) => {
        const places = settingsOf(own, method)
        const [from, at] = [one, other].map(part => places[Math.floor(part * (places.length - 1))]) as [number, number]
        fc.pre(places.length > 1 && from !== at && method !== 'turkish')
        const brewed = { method, grinder: own }
        const step = next([{ ...brewed, grindSetting: from }, said], [{ ...brewed, grindSetting: at }, said])
        const along = (said === 'sour') === own.finerIsHigher ? 1 : -1
        const { indexAt } = curveThrough(own.references)
        const reach = method === 'espresso' ? 5 : 10
        const longer = places
          .filter(to => along * (to - at) > Math.abs(at - from) + 0.0001)
          .filter(to => Math.abs(indexAt(to) - indexAt(from)) <= reach)
        if (longer.length === 0) return
        expect(longer).toContain(step?.grindSetting as number)
        expect(step?.reason.includes(' by a bigger step')).toBe(along * (at - from) > 0)
      }),
      { numRuns: 300 },
    )
  })

  test('the opposite one stays between the two, where the dial has something between', () => {
    fc.assert(
      fc.property(grinder, fc.constantFrom(...methodIds), part, part, word, (own, method, one, other, said) => {
        const places = settingsOf(own, method)
        const [low, high] = [one, other]
          .map(part => places[Math.floor(part * (places.length - 1))] as number)
          .toSorted((a, b) => a - b) as [number, number]
        const between = places.filter(to => to > low && to < high)
        fc.pre(between.length > 0 && method !== 'turkish')
        const coarse = own.finerIsHigher ? low : high
        const fine = own.finerIsHigher ? high : low
        const brewed = { method, grinder: own }
        const cups: Parameters<typeof next> = [
          [{ ...brewed, grindSetting: fine }, 'bitter'],
          [{ ...brewed, grindSetting: coarse }, 'sour'],
        ]
        const step = next(...(said === 'sour' ? cups : cups.toReversed()))
        expect(between).toContain(step?.grindSetting as number)
      }),
      { numRuns: 300 },
    )
  })
})

test('the same complaint about strength makes the step longer, in grams', () => {
  // Far from where nobody drinks it.
  const dose = fc.integer({ min: 142, max: 158 }).map(tenth => tenth / 10)
  fc.assert(
    fc.property(dose, dose, fc.constantFrom('watery' as const, 'strong' as const), (from, at, said) => {
      fc.pre(from !== at)
      const to = next([{ doseGrams: from }, said], [{ doseGrams: at }, said])?.doseGrams as number
      expect((said === 'watery' ? 1 : -1) * (to - at)).toBeGreaterThan(Math.abs(at - from) + 0.05)
    }),
  )
})
