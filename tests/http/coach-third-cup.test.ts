import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { NextStep } from '../../core/brews/model.ts'
import { aCoffee, grinderId, machineOfSlug } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Brews that all get the same review, each as the previous one advised, and the advice. */
async function followed(brew: Record<string, unknown>, cups: number) {
  const as = await world.person()
  const steps: NextStep[] = []
  let body = { ...brew, coffeeProfileId: await aCoffee(world) }
  for (let n = 0; n < cups; n++) {
    const { id } = (await world.call('POST /api/brew-logs', { as, body })).body.brewLog
    world.clock.advance({ hours: 12 })
    const { nextStep } = (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
    const { grindSetting, doseGrams, waterGrams } = { ...body, ...nextStep } as Record<string, unknown>
    body = { ...body, grindSetting, doseGrams, waterGrams } as typeof body
    steps.push(nextStep)
  }
  return steps
}

test('a Gaggia whose shots stay sour is to heat through, at the setting that its owner began with', async () => {
  const shot = {
    machineId: machineOfSlug(world, 'gaggia-classic-pro'),
    grinderId: grinderId(world, 'niche-zero'),
    grindSetting: 15,
    doseGrams: 18,
    waterGrams: 34.2,
    brewTimeSeconds: 27,
    extractionFeedback: { sour: true },
  }
  expect((await followed(shot, 3))[2]).toMatchObject({
    change: 'doubt',
    grindSetting: 15,
    grindLabel: '15',
    advice:
      'Go back to 15 and 34.2 g out, as in the first of these three cups, for one test cup: brew once with a bottled water you like to drink, clean the burrs, check the roast date and let the machine and the portafilter heat through.',
  })
})

test('a V60 that stays weak is told what else may be wrong at cup 3, and gets three steps on the ratio', async () => {
  const weak = {
    machineId: machineOfSlug(world, 'hario-v60-02'),
    grinderId: grinderId(world),
    grindSetting: 25,
    doseGrams: 15,
    waterGrams: 250,
    extractionFeedback: { watery: true },
  }
  const steps = await followed(weak, 8)
  expect(steps[2]).toMatchObject({ change: 'doubt', doseGrams: 15 })
  expect(steps.filter(({ change }) => change === 'dose')).toHaveLength(3)
})
