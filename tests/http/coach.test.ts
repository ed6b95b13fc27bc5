import { afterAll, beforeAll, expect, test } from 'bun:test'
import { curveThrough } from '../../core/grind/curve.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Brewed {
  grindSetting: number
  doseGrams: number
  waterGrams: number
}

/**
 * Likes it nine index points finer and 9 % stronger than the first cup, and names everything that
 * is off.
 */
function drinkerOf(grinder: Grinder, first: Brewed) {
  const { indexAt } = curveThrough(grinder.references)
  const best = { index: indexAt(first.grindSetting) - 9, ratio: first.waterGrams / first.doseGrams / 1.09 }
  return ({ grindSetting, doseGrams, waterGrams }: Brewed) => {
    const points = indexAt(grindSetting) - best.index
    const ratio = waterGrams / doseGrams / best.ratio - 1
    const off = { sour: points > 2, bitter: points < -2, watery: ratio > 0.04, strong: ratio < -0.04 }
    return Object.values(off).includes(true) ? off : { balanced: true }
  }
}

test.each(['comandante-c40-mk4', 'baratza-encore', 'niche-zero', 'mahlkonig-ek43-s'])(
  'a drinker on a %s follows the next step to a cup that is just right, and their next bag starts there',
  async slug => {
    const account = { email: `${slug}@example.com`, password: 'a long one' }
    const as = (await world.call('POST /api/auth/register', { body: account })).body as { token: string }
    const ask = {
      coffeeId: await aCoffee(world),
      grinderId: grinderId(world, slug),
      machineId: machineId(world),
      volumeGrams: 250,
    }
    const recipe = async () => (await world.call('POST /api/get-recipe', { as, body: ask })).body.startingPoint
    const { grindSetting, doseGrams, waterGrams } = await recipe()
    let cup: Brewed = { grindSetting, doseGrams, waterGrams }
    const tasted = drinkerOf(shippedGrinders.bySlug(slug) as Grinder, cup)

    const reasons: string[] = []
    for (let brew = 1; brew <= 6; brew++) {
      const gear = { coffeeProfileId: ask.coffeeId, grinderId: ask.grinderId, machineId: ask.machineId }
      const { id } = (await world.call('POST /api/brew-logs', { as, body: { ...gear, ...cup } })).body.brewLog
      world.clock.advance({ hours: 12 })
      await world.call(`PATCH /api/brew-logs/${id}`, { as, body: { extractionFeedback: tasted(cup) } })
      const { nextStep } = (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
      if (!nextStep) break
      const { also } = nextStep
      reasons.push(nextStep.reason, ...(also ? [also.reason] : []))
      cup = {
        ...cup,
        grindSetting: nextStep.grindSetting ?? also?.grindSetting ?? cup.grindSetting,
        doseGrams: nextStep.doseGrams ?? also?.doseGrams ?? cup.doseGrams,
      }
    }
    expect(tasted(cup)).toEqual({ balanced: true })
    expect(reasons).toContain('Sour usually means under-extracted')
    expect(reasons).toContain('Weak usually means too little coffee for the water')

    const nextBag = await recipe()
    expect(nextBag).toMatchObject({ grindSetting: cup.grindSetting })
    expect(nextBag.ratio).toBeCloseTo(cup.waterGrams / cup.doseGrams, 1)
    expect(nextBag.reasons[0]).toStartWith('You settled on ')
  },
)
