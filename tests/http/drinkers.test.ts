import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let coffeeProfileId: number
beforeAll(async () => {
  world = await startWorld()
  coffeeProfileId = await aCoffee(world)
})
afterAll(() => world.stop())

const name = async (as: Someone, body: object = { name: 'Sam' }) =>
  (await world.call('POST /api/user/drinkers', { as, body })).body.drinker
const listOf = async (as: Someone) => (await world.call('GET /api/user/drinkers', { as })).body.drinkers

const figures = { doseGrams: 15, waterGrams: 250, grindSetting: 24, waterTempF: 201 }
async function log(as: Someone, body: object) {
  world.clock.advance({ hours: 1 })
  const gear = { coffeeProfileId, machineId: machineId(world), grinderId: grinderId(world, 'comandante-c40-mk4') }
  const logged = await world.call('POST /api/brew-logs', { as, body: { ...gear, ...figures, ...body } })
  expect(logged.status).toBe(201)
  return logged.body.brewLog
}
const detail = async (as: Someone, id: number, query = '') =>
  (await world.call(`GET /api/brew-logs/${id}${query}`, { as })).body.brewLog

const sour = { extractionFeedback: { sour: true } }
const bitter = { extractionFeedback: { bitter: true } }

test('an account that names nobody reads as before', async () => {
  const ann = await world.person()
  expect(await listOf(ann)).toEqual([])
  const brew = await log(ann, sour)
  for (const one of [brew, await detail(ann, brew.id)]) {
    expect(one).not.toHaveProperty('drinkerIds')
    expect(one).not.toHaveProperty('cups')
  }
})

test('somebody is named with their taste, changed, and removed', async () => {
  const ann = await world.person()
  const sam = await name(ann, { name: ' Sam ', colour: 'plum', acidityLevel: 1, strengthPreference: 0.9 })
  expect(sam).toMatchObject({ name: 'Sam', colour: 'plum', acidityLevel: 1, bodyLevel: 3, strengthPreference: 0.9 })
  await world.call('PUT /api/user/profile', { as: ann, body: { displayName: 'Ann', acidityLevel: 5 } })
  expect(await listOf(ann)).toMatchObject([
    { id: 0, name: 'Ann', isYou: true, acidityLevel: 5, isDefault: false },
    { id: sam.id, name: 'Sam', isYou: false, acidityLevel: 1 },
  ])
  const changed = await world.call(`PATCH /api/user/drinkers/${sam.id}`, {
    as: ann,
    body: { name: 'Samira', colour: null, bodyLevel: 5 },
  })
  expect(changed.body.drinker).toMatchObject({ name: 'Samira', colour: null, acidityLevel: 1, bodyLevel: 5 })
  const kim = await name(ann, { name: 'Kim' })
  const named = (route: string) => world.call(route, { as: ann, body: { name: 'Samira' } })
  expect((await named('POST /api/user/drinkers')).status).toBe(409)
  expect((await named(`PATCH /api/user/drinkers/${kim.id}`)).status).toBe(409)
  expect((await world.call(`DELETE /api/user/drinkers/${kim.id}`, { as: ann })).status).toBe(200)
  expect((await world.call(`DELETE /api/user/drinkers/${sam.id}`, { as: ann })).status).toBe(200)
  expect((await world.call(`DELETE /api/user/drinkers/${sam.id}`, { as: ann })).status).toBe(404)
  expect(await listOf(ann)).toEqual([])
})

