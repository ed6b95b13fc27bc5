import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import { stylesFor, unusualStyle } from '../../../core/adaptation/styles.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { deviceFor } from '../../../core/equipment/drive.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { gramsInWords } from '../../../core/ratio.ts'
import { comesBefore, refuseOddSteps } from '../../../core/recipes/steps.ts'
import { tenths } from '../../../core/rounding.ts'
import { brewerOf, brewers } from './brewers.ts'
import { rulerGrinder } from './test-grinders.ts'

type Wish = Omit<WantedBrew, 'method' | 'brewer'>
type AdaptedBrew = ReturnType<typeof adapt>

const on = (slug: string, wanted: Wish = {}) => {
  const brewer = brewerOf(slug)
  return adapt({ method: brewer.brewMethod, brewer, ...wanted }, rulerGrinder)
}
const pouredIn = ({ waterGrams, iceGrams, bypassGrams }: AdaptedBrew) =>
  tenths(waterGrams - (iceGrams ?? 0) - (bypassGrams ?? 0))
const inWords = ({ steps }: AdaptedBrew) =>
  steps.map(({ atSeconds, action, toGrams, note }) => [atSeconds, action, toGrams ?? '', note ?? ''].join(' ').trim())

describe('the styles of a brewer', () => {
  test.each([
    ['aeropress-original', ['upright', 'inverted', 'bypass', 'concentrate', 'iced']],
    ['hario-switch-02', ['immersion', 'hybrid', 'pour_over', 'iced']],
    ['april-hybrid-brewer', ['immersion', 'hybrid', 'pour_over', 'iced']],
    ['clever-dripper-large', ['immersion', 'iced']],
    ['hario-v60-02', ['hot', 'iced']],
    ['kalita-wave-185', ['hot', 'iced']],
    ['chemex-ottomatic-2-0', ['hot', 'iced']],
    ['technivorm-moccamaster-kbgv-select', ['hot', 'iced']],
    ['toddy-cold-brew-system', ['ready_to_drink', 'concentrate']],
    ['bodum-chambord-3-cup', ['hot']],
    ['gaggia-classic-pro', ['hot']],
  ] as const)('of a %s are %j', (slug, styles) => {
    const recipe = on(slug)
    expect(recipe.styles.map(({ id }) => id)).toEqual([...styles])
    expect(recipe).toMatchObject({ style: styles[0], iceGrams: null, bypassGrams: null })
    // To name the usual one is to name none.
    expect(on(slug, { style: styles[0] })).toEqual(recipe)
  })

  test('that it does not support is refused, with those it does', () => {
    expect(() => on('clever-dripper-small', { style: 'hybrid' })).toThrow(
      'style must be one of immersion, iced for the Clever Dripper Small; you asked for hybrid.',
    )
    expect(() => on('bodum-chambord-3-cup', { style: 'iced' })).toThrow(
      'style must be hot for the Bodum Chambord 3-Cup; you asked for iced.',
    )
    // Nobody said which brewer: it may be one that can.
    expect(adapt({ method: 'clever', style: 'hybrid' }, rulerGrinder).style).toBe('hybrid')
  })
})

