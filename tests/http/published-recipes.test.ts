import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { grinderId, machineId, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  ben = await world.person('Ben')
})
afterAll(() => world.stop())

const revise = (as: Someone | undefined, id: number, body: object) =>
  world.call(`PATCH /api/community-recipes/${id}`, { as, body })
const remove = (as: Someone | undefined, id: number) => world.call(`DELETE /api/community-recipes/${id}`, { as })
const opened = async (id: number) => (await world.call(`GET /api/recipes/${id}`)).body

describe('changing a published recipe', () => {
  test('keeps missing fields, and its votes', async () => {
    const recipe = await publish(world, ann, { notes: 'Slowly.', waterTempF: 200, brewTimeSeconds: 180 })
    await vote(world, ben, recipe.id, 'UP')
    const { status, body } = await revise(ann, recipe.id, { waterTempF: 203, notes: 'Slower.' })
    expect(status).toBe(200)
    expect(body.recipe).toEqual({
      ...recipe,
      waterTempF: 203,
      notes: 'Slower.',
      upvotes: 1,
      wilsonScore: expect.any(Number),
      viewer: { vote: null, rating: null, saved: false, mine: true },
    })
    expect(await opened(recipe.id)).toMatchObject({ waterTempF: 203, notes: 'Slower.', brewTimeSeconds: 180 })
    const cleared = await revise(ann, recipe.id, { notes: null, brewTimeSeconds: null })
    expect(cleared.body.recipe).toMatchObject({ notes: null, brewTimeSeconds: null, waterTempF: 203 })
  })

  test('updates what follows: water, steps, method, grind and its position in the lists', async () => {
    const steps = [
      { atSeconds: 0, action: 'bloom', toGrams: 50 },
      { atSeconds: 30, action: 'pour', toGrams: 250 },
    ]
    const recipe = await publish(world, ann, { brewTimeSeconds: 180, steps })
    const stronger = await revise(ann, recipe.id, { ratio: 15 })
    expect(stronger.body.recipe).toMatchObject({ doseGrams: 15, waterGrams: 225, ratio: 15 })
    expect(stronger.body.recipe.steps.at(-1).toGrams).toBe(225)
    const moved = await revise(ann, recipe.id, {
      machineId: machineId(world, 'french_press'),
      grinderId: grinderId(world, '1zpresso-k-ultra'),
      grindSetting: '9',
    })
    expect(moved.body.recipe).toMatchObject({
      grinder: { slug: '1zpresso-k-ultra' },
      machine: { brewMethod: 'french_press' },
      grindSetting: 9,
    })
    expect(moved.body.recipe.grindIndex).not.toBe(recipe.grindIndex)
    const listed = await world.call(
      `GET /api/recipes/search?brewMethod=french_press&coffeeId=${recipe.coffeeProfileId}`,
    )
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([recipe.id])
    const before = await world.call(`GET /api/recipes/search?brewMethod=v60&coffeeId=${recipe.coffeeProfileId}`)
    expect(before.body.total).toBe(0)
  })

  test('keeps the index of the day it was posted while the grind is unchanged, whatever its author calibrated since', async () => {
    const cleo = await world.person('Cleo')
    const recipe = await publish(world, cleo)
    const references = [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', {
      as: cleo,
      body: { grinderId: recipe.grinderId, references },
    })
    const noted = await revise(cleo, recipe.id, { notes: 'As before.' })
    expect(noted.body.recipe).toMatchObject({ grindIndex: recipe.grindIndex, authorCalibrated: false })
    const ground = await revise(cleo, recipe.id, { grindSetting: 24 })
    expect(ground.body.recipe.authorCalibrated).toBe(true)
    expect(ground.body.recipe.grindIndex).toBeLessThan(recipe.grindIndex)
  })

  test.each([
    [{ ratio: 10, doseGrams: 15, waterGrams: 250 }, 400, 'disagree'],
    [{ grindSetting: 900 }, 400, 'C40'],
    [{ machineId: 999_999 }, 400, 'machineId'],
    [{ filterId: 999_999 }, 400, 'filterId'],
    [{ grinderId: 1 }, 400, 'grindSetting is required when you change the grinder.'],
    [{ notes: 'x'.repeat(5001) }, 400, 'notes'],
    [{ doseGrams: 0 }, 400, 'doseGrams'],
  ])('refuses %j', async (body, status, words) => {
    const { id } = await publish(world, ann)
    const before = await opened(id)
    const answer = await revise(ann, id, body)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(words)])
    expect(await opened(id)).toEqual(before)
  })

  test("is for its author only: 401 signed out before anything else; another's, hidden or deleted is 404", async () => {
    const { id } = await publish(world, ann)
    expect((await revise(undefined, id, { doseGrams: 'much' })).status).toBe(401)
    expect((await revise(ben, id, { notes: 'Mine now.' })).status).toBe(404)
    expect((await revise(ann, 999_999, { notes: 'Nobody’s.' })).status).toBe(404)
    await world.ports.recipes.setHidden(id, world.clock.now())
    expect((await revise(ann, id, { notes: 'Back.' })).status).toBe(404)
    expect((await remove(ann, id)).status).toBe(404)
  })
})

