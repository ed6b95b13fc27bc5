import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Compared, comparedOf, type Difference, differenceBetween } from '../../../core/recipes/difference.ts'
import '../../support/dice.ts'
import { rulerGrinder } from '../adaptation/test-grinders.ts'

const coarserIsHigher = { ...rulerGrinder, id: 1, unit: 'clicks' as const, step: 1 }
const finerIsHigher = {
  ...rulerGrinder,
  id: 2,
  model: 'Reverse',
  finerIsHigher: true,
  references: rulerGrinder.references.map(({ grindIndex }) => ({ grindIndex, setting: 100 - grindIndex })),
} as unknown as typeof coarserIsHigher
const grinders = [coarserIsHigher, finerIsHigher]
const names = {
  grinders: { byId: (id: number) => grinders.find(one => one.id === id) },
  machines: { byId: (id: number) => (id < 3 ? { brand: 'Brewer', model: String(id) } : undefined) },
  filters: { byId: (id: number) => (id < 3 ? { name: `Filter ${id}` } : undefined) },
}
const indexAt = (grinderId: number, setting: number) => (grinderId === 2 ? 100 - setting : setting)

/** The variation, from its original and the difference: what a client does. */
function applyDifference(original: Compared, { changes }: Difference): Compared {
  const changed = changes.map(({ figure, to, steps, tasteProfile }) => [
    figure,
    figure === 'steps' ? steps : figure === 'tasteProfile' ? tasteProfile : to,
  ])
  return { ...original, ...Object.fromEntries(changed) }
}

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const step = fc.record({
  atSeconds: fc.integer({ min: 0, max: 300 }),
  action: fc.constantFrom('pour', 'bloom', 'stir'),
  toGrams: maybe(fc.integer({ min: 1, max: 500 })),
})
const level = fc.integer({ min: 1, max: 5 })
const taste = fc.record(
  { acidity: level, body: level, sweetness: level, bitterness: level },
  { requiredKeys: ['body'] },
)
/** How far its author's calibration moved the dial. */
const calibratedBy = fc.constantFrom(0, 0, 3, -4)
/** A published recipe; grinder 3 is one that only its owner knows. */
const recipes = fc
  .record({
    grinderId: fc.integer({ min: 1, max: 3 }),
    grindSetting: fc.integer({ min: 0, max: 100 }),
    doseGrams: fc.integer({ min: 10, max: 30 }),
    waterGrams: fc.integer({ min: 20, max: 500 }),
    ratio: fc.integer({ min: 100, max: 2000 }).map(hundredths => hundredths / 100),
    waterTempF: maybe(fc.integer({ min: 150, max: 212 })),
    brewTimeSeconds: maybe(fc.integer({ min: 20, max: 300 })),
    steps: maybe(fc.array(step, { minLength: 1, maxLength: 4 })),
    machineId: fc.integer({ min: 1, max: 4 }),
    filterId: maybe(fc.integer({ min: 1, max: 3 })),
    coffeeProfileId: fc.integer({ min: 1, max: 3 }),
    tasteProfile: maybe(taste),
  })
  .chain(recipe => calibratedBy.map(points => ({ ...recipe, points })))
  .map(({ points, ...recipe }) =>
    comparedOf({ ...recipe, grindIndex: indexAt(recipe.grinderId, recipe.grindSetting) + points } as Compared, 'v60'),
  )

