import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { grinderId } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
let coffee: number
let rivalCoffee: number
beforeAll(async () => {
  world = await startWorld()
  ann = await aMember(
    world,
    await aRoastery(world, {
      slug: 'hill-road',
      name: 'Hill Road',
      coffees: [{ slug: 'worka', name: 'Worka', recipes: [] }],
    }),
  )
  ben = await aMember(
    world,
    await aRoastery(world, {
      slug: 'rival',
      name: 'Rival',
      coffees: [{ slug: 'theirs', name: 'Theirs', recipes: [{ method: 'v60' }] }],
    }),
  )
  const ids = await world.sql<{ id: number }[]>`select id from coffees order by slug desc`
  ;[coffee, rivalCoffee] = ids.map(({ id }) => id) as [number, number]
})
afterAll(() => world.stop())

interface Own {
  id: number
  method: string
  isDefault: boolean
}

const list = (coffeeId = coffee, as = ann) =>
  world.call<{ recipes: Own[] }>(`GET /api/roaster-portal/coffees/${coffeeId}/recipes`, { as })
const add = (body: object, coffeeId: number | string = coffee) =>
  world.call(`POST /api/roaster-portal/coffees/${coffeeId}/recipes`, {
    as: ann,
    body: { method: 'v60', doseGrams: 15, waterGrams: 250, ...body },
  })
const added = async (body: object = {}, coffeeId = coffee) => (await add(body, coffeeId)).body.recipe
const patch = (id: number | string, body: object) =>
  world.call(`PATCH /api/roaster-portal/recipes/${id}`, { as: ann, body })
const remove = (id: number | string) => world.call(`DELETE /api/roaster-portal/recipes/${id}`, { as: ann })
const aCoffee = async () =>
  (await world.call('POST /api/roaster-portal/coffees', { as: ann, body: { name: 'New', roastLevel: 'LIGHT' } })).body
    .coffee as { id: number; slug: string }
const embedded = async (slug = 'worka') => (await world.call(`GET /api/embed/hill-road/${slug}`)).body.recipes