describe('deleting a published recipe', () => {
  test('also deletes its votes, ratings, comments and saves, and leaves the brews to their owners', async () => {
    const { id, coffeeProfileId } = await publish(world, ann)
    await vote(world, ben, id, 'UP')
    await world.call(`POST /api/community-recipes/${id}/brew-log`, { as: ben, body: { rating: 5 } })
    await world.call(`POST /api/recipes/${id}/comments`, { as: ben, body: { body: 'Good.' } })
    await world.call('POST /api/user/saved-recipes', { as: ben, body: { communityRecipeId: id } })
    expect((await remove(undefined, id)).status).toBe(401)
    expect((await remove(ben, id)).status).toBe(404)
    expect(await remove(ann, id)).toMatchObject({ status: 200, body: { success: true } })
    expect((await world.call(`GET /api/recipes/${id}`)).status).toBe(404)
    expect((await remove(ann, id)).status).toBe(404)
    expect((await world.call(`GET /api/coffees/${coffeeProfileId}`)).body.recipeCount).toBe(0)
    const { body } = await world.call('GET /api/brew-logs', { as: ben })
    expect(JSON.stringify(body)).toContain('"rating":5')
  })

  test('counts nothing for each of its brews, unlike a brew whose recipe is cleared by hand', async () => {
    const { id } = await publish(world, ann)
    const log = () => world.call('POST /api/brew-logs', { as: ben, body: { method: 'v60', recipeId: id } })
    for (const { status } of [await log(), await log(), await log()]) expect(status).toBe(201)
    await world.sql`
      update brew_logs
      set recipe_id = null
      where id = (select max(id) from brew_logs where recipe_id = ${id})`
    expect(await opened(id)).toMatchObject({ brewCount: 2 })
    const plan =
      await world.sql`explain (analyze, costs off, timing off, summary off) delete from recipes where id = ${id}`
    const triggers = plan.map(row => `${Object.values(row)[0]}`).filter(line => line.startsWith('Trigger'))
    expect(triggers.filter(line => line.includes('brew'))).toEqual([
      expect.stringMatching(/brew_logs_recipe_id_fkey.*calls=1$/),
    ])
  })

  test('checks once whether the recipe exists for each thing that people did with it, and counts nothing', async () => {
    const [plain, popular] = [await publish(world, ann), await publish(world, ann)]
    for (const as of [ben, await world.person(), await world.person()]) {
      await vote(world, as, popular.id, 'UP')
      await world.call(`PUT /api/community-recipes/${popular.id}/rating`, { as, body: { rating: 5 } })
      await world.call(`POST /api/recipes/${popular.id}/comments`, { as, body: { body: 'Good.' } })
      await world.call('POST /api/user/saved-recipes', { as, body: { communityRecipeId: popular.id } })
    }
    expect(await opened(popular.id)).toMatchObject({ upvotes: 3, ratingCount: 3, commentCount: 3 })
    const looks = (id: number) =>
      transact(world.sql, async sql => {
        const scans = async () => {
          const [row] = await sql<{ scans: number }[]>`
            select (seq_scan + idx_scan)::int as scans
            from pg_stat_xact_user_tables
            where relname = 'recipes'`
          return row?.scans ?? 0
        }
        const before = await scans()
        await sql`delete from recipes where id = ${id}`
        return (await scans()) - before
      })
    const ofItself = await looks(plain.id)
    expect((await looks(popular.id)) - ofItself).toBe(4 * 3)
  })
})

describe('withdrawing a vote', () => {
  const withdraw = (as: Someone | undefined, id: number) =>
    world.call(`DELETE /api/community-recipes/${id}/vote`, { as })

  test('leaves no vote, and a second time changes nothing', async () => {
    const { id } = await publish(world, ann)
    await vote(world, ben, id, 'UP')
    await vote(world, await world.person(), id, 'UP')
    expect(await withdraw(ben, id)).toMatchObject({ status: 200, body: { vote: null } })
    expect(await opened(id)).toMatchObject({ upvotes: 1, downvotes: 0 })
    expect((await withdraw(ben, id)).status).toBe(200)
    expect((await world.call(`GET /api/community-recipes/${id}/vote`, { as: ben })).body).toEqual({ vote: null })
    expect((await opened(id)).upvotes).toBe(1)
  })

  test('concurrently with casting it leaves the figures right', async () => {
    const { id } = await publish(world, ann)
    await Promise.all([1, 2, 3].flatMap(() => [vote(world, ben, id, 'UP'), withdraw(ben, id)]))
    const own = (await world.call(`GET /api/community-recipes/${id}/vote`, { as: ben })).body.vote
    expect((await opened(id)).upvotes).toBe(own === 'UP' ? 1 : 0)
  })

  test('needs a sign-in, and an existing recipe', async () => {
    expect((await withdraw(undefined, 1)).status).toBe(401)
    expect((await withdraw(ben, 999_999)).status).toBe(404)
  })
})
