import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const path = '/api/user/recipes'
const v60 = { method: 'v60', grindSetting: 24, ratio: 16, doseGrams: 15, waterGrams: 240 }
const write = (as: Someone, body: object) => world.call(`POST ${path}`, { as, body })
const written = async (as: Someone, body: object = v60) => (await write(as, body)).body.recipe
const revise = (as: Someone, id: number, body: object, verb = 'PATCH') =>
  world.call(`${verb} ${path}/${id}`, { as, body })

describe('writing a recipe down', () => {
  test('accepts the five figures and returns them', async () => {
    const { status, body } = await write(ann, v60)
    expect(status).toBe(201)
    expect(body.recipe).toEqual({
      id: expect.any(Number),
      ...v60,
      name: null,
      grindSettingText: null,
      grindIndex: null,
      grindLabel: null,
      coffeeProfileId: null,
      coffee: null,
      grinderId: null,
      grinder: null,
      waterTempF: null,
      brewTimeSeconds: null,
      steps: null,
      notes: null,
      rating: null,
      brewLogId: null,
      createdAt: expect.any(String),
      version: 1,
      editedAt: null,
    })
  })

  test('accepts steps, which are scaled when the ratio changes and can be removed', async () => {
    const steps = [
      { atSeconds: 0, action: 'bloom', toGrams: 45 },
      { atSeconds: 45, action: 'pour', toGrams: v60.waterGrams, note: 'Slowly' },
    ]
    const recipe = await written(ann, { ...v60, steps })
    expect(recipe.steps).toEqual(steps)
    const change = async (body: object) => (await revise(ann, recipe.id, body)).body.recipe
    const { waterGrams, steps: moved } = await change({ ratio: 10 })
    expect(moved[1]).toEqual({ ...steps[1], toGrams: waterGrams })
    expect((await change({ steps: null })).steps).toBeNull()
    const { status, body } = await write(ann, { ...v60, steps: [{ atSeconds: 0, action: 'pour', toGrams: 9000 }] })
    expect([status, body.error]).toEqual([400, expect.stringContaining('steps[0].toGrams must be at most')])
  })

  test('imported without a setting keeps its grind index, as a brew does', async () => {
    const bea = await world.person()
    const createdAt = '2026-01-01T00:00:00Z'
    const row = { method: 'v60', grinderId: 7, grindIndex: 35, createdAt }
    const names = { recipes: [], coffees: [], roasters: [], machines: [], filters: [] }
    const body = {
      account: {},
      data: { personalRecipes: [row], brewLogs: [{ ...row, id: 1 }] },
      names: { ...names, grinders: [{ id: 7, slug: 'comandante-c40-mk4' }] },
    }
    expect((await world.call('POST /api/user/import', { as: bea, body })).status).toBe(200)
    const [recipe] = (await world.call(`GET ${path}`, { as: bea })).body.recipes
    const { brewLog } = (await world.call('GET /api/brew-logs/last', { as: bea })).body
    for (const kept of [recipe, brewLog])
      expect(kept).toMatchObject({ grindIndex: 35, grindLabel: null, grinder: { slug: 'comandante-c40-mk4' } })
  })

  test('accepts a coffee, a grinder, notes and a rating', async () => {
    const coffeeProfileId = await aCoffee(world, 'Guji')
    const extras = { name: 'Morning', notes: 'Swirl.', rating: 4, waterTempF: 203, brewTimeSeconds: 180 }
    const recipe = await written(ann, {
      ...v60,
      ...extras,
      method: 'V60',
      coffeeProfileId,
      grinderId: grinderId(world),
      grindSetting: '24 clicks',
    })
    expect(recipe).toMatchObject({
      ...v60,
      ...extras,
      coffee: { name: 'Guji' },
      grinder: { slug: 'comandante-c40-mk4', calibrated: false },
      grindSetting: 24,
      grindSettingText: '24 clicks',
      grindLabel: '24 clicks',
    })
    expect(recipe.grindIndex).toBeGreaterThan(30)
    expect(recipe.grindIndex).toBeLessThan(50)
  })

  test('refuses missing, contradictory, unknown or out-of-bounds fields by name', async () => {
    const error = async (body: object) => {
      const reply = await write(ann, { ...v60, ...body })
      return `${reply.status} ${reply.body.error}`
    }
    for (const name of Object.keys(v60)) expect(await error({ [name]: undefined })).toBe(`400 ${name} is required.`)
    const bounds: Record<string, unknown[]> = {
      method: ['pourover', 7],
      grindSetting: ['coarse', null, 10_001, -10_001, '1e999', '10001 clicks'],
      ratio: [0.4, 51, '16'],
      doseGrams: [0, 1001],
      waterGrams: [0, 20_001],
      waterTempF: [31, 213],
      brewTimeSeconds: [0, 259_201, 1.5],
      rating: [0, 6],
      name: ['', 'x'.repeat(201)],
      notes: ['x'.repeat(5001)],
      grinderId: [2 ** 31 - 1],
    }
    for (const [name, wrongs] of Object.entries(bounds))
      for (const wrong of wrongs) expect(await error({ [name]: wrong })).toStartWith(`400 ${name} `)
    expect(await error({ waterGrams: 250 })).toStartWith('400 ratio, doseGrams and waterGrams disagree')
    expect((await write(ann, { ...v60, waterGrams: 247 })).status).toBe(201)
    expect(await error({ grinderId: grinderId(world), grindSetting: 92 })).toContain('so 92 is off its dial')
    expect(await error({ coffeeProfileId: 2 ** 31 - 1 })).toBe('404 There is no coffee 2147483647.')
  })
})