describe('a V60 over ice', () => {
  const iced = on('hario-v60-02', { style: 'iced' })

  test('has 40 % of its water as ice, and pours the rest', () => {
    expect(iced).toMatchObject({
      doseGrams: 16,
      waterGrams: 250,
      iceGrams: 100,
      bypassGrams: null,
      ratio: 15.63,
      waterTempF: 201,
      brewTimeSeconds: 155,
      grindIndex: 38,
      typical: { ratio: { low: 14.3, high: 16.7, guides: 9 } },
    })
    expect(inWords(iced)).toEqual([
      '0 rinse  Pour hot water through the paper over the sink and add the coffee, then put 100 g of ice in the server',
      '0 bloom 45',
      '10 swirl',
      '45 pour 100',
      '80 pour 150',
      '100 drain',
      '155 swirl  Until the ice has melted, then serve it over fresh ice',
    ])
  })

  test('gives its ice for the requested amount', () => {
    const double = on('hario-v60-02', { style: 'iced', volumeGrams: 500 })
    expect(double).toMatchObject({ waterGrams: 500, iceGrams: 200 })
    expect(double.steps[0]?.note).toContain('200 g of ice')
    expect(double.steps.findLast(({ toGrams }) => toGrams != null)?.toGrams).toBe(300)
  })

  test('is limited by what goes through the dripper; a Chemex also holds the ice', () => {
    const small = on('hario-v60-01', { style: 'iced', volumeGrams: 600 })
    expect(small).toMatchObject({ batches: 2, waterGrams: 300, iceGrams: 120 })
    expect(small.reasons).toContain('A Hario V60 01 makes up to 500 g: brew it twice, 300 g each')
    expect(on('chemex-classic-3-cup', { style: 'iced', volumeGrams: 450 }).batches).toBe(1)
    expect(on('chemex-classic-3-cup', { style: 'iced', volumeGrams: 460 }).batches).toBe(2)
  })
})

describe('an AeroPress', () => {
  test('with bypass is brewed short, and topped up', () => {
    const recipe = on('aeropress-original', { style: 'bypass' })
    expect(recipe).toMatchObject({ doseGrams: 20, waterGrams: 200, bypassGrams: 90, iceGrams: null, waterTempF: 185 })
    expect(inWords(recipe).slice(1, 2)).toEqual(['0 pour 110'])
    expect(inWords(recipe).at(-1)).toBe('100 serve  Add 90 g of hot water to the cup')
    // 250 g fit into it, and 204 g follow in the cup; but that is 45 g of coffee, for which it has no room.
    expect(on('aeropress-original', { style: 'bypass', volumeGrams: 454, ratio: 15 })).toMatchObject({
      batches: 1,
      bypassGrams: 204,
    })
    expect(on('aeropress-original', { style: 'bypass', volumeGrams: 454 }).batches).toBe(2)
    expect(on('aeropress-original', { style: 'bypass', volumeGrams: 456 }).batches).toBe(2)
  })

  test('upside down is turned over before it is pressed', () => {
    const { steps } = on('aeropress-go', { style: 'inverted' })
    expect(steps.map(({ action }) => action)).toEqual(['rinse', 'pour', 'stir', 'steep', 'invert', 'press'])
  })

  test('as a concentrate is 1:5, and says what to thin it with', () => {
    expect(on('aeropress-original', { style: 'concentrate' })).toMatchObject({
      ratio: 5,
      waterGrams: 90,
      note: expect.stringContaining('the same amount of hot water'),
    })
  })
})

