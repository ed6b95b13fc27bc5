import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aRecipe } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const path = '/api/collections'
const begin = (as: Someone, body: object = { name: 'Summer' }) => world.call(`POST ${path}`, { as, body })
const begun = async (as: Someone) => (await begin(as)).body.collection.id as number
const add = (as: Someone, id: number, recipeId: unknown) =>
  world.call(`POST ${path}/${id}/items`, { as, body: { recipeId } })
const remove = (as: Someone, id: number, recipeId: unknown) =>
  world.call(`DELETE ${path}/${id}/items`, { as, body: { recipeId } })
const collection = async (as: Someone, id: number) => (await world.call(`GET ${path}/${id}`, { as })).body.collection

describe('collections', () => {
  test('start empty and are listed newest first with the number of items', async () => {
    const ben = await world.person()
    expect((await world.call(`GET ${path}`, { as: ben })).body).toEqual({ collections: [] })
    const first = await begin(ben, { name: ' Summer ', description: 'Cold ones' })
    expect(first.status).toBe(201)
    expect(first.body.collection).toMatchObject({ name: 'Summer', description: 'Cold ones', _count: { items: 0 } })
    const second = (await begin(ben, { name: 'Winter' })).body.collection
    expect(second.description).toBeNull()
    await add(ben, second.id, await aRecipe(world))
    expect((await world.call(`GET ${path}`, { as: ben })).body.collections).toEqual([
      { ...second, _count: { items: 1 } },
      first.body.collection,
    ])
  })

  test('change name and description one by one, by either verb', async () => {
    const id = await begun(ann)
    const named = await world.call(`PATCH ${path}/${id}`, { as: ann, body: { name: 'Autumn' } })
    expect(named.body.collection).toMatchObject({ id, name: 'Autumn', description: null, _count: { items: 0 } })
    const described = await world.call(`PUT ${path}/${id}`, { as: ann, body: { description: 'Windy' } })
    expect(described.body.collection).toMatchObject({ name: 'Autumn', description: 'Windy' })
    const untold = await world.call(`PATCH ${path}/${id}`, { as: ann, body: { description: null } })
    expect(untold.body.collection).toMatchObject({ name: 'Autumn', description: null })
  })

  test('are deleted with their links, and leave the recipes', async () => {
    const id = await begun(ann)
    const recipeId = await aRecipe(world)
    await add(ann, id, recipeId)
    expect(await world.call(`DELETE ${path}/${id}`, { as: ann })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect((await world.call(`DELETE ${path}/${id}`, { as: ann })).status).toBe(404)
    expect((await world.call(`GET ${path}/${id}`, { as: ann })).status).toBe(404)
    const [left] = await world.sql`
      select (select count(*) from collection_items where collection_id = ${id}) as links,
             (select count(*) from recipes where id = ${recipeId}) as recipes`
    expect(left).toEqual({ links: 0, recipes: 1 })
  })

  test('refuse names and descriptions out of bounds', async () => {
    const error = async (body: object) => (await begin(ann, body)).body.error
    expect(await error({})).toBe('name is required.')
    for (const name of ['', ' ', 'x'.repeat(201), 7, null]) expect(await error({ name })).toStartWith('name ')
    expect(await error({ name: 'x', description: 'x'.repeat(5001) })).toStartWith('description ')
    expect((await begin(ann, { name: 'x'.repeat(200), description: 'x'.repeat(5000) })).status).toBe(201)
    const id = await begun(ann)
    const wrong = await world.call(`PATCH ${path}/${id}`, { as: ann, body: { name: '' } })
    expect([wrong.status, (await collection(ann, id)).name]).toEqual([400, 'Summer'])
  })
})

describe('items', () => {
  test('include full recipe details, last added first', async () => {
    const id = await begun(ann)
    const [one, two] = [await aRecipe(world, { by: ann }), await aRecipe(world)]
    const added = await add(ann, id, one)
    expect(added.status).toBe(201)
    expect(added.body.item).toMatchObject({
      recipeId: one,
      recipe: {
        id: one,
        doseGrams: 15,
        coffee: { roaster: { slug: expect.any(String) } },
        grinder: { slug: 'comandante-c40-mk4' },
        machine: { brewMethod: 'v60' },
        createdBy: { displayName: 'Ann' },
      },
    })
    await add(ann, id, two)
    const { items, _count } = await collection(ann, id)
    expect(items.map(({ recipeId }: { recipeId: number }) => recipeId)).toEqual([two, one])
    expect(items[1]).toEqual(added.body.item)
    expect(_count).toEqual({ items: 2 })
  })

  test('are in a collection once, even if added twice at once', async () => {
    const id = await begun(ann)
    const recipeId = await aRecipe(world)
    const replies = await Promise.all([1, 2, 3, 4].map(() => add(ann, id, recipeId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const again = await add(ann, id, recipeId)
    expect(again).toMatchObject({
      status: 409,
      body: { error: `Recipe ${recipeId} is already in this collection.` },
    })
    const other = await begun(ann)
    expect((await add(ann, other, recipeId)).status).toBe(201)
  })

  test('are removed, and may be added again', async () => {
    const id = await begun(ann)
    const recipeId = await aRecipe(world)
    await add(ann, id, recipeId)
    for (const _ of ['once', 'again'])
      expect(await remove(ann, id, recipeId)).toMatchObject({ status: 200, body: { success: true } })
    expect((await collection(ann, id)).items).toEqual([])
    expect((await add(ann, id, recipeId)).status).toBe(201)
  })

  test('must be visible recipes', async () => {
    const id = await begun(ann)
    const hidden = await aRecipe(world)
    await add(ann, id, hidden)
    await world.sql`update recipes set hidden_at = now() where id = ${hidden}`
    expect(await collection(ann, id)).toMatchObject({ items: [], _count: { items: 0 } })
    for (const unknown of [hidden, 2 ** 31 - 1]) {
      const { status, body } = await add(ann, await begun(ann), unknown)
      expect([status, body.error]).toEqual([404, `There is no recipe ${unknown}.`])
    }
    for (const call of [add, remove]) {
      expect((await call(ann, id, undefined)).body.error).toBe('recipeId is required.')
      for (const wrong of ['7', 0, 1.5, 2 ** 31]) expect((await call(ann, id, wrong)).status).toBe(400)
    }
  })
})

test('all of it needs a sign-in', async () => {
  const routes = [
    `GET ${path}`,
    `POST ${path}`,
    `GET ${path}/1`,
    `PATCH ${path}/1`,
    `PUT ${path}/1`,
    `DELETE ${path}/1`,
  ]
  for (const route of [...routes, `POST ${path}/1/items`, `DELETE ${path}/1/items`])
    expect([route, (await world.call(route)).status]).toEqual([route, 401])
})

describe('a shared collection', () => {
  const share = (as: Someone | undefined, id: number) => world.call(`POST /api/collections/${id}/share`, { as })
  const unshare = (as: Someone | undefined, id: number) => world.call(`DELETE /api/collections/${id}/share`, { as })
  const shared = (shareId: string, query = '') => world.call(`GET /api/shared-collections/${shareId}${query}`)

  test('can be read by anybody with its id, for any grinder, and by nobody without', async () => {
    const id = await begun(ann)
    const recipeId = await aRecipe(world)
    await add(ann, id, recipeId)
    expect((await collection(ann, id)).shareId).toBeNull()
    const { status, body } = await share(ann, id)
    expect(status).toBe(200)
    expect((await share(ann, id)).body).toEqual(body)
    expect((await collection(ann, id)).shareId).toBe(body.shareId)
    const seen = await shared(body.shareId, '?grinder=1zpresso-k-ultra')
    expect(seen.body.collection).toMatchObject({
      id,
      owner: { id: ann.id, displayName: 'Ann' },
      _count: { items: 1 },
      items: [{ recipeId, recipe: { id: recipeId, onGrinder: { grinder: { slug: '1zpresso-k-ultra' } } } }],
    })
    expect(seen.body.collection).not.toHaveProperty('shareId')
    expect(seen.body.collection.items[0].recipe).not.toHaveProperty('viewer')
    expect(seen.headers.get('cache-control')).toBe('no-cache')
    for (const other of ['nothing', String(id)]) expect((await shared(other)).status).toBe(404)
  })

  test('can be unshared by its owner, and its old id stays invalid', async () => {
    const id = await begun(ann)
    const first = (await share(ann, id)).body.shareId
    expect((await unshare(ann, id)).status).toBe(200)
    expect((await shared(first)).status).toBe(404)
    const second = (await share(ann, id)).body.shareId
    expect(second).not.toBe(first)
    expect([(await shared(first)).status, (await shared(second)).status]).toEqual([404, 200])
  })

  test('has one id, also when it is shared twice at once', async () => {
    const id = await begun(ann)
    const replies = await Promise.all([1, 2, 3, 4].map(() => share(ann, id)))
    expect(new Set(replies.map(({ body }) => body.shareId)).size).toBe(1)
  })

  test('is shared and unshared by its owner only, and is deleted with them', async () => {
    const id = await begun(ann)
    const ben = await world.person('Ben')
    for (const attempt of [share, unshare]) {
      expect((await attempt(undefined, id)).status).toBe(401)
      expect((await attempt(ben, id)).status).toBe(404)
    }
    const own = await begun(ben)
    const { shareId } = (await share(ben, own)).body
    await world.sql`update users set disabled_at = now() where id = ${ben.id}`
    expect((await shared(shareId)).status).toBe(404)
  })
})
