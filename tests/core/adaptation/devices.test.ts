import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { adapt, type WantedBrew } from '../../../core/adaptation/adapt.ts'
import { baseFor } from '../../../core/adaptation/base.ts'
import { stylesFor } from '../../../core/adaptation/styles.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { deviceFor, drivesOf } from '../../../core/equipment/drive.ts'
import { heatRangeOf } from '../../../core/equipment/heat-range.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { comesBefore, poursBy, stepInWords } from '../../../core/recipes/steps.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { brewerOf, brewers } from './brewers.ts'
import { rulerGrinder } from './test-grinders.ts'

/** On a grinder whose dial reads the index in halves, nothing is lost to its steps. */
const on = (slug: string, wanted: Omit<WantedBrew, 'method' | 'brewer'> = {}) => {
  const brewer = brewerOf(slug)
  return adapt({ method: brewer.brewMethod, brewer, ...wanted }, rulerGrinder)
}
const stepsOn = (slug: string) =>
  on(slug)
    .steps.map(({ action, note }) => `${action} ${note ?? ''}`)
    .join('\n')

describe('the steps are those of the device', () => {
  test.each([
    'flair-classic',
    'flair-58',
    'cafelat-robot',
    'la-pavoni-europiccola',
    'wacaco-picopresso',
    '9barista-mk1',
  ])('no pump is switched on on a %s', slug => {
    expect(stepsOn(slug)).not.toContain('Turn on the pump')
  })

  test('a lever is pressed, a hand pump pumped, a stovetop left alone, and only a pump is switched on', () => {
    expect(stepsOn('flair-classic')).toContain('lower the lever')
    expect(stepsOn('la-pavoni-europiccola')).toContain('Lift the lever')
    expect(stepsOn('wacaco-nanopresso')).toContain('Keep pumping')
    expect(stepsOn('9barista-mk1')).toContain('by itself')
    expect(stepsOn('gaggia-classic-pro')).toContain('Turn on the pump')
  })

  test('an Ottomatic pours by itself', () => {
    const { steps } = on('chemex-ottomatic-2-0')
    expect(steps.map(({ action }) => action)).toEqual(['rinse', 'start', 'serve'])
    expect(on('chemex-classic-6-cup').steps.map(({ action }) => action)).toContain('bloom')
  })

  test.each(['arzum-okka-minio', 'beko-turkish-coffee-machine-tkm-2940'])('no cezve and no flame for a %s', slug => {
    expect(stepsOn(slug)).not.toMatch(/cezve|heat/)
    expect(on(slug).note).not.toContain('warm')
    expect(on(slug).reasons[0]).toEndWith('starts with cold water')
    expect(stepsOn('soy-copper-cezve')).toContain('cezve')
  })

  test('espresso is tamped on every machine, and a drip machine warms what it brews into', () => {
    for (const { slug } of brewers.filter(({ brewMethod }) => brewMethod === 'espresso')) {
      const tamped = slug.includes('oracle') ? 'let it tamp the coffee' : 'tamp the coffee level'
      expect([slug, on(slug).steps[0]?.note]).toEqual([slug, expect.stringContaining(tamped)])
    }
    expect(on('technivorm-moccamaster-kbt').steps[0]?.note).toContain('to warm the carafe or cup')
    expect(on('hario-v60-02').steps[0]?.note).toContain('to warm the brewer')
  })

  test('a Switch has no lid, a Clever has', () => {
    expect(stepsOn('hario-switch-02')).not.toContain('Lid')
    expect(stepsOn('clever-dripper-large')).toContain('Lid on')
  })

  test('a brewer that somebody adds with the trait of a Pulsar gets its steps', () => {
    const brewer = { ...brewerOf('kalita-wave-185'), slug: 'added', traits: ['flow_valve' as const] }
    const said = adapt({ method: 'kalita', brewer }, rulerGrinder).steps.map(({ note }) => note ?? '')
    expect(said).toContain('Close the valve first')
  })

  test('a Pulsar closes its valve for the bloom and opens it for the first pour, hot and iced', () => {
    for (const style of ['hot', 'iced'] as const) {
      const steps = on('nextlevel-pulsar', { style }).steps.filter(({ action }) => ['bloom', 'pour'].includes(action))
      expect(steps.slice(0, 3).map(({ action, note }) => [action, note])).toEqual([
        ['bloom', 'Close the valve first'],
        ['pour', 'Open the valve first'],
        ['pour', undefined],
      ])
    }
    expect(stepsOn('kalita-wave-185')).not.toContain('valve')
  })

  test('a steel or cloth filter is not paper', () => {
    expect(on('hario-v60-02', { filterType: 'metal' }).steps[0]).toMatchObject({ action: 'preheat' })
    expect(stepsOn('bodum-pour-over-1-l')).not.toContain('paper')
    expect(on('bodum-pour-over-1-l').reasons).toContain('Metal filter: coarser')
    expect(stepsOn('hario-woodneck')).toContain('through the cloth')
  })

  test('the first is to rinse the paper and warm the brewer, before the clock', () => {
    for (const brewer of brewers) {
      const { method, steps } = on(brewer.slug)
      const isFilter = ['v60', 'kalita', 'chemex', 'drip', 'clever', 'aeropress', 'siphon'].includes(method)
      const usual = isFilter && brewer.filterType !== 'metal' ? 'rinse' : 'preheat'
      const isWarmed = method !== 'cold_brew' && method !== 'turkish'
      expect([brewer.slug, steps.filter(comesBefore).map(({ action }) => action)]).toEqual([
        brewer.slug,
        isWarmed ? [usual] : [],
      ])
      if (isWarmed) expect(steps[0]).toMatchObject({ action: usual, atSeconds: 0 })
    }
  })

  test('read well under their titles: no note begins with the word above it, on any brewer, in any style', () => {
    for (const brewer of brewers)
      for (const style of stylesFor(brewer.brewMethod, brewer))
        for (const step of on(brewer.slug, { style }).steps) {
          const title = stepInWords(step, grams => `${grams} g`)
          const firstWord = step.note?.split(' ')[0]
          expect([brewer.slug, style, title, firstWord]).not.toEqual([brewer.slug, style, title, title.split(' ')[0]])
          expect(title).toMatch(/^[A-Z][a-z]+( (to|at) [\d.]+ g|( with| into| in)? [\d.]+ g of water)?$/)
          expect(step.note ?? '').not.toEndWith('.')
        }
  })

  test('of every drive that a method may have are its own', () => {
    for (const method of methodIds) {
      const stepsBy = drivesOf[method].map(drive => {
        const brewer = { ...brewerOf('hario-v60-02'), brewMethod: method, drive, heat: null }
        return JSON.stringify(baseFor(method, brewer).steps)
      })
      expect(new Set(stepsBy).size).toBe(stepsBy.length)
    }
  })
})