describe('a Switch', () => {
  test('as a pour-over is like a V60, except for the valve', () => {
    const [open, v60] = [on('hario-switch-03', { style: 'pour_over' }), on('hario-v60-02')]
    for (const figure of ['doseGrams', 'waterGrams', 'ratio', 'waterTempF', 'brewTimeSeconds', 'grindIndex'] as const)
      expect([figure, open[figure]]).toEqual([figure, v60[figure]])
    expect(open.typical).toEqual(v60.typical)
    expect(open.steps[1]).toMatchObject({ action: 'bloom', note: 'With the valve open' })
    // It holds 400 g when it is closed; open, half has run through.
    expect(on('hario-switch-03', { style: 'pour_over', volumeGrams: 700 }).batches).toBe(1)
    const seconds = (slug: string, style: Wish['style']) => on(slug, { style, volumeGrams: 400 }).brewTimeSeconds
    expect(seconds('hario-switch-03', 'pour_over')).toBe(seconds('hario-v60-02', 'hot'))
  })

  test.each([
    ['hario-switch-02', 230],
    ['hario-mugen-switch-02', 230],
    ['hario-switch-03', 300],
  ])('a %s steeps %p g with its valve closed', (slug, waterGrams) => {
    expect(on(slug)).toMatchObject({ style: 'immersion', waterGrams, batches: 1 })
  })

  test('a Switch 02 steeps more than it holds in two batches, and holds three quarters of a hybrid', () => {
    expect(on('hario-switch-02', { volumeGrams: 300 })).toMatchObject({ waterGrams: 150, batches: 2 })
    expect(on('hario-switch-02', { style: 'hybrid', volumeGrams: 300 }).batches).toBe(1)
    expect(on('hario-switch-02', { style: 'hybrid', volumeGrams: 350 }).batches).toBe(2)
    expect(on('hario-switch-03', { style: 'hybrid', volumeGrams: 600 }).reasons).toContain(
      'A Hario Switch 03 makes up to 533 g: brew it twice, 300 g each',
    )
  })

  test('a hybrid takes longer with more water, like a pour-over, and so do its pours', () => {
    const [small, large] = [150, 500].map(volumeGrams => on('hario-switch-03', { style: 'hybrid', volumeGrams }))
    expect([small, large].map(recipe => recipe?.brewTimeSeconds)).toEqual([150, 230])
    const pours = (recipe: typeof small) =>
      recipe?.steps.flatMap(step => (step.action === 'pour' ? step.atSeconds : []))
    expect([small, large].map(pours)).toEqual([
      [35, 60],
      [55, 95],
    ])
  })

  test('as a hybrid is poured open, then closed', () => {
    const recipe = on('hario-switch-02', { style: 'hybrid' })
    expect(recipe).toMatchObject({ doseGrams: 18, waterGrams: 270, waterTempF: 199, brewTimeSeconds: 185 })
    expect(inWords(recipe).slice(1)).toEqual([
      '0 bloom 60 With the valve open',
      '45 pour 135',
      '75 pour 270 Close the valve first',
      '105 steep',
      '135 drain  Open the valve',
    ])
  })
})

test('a cold brew concentrate is 1:5.8, and says what to thin it with', () => {
  const recipe = on('toddy-cold-brew-system', { style: 'concentrate' })
  expect(recipe.ratio).toBeCloseTo(5.8, 1)
  expect(recipe.note).toContain('the same amount of water or milk')
})

test('earlier brews in a style are where the next one in it starts', () => {
  const leftOff = { grindIndex: 44, ratio: 12, waterTempF: 190, daysOffRoast: null, cause: 'Your brews' }
  expect(on('hario-v60-02', { leftOff }).grindIndex).toBe(44)
  const iced = on('hario-v60-02', { leftOff, style: 'iced' })
  expect(iced).toMatchObject({ grindIndex: 44, ratio: expect.closeTo(12, 1), waterTempF: 190 })
})

test('a style that is usual for one method is never an unusual one of another', () => {
  for (const method of methodIds) {
    const [usual, ...others] = stylesFor(method)
    expect([unusualStyle(usual), others.map(unusualStyle)]).toEqual([null, others])
  }
})

