import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aBean, anExport } from '../support/beanconqueror.ts'
import { browsing } from '../support/browsing.ts'
import { aCoffee, aRecipe, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let gear: { machineId: number; grinderId: number }
let bagIds: Record<string, number>
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-03-20T08:00:00Z')
  ann = await world.person('Ann')
  gear = { machineId: machineId(world, 'espresso'), grinderId: grinderId(world, 'niche-zero') }
  const bean = (name: string, dates: object) => aBean(name, { name, roaster: 'Nowhere Listed', ...dates })
  const BEANS = [
    bean('Fresh', { roastingDate: '2026-03-17T07:00:00.000Z' }),
    bean('Old', { roastingDate: '2025-12-20T07:00:00.000Z' }),
    bean('Frozen', {
      roastingDate: '2025-12-20T07:00:00.000Z',
      frozenDate: '2025-12-21T07:00:00.000Z',
      unfrozenDate: '2026-03-18T07:00:00.000Z',
    }),
    bean('Undated', { roastingDate: '' }),
  ]
  await world.call('POST /api/user/import', { as: ann, body: anExport({ BEANS, BREWS: [] }) })
  const { coffees } = (await world.call('GET /api/user/bags', { as: ann })).body
  bagIds = Object.fromEntries(coffees.map(({ name, bags }: Record<string, [{ id: number }]>) => [name, bags?.[0].id]))
})
afterAll(() => world.stop())

const reasonsFor = (body: object) => reasonsTo(ann, body)
const reasonsTo = async (as: Someone | undefined, body: object): Promise<string[]> =>
  (await world.call('POST /api/adaptRecipe', { as, body: { ...gear, ...body } })).body.adaptedRecipe.reasons
const young = (days: number, more: number) =>
  `These beans are ${days} days off roast, and a light roast for espresso rests about 10 days. Brew them, but ${more} more days of rest will change more than the dial`
const stale = /^These beans are \d+ days off roast, and stale coffee tastes flat/
const isAboutAge = (reason: string) => reason.startsWith('These beans') || reason.startsWith('Beans')

test('a given age is mentioned if the beans are too young or stale', async () => {
  expect(await reasonsTo(undefined, { roastLevel: 'LIGHT', daysOffRoast: 3 })).toContain(young(3, 7))
  expect(
    (await reasonsFor({ roastLevel: 'LIGHT', daysOffRoast: 75 })).filter(reason => stale.test(reason)),
  ).toHaveLength(1)
  expect((await reasonsFor({ roastLevel: 'LIGHT', daysOffRoast: 14 })).filter(isAboutAge)).toEqual([])
  const ask = { ...gear, coffeeId: await aCoffee(world), volumeGrams: 36, daysOffRoast: 3 }
  const { startingPoint } = (await world.call('POST /api/get-recipe', { body: ask })).body
  expect(startingPoint.reasons).toContain(young(3, 7))
})

test('the age of a bag comes from its roast date, without days in the freezer', async () => {
  expect(await reasonsFor({ bagId: bagIds.Fresh })).toContain(young(3, 7))
  expect((await reasonsFor({ bagId: bagIds.Old })).some(reason => stale.test(reason))).toBe(true)
  expect(await reasonsFor({ bagId: bagIds.Frozen })).toContain(young(3, 7))
  expect((await reasonsFor({ bagId: bagIds.Undated })).filter(isAboutAge)).toEqual([])
  expect((await reasonsFor({ bagId: bagIds.Old, daysOffRoast: 14 })).filter(isAboutAge)).toEqual([])
})

test('so does that of a coffee on the shelf, also on its page to brew from', async () => {
  const coffeeProfileId = await aCoffee(world)
  await world.call('POST /api/user/coffee-library', { as: ann, body: { coffeeProfileId, roastedOn: '2026-03-17' } })
  expect(await reasonsFor({ coffeeProfileId })).toContain(young(3, 7))
  expect((await reasonsTo(undefined, { coffeeProfileId })).filter(isAboutAge)).toEqual([])
  const ask = { ...gear, coffeeId: coffeeProfileId, volumeGrams: 36 }
  const found = await world.call('POST /api/get-recipe', { as: ann, body: ask })
  expect(found.body.startingPoint.reasons).toContain(young(3, 7))
  const { open } = browsing(world, ann)
  const page = await open(`/brew?coffee=${coffeeProfileId}&brewer=gaggia-classic-pro&grinder=niche-zero`)
  expect(page.text).toContain(`${young(3, 7)}.`)
})

test('brews of unknown age are not adjusted for the age of their bag', async () => {
  const cup = { bagId: bagIds.Undated, grinderId: gear.grinderId, grindSetting: 15, doseGrams: 18, waterGrams: 36 }
  const brew = await logged({ ...cup, method: 'espresso', rating: 5, extractionFeedback: { balanced: true } })
  expect(brew.daysOffRoast).toBeNull()
  await world.call(`PATCH /api/user/bags/${bagIds.Undated}`, { as: ann, body: { roastedOn: '2025-12-20' } })
  const reply = await world.call('POST /api/adaptRecipe', { as: ann, body: { ...gear, bagId: bagIds.Undated } })
  expect(reply.body.adaptedRecipe.grindSetting).toBe(15)
})