describe('a temperature is only for who can set it', () => {
  test('a dark roast on a Moccamaster is ground coarser, at the heat the machine has', () => {
    // 43 + 3 for the roast, 9 F as 2.25 points.
    const recipe = on('technivorm-moccamaster-kbgv-select', { roastLevel: 'DARK' })
    expect(recipe).toMatchObject({ waterTempF: 201, heat: 'fixed', grindIndex: 48.5 })
    expect(recipe.reasons).toEqual([
      'Dark roast: coarser',
      'Your Technivorm Moccamaster KBGV Select heats its own water, so we adjust the grind: coarser instead of cooler',
    ])
    const sums = recipe.why.reduce((sum, { changes }) => sum + (changes.grindIndex ?? 0), 0)
    expect(sums).toBeCloseTo(5.25, 6)
  })

  test.each(['breville-bambino', 'gaggia-classic-pro', 'rancilio-silvia'])('a light roast on a %s', slug => {
    // 9 - 1.5 for the roast, and half of 4 F as a point: 7.
    const recipe = on(slug, { roastLevel: 'LIGHT' })
    expect(recipe).toMatchObject({ waterTempF: 200, grindIndex: 7 })
    expect(recipe.reasons.join()).not.toMatch(/ F (hotter|cooler)/)
    expect(recipe.reasons.at(-1)).toEndWith('heats its own water, so we adjust the grind: finer instead of hotter')
  })

  test('an Ottomatic brews at 200 F, whatever the roast', () => {
    const recipe = on('chemex-ottomatic-2-0', { roastLevel: 'LIGHT' })
    expect(recipe).toMatchObject({ waterTempF: 200, grindIndex: 46 })
    expect(recipe.reasons).toContain('The Chemex Ottomatic 2.0 brews at 200 F')
  })

  test('what can be set is set, and what is filled from a kettle has its water', () => {
    expect(on('fellow-aiden', { roastLevel: 'DARK' })).toMatchObject({ waterTempF: 192, grindIndex: 46 })
    expect(on('flair-58', { roastLevel: 'LIGHT' })).toMatchObject({ waterTempF: 204, heat: 'kettle' })
  })

  test('earlier brews were made with the heat of the machine: nothing is made up for', () => {
    const leftOff = { grindIndex: 44, ratio: 16, waterTempF: null, daysOffRoast: null, cause: 'Your brews' }
    expect(on('technivorm-moccamaster-kbt', { roastLevel: 'DARK', leftOff })).toMatchObject({
      waterTempF: 201,
      grindIndex: 44,
    })
    expect(
      on('technivorm-moccamaster-kbt', { roastLevel: 'DARK', leftOff: { ...leftOff, waterTempF: 190 } }).waterTempF,
    ).toBe(201)
  })

  test('the water of a cezve starts as warm for any roast', () => {
    for (const roastLevel of roastLevels) expect(on('soy-copper-cezve', { roastLevel }).waterTempF).toBe(150)
  })
})

