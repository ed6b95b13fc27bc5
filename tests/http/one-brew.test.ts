import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brewLogsIn } from '../support/brews.ts'
import { aCoffee, grinderId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let c40: number
let ode: number
let kitchenAid: number
let coffee: number
beforeAll(async () => {
  world = await startWorld()
  c40 = grinderId(world)
  ode = grinderId(world, 'fellow-ode-gen-2')
  kitchenAid = grinderId(world, 'kitchenaid-artisan-5kcg0702')
  coffee = await aCoffee(world, 'Kiamaina')
})
afterAll(() => world.stop())

const { logged, get } = brewLogsIn(() => world)

describe('one brew log', () => {
  test('gives the next step in clicks of its grinder', async () => {
    const ann = await world.person()
    const sour = { grinderId: c40, grindSetting: 24, extractionFeedback: { sour: true } }
    const { nextStep } = await get(ann, (await logged(ann, sour)).id)
    expect(nextStep).toMatchObject({ change: 'grind', reason: expect.stringContaining('Sour') })
    expect(nextStep.grindSetting).toBeLessThan(24)
    expect(nextStep.grindLabel).toBe(`${nextStep.grindSetting} clicks`)
    expect(nextStep.advice).toContain(nextStep.grindLabel)
    const watery = await get(ann, (await logged(ann, { extractionFeedback: { watery: true } })).id)
    expect(watery.nextStep).toMatchObject({ change: 'dose' })
    const balanced = await get(ann, (await logged(ann, { extractionFeedback: { balanced: true } })).id)
    expect(balanced.nextStep).toBeNull()
    expect((await get(ann, (await logged(ann)).id)).nextStep).toBeNull()
  })

  test('knows how long beans of its roast should rest', async () => {
    const ann = await world.person()
    const light = { method: 'espresso', coffeeProfileId: coffee, daysOffRoast: 8, extractionFeedback: { sour: true } }
    const { nextStep } = await get(ann, (await logged(ann, light)).id)
    expect(nextStep.reason).toContain('These beans are only 8 days off roast: waiting until day 10 will change more')
  })

  test('never asks for other amounts than its moka pot takes', async () => {
    const ann = await world.person()
    const pot = world.ports.machines.list().find(({ slug }) => slug === 'bialetti-moka-express-3-cup')
    const cup = { method: 'moka', machineId: pot?.id, doseGrams: 15, waterGrams: 165, grinderId: c40, grindSetting: 16 }
    const { nextStep } = await get(ann, (await logged(ann, { ...cup, extractionFeedback: { strong: true } })).id)
    expect(nextStep).toMatchObject({ change: 'preparation', advice: 'Add a little hot water to the cup.' })
  })

  test('asks for less water where its brewer takes no more coffee', async () => {
    const ann = await world.person()
    const pot = world.ports.machines.list().find(({ slug }) => slug === 'hario-mizudashi-1-l')
    const full = { method: 'cold_brew', machineId: pot?.id, doseGrams: 91, waterGrams: 880 }
    const { nextStep } = await get(ann, (await logged(ann, { ...full, extractionFeedback: { watery: true } })).id)
    expect(nextStep).toMatchObject({
      change: 'water',
      reason: 'The Hario Mizudashi 1 l takes up to 91 g of coffee, so use less water',
    })
    expect(nextStep.waterGrams).toBeLessThan(880)
  })

  test('says that the same brew comes first where only one of many was off', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: c40, grindSetting: 25 }
    for (let cups = 0; cups < 5; cups++) await logged(ann, { ...cup, extractionFeedback: { balanced: true } })
    const { nextStep } = await get(ann, (await logged(ann, { ...cup, extractionFeedback: { sour: true } })).id)
    expect(nextStep).toMatchObject({ change: 'repeat', advice: 'Brew it once more, unchanged.' })
  })

  test('learns from earlier brews of that coffee and method, on any grinder', async () => {
    const ann = await world.person()
    const sour = { coffeeProfileId: coffee, extractionFeedback: { sour: true } }
    await logged(ann, { ...sour, method: 'aeropress', grinderId: c40, grindSetting: 10 })
    await logged(ann, { ...sour, grinderId: c40, grindSetting: 27 })
    const { id } = await logged(ann, { ...sour, grinderId: c40, grindSetting: 25 })
    const { nextStep } = await get(ann, id)
    expect(nextStep).toMatchObject({ grindSetting: 23, reason: 'Sour twice: go a little finer still' })
    const bitter = { coffeeProfileId: coffee, grinderId: c40, grindSetting: 23, extractionFeedback: { bitter: true } }
    const between = await get(ann, (await logged(ann, bitter)).id)
    expect(between.nextStep.reason).toStartWith('Sour at 25 clicks, bitter at 23 clicks: go between the two. If')
    const onOde = await logged(ann, { ...bitter, grinderId: ode, grindSetting: 4 })
    expect((await get(ann, onOde.id)).nextStep.reason).toMatch(/^Sour at [\d.]+, bitter at 4: go between the two$/)
    expect((await get(ann, id)).nextStep).toEqual(nextStep)
  })

  test('is revised in part; null clears a field, and the brew itself stays', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { doseGrams: 15, rating: 3, notes: 'Hm.', outcome: 'sour' })
    const revise = (body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    const changes = { rating: 5, tasteProfile: { body: 3 }, extractionFeedback: { bitter: true }, doseGrams: 99 }
    expect((await revise(changes)).body.brewLog).toMatchObject({
      doseGrams: 15,
      rating: 5,
      notes: 'Hm.',
      outcome: 'sour',
      tasteProfile: { body: 3 },
      extractionFeedback: { bitter: true },
    })
    expect((await revise({ notes: null, rating: null, tasteProfile: null })).body.brewLog).toMatchObject({
      rating: null,
      notes: null,
      tasteProfile: null,
      outcome: 'sour',
      extractionFeedback: { bitter: true },
    })
    expect((await revise({})).status).toBe(200)
    expect((await world.call(`PUT /api/brew-logs/${id}`, { as: ann, body: { rating: 1 } })).body.brewLog.rating).toBe(1)
    const refused = await revise({ rating: 9 })
    expect([refused.status, refused.body.error]).toEqual([400, 'rating must be at most 5.'])
  })

  test('gets its grinder later: the noted setting is then read on that dial', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { grindSetting: '24 clicks' })
    const told = await logged(ann, { grindSetting: '3 + 2' })
    const revise = (id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    expect((await revise(id, { grinderId: c40, isFavourite: true })).body.brewLog).toMatchObject({
      grinder: { id: c40 },
      grindSetting: 24,
      grindLabel: '24 clicks',
      grindIndex: expect.any(Number),
      isFavourite: true,
    })
    expect((await revise(told.id, { grinderId: c40 })).body.brewLog).toMatchObject({
      grinder: { id: c40 },
      grindSetting: null,
      grindSettingText: '3 + 2',
      grindIndex: null,
    })
    const part = await logged(ann, { grindSetting: '2.5' })
    const number = await logged(ann, { grindSetting: 2.5 })
    const jx = grinderId(world, '1zpresso-jx')
    for (const { id } of [part, number])
      expect((await revise(id, { grinderId: jx })).body.brewLog).toMatchObject({
        grinder: { id: jx },
        grindSetting: null,
        grindSettingText: '2.5',
        grindIndex: null,
      })
    expect((await revise(number.id, { grinderId: ode })).body.brewLog).toMatchObject({ grindSetting: 2.5 })
    expect((await revise(id, { notes: 'Same grinder.' })).body.brewLog).toMatchObject({ grinder: { id: c40 } })
    expect((await revise(id, { grinderId: null })).body.brewLog).toMatchObject({ grinder: null, grindIndex: null })
    expect((await revise(id, { grinderId: 999_999 })).status).toBe(400)
    const bob = await world.person()
    const foreign = await world.call(`PATCH /api/brew-logs/${id}`, { as: bob, body: { grinderId: c40 } })
    expect(foreign.status).toBe(404)
  })

  test('is not found once it is deleted', async () => {
    const ann = await world.person()
    const { id } = await logged(ann)
    const remove = () => world.call(`DELETE /api/brew-logs/${id}`, { as: ann })
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } })
    expect((await remove()).status).toBe(404)
    expect((await world.call(`GET /api/brew-logs/${id}`, { as: ann })).status).toBe(404)
  })

  test('is not found by anybody else, nor by an impossible id', async () => {
    const ann = await world.person()
    const eve = await world.person()
    const { id } = await logged(ann, { rating: 4 })
    for (const route of [
      'GET /api/brew-logs/:id',
      'PATCH /api/brew-logs/:id',
      'DELETE /api/brew-logs/:id',
      'GET /api/brew-logs/:id/compare',
      'POST /api/brew-logs/:id/save-as-recipe',
    ]) {
      const [method = ''] = route.split(' ')
      const body = method === 'PATCH' ? { rating: 1 } : undefined
      for (const other of [String(id), '2000000000', '99999999999', 'abc', '0', '-1', '1.5']) {
        const { status } = await world.call(route.replace(':id', other), { as: eve, body })
        expect([route, other, status]).toEqual([route, other, 404])
      }
      expect((await world.call(route.replace(':id', String(id)), { body })).status).toBe(401)
    }
    expect(await get(ann, id)).toMatchObject({ rating: 4, savedAsRecipe: false })
  })
})

