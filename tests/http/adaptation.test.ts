import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { grinderId, machineId, machineOfSlug, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let voters: Someone[]
/** The ids of a request: the C40, a V60, and a dark roast without any recipe. */
let quiet: { machineId: number; grinderId: number; coffeeProfileId: number }
/** A light roast with three V60 recipes and one for espresso. */
let known: typeof quiet
let espressoId: number

const adapt = (body: object, as?: Someone) => world.call('POST /api/adaptRecipe', { as, body })
const find = (body: object, as?: Someone) => world.call('POST /api/get-recipe', { as, body })
const adapted = async (body: object, as?: Someone) => (await adapt(body, as)).body.adaptedRecipe

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  voters = await Promise.all(Array.from({ length: 5 }, () => world.person()))
  const coffee = async (name: string, facts: object) =>
    (await world.call('POST /api/coffees', { as: ann, body: { name, roasterName: 'Onyx', ...facts } })).body.coffee.id
  const gear = { machineId: machineId(world), grinderId: grinderId(world) }
  quiet = { ...gear, coffeeProfileId: await coffee('Night Train', { roastLevel: 'DARK' }) }
  known = { ...gear, coffeeProfileId: await coffee('Yirgacheffe', { roastLevel: 'LIGHT', origin: 'Ethiopia' }) }
  const { coffeeProfileId } = known
  const kUltra = { grinderId: grinderId(world, '1zpresso-k-ultra'), grindSetting: 8 }
  const best = await publish(world, ann, { coffeeProfileId, ...kUltra, brewTimeSeconds: 180 })
  const second = await publish(world, ann, { coffeeProfileId, grindSetting: '26 clicks', tasteProfile: { acidity: 5 } })
  await publish(world, ann, { coffeeProfileId, grindSetting: 20, tasteProfile: { acidity: 1 } })
  const espresso = { machineId: machineId(world, 'espresso'), ratio: 2, doseGrams: 18, waterGrams: 36 }
  espressoId = (await publish(world, ann, { coffeeProfileId, ...espresso, ...kUltra, grindSetting: 3 })).id
  for (const voter of voters) await vote(world, voter, best.id, 'UP')
  for (const voter of voters.slice(0, 2)) await vote(world, voter, second.id, 'UP')
})
afterAll(() => world.stop())

const filterCalled = (slug: string) => world.ports.filters.list().find(filter => filter.slug === slug)?.id

