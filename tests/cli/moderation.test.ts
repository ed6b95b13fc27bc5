import { afterAll, beforeAll, expect, test } from 'bun:test'
import { publish, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const admin = (...args: string[]) => dialin(args, envOf(world))

test('a hidden recipe disappears everywhere, and comes back as it was', async () => {
  const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
  const recipe = await publish(world, ann)
  const other = await publish(world, ann, { coffeeProfileId: recipe.coffeeProfileId })
  const { id } = recipe
  await vote(world, bob, id, 'UP')
  await world.call(`POST /api/recipes/${id}/comments`, { as: bob, body: { body: 'Good.' } })
  await world.call('POST /api/user/saved-recipes', { as: bob, body: { communityRecipeId: id } })
  const { body: shared } = await world.call(`POST /api/recipes/${id}/share`)
  const sharePath = new URL(shared.shareUrl).pathname

  const lists = [
    '/api/recipes',
    `/api/recipes?q=${encodeURIComponent(recipe.coffee.name)}`,
    `/api/recipes?grinderId=${recipe.grinderId}`,
    '/api/recipes/search?sort=highest_rated',
    '/api/recipes/search?sort=newest',
    '/api/recipes/search?sort=most_brewed',
    '/api/recipes/search?brewMethod=v60',
    '/api/browse/recipes',
    `/api/browse/recipes?roaster=${recipe.coffee.roasterSlug}`,
    `/api/community-recipes?coffeeId=${recipe.coffeeProfileId}`,
    '/api/community-recipes?createdByMe=true',
    `/api/roasters/${recipe.coffee.roasterSlug}/recipes`,
  ]
  const shown = async (path: string) => {
    const { body } = await world.call(`GET ${path}`, { as: ann })
    const ids: number[] = body.data.map((one: { id: number }) => one.id)
    if ('total' in body) expect([path, body.total]).toEqual([path, ids.length])
    return ids.toSorted()
  }
  const counts = async () => [
    (await world.call(`GET /api/coffees/${recipe.coffeeProfileId}`)).body._count.communityRecipes,
    (await world.call(`GET /api/roasters/${recipe.coffee.roasterSlug}`)).body.recipeCount,
    (await world.call('GET /api/user/saved-recipes', { as: bob })).body.savedRecipes.length,
    (await world.call(`GET /api/users/${bob.id}`)).body.stats.savedCount,
    (await world.call(`GET /api/users/${bob.id}`)).body.stats.commentCount,
  ]
  const doors: [string, object?][] = [
    [`GET /api/recipes/${id}`],
    [`GET /api/recipes/${id}/comments`],
    [`POST /api/recipes/${id}/comments`, { body: 'More.' }],
    [`POST /api/recipes/${id}/share`],
    [`GET /api/community-recipes/${id}/vote`],
    [`POST /api/community-recipes/${id}/vote`, { vote: 'DOWN' }],
    [`GET /api/community-recipes/${id}/brew-log`],
    [`POST /api/community-recipes/${id}/brew-log`, { rating: 1 }],
    [`GET ${sharePath}`],
    [`GET /recipes/${id}`],
  ]

  for (const path of lists) expect([path, await shown(path)]).toEqual([path, [id, other.id]])
  expect(await counts()).toEqual([2, 2, 1, 1, 1])
  const { body: before } = await world.call(`GET /api/recipes/${id}`)

  const hidden = await admin('recipes', 'hide', String(id))
  expect([hidden.exit, hidden.out]).toEqual([
    0,
    `Recipe ${id} is hidden: it no longer appears in any list, page or embed.\n`,
  ])
  expect((await admin('recipes', 'hide', String(id))).exit).toBe(0)
  for (const path of lists) expect([path, await shown(path)]).toEqual([path, [other.id]])
  expect(await counts()).toEqual([1, 1, 0, 0, 0])
  for (const [route, body] of doors)
    expect([route, (await world.call(route, { as: bob, body })).status]).toEqual([route, 404])

  const back = await admin('recipes', 'show', String(id))
  expect([back.exit, back.out]).toEqual([0, `Recipe ${id} is public again.\n`])
  for (const path of lists) expect([path, await shown(path)]).toEqual([path, [id, other.id]])
  expect(await counts()).toEqual([2, 2, 1, 1, 1])
  expect((await world.call(`GET /api/recipes/${id}`)).body).toEqual(before)
  expect((await world.call(`GET ${sharePath}`)).status).toBe(200)
})

test('a comment is deleted for good', async () => {
  const ann = await world.person()
  const { id } = await publish(world, ann)
  const { body } = await world.call(`POST /api/recipes/${id}/comments`, { as: ann, body: { body: 'Rude.' } })
  const commentId = String(body.comment.id)
  const deleted = await admin('comments', 'delete', commentId)
  expect([deleted.exit, deleted.out]).toEqual([0, `Comment ${commentId} is deleted.\n`])
  expect((await world.call(`GET /api/recipes/${id}/comments`)).body.comments).toEqual([])
  const again = await admin('comments', 'delete', commentId)
  expect([again.exit, again.err]).toEqual([1, `There is no comment ${commentId} here.\n`])
})

test('something that does not exist cannot be moderated', async () => {
  for (const verb of ['hide', 'show']) {
    const { exit, err } = await admin('recipes', verb, '999999')
    expect([exit, err]).toEqual([1, 'There is no recipe 999999.\n'])
  }
  expect((await admin('recipes', 'hide', 'all')).exit).toBe(2)
})