test('an account names at most eight people, also when all are added at once', async () => {
  const ann = await world.person()
  const answers = await Promise.all(
    Array.from({ length: 11 }, (_, n) => world.call('POST /api/user/drinkers', { as: ann, body: { name: `P${n}` } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(201), ...Array(3).fill(400)])
  expect(await listOf(ann)).toHaveLength(9)
})

test('nobody reads, changes or brews for the drinkers of another', async () => {
  const [ann, stranger] = [await world.person(), await world.person()]
  const { id } = await name(ann)
  const status = async (route: string, body?: object) =>
    (await world.call(route, { as: stranger, ...(body && { body }) })).status
  expect(await status(`PATCH /api/user/drinkers/${id}`, { name: 'Mine' })).toBe(404)
  expect(await status(`DELETE /api/user/drinkers/${id}`)).toBe(404)
  expect(await status('POST /api/brew-logs', { method: 'v60', drinkerId: id })).toBe(404)
  expect(await status('POST /api/brew-logs', { method: 'v60', drinkerIds: [0, id] })).toBe(404)
  expect(await status(`GET /api/recommendations?drinkerId=${id}`)).toBe(404)
  expect(await status(`GET /api/brew-logs/weekly-stats?drinkerId=${id}`)).toBe(404)
  expect((await world.call(`GET /api/recipes?drinkerId=${id}`)).status).toBe(401)
  for (const path of ['/api/brew-logs', '/api/brew-logs/last']) {
    expect([path, await status(`GET ${path}?drinkerId=${id}`)]).toEqual([path, 404])
    expect([path, await status(`GET ${path}?drinkerId=0`)]).toEqual([path, 200])
    expect([path, await status(`GET ${path}?drinkerId=x`)]).toEqual([path, 400])
    expect([path, (await world.call(`GET ${path}?drinkerId=x`)).status]).toEqual([path, 401])
  }
  expect((await world.call('POST /api/user/drinkers', { body: { name: 5 } })).status).toBe(401)
})

test('two who share a log are coached word for word as two people on their own', async () => {
  const [ann, alone, other] = [await world.person(), await world.person(), await world.person()]
  const sam = await name(ann)
  const cups = [
    [
      { ...sour, grindSetting: 24 },
      { ...bitter, grindSetting: 26 },
    ],
    [
      { ...sour, grindSetting: 22 },
      { ...bitter, grindSetting: 28 },
    ],
    [
      { ...bitter, grindSetting: 20 },
      { ...bitter, grindSetting: 30 },
    ],
  ] as const
  for (const [hers, his] of cups) {
    const first = await detail(ann, (await log(ann, hers)).id)
    expect(first.nextStep).toEqual((await detail(alone, (await log(alone, hers)).id)).nextStep)
    const second = await detail(ann, (await log(ann, { ...his, drinkerId: sam.id })).id)
    expect(second.drinkerIds).toEqual([sam.id])
    expect(second.nextStep).toEqual((await detail(other, (await log(other, his)).id)).nextStep)
  }
  const left = async (as: Someone, drinkerId?: number) => {
    const asked = { coffeeId: coffeeProfileId, machineId: machineId(world), volumeGrams: 250, drinkerId }
    const body = { ...asked, grinderId: grinderId(world, 'comandante-c40-mk4') }
    return (await world.call('POST /api/get-recipe', { as, body })).body.startingPoint
  }
  expect(await left(ann)).toEqual(await left(alone))
  expect(await left(ann, sam.id)).toEqual(await left(other))
  expect(await left(ann, sam.id)).not.toEqual(await left(ann))
})

test('a brew for several counts for each with what they said themselves', async () => {
  const [ann, alone] = [await world.person(), await world.person()]
  const sam = await name(ann)
  const both = [0, sam.id]
  const cups = [
    { drinkerId: 0, rating: 2, ...sour },
    { drinkerId: sam.id, rating: 5, extractionFeedback: { balanced: true } },
  ]
  const { id } = await log(ann, { drinkerIds: [sam.id, 0, sam.id], cups })
  expect(await detail(ann, id)).toMatchObject({ drinkerIds: both, cups, rating: null })
  const lone = await detail(alone, (await log(alone, { rating: 2, ...sour })).id)
  expect((await detail(ann, id)).nextStep).toEqual(lone.nextStep)
  expect((await detail(ann, id, `?drinkerId=${sam.id}`)).nextStep).toBeNull()
  expect((await world.call(`GET /api/brew-logs/${id}?drinkerId=${sam.id + 1}`, { as: ann })).status).toBe(404)
  const mine = (await log(ann, {})).id
  expect((await world.call(`GET /api/brew-logs/${mine}?drinkerId=${sam.id}`, { as: ann })).status).toBe(400)
  const again = await detail(ann, (await log(ann, { ...bitter, grindSetting: 22 })).id)
  const hers = await detail(alone, (await log(alone, { ...bitter, grindSetting: 22 })).id)
  expect(again.nextStep).toEqual(hers.nextStep)
})

test('what was said for all coaches nobody', async () => {
  const [ann, alone] = [await world.person(), await world.person()]
  const sam = await name(ann)
  const mixed = await log(ann, { drinkerIds: [0, sam.id], rating: 1, ...sour })
  expect(mixed).toMatchObject({ rating: 1, drinkerIds: [0, sam.id], cups: [], ...sour })
  expect((await detail(ann, mixed.id)).nextStep).toBeNull()
  await log(alone, {})
  const after = await detail(ann, (await log(ann, bitter)).id)
  expect(after.nextStep).toEqual((await detail(alone, (await log(alone, bitter)).id)).nextStep)
})

test('a cup for somebody without a name is nobody’s', async () => {
  const [ann, alone] = [await world.person(), await world.person()]
  await name(ann)
  expect(await log(ann, { ...sour, drinkerIds: [] })).toMatchObject({ drinkerIds: [] })
  const guest = await log(ann, { ...sour, drinkerIds: [0], cups: [{ drinkerId: 0, rating: 4 }] })
  expect(guest.cups).toEqual([{ drinkerId: 0, rating: 4, extractionFeedback: null }])
  await log(alone, { rating: 4 })
  const after = await detail(ann, (await log(ann, bitter)).id)
  expect(after.nextStep).toEqual((await detail(alone, (await log(alone, bitter)).id)).nextStep)
})

test('who drank a brew can be corrected', async () => {
  const ann = await world.person()
  const sam = await name(ann)
  const { id } = await log(ann, sour)
  const revise = async (body: object) => {
    const { status, body: answer } = await world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
    const { drinkerIds, cups } = answer.brewLog ?? {}
    return { status, drinkerIds, cups }
  }
  expect(await revise({ drinkerId: sam.id })).toEqual({ status: 200, drinkerIds: [sam.id], cups: undefined })
  expect(await revise({ notes: 'Warm.' })).toMatchObject({ drinkerIds: [sam.id] })
  const own = { drinkerId: sam.id, rating: 3, extractionFeedback: null }
  expect(await revise({ drinkerIds: [0, sam.id], cups: [own] })).toMatchObject({ drinkerIds: [0, sam.id], cups: [own] })
  expect(await revise({ rating: 2 })).toMatchObject({ drinkerIds: [0, sam.id], cups: [own] })
  expect(await revise({ drinkerIds: null })).toEqual({ status: 200, drinkerIds: undefined, cups: undefined })
  expect(await revise({ drinkerId: sam.id, drinkerIds: [0] })).toMatchObject({ status: 400 })
  expect(await revise({ drinkerId: sam.id, cups: [{ drinkerId: 0, rating: 3 }] })).toMatchObject({ status: 400 })
  expect(await revise({ drinkerIds: [0, sam.id], cups: [own, own] })).toMatchObject({ status: 400 })
  expect(await revise({ drinkerId: sam.id + 1 })).toMatchObject({ status: 404 })
})

test('the week, the last brew and the list are those of one drinker', async () => {
  const ann = await world.person()
  const sam = await name(ann)
  const both = { drinkerIds: [0, sam.id], cups: [{ drinkerId: sam.id, rating: 5 }] }
  await log(ann, { rating: 2 })
  await log(ann, { rating: 4, drinkerId: sam.id })
  const last = await log(ann, both)
  await log(ann, { rating: 3 })
  const week = async (query = '') =>
    (await world.call(`GET /api/brew-logs/weekly-stats${query}`, { as: ann })).body.stats
  expect(await week()).toMatchObject({ totalBrews: 3, averageRating: 2.5, allTimeBrews: 4 })
  expect(await week(`?drinkerId=${sam.id}`)).toMatchObject({ totalBrews: 2, averageRating: 4.5, allTimeBrews: 2 })
  const latest = await world.call(`GET /api/brew-logs/last?drinkerId=${sam.id}`, { as: ann })
  expect(latest.body.brewLog.id).toBe(last.id)
  const listed = await world.call(`GET /api/brew-logs?drinkerId=${sam.id}`, { as: ann })
  expect(listed.body).toMatchObject({ total: 2, data: [{ id: last.id }, {}] })
})

test('insights are drawn from what each drinker brewed and said', async () => {
  const ann = await world.person()
  const sam = await name(ann)
  const brews = [20, 20, 20, 20, 28, 28, 28, 28].map(grindSetting => ({ grindSetting }))
  for (const { grindSetting } of brews) {
    const isFine = grindSetting === 20
    await log(ann, { grindSetting, rating: isFine ? 5 : 2 })
    await log(ann, { grindSetting, rating: isFine ? 2 : 5, drinkerId: sam.id })
  }
  const spot = async (query = '') => {
    const { insights } = (await world.call(`GET /api/brew-logs/weekly-stats${query}`, { as: ann })).body
    return insights.find(({ type }: { type: string }) => type === 'grind_sweet_spot')?.setting.range
  }
  expect(await spot()).toMatchObject({ min: 20, max: 20 })
  expect(await spot(`?drinkerId=${sam.id}`)).toMatchObject({ min: 28, max: 28 })
})

test('recipes are for the palate of the drinker who is named', async () => {
  const ann = await world.person()
  const sam = await name(ann, { name: 'Sam', strengthPreference: 1 })
  const ask = { machineId: machineId(world), grinderId: grinderId(world, 'comandante-c40-mk4'), roastLevel: 'MEDIUM' }
  const ratio = async (drinkerId?: number) => {
    const { body } = await world.call('POST /api/adaptRecipe', { as: ann, body: { ...ask, drinkerId } })
    return body.adaptedRecipe.ratio
  }
  expect(await ratio(0)).toBe(await ratio())
  expect(await ratio(sam.id)).toBeLessThan(await ratio())
  const summary = async (query = '') => (await world.call(`GET /api/recommendations${query}`, { as: ann })).body
  expect(await summary()).toMatchObject({ hasProfile: false })
  expect(await summary(`?drinkerId=${sam.id}`)).toMatchObject({
    hasProfile: true,
    profileSummary: { strengthPreference: 1 },
  })
})

test('the brews of somebody who was removed stay, and do not become anybody else’s', async () => {
  const [ann, alone] = [await world.person(), await world.person()]
  const sam = await name(ann)
  const { id } = await log(ann, { ...sour, drinkerId: sam.id })
  await world.call(`DELETE /api/user/drinkers/${sam.id}`, { as: ann })
  expect((await detail(ann, id)).drinkerIds).toEqual([sam.id])
  const hers = await detail(ann, (await log(ann, bitter)).id)
  expect(hers.nextStep).toEqual((await detail(alone, (await log(alone, bitter)).id)).nextStep)
  const stats = (await world.call('GET /api/brew-logs/weekly-stats', { as: ann })).body
  expect(stats.stats.totalBrews).toBe(1)
})

test('drinkers and who drank what move to another account, once', async () => {
  const [ann, moved] = [await world.person(), await world.person()]
  const [sam, gone] = [
    await name(ann, { name: 'Sam', colour: 'plum', bodyLevel: 5 }),
    await name(ann, { name: 'Gone' }),
  ]
  const cups = [{ drinkerId: sam.id, rating: 5, extractionFeedback: { balanced: true } }]
  await log(ann, { drinkerIds: [0, sam.id], cups })
  await log(ann, { drinkerId: sam.id })
  await log(ann, { drinkerId: gone.id })
  await world.call(`DELETE /api/user/drinkers/${gone.id}`, { as: ann })
  const { body } = await world.call('GET /api/user/export', { as: ann })
  const looked = await world.call('POST /api/user/import', { as: moved, body: { ...body, isDryRun: true } })
  expect(looked.body.notTaken).toEqual([])
  expect(await listOf(moved)).toEqual([])
  for (const taken of [1, 0]) {
    const { body: report } = await world.call('POST /api/user/import', { as: moved, body })
    expect(JSON.stringify(report)).toContain(
      JSON.stringify({ kind: 'drinker', taken, alreadyHere: 1 - taken, notTaken: 0 }),
    )
  }
  const [, here] = await listOf(moved)
  expect(here).toMatchObject({ name: 'Sam', colour: 'plum', bodyLevel: 5 })
  const { data } = (await world.call('GET /api/brew-logs', { as: moved })).body
  expect(data.map(({ drinkerIds, cups }: { drinkerIds: unknown; cups: unknown }) => ({ drinkerIds, cups }))).toEqual([
    { drinkerIds: [] },
    { drinkerIds: [here.id] },
    { drinkerIds: [0, here.id], cups: [{ ...cups[0], drinkerId: here.id }] },
  ])
})

test('deleting the account deletes the people it named', async () => {
  const ann = await world.person()
  const sam = await name(ann)
  await log(ann, { drinkerId: sam.id })
  expect((await world.call('DELETE /api/user/account', { as: ann })).status).toBe(200)
  expect(await world.sql`select from drinkers where id = ${sam.id}`).toHaveLength(0)
})
