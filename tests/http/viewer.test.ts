import { afterAll, beforeAll, expect, test } from 'bun:test'
import { publish, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const viewerOf = async (as: { token: string }, path: string, id: number) => {
  const { body } = await world.call(`GET ${path}`, { as })
  return (body.data ?? [body]).find((recipe: { id: number }) => recipe.id === id)?.viewer
}

test('a signed-in person sees what they did with each recipe, in lists and on its own', async () => {
  const [ann, ben] = await Promise.all([world.person('Ann'), world.person('Ben')])
  const { id, coffee } = await publish(world, ann)
  const paths = [
    '/api/recipes',
    '/api/recipes/search',
    '/api/browse/recipes',
    '/api/community-recipes',
    `/api/roasters/${coffee.roasterSlug}/recipes`,
    `/api/recipes/${id}`,
  ]
  const nothing = { vote: null, rating: null, saved: false, mine: false }
  for (const path of paths) expect([path, await viewerOf(ben, path, id)]).toEqual([path, nothing])
  for (const path of paths) expect([path, await viewerOf(ann, path, id)]).toEqual([path, { ...nothing, mine: true }])

  await vote(world, ben, id, 'DOWN')
  await world.call(`POST /api/community-recipes/${id}/brew-log`, { as: ben, body: { rating: 4 } })
  await world.call('POST /api/user/saved-recipes', { as: ben, body: { communityRecipeId: id } })
  for (const path of paths)
    expect([path, await viewerOf(ben, path, id)]).toEqual([path, { vote: 'DOWN', rating: 4, saved: true, mine: false }])
})

test("a visitor sees none of this, and a person's reply is only for their own cache", async () => {
  const ann = await world.person('Ann')
  const { id } = await publish(world, ann)
  const visitors = await world.call(`GET /api/recipes/${id}`)
  expect(visitors.body).not.toHaveProperty('viewer')
  expect(visitors.headers.get('cache-control')).toBe('no-cache')
  for (const path of [`/api/recipes/${id}`, '/api/browse/recipes', '/api/recipes'])
    expect((await world.call(`GET ${path}`, { as: ann })).headers.get('cache-control')).toContain('private')
})