describe('POST /api/adaptRecipe', () => {
  test('changes the base recipe by rule and converts it to the grinder, for anybody', async () => {
    const { status, body } = await adapt({ ...quiet, strength: 5, taste: 2 })
    expect(status).toBe(200)
    expect(body.baseRecipe).toMatchObject({
      method: 'v60',
      doseGrams: 15,
      waterGrams: 245,
      ratio: 16.33,
      waterTempF: 201,
      brewTimeSeconds: 180,
      grindIndex: 41,
      typical: { ratio: { low: 14.3, high: 17, guides: 31 } },
    })
    expect(body.baseRecipe.steps.at(-3)).toEqual({ atSeconds: 80, action: 'pour', toGrams: 245 })
    // Ratio 16.333 x 0.88 x 0.96 = 13.8: 245 / 13.8 = 17.76 g; 201 - 9 F; index 41 + 3 - 3, so the time stays.
    expect(body.adaptedRecipe).toMatchObject({
      method: 'v60',
      doseGrams: 17.8,
      waterGrams: 245,
      ratio: 13.76,
      batches: 1,
      waterTempF: 192,
      reachable: true,
      calibrated: false,
      suits: 'yes',
      confidence: 'high',
      reasons: [
        'Dark roast: 9 F cooler, coarser',
        'Strength 5 of 5: more coffee for the same water',
        '2 steps richer: finer, more coffee for the same water',
      ],
    })
    expect(body.adaptedRecipe.grindLabel).toBe(`${body.adaptedRecipe.grindSetting} clicks`)
    expect(body.adaptedRecipe.grindRange.min).toBeLessThan(body.adaptedRecipe.grindSetting)
    expect(body.adaptedRecipe.grindRange.max).toBeGreaterThan(body.adaptedRecipe.grindSetting)
    // Nobody has published a recipe for it, so there is nothing about others.
    expect([body.recommendedVariant, body.otherVariants]).toEqual([null, []])
  })

  test('accepts a roast level instead of a coffee, without community recipes', async () => {
    const { coffeeProfileId: _, ...gear } = quiet
    const { status, body } = await world.call('POST /api/adaptRecipe', { body: { ...gear, roastLevel: 'Dark' } })
    expect(status).toBe(200)
    expect(body.adaptedRecipe).toEqual(await adapted(quiet))
    expect([body.recommendedVariant, body.otherVariants]).toEqual([null, []])
    // A coffee has its own roast.
    expect(await adapted({ ...quiet, roastLevel: 'LIGHT' })).toEqual(await adapted(quiet))
    const neither = await world.call('POST /api/adaptRecipe', { body: gear })
    expect([neither.status, neither.body.error]).toEqual([400, 'coffeeProfileId or roastLevel is required.'])
    expect((await world.call('POST /api/adaptRecipe', { body: { ...gear, roastLevel: 'burnt' } })).status).toBe(400)
  })

  test('does not set the temperature of a machine that cannot be set: the grind changes instead', async () => {
    const moccamaster = machineOfSlug(world, 'technivorm-moccamaster-kbgv-select')
    const recipe = await adapted({ ...quiet, machineId: moccamaster })
    expect(recipe).toMatchObject({ waterTempF: 201, heat: 'fixed' })
    expect(recipe.reasons).toEqual([
      'Dark roast: coarser',
      'Your Technivorm Moccamaster KBGV Select heats its own water, so we adjust the grind: coarser instead of cooler',
    ])
  })

  test('refuses more coffee than any brewer of the kind holds', async () => {
    const kalita = { ...quiet, machineId: machineOfSlug(world, 'kalita-wave-185') }
    const ratio = await adapt({ ...kalita, ratio: 0.5 })
    expect([ratio.status, ratio.body.error]).toEqual([
      400,
      'ratio must be 4.1 to 50 for Kalita Wave; you asked for 0.5.',
    ])
    const amounts = await adapt({ ...kalita, doseGrams: 100, volumeGrams: 100 })
    expect([amounts.status, amounts.body.error]).toEqual([
      400,
      'volumeGrams must be 4.1 to 50 times doseGrams for Kalita Wave; you asked for 1.',
    ])
    expect((await adapt({ ...kalita, ratio: 8 })).status).toBe(200)
  })

  test('has the steps of the machine, the first of them before the timer', async () => {
    const { baseRecipe, adaptedRecipe } = (
      await adapt({ ...quiet, machineId: machineOfSlug(world, 'chemex-ottomatic-2-0') })
    ).body
    for (const { steps } of [baseRecipe, adaptedRecipe])
      expect(steps.map(({ action }: { action: string }) => action)).toEqual(['rinse', 'start', 'serve'])
    expect(adaptedRecipe.steps[0].atSeconds).toBe(0)
  })

  test('brews a decaf a little finer and cooler', async () => {
    const { body } = await world.call('POST /api/coffees', {
      as: ann,
      body: { name: 'Sugarcane', roasterName: 'Onyx', roastLevel: 'MEDIUM', coffeeType: 'DECAF' },
    })
    const { id } = body.coffee
    expect(await adapted({ ...quiet, coffeeProfileId: id })).toMatchObject({
      waterTempF: 197,
      reasons: [expect.stringMatching(/^Decaf: 4 F cooler[,;] finer/)],
    })
    const { startingPoint } = (await find({ ...quiet, coffeeProfileId: id, volumeGrams: 245 })).body
    expect(startingPoint.reasons[0]).toStartWith('Decaf: 4 F cooler')
  })

  test('gives each reason in figures, too', async () => {
    const { reasons, why } = await adapted({ ...quiet, strength: 5 })
    expect(why).toMatchObject([
      { rule: 'roast', changes: { waterTempF: -9 }, text: reasons[0] },
      { rule: 'strength', changes: { doseGrams: expect.any(Number) }, text: reasons[1] },
    ])
  })

  test('nudges by whole clicks', async () => {
    const { grindSetting } = await adapted(quiet)
    expect((await adapted({ ...quiet, grindNudgeSteps: 3 })).grindSetting).toBe(grindSetting + 3)
    const finer = await adapted({ ...quiet, grindNudgeSteps: -2 })
    expect(finer).toMatchObject({
      grindSetting: grindSetting - 2,
      reasons: expect.arrayContaining(['Your nudge: 2 steps finer']),
    })
  })

  test('considers the filter and the age of the beans if they are given', async () => {
    const v60 = { ...quiet, machineId: machineOfSlug(world, 'hario-v60-02') }
    const { reasons, why } = await adapted({
      ...v60,
      filterId: filterCalled('hario-v60-metal-filter-02'),
      daysOffRoast: 3,
    })
    expect(why.map(({ text }: { text: string }) => text)).toEqual(reasons)
    expect(reasons.slice(1)).toEqual(['Metal filter: coarser', 'Beans 3 days off roast: coarser'])
  })

  test('refuses a filter that is made for another brewer, and names those that fit', async () => {
    const chemex = filterCalled('chemex-bonded-square')
    const { status, body } = await adapt({
      ...quiet,
      machineId: machineOfSlug(world, 'hario-v60-02'),
      filterId: chemex,
    })
    expect(status).toBe(400)
    expect(body.error).toStartWith(
      'filterId must be a filter made for the Hario V60 02; the Chemex Bonded Square is not. There are ',
    )
    expect(body.error).toContain('Hario V60 Paper 02 White')
  })

  test('includes the best community recipe with enough votes, for the same grinder, and the rest in order', async () => {
    const { recommendedVariant: best, otherVariants } = (await adapt(known)).body
    expect(best).toMatchObject({ upvotes: 5, method: 'v60', grinderId: known.grinderId, reachable: true })
    expect(best.original).toMatchObject({ grindSetting: 8, grinder: { slug: '1zpresso-k-ultra' } })
    expect(best.reasons).toEqual(['Converted from 8 on the 1Zpresso K-Ultra'])
    const { body: conversion } = await world.call(
      'GET /api/v1/convert?from=1zpresso-k-ultra&to=comandante-c40-mk4&setting=8',
    )
    expect([best.grindSetting, best.grindLabel]).toEqual([conversion.to.setting, conversion.to.label])
    expect(best.grindRange).toEqual(conversion.to.range)
    expect(otherVariants.map((variant: { grindLabel: string }) => variant.grindLabel)).toEqual([
      '26 clicks',
      '20 clicks',
    ])
    expect('tasteMatchScore' in best).toBe(false)
  })

  test('recommends nothing with fewer than three votes', async () => {
    const { body } = await adapt({ ...known, machineId: machineId(world, 'espresso') })
    expect(body.recommendedVariant).toBeNull()
    expect(body.otherVariants.map(({ id }: { id: number }) => id)).toEqual([espressoId])
  })

  test('uses the palate and calibration of the signed-in person', async () => {
    const bea = await world.person('Bea')
    const before = await adapt(known)
    expect((await adapt(known, bea)).body).toEqual(before.body)
    await world.call('PUT /api/users/taste-profile', {
      as: bea,
      body: { strengthPreference: 1, acidityTolerance: 1, bodyVsClarity: 0.5 },
    })
    const { adaptedRecipe, recommendedVariant, otherVariants } = (await adapt(known, bea)).body
    expect(adaptedRecipe.reasons).toContain(
      'Your palate, a step stronger and a step brighter: coarser, more coffee for the same water',
    )
    expect(adaptedRecipe.doseGrams).toBeGreaterThan(before.body.adaptedRecipe.doseGrams)
    // The sour one suits best but has only two votes, so the next one is recommended.
    expect(recommendedVariant).toMatchObject({ upvotes: 5, tasteProfile: null })
    expect(otherVariants.map(({ tasteProfile }: { tasteProfile: unknown }) => tasteProfile)).toEqual([
      { acidity: 5 },
      { acidity: 1 },
    ])
    for (const { tasteMatchScore } of otherVariants) expect(tasteMatchScore).toBeWithin(0, 1.01)

    const { grindSetting } = await adapted(quiet, bea)
    await world.call('POST /api/user/grinders/calibrate', {
      as: bea,
      body: {
        grinderId: known.grinderId,
        references: [
          { setting: grindSetting - 5, grindIndex: (await adapted(quiet, bea)).grindIndex, feedback: 'JUST_RIGHT' },
        ],
      },
    })
    const own = await adapted(quiet, bea)
    expect(own).toMatchObject({ grindSetting: grindSetting - 5, calibrated: true })
    expect(
      (await adapt(known, bea)).body.otherVariants.every((variant: { calibrated: boolean }) => variant.calibrated),
    ).toBe(true)
    expect((await adapted(quiet, ann)).calibrated).toBe(false)
  })

  test('accepts the coffee under either name, and null for a missing field', async () => {
    const { coffeeProfileId: coffeeId, ...rest } = quiet
    const { status, body } = await adapt({ ...rest, coffeeId, strength: null, taste: null, grindNudgeSteps: null })
    expect([status, body.adaptedRecipe]).toEqual([200, (await adapt(quiet)).body.adaptedRecipe])
  })

  test('accepts a userId only from its owner', async () => {
    expect((await adapt({ ...quiet, userId: String(ann.id) }, ann)).status).toBe(200)
    expect((await adapt({ ...quiet, userId: ann.id }, ann)).status).toBe(200)
    expect((await adapt({ ...quiet, userId: null })).status).toBe(200)
    for (const [userId, as] of [
      [String(ann.id), undefined],
      ['undefined', undefined],
      [String(ann.id), voters[0]],
      ['somebody', ann],
    ] as const) {
      const { status, body } = await adapt({ ...quiet, userId }, as)
      expect([status, body.error]).toEqual([403, expect.stringContaining('userId')])
    }
  })

  test('says when the grinder cannot do what the machine needs, and gives the nearest setting', async () => {
    // The finest setting of this one is filter coffee.
    const filterGrinder = world.ports.grinders.bySlug('fellow-ode-gen-1')
    const answer = await adapted({
      ...quiet,
      machineId: machineId(world, 'espresso'),
      grinderId: filterGrinder?.id,
    })
    expect(answer).toMatchObject({ method: 'espresso', reachable: false, grindSetting: filterGrinder?.minSetting })
    expect(answer.reasons.at(-1)).toBe(
      `The Fellow Ode Gen 1 can’t reach the grind for espresso: ${answer.grindLabel} is as close as it gets`,
    )
    const { otherVariants } = (
      await adapt({ ...known, machineId: machineId(world, 'espresso'), grinderId: filterGrinder?.id })
    ).body
    expect(otherVariants[0]).toMatchObject({ reachable: false, grindSetting: filterGrinder?.minSetting })
    expect(otherVariants[0].reasons).toContainEqual(expect.stringContaining('can’t reach its grind'))
  })

  test('gives the same reply to the same request', async () => {
    const request = { ...known, strength: 4, taste: -1, grindNudgeSteps: 1 }
    expect((await adapt(request)).text).toBe((await adapt(request)).text)
  })

  test.each([
    ['machineId', { machineId: 999_999 }, 400],
    ['grinderId', { grinderId: 999_999 }, 400],
    ['filterId', { filterId: 999_999 }, 400],
    ['coffee', { coffeeProfileId: 999_999 }, 404],
    ['coffeeProfileId', { coffeeProfileId: undefined }, 400],
    ['strength', { strength: 6 }, 400],
    ['strength', { strength: '3' }, 400],
    ['taste', { taste: -3 }, 400],
    ['grindNudgeSteps', { grindNudgeSteps: 6 }, 400],
    ['grindNudgeSteps', { grindNudgeSteps: 0.5 }, 400],
    ['daysOffRoast', { daysOffRoast: -1 }, 400],
  ])('names %s when it is %o', async (name, wrong, status) => {
    for (const as of [undefined, ann]) {
      const answer = await adapt({ ...quiet, ...wrong }, as)
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(name)])
    }
  })
})

