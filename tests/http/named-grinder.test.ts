import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const adapted = (grinder: object) =>
  world.call('POST /api/adaptRecipe', { body: { machineId: machineId(world), roastLevel: 'LIGHT', ...grinder } })

test.each([
  ['by its slug', { grinderId: 'comandante-c40-mk4' }],
  ['by its name', { grinderId: 'C40 MK4' }],
  ['as grinder', { grinder: 'c40 mk4' }],
])('a grinder is named %s where its id is taken', async (_, named) => {
  expect((await adapted(named)).body).toEqual((await adapted({ grinderId: grinderId(world) })).body)
})

test('a grinder is named in a brew log, in a filter and in a path', async () => {
  const log = await world.call('POST /api/brew-logs', {
    as: ann,
    body: { method: 'v60', doseGrams: 15, waterGrams: 250, grinder: 'c40 mk4', grindSetting: 24 },
  })
  expect([log.status, log.body.brewLog.grinderId]).toEqual([201, grinderId(world)])
  expect((await world.call('GET /api/recipes/search?grinderId=k+ultra')).status).toBe(200)
  const calibration = (name: string) => world.call(`GET /api/user/grinders/${name}/calibration`, { as: ann })
  expect((await calibration('c40-mk4')).body).toEqual((await calibration(`${grinderId(world)}`)).body)
})

test('a name that may mean several, or none, is answered with those it may mean', async () => {
  expect(await adapted({ grinderId: 'c40' })).toMatchObject({
    status: 400,
    body: {
      error: '"c40" may be any of comandante-c40-mk3, comandante-c40-mk4 and comandante-c40-red-clix; name one.',
    },
  })
  expect(await adapted({ grinder: 'teapot' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('the nearest are') },
  })
  expect(await world.call('GET /api/user/grinders/teapot/calibration', { as: ann })).toMatchObject({ status: 404 })
})

test('a grinder that is named twice must be one', async () => {
  for (const grinder of ['c40 mk4', 'my old one', { id: 1 }])
    expect((await adapted({ grinderId: grinderId(world), grinder })).status).toBe(200)
  for (const id of [grinderId(world), 'c40 mk4'])
    expect(await adapted({ grinderId: id, grinder: 'k ultra' })).toMatchObject({
      status: 400,
      body: { error: 'grinderId and grinder mean two grinders; send one of them.' },
    })
})

test('digits are an id, and no part of a name', async () => {
  for (const id of ['48', '', '-1', '1e5', ['c40 mk4'], {}])
    expect(await adapted({ grinderId: id })).toMatchObject({
      status: 400,
      body: { error: 'grinderId must be an id (a whole number).' },
    })
})