describe('the time follows the amount', () => {
  const shots = (wanted: Omit<WantedBrew, 'method'>) => {
    const { waterGrams, brewTimeSeconds, grindIndex } = adapt({ method: 'espresso', ...wanted }, rulerGrinder)
    return [waterGrams, brewTimeSeconds, grindIndex]
  }

  test('a shot takes 6 s and 11 s for each part of its ratio, 2 s more for each point finer', () => {
    expect(shots({})).toEqual([36, 28, 9])
    expect(shots({ strength: 5 })).toEqual([27.4, 23, 9])
    expect(shots({ strength: 1 })).toEqual([48.6, 36, 9])
    // 6 + 11 x 3.39 - 2 x 1.5; whole grams from 50 on.
    expect(shots({ roastLevel: 'LIGHT', strength: 1, taste: -2 })).toEqual([61, 40, 10.5])
  })

  test('a drip machine takes 130 s and 0.2 s for each gram', () => {
    const seconds = (slug: string, volumeGrams: number) => on(slug, { volumeGrams }).brewTimeSeconds
    expect(seconds('xbloom-studio', 250)).toBe(180)
    expect(seconds('breville-precision-brewer', 1000)).toBe(330)
    expect(seconds('breville-precision-brewer', 1700)).toBe(470)
  })

  test('a moka pot is filled to its valve at every strength: the grind moves, and the cup is made longer', () => {
    const pots = [1, 2, 3, 4, 5].map(strength => on('bialetti-moka-express-6-cup', { strength }))
    for (const pot of pots) expect(pot).toMatchObject({ doseGrams: 27, waterGrams: 300 })
    expect(pots.map(({ grindIndex }) => grindIndex)).toEqual([25, 23.5, 22, 20.5, 19])
    expect(pots.map(({ reasons }) => reasons.slice(1))).toEqual([
      ['Strength 1 of 5: coarser, add 36 g of hot water to the cup'],
      ['Strength 2 of 5: coarser, add 18 g of hot water to the cup'],
      [],
      ['Strength 4 of 5: finer'],
      ['Strength 5 of 5: finer'],
    ])
    expect([1, 3, 9, 18].map(cups => on(`bialetti-moka-express-${cups}-cup`).brewTimeSeconds)).toEqual([
      110, 175, 375, 680,
    ])
  })

  test('Turkish takes 2:30 for 70 g and 25 s for each further 70', () => {
    const seconds = (volumeGrams: number) => on('soy-copper-cezve', { volumeGrams }).brewTimeSeconds
    expect([70, 140, 210].map(seconds)).toEqual([150, 175, 200])
  })

  test('a cold brew is told in half hours, whatever moves it', () => {
    for (const roastLevel of roastLevels)
      for (const taste of [-2, 0, 2])
        expect(on('toddy-cold-brew-system', { roastLevel, taste }).brewTimeSeconds % 1800).toBe(0)
  })
})