describe('a new bag of a coffee that the person has brewed before', () => {
  const brewed = async (facts: object) => {
    const bob = await world.person()
    const { machineId, grinderId, coffeeProfileId } = quiet
    const brew = { method: 'v60', grinderId, coffeeProfileId, doseGrams: 16, waterGrams: 240, grindSetting: 20 }
    await world.call('POST /api/brew-logs', { as: bob, body: { ...brew, ...facts } })
    return async (more: object = {}) => {
      const ask = { machineId, grinderId, coffeeId: coffeeProfileId, volumeGrams: 240, ...more }
      return (await find(ask, bob)).body.startingPoint
    }
  }
  const justRight = { extractionFeedback: { balanced: true } }

  test('starts where the last one ended, and says so', async () => {
    const start = await (await brewed({ ...justRight, waterTempF: 198 }))()
    expect(start).toMatchObject({ grindSetting: 20, ratio: 15, doseGrams: 16, waterTempF: 198 })
    expect(start.reasons[0]).toStartWith(
      'You settled on 20 clicks and 1:15 with your brews of this coffee: 3 F cooler, ',
    )
    expect(start.reasons.join()).not.toContain('Dark roast')
  })

  test('fills a moka pot as always: only the grind is kept', async () => {
    const moka = { machineId: machineId(world, 'moka') }
    const unbrewed = { ...moka, grinderId: quiet.grinderId, coffeeId: quiet.coffeeProfileId, volumeGrams: 240 }
    const { doseGrams, waterGrams } = (await find(unbrewed)).body.startingPoint
    const amounts = { method: 'moka', doseGrams: doseGrams - 2, waterGrams: waterGrams + 20, grindSetting: 16 }
    const start = await (await brewed({ ...justRight, ...amounts }))(moka)
    expect(start).toMatchObject({ grindSetting: 16, doseGrams, waterGrams })
    expect(start.reasons).toContainEqual(
      expect.stringMatching(/^You settled on 16 clicks with your brews of this coffee: /),
    )
  })

  test('takes the step that the last cup asked for', async () => {
    const start = await (await brewed({ extractionFeedback: { sour: true } }))()
    expect(start.grindSetting).toBeLessThan(20)
    expect(start.reasons[0]).toStartWith(
      `After your last brew of this coffee we suggested ${start.grindSetting} clicks`,
    )
  })

  test('keeps the temperature of its roast level if none was logged', async () => {
    const start = await (await brewed(justRight))()
    expect(start.waterTempF).toBe(192)
    expect(start.reasons).toContain('Dark roast: 9 F cooler')
  })

  test('is adjusted for the age of the beans compared with the last bag', async () => {
    const ask = await brewed({ ...justRight, daysOffRoast: 10 })
    expect((await ask({ daysOffRoast: 12 })).grindSetting).toBe(20)
    expect((await ask({ daysOffRoast: 40 })).grindSetting).toBe(19)
  })

  test('starts from the base if nothing was said about the last one, and for other people', async () => {
    const base = (await find({ ...quiet, coffeeId: quiet.coffeeProfileId, volumeGrams: 240 })).body.startingPoint
    expect(await (await brewed({}))()).toMatchObject({ grindSetting: base.grindSetting, ratio: base.ratio })
  })
})