describe('a difference', () => {
  test('applied to the original gives the variation', () => {
    fc.assert(
      fc.property(recipes, recipes, (original, variation) => {
        const applied = applyDifference(original, differenceBetween(original, variation, names))
        expect({ ...applied, grindIndex: variation.grindIndex }).toEqual(variation)
      }),
      { numRuns: 2000 },
    )
  })

  test('from a technique, which names no equipment, gives the rest of the variation', () => {
    fc.assert(
      fc.property(recipes, recipes, (recipe, variation) => {
        const { grindIndex, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps } = recipe
        const technique = { grindIndex, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, steps }
        const applied = applyDifference(technique, differenceBetween(technique, variation, names))
        expect({ ...variation, ...applied, grindIndex: variation.grindIndex }).toEqual(variation)
      }),
      { numRuns: 1000 },
    )
  })

  test('of a recipe from itself is none', () => {
    fc.assert(
      fc.property(recipes, recipe => {
        expect(differenceBetween(recipe, structuredClone(recipe), names)).toEqual({
          changes: [],
          text: 'Same as the original',
        })
      }),
    )
  })

  test('tells each figure once, and says the way that the grind index went', () => {
    fc.assert(
      fc.property(recipes, recipes, (original, variation) => {
        const { changes } = differenceBetween(original, variation, names)
        expect(new Set(changes.map(({ figure }) => figure)).size).toBe(changes.length)
        const [ground] = changes.filter(({ figure }) => figure === 'grindSetting')
        const by = (variation.grindIndex ?? 0) - (original.grindIndex ?? 0)
        if (ground?.text.endsWith('finer')) expect(by).toBeLessThan(0)
        if (ground?.text.endsWith('coarser')) expect(by).toBeGreaterThan(0)
        if (by !== 0 && ground?.effect) expect(ground.effect).toStartWith(by < 0 ? 'more' : 'less')
      }),
      { numRuns: 1000 },
    )
  })

  test('is the same backwards, with everything the other way round', () => {
    fc.assert(
      fc.property(recipes, recipes, (one, other) => {
        const figuresOf = (from: Compared, to: Compared) =>
          differenceBetween(from, to, names).changes.map(({ figure }) => figure)
        expect(figuresOf(one, other)).toEqual(figuresOf(other, one))
      }),
    )
  })
})