describe('a roaster’s own recipe', () => {
  test('is stored as written, and the embed shows it', async () => {
    const { status, body } = await add({
      waterTempF: 203,
      grindSize: 'Like coarse sand',
      grindIndex: 42.5,
      brewTimeSeconds: 180,
      steps: [
        { atSeconds: 0, action: 'bloom', toGrams: 45 },
        { atSeconds: 45, action: 'pour', toGrams: 250, note: 'In one go' },
      ],
      notes: '<b>Swirl</b> once.',
      isDefault: true,
    })
    expect(status).toBe(201)
    const shown = {
      method: 'v60',
      methodName: 'V60',
      doseGrams: 15,
      waterGrams: 250,
      ratio: 16.67,
      waterTempF: 203,
      grindSize: 'Like coarse sand',
      grindIndex: 42.5,
      brewTimeSeconds: 180,
      steps: [
        { atSeconds: 0, action: 'bloom', toGrams: 45 },
        { atSeconds: 45, action: 'pour', toGrams: 250, note: 'In one go' },
      ],
      notes: '<b>Swirl</b> once.',
      isDefault: true,
    }
    const { id, coffeeId, createdAt, updatedAt, grinderId, grindSetting, ...recipe } = body.recipe
    expect([grinderId, grindSetting]).toEqual([null, null])
    expect(recipe).toEqual(shown)
    expect([coffeeId, createdAt]).toEqual([coffee, updatedAt])
    expect((await list()).body.recipes).toEqual([body.recipe])
    expect(await embedded()).toEqual([shown])
    expect((await world.call('GET /api/embed/recipes/hill-road')).body.recipes).toMatchObject([shown])
    await remove(id)
  })

  test('may be Turkish without a setting, which is ground below the scale', async () => {
    const { id } = await aCoffee()
    expect(await added({ method: 'turkish', doseGrams: 7, waterGrams: 70 }, id)).toMatchObject({ grindIndex: 0 })
  })

  test('needs a method, a dose and either water or ratio; the rest follows', async () => {
    const { id, slug } = await aCoffee()
    expect(await added({ method: 'French press', waterGrams: undefined, ratio: 16 }, id)).toMatchObject({
      method: 'french_press',
      waterGrams: 240,
      ratio: 16,
      grindIndex: 59,
      grindSize: null,
      waterTempF: null,
      brewTimeSeconds: null,
      notes: null,
      isDefault: false,
    })
    expect((await embedded(slug))[0]).toMatchObject({ methodName: 'French press', grindSize: 'Coarse' })
  })

  test('may be given by a setting on a grinder instead of the index', async () => {
    const { id } = await aCoffee()
    const c40 = grinderId(world)
    const { body } = await world.call('GET /api/v1/convert?from=comandante-c40-mk4&setting=24&to=comandante-c40-mk4')
    const recipe = await added({ grinderId: c40, grindSetting: '24 clicks' }, id)
    expect(recipe.grindIndex).toBe(body.grindIndex)
    expect((await patch(recipe.id, { grinderId: c40, grindSetting: 30 })).body.recipe.grindIndex).toBeGreaterThan(45)
    const wrong: [object, string][] = [
      [{ grindIndex: 40, grindSetting: 24, grinderId: c40 }, 'Send either grindIndex or grindSetting, not both.'],
      [{ grindSetting: 24 }, 'Send grinderId and grindSetting together'],
      [{ grinderId: c40 }, 'Send grinderId and grindSetting together'],
      [{ grinderId: 999_999, grindSetting: 24 }, 'grinderId doesn’t match any grinder'],
      [{ grinderId: c40, grindSetting: 9000 }, 'C40 MK4'],
    ]
    for (const [given, error] of wrong)
      for (const answer of [await add(given, id), await patch(recipe.id, given)])
        expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(error)])
  })

  test('names the field that is wrong, at every bound', async () => {
    const wrong: [object, string][] = [
      [{ method: undefined }, 'method is required.'],
      [{ method: 'teapot' }, 'method must be one of'],
      [{ doseGrams: undefined }, 'doseGrams is required.'],
      [{ waterGrams: undefined }, 'waterGrams or ratio is required.'],
      [{ doseGrams: 0 }, 'doseGrams must be at least 0.1.'],
      [{ doseGrams: 1000.1 }, 'doseGrams must be at most 1000.'],
      [{ waterGrams: 20_001 }, 'waterGrams must be at most 20000.'],
      [{ doseGrams: 1000, waterGrams: undefined, ratio: 50 }, 'waterGrams must be at most 20000.'],
      [{ doseGrams: 1, waterGrams: 51 }, 'ratio must be at most 50.'],
      [{ doseGrams: 100, waterGrams: 40 }, 'ratio must be at least 0.5.'],
      [{ ratio: 15 }, 'ratio, doseGrams and waterGrams disagree by more than 3%'],
      [{ waterTempF: 213 }, 'waterTempF must be at most 212.'],
      [{ waterTempF: 31 }, 'waterTempF must be at least 32.'],
      [{ brewTimeSeconds: 0 }, 'brewTimeSeconds must be at least 1.'],
      [{ brewTimeSeconds: 72 * 3600 + 1 }, 'brewTimeSeconds must be at most 259200.'],
      [{ brewTimeSeconds: 1.5 }, 'brewTimeSeconds must be a whole number.'],
      [{ grindIndex: 101 }, 'grindIndex must be at most 100.'],
      [{ grindIndex: -1 }, 'grindIndex must be at least 0.'],
      [{ grindSize: 'x'.repeat(201) }, 'grindSize must have at most 200 characters.'],
      [{ notes: 'x'.repeat(5001) }, 'notes must have at most 5000 characters.'],
      [{ isDefault: 'yes' }, 'isDefault must be true or false.'],
      [{ steps: [{ atSeconds: 0, action: 'dance' }] }, 'steps[0].action must be one of bloom, pour,'],
      [{ steps: [{ atSeconds: 0, action: 'pour', toGrams: 999 }] }, 'steps[0].toGrams must be at most'],
      [{ steps: Array(31).fill({ atSeconds: 0, action: 'stir' }) }, 'steps must have at most 30 steps.'],
    ]
    const before = (await list()).body
    for (const [body, error] of wrong) {
      const answer = await add(body)
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(error)])
    }
    expect((await list()).body).toEqual(before)
  })

  test('keeps missing fields; water follows from a ratio, and a ratio from the rest', async () => {
    const { id: coffeeId } = await aCoffee()
    const recipe = await added({ notes: 'First', grindSize: 'Fine', brewTimeSeconds: 150 }, coffeeId)
    const change = async (body: object) => (await patch(recipe.id, body)).body.recipe
    world.clock.advance({ minutes: 5 })
    const { updatedAt, ...same } = await change({})
    expect({ ...same, updatedAt: recipe.updatedAt }).toEqual(recipe)
    expect(Date.parse(updatedAt) - Date.parse(recipe.updatedAt)).toBeGreaterThanOrEqual(300_000)
    const steps = [{ atSeconds: 0, action: 'pour', toGrams: 250 }]
    expect((await change({ steps })).steps).toEqual(steps)
    expect(await change({ ratio: 16 })).toMatchObject({
      doseGrams: 15,
      waterGrams: 240,
      ratio: 16,
      steps: [{ ...steps[0], toGrams: 240 }],
    })
    expect((await change({ steps: null })).steps).toBeNull()
    expect(await change({ doseGrams: 20 })).toMatchObject({ doseGrams: 20, waterGrams: 240, ratio: 12 })
    expect(await change({ waterGrams: 300, doseGrams: 18, ratio: 16.7 })).toMatchObject({ ratio: 16.7 })
    expect(await change({ notes: 'Second' })).toMatchObject({ notes: 'Second', waterGrams: 300, ratio: 16.7 })
    expect((await patch(recipe.id, { waterGrams: 300, ratio: 10 })).status).toBe(400)
    expect(await change({ notes: null, grindSize: '', brewTimeSeconds: null })).toMatchObject({
      notes: null,
      grindSize: null,
      brewTimeSeconds: null,
      waterGrams: 300,
    })
  })

  test('is one of at most a hundred of a coffee', async () => {
    const { id } = await aCoffee()
    await world.sql`
      insert into roaster_recipes (coffee_id, method, dose_grams, water_grams, ratio, grind_index, created_at, updated_at)
      select ${id}, 'v60', 15, 240, 16, 41, now(), now()
      from generate_series(1, 99)`
    const answers = await Promise.all([add({}, id), add({}, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await list(id)).body.recipes.length).toBe(100)
  })
})