test('both routes accept a dose and a ratio, and refuse contradictory ones', async () => {
  const asked = { doseGrams: 20, ratio: 15 }
  expect(await adapted({ ...quiet, ...asked })).toMatchObject({ ...asked, waterGrams: 300 })
  const { coffeeProfileId: coffeeId, ...gear } = quiet
  const { body } = await find({ ...gear, coffeeId, volumeGrams: 300, doseGrams: 20 })
  expect(body.startingPoint).toMatchObject({ ...asked, waterGrams: 300 })
  expect(await find({ ...gear, coffeeId, volumeGrams: 400, ...asked })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('20 g x 15 is 300 g of water, not 400 g.') },
  })
  expect(await adapt({ ...quiet, machineId: machineOfSlug(world, 'flair-58'), doseGrams: 30 })).toMatchObject({
    status: 400,
    body: {
      error: expect.stringMatching(/^doseGrams must be \d+ to \d+ for the basket of the Flair 58; you asked for 30\.$/),
    },
  })
})

describe('POST /api/get-recipe', () => {
  const request = (fields: object = {}) => {
    const { coffeeProfileId: coffeeId, ...gear } = known
    return { coffeeId, ...gear, volumeGrams: 500, ...fields }
  }

  test("scales the recipe by rule and the community's recipes to the water, and echoes the input", async () => {
    const paper = filterCalled('hario-v60-paper-02-white')
    const v60 = machineOfSlug(world, 'hario-v60-02')
    const { status, body } = await find(request({ machineId: v60, filterId: paper }))
    expect(status).toBe(200)
    // 180 s x (500 / 245)^0.35 x (1 + 0.015 x 3) = 241.4, to the five.
    expect(body.startingPoint).toMatchObject({ doseGrams: 30.6, waterGrams: 500, ratio: 16.34, waterTempF: 205 })
    expect(body.startingPoint.brewTimeSeconds).toBeWithin(230, 250)
    expect(body.startingPoint.reasons).toContain('500 g of water instead of 245 g: 30.6 g of coffee, a longer brew')
    // 180 s x 2^0.35 = 229.4
    expect(body.recommendation).toMatchObject({ doseGrams: 30, waterGrams: 500, brewTimeSeconds: 229, upvotes: 5 })
    expect(body.recommendation.original).toMatchObject({ doseGrams: 15, waterGrams: 250 })
    expect(body.recommendation.reasons).toContain('Scaled from 250 g of water to 500 g')
    expect(body.variants).toHaveLength(2)
    expect(body.coffee).toMatchObject({ id: known.coffeeProfileId, name: 'Yirgacheffe', roasterName: 'Onyx' })
    expect(body.equipment).toMatchObject({
      grinder: { id: known.grinderId, slug: 'comandante-c40-mk4', calibrated: false },
      machine: { id: v60, brewMethod: 'v60', maxWaterGrams: 700 },
      filter: { id: paper, type: 'paper' },
    })
  })

  test('replies null if nobody has brewed it', async () => {
    const { body } = await find(request({ coffeeId: quiet.coffeeProfileId }))
    expect(body).toMatchObject({ recommendation: null, variants: [], equipment: { filter: null } })
    expect(body.startingPoint.doseGrams).toBe(30.6)
  })

  test('is for what the machine holds, and says how many times to brew', async () => {
    const aeropress = machineOfSlug(world, 'aeropress-original')
    const { id } = await publish(world, ann, {
      coffeeProfileId: quiet.coffeeProfileId,
      machineId: aeropress,
      ratio: 15,
      doseGrams: 15,
      waterGrams: 225,
    })
    const { body } = await find(request({ coffeeId: quiet.coffeeProfileId, machineId: aeropress, volumeGrams: 1000 }))
    expect(body.startingPoint).toMatchObject({ waterGrams: 250, batches: 4 })
    expect(body.startingPoint.reasons).toContain('An AeroPress Original holds 250 g: brew it 4 times')
    expect(body.variants).toMatchObject([{ id, waterGrams: 250, doseGrams: 16.7, batches: 4 }])
  })

  test('recommends nothing that most voted against, nor what the machine cannot hold', async () => {
    const coffeeProfileId = (
      await world.call('POST /api/coffees', {
        as: ann,
        body: { name: 'Burnt Toast', roasterName: 'Onyx', roastLevel: 'DARK' },
      })
    ).body.coffee.id
    const gear = { ...quiet, coffeeProfileId, machineId: machineOfSlug(world, 'aeropress-go') }
    const rejected = await publish(world, ann, { ...gear, ratio: 15, doseGrams: 14, waterGrams: 210 })
    for (const voter of voters.slice(0, 3)) await vote(world, voter, rejected.id, 'DOWN')
    expect((await adapt(gear)).body).toMatchObject({ recommendedVariant: null, otherVariants: [{ id: rejected.id }] })
    const large = await publish(world, ann, {
      ...gear,
      machineId: machineOfSlug(world, 'aeropress-xl'),
      ratio: 15,
      doseGrams: 30,
      waterGrams: 450,
    })
    for (const voter of voters) await vote(world, voter, large.id, 'UP')
    const { recommendedVariant, otherVariants } = (await adapt(gear)).body
    expect(recommendedVariant).toBeNull()
    expect(otherVariants[0]).toMatchObject({ id: large.id })
    expect(otherVariants[0].reasons).toContain(
      'The AeroPress Go holds 220 g. 14.7 g of coffee and 220 g of water would fit',
    )
    expect(
      (await adapt({ ...gear, machineId: machineOfSlug(world, 'aeropress-xl') })).body.recommendedVariant?.id,
    ).toBe(large.id)
  })

  test('gives the same reply to the same request', async () => {
    expect((await find(request())).text).toBe((await find(request())).text)
  })

  test.each([
    ['volumeGrams', { volumeGrams: undefined }, 400],
    ['volumeGrams', { volumeGrams: 0 }, 400],
    ['volumeGrams', { volumeGrams: 'a lot' }, 400],
    ['waterGrams must be at least 1.', { volumeGrams: undefined, waterGrams: -1 }, 400],
    ['waterGrams must be at least 1.', { volumeGrams: null, waterGrams: -1 }, 400],
    ['coffeeProfileId', { coffeeId: undefined, coffeeProfileId: 'that one' }, 400],
    ['machineId', { machineId: 999_999 }, 400],
    ['grinderId', { grinderId: 999_999 }, 400],
    ['filterId', { filterId: 999_999 }, 400],
    ['coffee', { coffeeId: 999_999 }, 404],
  ])('names %s when it is %o', async (name, wrong, status) => {
    const answer = await find(request(wrong))
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(name)])
  })

  test('a rule between fields names the one that was sent, too', async () => {
    const body = { method: 'v60', doseGrams: 15, volumeGrams: 2500 }
    const answer = await world.call('POST /api/brew-logs', { as: ann, body })
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^volumeGrams must be .* times/)])
  })
})