describe('decaf', () => {
  test('is ground a point finer and brewed 4 F cooler', () => {
    expect(on('hario-v60-02', { isDecaf: true })).toMatchObject({
      waterTempF: 197,
      grindIndex: 40,
      reasons: ['Decaf: 4 F cooler, finer'],
    })
  })

  test('stands where it was on a machine that cannot be set: a point finer, a point coarser', () => {
    expect(on('technivorm-moccamaster-kbt', { isDecaf: true })).toMatchObject({ waterTempF: 201, grindIndex: 43 })
  })

  test('is never passed over in silence, except where the water is cold anyway', () => {
    for (const { slug, brewMethod } of brewers) {
      if (brewMethod === 'turkish') continue
      const said = on(slug, { isDecaf: true }).reasons.filter(reason => reason.startsWith('Decaf: '))
      expect([slug, said.length]).toEqual([slug, 1])
    }
    expect(on('technivorm-moccamaster-kbt', { isDecaf: true }).reasons).toEqual([
      'Decaf: finer for the beans and coarser instead of cooler, so the grind stays',
    ])
  })

  test('leaves cold and warm water as they are', () => {
    expect(on('toddy-cold-brew-system', { isDecaf: true }).waterTempF).toBe(68)
    expect(on('soy-copper-cezve', { isDecaf: true }).waterTempF).toBe(150)
  })
})

describe('for every machine, on several grinders', () => {
  const grinders = ['comandante-c40-mk4', 'niche-zero', 'baratza-encore-esp', 'fellow-ode-gen-2'].map(slug => {
    const grinder = shippedGrinders.bySlug(slug)
    if (!grinder) throw new Error(`No grinder ${slug} ships.`)
    return grinder
  })
  const wishes = fc.record({
    roastLevel: fc.constantFrom(null, ...roastLevels),
    isDecaf: fc.boolean(),
    strength: fc.integer({ min: 1, max: 5 }),
    taste: fc.integer({ min: -2, max: 2 }),
    filterType: fc.constantFrom(null, 'paper' as const, 'metal' as const, 'cloth' as const),
    volumeGrams: fc.option(fc.integer({ min: 20, max: 3000 }), { nil: undefined }),
  })
  const everyMachine = (holds: (wanted: WantedBrew, recipe: ReturnType<typeof adapt>) => void) =>
    fc.assert(
      fc.property(wishes, fc.constantFrom(...grinders), (wish, grinder) => {
        for (const brewer of brewers) {
          const wanted = { ...wish, method: brewer.brewMethod, brewer }
          holds(wanted, adapt(wanted, grinder))
        }
      }),
      { numRuns: 15 },
    )

  test('no step is one that it cannot do', () => {
    everyMachine(({ method, brewer }, { steps }) => {
      const { drive, hasLid } = deviceFor(method, brewer)
      const said = JSON.stringify(steps)
      const isByHand = ['hand_pour', 'press', 'immersion', 'immersion_valve'].includes(drive)
      if (!isByHand || method === 'espresso') expect(said).not.toMatch(/"(bloom|pour)"/)
      if (drive !== 'hand_pour') expect(poursBy(method, steps)).toEqual([])
      if (drive !== 'pump') expect(said).not.toContain('Turn on the pump')
      if (drive !== 'lever') expect(said).not.toContain('lever')
      if (drive !== 'pot') expect(said).not.toContain('cezve')
      if (drive !== 'stove' && drive !== 'pot') expect(said).not.toContain('"heat"')
      if (!hasLid) expect(said).not.toContain('Lid')
    })
  })

  test('no temperature is one that it cannot set', () => {
    everyMachine(({ method, brewer }, { waterTempF, heat, reasons, steps }) => {
      expect(heat).toBe(deviceFor(method, brewer).heat)
      expect(JSON.stringify(steps)).not.toMatch(/\d F\b/)
      if (heat !== 'fixed') return
      expect(waterTempF).toBe(brewer?.defaultWaterTempF as number)
      expect(reasons.join('\n')).not.toMatch(/ F (hotter|cooler)/)
    })
  })

  test('dose times ratio is the water, baskets are kept, and every figure is a number', () => {
    everyMachine(({ brewer }, recipe) => {
      const { doseGrams, ratio, waterGrams, batches, brewTimeSeconds, waterTempF, grindIndex } = recipe
      expect(Math.abs(doseGrams * ratio - waterGrams) / waterGrams).toBeLessThanOrEqual(0.005)
      const { min = 0, max = Infinity } = brewer?.doseGrams ?? {}
      expect(doseGrams >= min && doseGrams <= max).toBe(true)
      for (const figure of [doseGrams, waterGrams, batches, brewTimeSeconds, waterTempF, grindIndex])
        expect(Number.isFinite(figure)).toBe(true)
      if (waterGrams >= 50) expect(waterGrams % 1).toBe(0)
      expect(recipe.steps.at(-1)?.atSeconds ?? 0).toBeLessThanOrEqual(brewTimeSeconds)
    })
  })

  test('every step of a brew of minutes is at a full five seconds, and no two are at once', () => {
    everyMachine(({ method }, { steps, brewTimeSeconds }) => {
      if (brewTimeSeconds < 60) return
      const times = steps.filter(step => !comesBefore(step)).map(({ atSeconds }) => atSeconds)
      expect([method, times.filter(time => time % 5 !== 0)]).toEqual([method, []])
      expect(new Set(times).size).toBe(times.length)
    })
  })

  test('more water takes longer, and a longer shot does too', () => {
    const poured = ['v60', 'kalita', 'chemex', 'drip', 'turkish']
    for (const brewer of brewers.filter(({ brewMethod }) => poured.includes(brewMethod))) {
      const { brewMethod: method, minWaterGrams, maxWaterGrams } = brewer
      const seconds = (volumeGrams: number | null) =>
        adapt({ method, brewer, volumeGrams: volumeGrams ?? undefined }, rulerGrinder).brewTimeSeconds
      expect([brewer.slug, seconds(maxWaterGrams) > seconds(minWaterGrams)]).toEqual([brewer.slug, true])
    }
    for (const brewer of brewers.filter(({ brewMethod }) => brewMethod === 'espresso')) {
      const shot = (strength: number) => adapt({ method: 'espresso', brewer, strength }, rulerGrinder)
      const [long, short] = [shot(1), shot(5)]
      expect(long.waterGrams).toBeGreaterThan(short.waterGrams)
      expect(long.brewTimeSeconds).toBeGreaterThan(short.brewTimeSeconds)
    }
  })
})

