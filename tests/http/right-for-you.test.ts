import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let robin: Someone
beforeAll(async () => {
  world = await startWorld()
  robin = await world.person()
})
afterAll(() => world.stop())

const PAGE = '/grinders/kingrinder-k6'
const page = async () => (await browsing(world, robin).open(PAGE)).text
const QUESTION = 'Right for you?'

const log = (said: object) =>
  world.call('POST /api/brew-logs', {
    as: robin,
    body: { machineId: machineId(world), grinderId: grinderId(world, 'kingrinder-k6'), grindSetting: 84, ...said },
  })

test('an owner is asked one question after a brew that tasted just right, until they answer', async () => {
  expect(await page()).not.toContain(QUESTION)
  await log({ extractionFeedback: { sour: true } })
  expect(await page()).not.toContain(QUESTION)
  world.clock.advance({ minutes: 1 })
  await log({ extractionFeedback: { balanced: true } })
  const asked = await page()
  expect(asked).toContain(QUESTION)
  expect(asked).toContain('You logged a V60 at 84 clicks that tasted just right.')
  expect(asked).toContain('That helps every K6 owner.')
  expect((await world.call(`GET ${PAGE}`)).text).not.toContain(QUESTION)

  world.clock.advance({ minutes: 1 })
  const { status } = await browsing(world, robin).send(`${PAGE}/feedback`, {
    method: 'v60',
    at: '84',
    feedback: 'JUST_RIGHT',
  })
  expect(status).toBe(303)
  expect(await world.sql`select user_id, setting, feedback, method from grind_feedback`).toMatchObject([
    { userId: robin.id, setting: 84, feedback: 'JUST_RIGHT', method: 'v60' },
  ])
  expect(await page()).not.toContain(QUESTION)
})

test('feedback is in the export of an account, and goes with it', async () => {
  const { body } = await world.call('GET /api/user/export', { as: robin })
  expect(body.data.grindFeedback).toMatchObject([{ setting: 84, feedback: 'JUST_RIGHT', method: 'v60' }])
  await world.ports.accounts.close(robin.id, world.clock.now())
  await world.ports.accounts.erase(robin.id, world.clock.now())
  expect(await world.sql`select id from grind_feedback`).toHaveLength(0)
})