describe('the words of a difference', () => {
  const original = comparedOf(
    { grinderId: 1, grindSetting: 24, grindIndex: 24, doseGrams: 15, waterGrams: 240, ratio: 16, waterTempF: 200 },
    'v60',
  )
  const said = (changes: Partial<Compared>) => differenceBetween(original, { ...original, ...changes }, names).text

  test('count clicks, compare ratios, and say what that does to the cup', () => {
    expect(said({ grindSetting: 22, grindIndex: 22, ratio: 15 })).toBe(
      '2 clicks finer, 1:15 instead of 1:16: more extracted and stronger',
    )
    expect(said({ grindSetting: 25, grindIndex: 25 })).toBe('1 click coarser: less extracted')
    expect(said({ waterTempF: 204 })).toBe('4 F hotter: more extracted')
    expect(said({ doseGrams: 30, waterGrams: 480 })).toBe(
      '30 g of coffee instead of 15 g, 480 g of water instead of 240 g',
    )
    expect(said({ brewTimeSeconds: 210 })).toBe('3:30 instead of none given')
    expect(said({ waterTempF: null })).toBe('no temperature given')
  })

  test('claim nothing where one change undoes another', () => {
    expect(said({ grindSetting: 22, grindIndex: 22, waterTempF: 190 })).toBe('2 clicks finer, 10 F cooler')
  })

  test('convert between two dials before they compare', () => {
    expect(said({ grinderId: 2, grindSetting: 76, grindIndex: 24 })).toBe(
      'the same grind, 76, the Test Reverse instead of the Test Ruler',
    )
    expect(said({ grinderId: 2, grindSetting: 77, grindIndex: 23 })).toStartWith('2 steps finer')
  })

  test('compare grinds, not numbers, where two people calibrated the same model', () => {
    const theirs = original
    // On this one, 25 is as coarse as 23 usually is.
    const mine = { ...theirs, grindSetting: 26, grindIndex: 24 }
    expect(differenceBetween(theirs, mine, names)).toMatchObject({
      changes: [{ figure: 'grindSetting', from: 26, to: 26, text: 'the same grind, 26 clicks' }],
    })
    expect(differenceBetween(theirs, { ...mine, grindSetting: 24, grindIndex: 22 }, names).text).toBe(
      '2 clicks finer: more extracted',
    )
    expect(differenceBetween(mine, theirs, names)).toMatchObject({ changes: [{ from: 24, to: 24, effect: null }] })
    expect(differenceBetween(mine, { ...mine, grindSetting: 27, grindIndex: 25 }, names)).toMatchObject({
      changes: [{ from: 26, to: 27, text: '1 click coarser' }],
    })
  })

  test('of a dial that nobody else sees give the way only', () => {
    const described = { ...original, grinderId: 3 }
    expect(differenceBetween(described, { ...described, grindSetting: 9, grindIndex: 9 }, names).text).toBe(
      'finer: more extracted',
    )
  })

  test('know steps that are the same for other amounts', () => {
    const steps = [
      { atSeconds: 0, action: 'bloom' as const, toGrams: 60 },
      { atSeconds: 45, action: 'pour' as const, toGrams: 240 },
    ]
    const poured = { ...original, steps }
    const to = (second: Partial<Compared>) => differenceBetween(poured, { ...poured, ...second }, names).text
    const [bloom, pour] = steps as [(typeof steps)[0], (typeof steps)[0]]
    expect(to({ steps: [{ ...bloom, toGrams: 50 }, pour] })).toBe('step 1 to 50 g instead of 60 g')
    expect(to({ steps: [bloom] })).toBe('without step 2')
    expect(to({ steps: null })).toBe('the usual steps')
    const twice = [
      { ...bloom, toGrams: 120 },
      { ...pour, toGrams: 480 },
    ]
    expect(to({ steps: twice, doseGrams: 30, waterGrams: 480 })).toEndWith('the same steps for these amounts')
  })

  test('say which steps are different, and how if only one is', () => {
    const [bloom, pour, stir, serve] = [
      { atSeconds: 0, action: 'bloom' as const, toGrams: 60 },
      { atSeconds: 45, action: 'pour' as const, toGrams: 240 },
      { atSeconds: 100, action: 'stir' as const, toGrams: null },
      { atSeconds: 180, action: 'serve' as const },
    ]
    const poured = { ...original, steps: [bloom, pour, stir, serve] }
    const to = (...steps: NonNullable<Compared['steps']>) => differenceBetween(poured, { ...poured, steps }, names).text
    expect(to(bloom, { ...pour, atSeconds: 40 }, stir, serve)).toBe('step 2 at 0:40 instead of 0:45')
    expect(to(bloom, pour, { ...stir, action: 'swirl' }, serve)).toBe('swirl instead of stir in step 3')
    expect(to(bloom, pour, stir, { ...serve, note: 'Now.' })).toBe('a different note on step 4')
    expect(to(bloom, pour, { ...stir, atSeconds: 110, action: 'swirl' }, serve)).toBe('step 3 changed')
    expect(to({ ...bloom, toGrams: 50 }, { ...pour, atSeconds: 40 }, stir, serve)).toBe('steps 1 and 2 changed')
    expect(to(bloom, pour, stir, stir, serve)).toBe('new step 4')
    expect(to(bloom, serve)).toBe('without steps 2 and 3')
    expect(to(bloom, { ...pour, atSeconds: 30 }, { ...stir, atSeconds: 90 }, stir, serve)).toBe(
      'steps 2 and 3 instead of step 2',
    )
    expect(to(bloom, pour, { atSeconds: 100, action: 'stir' }, { ...serve, toGrams: null, note: '' })).toBe(
      'Same as the original',
    )
  })

  test('compare how the cup tasted to its author', () => {
    const tasted = { ...original, tasteProfile: { body: 3, sweetness: 3 } }
    const to = (tasteProfile: Compared['tasteProfile']) =>
      differenceBetween(tasted, { ...tasted, tasteProfile }, names).text
    expect(to({ sweetness: 4, body: 3 })).toBe('sweetness 4 instead of 3')
    expect(to({ acidity: 2, sweetness: 4, body: 3 })).toBe(
      'acidity 2 instead of none given and sweetness 4 instead of 3',
    )
    expect(to({ body: 3 })).toBe('sweetness not said instead of 3')
    expect(to(null)).toBe('no taste')
    expect(to({ sweetness: 3, body: 3 })).toBe('Same as the original')
  })
})