describe('the steps are true of the brewer', () => {
  const said = (slug: string, wanted?: Parameters<typeof on>[1]) => JSON.stringify(on(slug, wanted).steps)

  test('an iced drip names no carafe and no hot plate that may not be there', () => {
    for (const { slug } of brewers.filter(({ brewMethod }) => brewMethod === 'drip')) {
      expect(said(slug, { style: 'iced' })).toContain('of ice in the carafe or cup')
      expect(said(slug, { style: 'iced' })).toContain('turn the hot plate off if there is one')
      expect(said(slug, { style: 'iced' }) + said(slug)).not.toMatch(/carafe(?! or cup)/)
    }
  })

  test('a Toddy is not stirred, and a strainer is lifted out', () => {
    for (const slug of ['toddy-cold-brew-system', 'filtron-cold-water-brewer'])
      expect([slug, on(slug).steps.some(({ action }) => action === 'stir')]).toEqual([slug, false])
    expect(said('oxo-compact-cold-brewer')).toContain('"stir"')
    for (const slug of ['hario-mizudashi-1-l', 'takeya-cold-brew-maker-1-qt'])
      expect(said(slug)).toContain('Lift out the strainer')
    expect(said('toddy-cold-brew-system')).not.toContain('strainer')
  })

  test('the coffee goes in before the first water', () => {
    for (const slug of ['hario-v60-02', 'aeropress-original', 'chemex-classic-6-cup', 'bodum-chambord-8-cup'])
      expect(on(slug).steps[0]?.note).toContain('add the coffee')
    expect(on('aeropress-original', { style: 'inverted' }).steps[0]?.note).toContain('push the plunger in about 1 cm')
  })

  test('the least that a brewer takes counts the ice', () => {
    expect(on('hario-v60-03', { style: 'iced', volumeGrams: 100 }).reasons[0]).toBe(
      'A Hario V60 03 brews at least 334 g with the ice; you asked for 100 g',
    )
  })
})