describe('comparing with the brew before', () => {
  const compare = async (as: { token: string }, id: number) =>
    (await world.call(`GET /api/brew-logs/${id}/compare`, { as })).body.comparison

  test('finds the last one of the same coffee and method and says what changed', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: c40, doseGrams: 15 }
    await logged(ann, { ...cup, grindSetting: 30, waterGrams: 200 })
    const before = await logged(ann, { ...cup, grindSetting: 26, waterGrams: 250, brewTimeSeconds: 170 })
    await logged(ann, { ...cup, method: 'aeropress', grindSetting: 18 })
    await logged(ann, { grinderId: c40, grindSetting: 25 })
    const { id, grindIndex } = await logged(ann, { ...cup, grindSetting: 24, waterGrams: 240, brewTimeSeconds: 185 })
    await logged(ann, { ...cup, grindSetting: 20 })
    const { currentBrew, previousBrew, deltas } = await compare(ann, id)
    expect([currentBrew.id, previousBrew.id]).toEqual([id, before.id])
    expect(deltas).toMatchObject({ ratio: -0.67, grindClicks: -2, water: -10, brewTime: 15 })
    expect(deltas.grind).toBeCloseTo(grindIndex - before.grindIndex, 5)
    expect(deltas.grind).toBeLessThan(0)
  })

  test('counts towards coarse on a dial that runs the other way', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: kitchenAid }
    await logged(ann, { ...cup, grindSetting: 6 })
    const { deltas } = await compare(ann, (await logged(ann, { ...cup, grindSetting: 5 })).id)
    expect(deltas.grind).toBeGreaterThan(0)
    expect(deltas.grindClicks).toBeGreaterThan(0)
  })

  test('converts a brew on another grinder to this dial through the index', async () => {
    const ann = await world.person()
    const first = await logged(ann, { coffeeProfileId: coffee, grinderId: ode, grindSetting: 4 })
    const second = await logged(ann, { coffeeProfileId: coffee, grinderId: c40, grindSetting: 30 })
    const { deltas } = await compare(ann, second.id)
    expect(deltas.grind).toBeCloseTo(second.grindIndex - first.grindIndex, 5)
    expect(Math.sign(deltas.grindClicks)).toBe(Math.sign(deltas.grind))
    expect(Number.isInteger(deltas.grindClicks)).toBe(true)
  })

  test('has no previous brew for the first of a coffee, or the first without one', async () => {
    const ann = await world.person()
    const nothing = { ratio: null, grind: null, grindClicks: null, water: null, brewTime: null }
    for (const body of [{}, { coffeeProfileId: coffee, doseGrams: 15, waterGrams: 250 }]) {
      const { previousBrew, deltas } = await compare(ann, (await logged(ann, body)).id)
      expect([previousBrew, deltas]).toEqual([null, nothing])
    }
  })

  test('for a brew without a coffee finds the last one of that method without a coffee', async () => {
    const ann = await world.person()
    const before = await logged(ann, { waterGrams: 250 })
    await logged(ann, { coffeeProfileId: coffee, waterGrams: 300 })
    await logged(ann, { method: 'aeropress', waterGrams: 220 })
    const { previousBrew, deltas } = await compare(ann, (await logged(ann, { waterGrams: 240 })).id)
    expect([previousBrew.id, deltas.water]).toEqual([before.id, -10])
  })

  test('is null if either brew lacks the figure', async () => {
    const ann = await world.person()
    await logged(ann, { coffeeProfileId: coffee, waterGrams: 250 })
    const { id } = await logged(ann, { coffeeProfileId: coffee, waterGrams: 250, grindSetting: 4, brewTimeSeconds: 60 })
    expect((await compare(ann, id)).deltas).toEqual({
      ratio: null,
      grind: null,
      grindClicks: null,
      water: 0,
      brewTime: null,
    })
  })
})