describe('for every style of every brewer', () => {
  const wishes = fc.record({
    roastLevel: fc.constantFrom(null, ...roastLevels),
    strength: fc.integer({ min: 1, max: 5 }),
    taste: fc.integer({ min: -2, max: 2 }),
    filterType: fc.constantFrom(null, 'paper' as const, 'metal' as const),
    volumeGrams: fc.option(fc.integer({ min: 20, max: 3000 }), { nil: undefined }),
  })
  const kits = [...methodIds.map(method => ({ method, brewer: undefined })), ...withMethods()].flatMap(kit =>
    stylesFor(kit.method, kit.brewer).map(style => ({ ...kit, style })),
  )
  const everyStyle = (holds: (wanted: WantedBrew, recipe: AdaptedBrew) => void) =>
    fc.assert(
      fc.property(wishes, wish => {
        for (const kit of kits) {
          const wanted = { ...wish, ...kit }
          holds(wanted, adapt(wanted, rulerGrinder))
        }
      }),
      { numRuns: 10 },
    )

  test('the amounts add up, and only iced has ice', () => {
    everyStyle(({ style }, recipe) => {
      const { doseGrams, ratio, waterGrams, iceGrams, bypassGrams } = recipe
      expect(Math.abs(doseGrams * ratio - waterGrams) / waterGrams).toBeLessThanOrEqual(0.005)
      expect([iceGrams !== null, bypassGrams !== null]).toEqual([style === 'iced', style === 'bypass'])
      for (const part of [iceGrams, bypassGrams]) if (part !== null) expect(Number.isInteger(part)).toBe(true)
      const said = JSON.stringify(recipe.steps)
      const [ice, bypass] = [iceGrams, bypassGrams].map(part => gramsInWords(part ?? 0))
      expect([said.includes(`${ice} of ice`), said.includes(`Add ${bypass} of hot water`)]).toEqual([
        iceGrams !== null,
        bypassGrams !== null,
      ])
    })
  })

  test('the steps advance, and end at what is poured', () => {
    everyStyle((_, recipe) => {
      const waterGrams = pouredIn(recipe)
      expect(() => refuseOddSteps(recipe.steps, { ...recipe, waterGrams })).not.toThrow()
      expect(recipe.steps.findLast(({ toGrams }) => toGrams != null)?.toGrams).toBe(waterGrams)
    })
  })

  test('what goes through the brewer fits it', () => {
    everyStyle(({ method, style, brewer }, recipe) => {
      const poured = pouredIn(recipe)
      const hasCarafe = method === 'chemex' || method === 'drip'
      const share = style === 'hybrid' ? 0.75 : style === 'pour_over' ? 0.5 : 1
      const held = hasCarafe ? recipe.waterGrams : share * poured
      expect(poured).toBeGreaterThanOrEqual(brewer?.minWaterGrams ?? 0)
      expect(held).toBeLessThanOrEqual(brewer?.maxWaterGrams ?? Infinity)
    })
  })

  test('no step is one that the device cannot do', () => {
    everyStyle(({ method, style, brewer }, { steps }) => {
      const { drive, hasLid } = deviceFor(method, brewer)
      const said = JSON.stringify(steps)
      if (drive === 'automatic' || drive === 'pump') expect(said).not.toMatch(/"(bloom|pour)"/)
      const hasValve = drive === 'immersion_valve' || brewer?.slug === 'nextlevel-pulsar'
      if (!hasValve) expect(said).not.toMatch(/valve (open|closed|first)|the valve over/)
      if (brewer && method === 'clever' && hasLid) expect(said).not.toContain('valve open"')
      if (method !== 'aeropress') expect(said).not.toMatch(/plunger on|"press".*hiss/)
      expect(said.includes('"invert"')).toBe(style === 'inverted')
      if (!hasLid) expect(said).not.toContain('Lid')
      expect(steps.slice(1).some(comesBefore)).toBe(false)
    })
  })

  test('no temperature is one that it cannot set, and more water never brews faster', () => {
    everyStyle((wanted, recipe) => {
      const { method, brewer } = wanted
      if (brewer && deviceFor(method, brewer).heat === 'fixed') expect(recipe.waterTempF).toBe(brewer.defaultWaterTempF)
      const more = adapt({ ...wanted, volumeGrams: (wanted.volumeGrams ?? recipe.waterGrams) + 150 }, rulerGrinder)
      expect(more.brewTimeSeconds * more.batches).toBeGreaterThanOrEqual(recipe.brewTimeSeconds * recipe.batches)
    })
  })

  test('a plain recipe has a ratio within the guides of its style', () => {
    for (const { method, brewer, style } of kits) {
      const { ratio, typical } = adapt({ method, brewer, style }, rulerGrinder)
      if (!typical.ratio || method === 'espresso' || method === 'moka') continue
      expect(ratio).toBeGreaterThanOrEqual(typical.ratio.low - 0.05)
      expect(ratio).toBeLessThanOrEqual(typical.ratio.high + 0.05)
    }
  })
})

function withMethods() {
  return brewers.map(brewer => ({ method: brewer.brewMethod, brewer }))
}