describe('a machine that can be set only so far', () => {
  test('a Barista Express goes 4 F either way, and the grind does the rest', () => {
    const [medium, dark] = [on('breville-barista-express'), on('breville-barista-express', { roastLevel: 'DARK' })]
    expect([medium.waterTempF, dark.waterTempF]).toEqual([200, 196])
    expect(dark.reasons).toContain(
      'Your Breville Barista Express can’t brew any cooler than this, so we adjust the grind: coarser instead of cooler',
    )
    // A machine with a controller has 5 F more, which are worth five eighths of a point.
    const free = on('breville-dual-boiler', { roastLevel: 'DARK' })
    expect([free.waterTempF, free.reasons.some(reason => reason.includes('so the grind'))]).toEqual([191, false])
    expect(dark.grindIndex).toBeGreaterThan(free.grindIndex)
  })

  test.each([undefined, 'breville-dual-boiler', 'delonghi-dedica-ec685', 'decent-de1pro'])(
    'espresso is never asked for above 205 F or below 190 F (%s)',
    slug => {
      const brewer = slug === undefined ? undefined : brewerOf(slug)
      const leftOff = { grindIndex: 5, ratio: 2, waterTempF: 209, daysOffRoast: null, cause: 'Your last bag' }
      const all = [
        ...roastLevels.flatMap(roastLevel => [{ roastLevel }, { roastLevel, isDecaf: true }]),
        { taste: -2 },
        { taste: 2 },
        { leftOff },
      ]
      for (const wanted of all) {
        const { waterTempF } = adapt({ method: 'espresso', brewer, ...wanted }, rulerGrinder)
        expect(waterTempF).toBeGreaterThanOrEqual(190)
        expect(waterTempF).toBeLessThanOrEqual(205)
      }
    },
  )

  test('the range is what somebody can set', () => {
    const rangeOn = (slug: string) => heatRangeOf(brewerOf(slug).brewMethod, brewerOf(slug))
    expect(rangeOn('delonghi-dedica-ec685')).toEqual({ minF: 196, maxF: 204 })
    expect(rangeOn('lelit-bianca')).toEqual({ minF: 190, maxF: 205 })
    expect(rangeOn('gaggia-classic-pro')).toEqual({ minF: 200, maxF: 200 })
    expect(rangeOn('flair-classic')).toEqual({ minF: 32, maxF: 212 })
    expect(heatRangeOf('espresso', undefined)).toEqual({ minF: 190, maxF: 205 })
  })
})

describe('amounts that suit the device', () => {
  test.each([
    ['la-pavoni-europiccola', 14],
    ['la-pavoni-professional', 14],
    ['wacaco-nanopresso', 8],
    ['wacaco-minipresso-gr2', 8],
    ['gaggia-classic-pro', 18],
    // Just what these take.
    ['flair-classic', 18],
    ['flair-go', 18],
    ['flair-neo', 18],
    ['wacaco-picopresso', 18],
    ['9barista-mk1', 18],
    ['delonghi-la-specialista-arte', 18],
  ])('the basket of a %s gets %d g', (slug, doseGrams) => {
    expect(on(slug).doseGrams).toBe(doseGrams)
  })

  test('an espresso basket that takes the usual 18 g gets them, on every machine', () => {
    for (const { slug, brewMethod, doseGrams: basket } of brewers)
      if (brewMethod === 'espresso' && basket && basket.min <= 18 && 18 <= basket.max)
        expect([slug, on(slug).doseGrams]).toEqual([slug, 18])
  })

  test('one pull of a La Pavoni gives 36 g at most', () => {
    expect(on('la-pavoni-europiccola', { roastLevel: 'LIGHT', strength: 1 }).waterGrams).toBe(36)
  })

  test('a siphon of one litre brews at least half of it', () => {
    expect(on('bodum-pebo').waterGrams).toBe(500)
  })
})

describe('a shot by rule does not gush', () => {
  const shot = (slug: string, grinder: string, wanted: object) => {
    const brewer = brewerOf(slug)
    return adapt(
      { method: 'espresso', brewer, roastLevel: 'DARK', ...wanted },
      shippedGrinders.bySlug(grinder) as Grinder,
    )
  }

  test('on a Profitec Go with a dark roast, two steps brighter', () => {
    expect(shot('profitec-go', 'varia-hand-grinder', { taste: -2 }).brewTimeSeconds).toBeWithin(20, 31)
  })

  test('on a Bambino with a dark roast at strength 5, within a step of its dial', () => {
    expect(on('breville-bambino', { roastLevel: 'DARK', strength: 5 }).brewTimeSeconds).toBe(21)
    expect(shot('breville-bambino', 'baratza-maestro', { strength: 5 }).brewTimeSeconds).toBeGreaterThan(17)
  })
})