describe('saving a brew as a recipe', () => {
  const recipesOf = (userId: number) => world.sql`
    select name, method, coffee_profile_id, grinder_id, grind_setting, ratio, dose_grams, water_grams, rating
    from personal_recipes
    where user_id = ${userId}`

  test('creates a personal recipe and flags the log; repeating it changes nothing, also concurrently', async () => {
    const ann = await world.person()
    const cup = { coffeeProfileId: coffee, grinderId: c40, grindSetting: 24, doseGrams: 15, waterGrams: 250, rating: 5 }
    const { id } = await logged(ann, cup)
    const save = () => world.call(`POST /api/brew-logs/${id}/save-as-recipe`, { as: ann })
    const answers = await Promise.all([save(), save(), save()])
    for (const { status, body } of answers)
      expect([status, body.brewLog.id, body.brewLog.savedAsRecipe]).toEqual([200, id, true])
    expect((await save()).status).toBe(200)
    const recipes = await recipesOf(ann.id)
    expect([...recipes]).toEqual([{ ...cup, method: 'v60', name: 'Kiamaina', ratio: 16.67 }])
    expect((await get(ann, id)).savedAsRecipe).toBe(true)
  })

  test('works for an incomplete brew', async () => {
    const ann = await world.person()
    const { id } = await logged(ann, { doseGrams: 15 })
    expect((await world.call(`POST /api/brew-logs/${id}/save-as-recipe`, { as: ann })).status).toBe(200)
    expect(await recipesOf(ann.id)).toMatchObject([{ method: 'v60', doseGrams: 15, ratio: null }])
  })
})