const logged = async (body: object) => (await world.call('POST /api/brew-logs', { as: ann, body })).body.brewLog

describe('a brew without an age', () => {
  const sour = { method: 'v60', doseGrams: 15, waterGrams: 250, extractionFeedback: { sour: true } }

  test('has that of its bag, and the coach knows it', async () => {
    const { id, daysOffRoast } = await logged({ ...sour, bagId: bagIds.Old })
    expect(daysOffRoast).toBe(90)
    const { body } = await world.call(`GET /api/brew-logs/${id}`, { as: ann })
    expect(body.brewLog.nextStep.reason).toContain('90 days off roast')
    expect((await logged({ ...sour, bagId: bagIds.Frozen })).daysOffRoast).toBe(3)
    expect((await logged({ ...sour, bagId: bagIds.Old, daysOffRoast: 14 })).daysOffRoast).toBe(14)
  })

  test('is as old as its beans were that day, and unknown before they were roasted', async () => {
    const on = async (brewedAt: string) => (await logged({ ...sour, bagId: bagIds.Fresh, brewedAt })).daysOffRoast
    expect([
      await on('2026-03-18T07:00:00Z'),
      await on('2026-03-16T21:00:00Z'),
      await on('2026-03-15T21:00:00Z'),
    ]).toEqual([1, 0, null])
  })

  test('follows it to another bag or day, and what was said stays while a bag has no date', async () => {
    const { id } = await logged({ ...sour, bagId: bagIds.Old })
    const moved = async (body: object) =>
      (await world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })).body.brewLog.daysOffRoast
    expect(await moved({ bagId: bagIds.Fresh })).toBe(3)
    expect(await moved({ brewedAt: '2026-03-19T07:00:00Z' })).toBe(2)
    expect(await moved({ notes: 'Better' })).toBe(2)
    const { bag } = (await world.call('POST /api/user/bags', { as: ann, body: { name: 'No date' } })).body
    expect(await moved({ bagId: bag.id })).toBeNull()
    const typed = await logged({ ...sour, daysOffRoast: 12 })
    const route = `PATCH /api/brew-logs/${typed.id}`
    expect((await world.call(route, { as: ann, body: { bagId: bag.id } })).body.brewLog.daysOffRoast).toBe(12)
  })

  test('has that of the bag by a recipe, too, and none for a date that is a typing mistake', async () => {
    const coffeeId = await aCoffee(world)
    const recipe = await aRecipe(world, { coffeeId })
    await world.call('POST /api/user/bags', { as: ann, body: { coffeeProfileId: coffeeId, roastedOn: '2025-12-20' } })
    const { body } = await world.call(`POST /api/community-recipes/${recipe}/brew-log`, {
      as: ann,
      body: { rating: 3 },
    })
    const found = await world.call(`GET /api/brew-logs/${body.brewLog.id}`, { as: ann })
    expect(found.body.brewLog.daysOffRoast).toBe(90)
    const { bag } = (
      await world.call('POST /api/user/bags', { as: ann, body: { name: 'Old', roastedOn: '2000-01-01' } })
    ).body
    expect((await logged({ ...sour, bagId: bag.id })).daysOffRoast).toBeNull()
  })

  test('has that of the open bag of its coffee, or else of the coffee on the shelf', async () => {
    const coffeeProfileId = await aCoffee(world)
    expect((await logged({ ...sour, coffeeProfileId })).daysOffRoast).toBeNull()
    await world.call('POST /api/user/coffee-library', { as: ann, body: { coffeeProfileId, roastedOn: '2026-03-10' } })
    expect((await logged({ ...sour, coffeeProfileId })).daysOffRoast).toBe(10)
    await world.call('POST /api/user/bags', { as: ann, body: { coffeeProfileId, roastedOn: '2026-03-15' } })
    expect((await logged({ ...sour, coffeeProfileId })).daysOffRoast).toBe(5)
  })
})

test('a bag that was frozen fills in its age in the log', async () => {
  const { open } = browsing(world, ann)
  const { text } = await open(`/me/log?coffee=bag-${bagIds.Frozen}`)
  expect(text).toMatch(/name="daysOffRoast"[^>]*value="3"|value="3"[^>]*name="daysOffRoast"/)
})

test('a coffee that is not in the catalog can be called decaf', async () => {
  const v60 = { machineId: machineId(world), roastLevel: 'MEDIUM' }
  expect(await reasonsFor({ ...v60, isDecaf: true })).toEqual(['Decaf: 4 F cooler, finer'])
  expect(await reasonsFor(v60)).toEqual([])
  const known = { machineId: v60.machineId, coffeeProfileId: await aCoffee(world), isDecaf: true }
  expect((await reasonsFor(known)).join()).not.toContain('Decaf')
})