describe('what a few devices do differently', () => {
  test.each(['cafelat-robot', 'superkop-manual-espresso-machine'])('a %s has no chamber to warm', slug => {
    expect(stepsOn(slug)).not.toContain('Warm the brew chamber')
    expect(stepsOn('flair-classic')).toContain('Warm the brew chamber')
  })

  test.each(['xbloom-studio', 'fellow-aiden'])('a %s is set, and then heats and pours by itself', slug => {
    expect(stepsOn(slug)).toContain('set the temperature: it heats the water and pours it by itself')
    expect(stepsOn('technivorm-moccamaster-kbgv-select')).not.toContain('set the temperature')
  })

  test('a moka pot for a dark roast is not filled with water that still boils', () => {
    const dark = on('bialetti-moka-express-3-cup', { roastLevel: 'DARK' })
    expect(dark.waterTempF).toBe(203)
    expect(dark.steps.map(({ note }) => note).join()).not.toMatch(/boil/i)
    expect(stepsOn('bialetti-moka-express-3-cup')).toContain('Boil the water in a kettle')
  })

  test('a Brikka stays closed and comes off the heat after the roar', () => {
    expect(stepsOn('bialetti-brikka-4-cup')).toContain('lid closed')
    expect(stepsOn('bialetti-brikka-4-cup')).toContain('roar')
    expect(stepsOn('bialetti-brikka-4-cup')).not.toContain('gurgle')
    expect(stepsOn('bialetti-moka-express-3-cup')).toContain('lid open')
  })

  test('a Superkop is pumped', () => {
    expect(stepsOn('superkop-manual-espresso-machine')).toContain('Keep pumping')
    expect(stepsOn('superkop-manual-espresso-machine')).not.toContain('lever')
  })

  test('the group of a Flair 58 is heated by electricity, that of a 58x with boiling water', () => {
    for (const slug of ['flair-58', 'flair-58-plus']) {
      expect(stepsOn(slug)).toContain('Switch on the group heater')
      expect(stepsOn(slug)).not.toContain('boiling water')
    }
    expect(stepsOn('flair-58x')).toContain('Warm the brew chamber with boiling water')
  })

  test('a flannel or a metal cone is not swirled, a paper filter is', () => {
    for (const filterType of ['cloth', 'metal', 'paper'] as const)
      for (const brewer of brewers.filter(one => deviceFor(one.brewMethod, one).drive === 'hand_pour'))
        for (const style of stylesFor(brewer.brewMethod, brewer)) {
          const { steps } = on(brewer.slug, { filterType, style })
          const isSwirled = steps.some(({ action, note }) => action === 'swirl' && note == null)
          if (filterType !== 'paper') expect([brewer.slug, style, isSwirled]).toEqual([brewer.slug, style, false])
        }
    expect(stepsOn('hario-v60-02')).toContain('swirl')
    expect(stepsOn('hario-woodneck')).not.toContain('swirl')
    expect(stepsOn('bodum-pour-over-1-l')).not.toContain('swirl')
  })

  test('an AeroPress that stands upside down is not filled to the rim', () => {
    for (const brewer of brewers.filter(({ brewMethod }) => brewMethod === 'aeropress'))
      for (const volumeGrams of [undefined, 220, 250, 500]) {
        const { waterGrams } = on(brewer.slug, { style: 'inverted', volumeGrams })
        expect(waterGrams).toBeLessThanOrEqual(0.88 * (brewer.maxWaterGrams ?? Infinity) + 0.5)
      }
    expect(on('aeropress-original', { style: 'inverted' })).toMatchObject({ waterGrams: 220, reasons: [] })
    expect(on('aeropress-original', { style: 'inverted', volumeGrams: 250 })).toMatchObject({
      waterGrams: 125,
      batches: 2,
    })
    expect(on('aeropress-original', { volumeGrams: 250 })).toMatchObject({ waterGrams: 250, batches: 1 })
  })

  test.each([
    [10, 24.5, 73],
    [25, 9.8, 29],
  ])('a V60 at 1:%d blooms %d g of coffee with %d g', (ratio, doseGrams, bloom) => {
    const { steps, ...recipe } = on('hario-v60-02', { ratio })
    expect(recipe).toMatchObject({ doseGrams, waterGrams: 245 })
    expect(steps.find(({ action }) => action === 'bloom')?.toGrams).toBeWithin(bloom - 1, bloom + 2)
  })
})
