import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aCoffee, grinderId, machineOfSlug, publish, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A popular recipe for a large brewer, and a person who owns a small one of the same kind. */
async function strongForTheirBrewer() {
  const author = await world.person()
  const recipe = { machineId: machineOfSlug(world, 'aeropress-xl'), doseGrams: 35, waterGrams: 210, ratio: 6 }
  const { id, coffeeProfileId } = await publish(world, author, { ...recipe, coffeeProfileId: await aCoffee(world) })
  for (let voter = 0; voter < 4; voter++) await vote(world, await world.person(), id, 'UP')
  const reader = await world.person()
  await world.call('POST /api/user/machines', {
    as: reader,
    body: { machineId: machineOfSlug(world, 'aeropress-original') },
  })
  return { id, coffeeProfileId, reader }
}

const SENTENCE = 'The AeroPress Original takes up to 31 g of coffee. 31 g of coffee and 186 g of water would fit'

describe("a recipe with more coffee than the reader's brewer takes", () => {
  test('is not recommended, on its own or for that brewer, and the reply says what would fit', async () => {
    const { id, coffeeProfileId, reader } = await strongForTheirBrewer()
    const { recommendations } = (await world.call('GET /api/recommendations', { as: reader })).body
    expect(recommendations.map((recipe: { id: number }) => recipe.id)).not.toContain(id)
    const gear = { grinderId: grinderId(world), machineId: machineOfSlug(world, 'aeropress-original') }
    const asked = { ...gear, coffeeProfileId, ratio: 6 }
    const { recommendedVariant, otherVariants } = (
      await world.call('POST /api/adaptRecipe', { as: reader, body: asked })
    ).body
    expect(recommendedVariant).toBeNull()
    expect(otherVariants[0]).toMatchObject({ id, doseGrams: 35 })
    expect(otherVariants[0].reasons).toContain(SENTENCE)
    const query = `grinderId=${gear.grinderId}&machineId=${gear.machineId}&coffeeId=${coffeeProfileId}`
    const { recipes } = (await world.call(`GET /api/discover?${query}`, { as: reader })).body
    expect(recipes[1].reasons).toContain(SENTENCE)
    // For the brewer that it was written for, it is the best liked.
    const large = { ...asked, machineId: machineOfSlug(world, 'aeropress-xl') }
    const onLarge = (await world.call('POST /api/adaptRecipe', { as: reader, body: large })).body
    expect(onLarge.recommendedVariant?.id).toBe(id)
  })

  test('says so on its page, which splits a larger amount for that brewer', async () => {
    const { id, reader } = await strongForTheirBrewer()
    const { open } = browsing(world, reader)
    expect((await open(`/recipes/${id}`)).text).toContain(`${SENTENCE}.`)
    expect((await open(`/recipes/${id}?water=250`)).text).toContain(
      'The Original takes up to 31\u00a0g of coffee. Brew it twice.',
    )
    expect((await open(`/recipes/${id}?as=written`)).text).not.toContain('would fit')
    const stranger = browsing(world, await world.person())
    expect((await stranger.open(`/recipes/${id}`)).text).not.toContain('would fit')
  })
})