describe('the default of a method', () => {
  const defaults = async (coffeeId: number) =>
    (await list(coffeeId)).body.recipes.filter(({ isDefault }) => isDefault).map(({ id, method }) => [method, id])

  test('is unique: a new one replaces it, also by a change, and other methods keep theirs', async () => {
    const { id: coffeeId, slug } = await aCoffee()
    const first = await added({ isDefault: true }, coffeeId)
    const espresso = await added({ method: 'espresso', waterGrams: 30, isDefault: true }, coffeeId)
    const second = await added({ isDefault: true }, coffeeId)
    expect(await defaults(coffeeId)).toEqual([
      ['v60', second.id],
      ['espresso', espresso.id],
    ])
    expect((await embedded(slug)).map((one: Own) => [one.method, one.isDefault])).toEqual([
      ['v60', true],
      ['v60', false],
      ['espresso', true],
    ])
    await patch(first.id, { isDefault: true })
    expect(await defaults(coffeeId)).toEqual([
      ['v60', first.id],
      ['espresso', espresso.id],
    ])
    await patch(espresso.id, { method: 'v60' })
    expect(await defaults(coffeeId)).toEqual([['v60', espresso.id]])
    await patch(espresso.id, { isDefault: false })
    expect(await defaults(coffeeId)).toEqual([])
  })

  test('is gone after it was deleted', async () => {
    const { id: coffeeId } = await aCoffee()
    const one = await added({ isDefault: true }, coffeeId)
    const other = await added({}, coffeeId)
    expect((await remove(one.id)).body).toEqual({ success: true })
    expect((await list(coffeeId)).body.recipes).toEqual([other])
    expect(await defaults(coffeeId)).toEqual([])
    expect((await remove(one.id)).status).toBe(404)
  })

  test('is unique even if several become it at once', async () => {
    const { id: coffeeId } = await aCoffee()
    const ids = [await added({}, coffeeId), await added({}, coffeeId)].map(({ id }) => id)
    const answers = await Promise.all([
      ...ids.map(id => patch(id, { isDefault: true })),
      add({ isDefault: true }, coffeeId),
      add({ isDefault: true }, coffeeId),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201])
    expect((await defaults(coffeeId)).length).toBe(1)
  })
})

test('another roaster’s coffees and recipes are not found', async () => {
  const theirs = (await list(rivalCoffee, ben)).body.recipes[0]?.id as number
  expect((await list(rivalCoffee)).status).toBe(404)
  expect((await add({}, rivalCoffee)).body.error).toBe(`There is no coffee ${rivalCoffee}.`)
  expect((await add({}, 'abc')).status).toBe(404)
  for (const id of [theirs, 2_000_000_000, 'abc']) {
    expect([id, (await patch(id, { notes: 'Mine now' })).status]).toEqual([id, 404])
    expect([id, (await remove(id)).status]).toEqual([id, 404])
  }
  expect((await list(rivalCoffee, ben)).body.recipes).toMatchObject([{ id: theirs, notes: null }])
})