test('the index follows the calibration of one’s own grinder, made before or after', async () => {
  const ben = await world.person()
  const before = await written(ben, { ...v60, grinderId: grinderId(world) })
  await world.call('POST /api/user/grinders/calibrate', {
    as: ben,
    body: { grinderId: grinderId(world), references: [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }] },
  })
  const after = await written(ben, { ...v60, grinderId: grinderId(world), grindSetting: 29 })
  expect(after).toMatchObject({ grindIndex: 41, grinder: { calibrated: true } })
  const { body } = await world.call(`GET ${path}`, { as: ben })
  expect(body.recipes[0]).toEqual(after)
  expect(body.recipes[1].id).toBe(before.id)
  expect(body.recipes[1].grindIndex).toBeLessThan(before.grindIndex)
})

describe('the list', () => {
  test('is newest first, in pages', async () => {
    const ben = await world.person()
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.unshift((await written(ben)).id)
    const page = async (query: string) =>
      (await world.call(`GET ${path}${query}`, { as: ben })).body.recipes.map(({ id }: { id: number }) => id)
    expect(await page('')).toEqual(ids)
    expect(await page('?limit=2')).toEqual(ids.slice(0, 2))
    expect(await page('?limit=2&page=2')).toEqual(ids.slice(2, 4))
    expect(await page('?limit=2&page=4')).toEqual([])
    expect(await page('?page=2147483647')).toEqual([])
  })

  test('shows 50 by default, up to 100', async () => {
    const ben = await world.person()
    await world.sql`
      insert into personal_recipes (user_id, method, created_at)
      select ${ben.id}, 'v60', now() from generate_series(1, 101)`
    const size = async (query: string) => (await world.call(`GET ${path}${query}`, { as: ben })).body.recipes?.length
    expect([await size(''), await size('?limit=100'), await size('?limit=100&page=2')]).toEqual([50, 100, 1])
    for (const wrong of ['limit=101', 'limit=0', 'limit=1.5', 'limit=ten', 'page=0', 'page=-1'])
      expect((await world.call(`GET ${path}?${wrong}`, { as: ben })).body.error).toStartWith(
        wrong.split('=')[0] as string,
      )
  })
})

describe('changing a recipe', () => {
  test('changes the given fields, by either verb, and keeps the rest', async () => {
    const recipe = await written(ann, { ...v60, name: 'Old', notes: 'Swirl.', rating: 3 })
    const renamed = await revise(ann, recipe.id, { name: 'New', rating: null })
    expect(renamed.status).toBe(200)
    expect(renamed.body.recipe).toEqual({
      ...recipe,
      name: 'New',
      rating: null,
      version: 2,
      editedAt: expect.any(String),
    })
    const reground = await revise(ann, recipe.id, { grindSetting: '26 clicks' }, 'PUT')
    expect(reground.body.recipe).toEqual({
      ...renamed.body.recipe,
      grindSetting: 26,
      grindSettingText: '26 clicks',
      version: 3,
      editedAt: expect.any(String),
    })
    expect((await revise(ann, recipe.id, {})).body).toEqual(reground.body)
  })

  test('of the ratio keeps the dose and changes the water', async () => {
    const recipe = await written(ann)
    expect((await revise(ann, recipe.id, { ratio: 17 })).body.recipe).toMatchObject({
      ...recipe,
      ratio: 17,
      waterGrams: 255,
      version: 2,
      editedAt: expect.any(String),
    })
  })

  test('refuses what is out of bounds, and leaves the recipe as it was', async () => {
    const big = await written(ann, { ...v60, grinderId: grinderId(world), doseGrams: 1000, waterGrams: 16_000 })
    for (const [name, wrong] of Object.entries({ ratio: 0.1, rating: 6, name: '', notes: 7, grindSetting: 'fine' }))
      expect(await revise(ann, big.id, { [name]: wrong })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(new RegExp(`^${name} `)) },
      })
    expect((await revise(ann, big.id, { ratio: 21 })).body.error).toContain('waterGrams must be at most 20000')
    const drop = await written(ann, { ...v60, doseGrams: 1, waterGrams: 1, ratio: 1 })
    expect((await revise(ann, drop.id, { ratio: 0.5 })).body.error).toContain('waterGrams must be at least 1')
    expect((await revise(ann, big.id, { grindSetting: 92 })).body.error).toContain('so 92 is off its dial')
    expect((await revise(ann, big.id, {})).body.recipe).toEqual(big)
  })
})

test('a deleted recipe is gone', async () => {
  const recipe = await written(ann)
  const remove = () => world.call(`DELETE ${path}/${recipe.id}`, { as: ann })
  expect(await remove()).toMatchObject({ status: 200, body: { success: true } })
  expect((await remove()).status).toBe(404)
  expect((await revise(ann, recipe.id, { name: 'x' })).status).toBe(404)
})

test('all of it needs a sign-in', async () => {
  for (const route of [`GET ${path}`, `POST ${path}`, `PATCH ${path}/1`, `PUT ${path}/1`, `DELETE ${path}/1`])
    expect([route, (await world.call(route)).status]).toEqual([route, 401])
})
