import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { publish, vote } from '../support/recipes.ts'
import { miscounted } from '../support/recount.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  author = await world.person()
  ann = await world.person()
})
afterAll(() => world.stop())

/** How many current votes, brews and saves the coffee's trend is worth. */
async function trendOf(coffeeId: number) {
  const [coffee] = await world.sql<{ trend: number }[]>`
    select trending / trend_weight(${world.clock.now()}) as trend
    from coffee_trends
    where coffee_id = ${coffeeId}`
  return coffee?.trend
}

const brew = async (recipeId: number) =>
  (await world.call(`POST /api/community-recipes/${recipeId}/brew-log`, { as: ann, body: { rating: 4 } })).body.brewLog
    .id as number
const save = (communityRecipeId: number) =>
  world.call('POST /api/user/saved-recipes', { as: ann, body: { communityRecipeId } })

describe('a coffee’s trend', () => {
  test('drops again when a brew is deleted, however often', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    for (const _ of ['once', 'twice', 'thrice']) {
      const logId = await brew(id)
      expect(await trendOf(coffeeProfileId)).toBeCloseTo(1, 3)
      await world.call(`DELETE /api/brew-logs/${logId}`, { as: ann })
      expect(await trendOf(coffeeProfileId)).toBeCloseTo(0, 9)
    }
  })

  test('counts a vote once, from when it was last changed', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    await vote(world, ann, id, 'UP')
    world.clock.advance({ days: 3.5 })
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(Math.SQRT1_2, 3)
    await vote(world, ann, id, 'DOWN')
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(1, 3)
  })

  test('ignores a hidden recipe until it is shown again', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    await vote(world, ann, id, 'UP')
    await brew(id)
    await save(id)
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(3, 2)
    await world.ports.recipes.setHidden(id, world.clock.now())
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(0, 9)
    await world.ports.recipes.setHidden(id, null)
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(3, 2)
  })

  test('loses what a deleted recipe had added', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    const other = await publish(world, author, { coffeeProfileId })
    for (const recipeId of [id, other.id]) await vote(world, ann, recipeId, 'UP')
    await brew(id)
    await save(id)
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(4, 2)
    await world.sql`delete from recipes where id = ${id}`
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(1, 3)
  })

  test('loses what a deleted person had added', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    await vote(world, await world.person(), id, 'UP')
    await vote(world, ann, id, 'UP')
    await brew(id)
    await save(id)
    await world.call('DELETE /api/user/account', { as: ann })
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(1, 2)
  })

  test('hardly rises with imported things that are decades old', async () => {
    const { id, coffeeProfileId } = await publish(world, author)
    await vote(world, ann, id, 'UP')
    await brew(id)
    await save(id)
    const { body: file } = await world.call('GET /api/user/export', { as: ann })
    const { votes, savedRecipes, brewLogs } = file.data
    for (const row of [...votes, ...savedRecipes, ...brewLogs]) row.createdAt = '1995-05-05T05:05:05Z'
    const bea = await world.person()
    const { body } = await world.call('POST /api/user/import', { as: bea, body: file })
    const one = { taken: 1, notTaken: 0 }
    expect(body).toMatchObject({
      brews: one,
      others: expect.arrayContaining([
        expect.objectContaining({ kind: 'vote', ...one }),
        expect.objectContaining({ kind: 'saved recipe', ...one }),
      ]),
    })
    const [lifting] = await world.sql`
      select count(*)::int as rows
      from lifts
      where recipe_id = ${id} and created_at < '2000-01-01'`
    expect(lifting?.rows).toBe(3)
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(3, 2)
    expect(await miscounted(world.sql)).toEqual([])
  })

  test('counts a vote decades from now', async () => {
    world.clock.set('2045-05-05T05:05:05Z')
    const bea = await world.person()
    const { id, coffeeProfileId } = await publish(world, bea)
    expect((await vote(world, await world.person(), id, 'UP')).status).toBe(200)
    await vote(world, await world.person(), id, 'UP')
    expect(await trendOf(coffeeProfileId)).toBeCloseTo(2, 3)
    expect(await miscounted(world.sql)).toEqual([])
  })
})
