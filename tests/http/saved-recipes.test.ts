import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, aRecipe, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Author')
})
afterAll(() => world.stop())

const path = '/api/user/saved-recipes'
const save = (as: Someone, communityRecipeId: unknown) =>
  world.call(`POST ${path}`, { as, body: { communityRecipeId } })
const unsave = (as: Someone, communityRecipeId: unknown) =>
  world.call(`DELETE ${path}`, { as, body: { communityRecipeId } })
const savedBy = async (as: Someone, query = '') => (await world.call(`GET ${path}${query}`, { as })).body.savedRecipes
const idsOf = (saved: { communityRecipeId: number }[]) => saved.map(({ communityRecipeId }) => communityRecipeId)
const savesOf = async (id: number) =>
  (await world.sql<{ saveCount: number }[]>`select save_count from recipes where id = ${id}`)[0]?.saveCount

describe('saving a recipe', () => {
  test('puts it on one’s own list, with the recipe as in lists', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const recipe = await publish(world, author)
    const { status, body } = await save(ann, recipe.id)
    expect(status).toBe(201)
    expect(body.savedRecipe).toEqual({ communityRecipeId: recipe.id, createdAt: expect.any(String) })
    const viewer = { vote: null, rating: null, saved: true, mine: false }
    expect(await savedBy(ann)).toEqual([{ ...body.savedRecipe, recipe: { ...recipe, viewer } }])
    expect(await savedBy(ben)).toEqual([])
  })

  test('twice, also at once, counts once', async () => {
    const ann = await world.person()
    const { id } = await publish(world, author)
    const first = await save(ann, id)
    world.clock.advance({ minutes: 1 })
    expect(await save(ann, id)).toMatchObject({ status: 201, body: first.body })
    const other = await publish(world, author)
    const replies = await Promise.all([1, 2, 3, 4].map(() => save(ann, other.id)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect([await savesOf(id), await savesOf(other.id)]).toEqual([1, 1])
    expect(idsOf(await savedBy(ann))).toEqual([other.id, id])
  })

  test('can be undone, and undoing it twice changes nothing', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const { id } = await publish(world, author)
    await save(ann, id)
    await save(ben, id)
    for (const _ of ['once', 'again'])
      expect(await unsave(ann, id)).toMatchObject({ status: 200, body: { success: true } })
    expect([await savedBy(ann), idsOf(await savedBy(ben)), await savesOf(id)]).toEqual([[], [id], 1])
  })

  test('and undoing repeatedly does not make a coffee trend', async () => {
    const ann = await world.person()
    const { id, coffeeProfileId } = await publish(world, author)
    const trend = async () =>
      (
        await world.sql<{ trending: number }[]>`select trending from coffee_trends where coffee_id = ${coffeeProfileId}`
      )[0]?.trending
    await save(ann, id)
    const once = await trend()
    expect(once).toBeGreaterThan(0)
    await unsave(ann, id)
    expect(await trend()).toBe(0)
    await save(ann, id)
    expect((await trend()) as number).toBeLessThan((once as number) * 1.01)
  })

  test('shows how well it suits a palate', async () => {
    const ann = await world.person()
    const { id } = await publish(world, author, { tasteProfile: { acidity: 5 } })
    await save(ann, id)
    expect((await savedBy(ann))[0].recipe.tasteMatchScore).toBeUndefined()
    await world.call('PUT /api/user/profile', { as: ann, body: { acidityLevel: 5 } })
    expect((await savedBy(ann))[0].recipe.tasteMatchScore).toBeGreaterThan(0.9)
  })

  test('refuses missing, malformed, unknown or hidden recipes', async () => {
    const ann = await world.person()
    for (const call of [save, unsave]) {
      expect((await call(ann, undefined)).body.error).toBe('communityRecipeId is required.')
      for (const wrong of ['7', 0, 1.5, 2 ** 31, null]) expect((await call(ann, wrong)).status).toBe(400)
    }
    const { id } = await publish(world, author)
    await save(ann, id)
    await world.sql`update recipes set hidden_at = now() where id = ${id}`
    expect(await savedBy(ann)).toEqual([])
    for (const unknown of [id, 2 ** 31 - 1])
      expect(await save(ann, unknown)).toMatchObject({ status: 404, body: { error: `There is no recipe ${unknown}.` } })
    for (const method of ['GET', 'POST', 'DELETE']) expect((await world.call(`${method} ${path}`)).status).toBe(401)
  })
})

test('the list comes in pages, last saved first', async () => {
  const ann = await world.person()
  const ids: number[] = []
  const coffeeId = await aCoffee(world)
  for (let made = 0; made < 23; made++) {
    const id = await aRecipe(world, { coffeeId })
    await save(ann, id)
    ids.unshift(id)
  }
  expect(idsOf(await savedBy(ann))).toEqual(ids.slice(0, 20))
  expect(idsOf(await savedBy(ann, '?page=2'))).toEqual(ids.slice(20))
  expect(idsOf(await savedBy(ann, '?limit=100'))).toEqual(ids)
  expect(idsOf(await savedBy(ann, '?limit=5&page=3'))).toEqual(ids.slice(10, 15))
  for (const beyond of ['page=3', 'page=2147483647']) expect(idsOf(await savedBy(ann, `?${beyond}`))).toEqual([])
  for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=1.5'])
    expect((await world.call(`GET ${path}?${wrong}`, { as: ann })).body.error).toStartWith(
      wrong.split('=')[0] as string,
    )
})

describe('the author', () => {
  const switchOn = (as: Someone) =>
    world.call('PUT /api/user/notification-preferences', { as, body: { notifyRecipeFavorites: true } })
  const mailsTo = async ({ email }: Someone) =>
    (await world.mails()).filter(({ to }) => to?.some(({ address }) => address === email))

  test('is mailed once per person, if they have asked for it', async () => {
    const [owner, ann, ben] = [await world.person('Owner'), await world.person('Ann'), await world.person('Ben')]
    await switchOn(owner)
    const { id } = await publish(world, owner)
    await Promise.all([save(ann, id), save(ann, id)])
    await save(ann, id)
    await unsave(ann, id)
    await save(ann, id)
    const [mail, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(mail?.subject).toStartWith('Someone saved ')
    expect(mail?.text).not.toContain('Ann')
    await save(ben, id)
    expect(await mailsTo(owner)).toHaveLength(2)
  })

  test('is not mailed unasked, nor about themselves, nor once the account is closed', async () => {
    const [quiet, self, gone, ann] = await Promise.all(['Q', 'S', 'G', 'A'].map(name => world.person(name)))
    if (!quiet || !self || !gone || !ann) throw new Error('Four people were asked for.')
    await switchOn(self)
    await switchOn(gone)
    await save(ann, (await publish(world, quiet)).id)
    await save(self, (await publish(world, self)).id)
    const orphan = await publish(world, gone)
    await world.call('DELETE /api/user/account', { as: gone })
    expect((await save(ann, orphan.id)).status).toBe(201)
    for (const person of [quiet, self, gone]) expect(await mailsTo(person)).toEqual([])
  })
})
