import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MOST_EARLIER_VERSIONS } from '../../core/portability/transfer-versions.ts'
import type { Rows } from '../support/reads.ts'
import { grinderId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
/** Edited twice each; by Ben and by Ann. */
let bens: number
let anns: number
let mine: number
let file: Record<string, Rows>

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  ben = await world.person('Ben')
  bens = (await publish(world, ben)).id
  world.clock.advance({ minutes: 1 })
  anns = (await publish(world, ann, { notes: 'First words.' })).id
  const body = {
    method: 'v60',
    grinderId: grinderId(world),
    grindSetting: 20,
    ratio: 16,
    doseGrams: 15,
    waterGrams: 240,
  }
  mine = (await world.call('POST /api/user/recipes', { as: ann, body })).body.recipe.id
  for (const grindSetting of [21, 22]) {
    world.clock.advance({ minutes: 1 })
    for (const recipeId of [bens, anns])
      await world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', recipeId, notes: `of ${recipeId}` } })
    await world.call(`PATCH /api/community-recipes/${bens}`, { as: ben, body: { grindSetting } })
    await world.call(`PATCH /api/community-recipes/${anns}`, { as: ann, body: { grindSetting } })
    await world.call(`PATCH /api/user/recipes/${mine}`, { as: ann, body: { grindSetting, rating: 4 } })
  }
  world.clock.advance({ minutes: 1 })
  file = (await world.call('GET /api/user/export', { as: ann })).body
})
afterAll(() => world.stop())

const bring = async (as: Someone, changed: Record<string, Rows> = file) =>
  (await world.call('POST /api/user/import', { as, body: changed })).body
const withData = (data: object) => ({ ...file, data: { ...file.data, ...data } }) as Record<string, Rows>

const recipesOf = async (as: Someone) => (await world.call('GET /api/user/recipes', { as })).body.recipes
const versionsOf = async (path: string, as: Someone) => (await world.call(`GET ${path}/versions`, { as })).body.versions
const brewedBy = async (as: Someone, recipeId: number) => {
  const { data } = (await world.call('GET /api/brew-logs?limit=100', { as })).body
  return data.filter((brew: Rows) => brew.recipeId === recipeId).map((brew: Rows) => brew.recipeVersion)
}
const publishedBy = async ({ id }: Someone) =>
  (await world.sql<{ id: number }[]>`select id from recipes where created_by = ${id}`)[0]?.id as number

describe('an account that is moved', () => {
  test('has every version of its own recipes', async () => {
    const moved = await world.person()
    expect((await bring(moved)).remarks).toEqual([])
    const [recipe] = await recipesOf(moved)
    expect(recipe).toMatchObject({ version: 3, grindSetting: 22 })
    expect(await versionsOf(`/api/user/recipes/${recipe.id}`, moved)).toEqual(
      await versionsOf(`/api/user/recipes/${mine}`, ann),
    )
    const id = await publishedBy(moved)
    expect(await versionsOf(`/api/recipes/${id}`, moved)).toEqual(await versionsOf(`/api/recipes/${anns}`, ann))
    await world.call(`PATCH /api/user/recipes/${recipe.id}`, { as: moved, body: { grindSetting: 23 } })
    expect(await versionsOf(`/api/user/recipes/${recipe.id}`, moved)).toHaveLength(4)
  })

  test('has brews that say which version they were brewed by, of its own recipes and others', async () => {
    const moved = await world.person()
    await bring(moved)
    expect(await brewedBy(moved, bens)).toEqual([2, 1])
    expect(await brewedBy(moved, await publishedBy(moved))).toEqual([2, 1])
  })

  test('has them as often as the file is imported, with or without the brews', async () => {
    const moved = await world.person()
    await bring(moved, withData({ brewLogs: [] }))
    await bring(moved)
    await bring(moved)
    expect(await brewedBy(moved, await publishedBy(moved))).toEqual([2, 1])
    const [recipe, ...more] = await recipesOf(moved)
    expect(more).toEqual([])
    expect(await versionsOf(`/api/user/recipes/${recipe.id}`, moved)).toHaveLength(3)
  })

  test('learns that a recipe was edited since the file was written', async () => {
    await world.call(`PATCH /api/community-recipes/${bens}`, { as: ben, body: { notes: 'Sweet.' } })
    const moved = await world.person()
    const { remarkSums } = await bring(moved)
    expect(await brewedBy(moved, bens)).toEqual([null, null])
    expect(remarkSums).toEqual([
      {
        kind: 'brew',
        remark:
          'It no longer says which version of its recipe it was brewed from, because the versions here are different.',
        count: 2,
      },
    ])
  })

  test('has a brew without a recipe that is not here, and says so', async () => {
    const moved = await world.person()
    const named = file.names.recipes.map((row: Rows) => (row.id === bens ? { ...row, doseGrams: 14 } : row))
    const { remarkSums } = await bring(moved, { ...file, names: { ...file.names, recipes: named } })
    expect(remarkSums).toEqual([{ kind: 'brew', remark: 'This server does not have its recipe.', count: 2 }])
  })
})

describe('a history', () => {
  const many = (length: number) =>
    Array.from({ length }, (_, at) => ({ ...file.data.personalRecipeVersions[0], version: at + 1 }))
  const ofVersion = (version: number) => file.data.personalRecipes.map((row: Rows) => ({ ...row, version }))

  test.each([
    ['of which a part is missing', () => ({ personalRecipeVersions: file.data.personalRecipeVersions.slice(1) })],
    ['of which a row cannot be read', () => ({ personalRecipeVersions: [{}, file.data.personalRecipeVersions[1]] })],
    [
      'written later than the recipe',
      () => ({
        personalRecipeVersions: file.data.personalRecipeVersions.map((row: Rows) => ({
          ...row,
          writtenAt: '2090-01-01',
        })),
      }),
    ],
    [
      'of too many',
      () => ({
        personalRecipes: ofVersion(MOST_EARLIER_VERSIONS + 2),
        personalRecipeVersions: many(MOST_EARLIER_VERSIONS + 1),
      }),
    ],
  ])('%s stays behind, and the report says so', async (_, data) => {
    const moved = await world.person()
    const { remarkSums, others } = await bring(moved, withData(data()))
    const [recipe] = await recipesOf(moved)
    expect(recipe).toMatchObject({ version: 1, editedAt: null, grindSetting: 22 })
    expect(await versionsOf(`/api/user/recipes/${recipe.id}`, moved)).toHaveLength(1)
    expect(remarkSums).toContainEqual({
      kind: 'recipe',
      remark: 'It arrived as version 1, without the versions before it.',
      count: 1,
    })
    expect(others).toContainEqual({ kind: 'recipe', taken: 1, alreadyHere: 0, notTaken: 0 })
  })

  test('of as many as are imported comes along whole', async () => {
    const moved = await world.person()
    await bring(
      moved,
      withData({
        personalRecipes: ofVersion(MOST_EARLIER_VERSIONS + 1),
        personalRecipeVersions: many(MOST_EARLIER_VERSIONS),
      }),
    )
    expect((await recipesOf(moved))[0].version).toBe(MOST_EARLIER_VERSIONS + 1)
  })

  test('of a published recipe with a grinder that is not here stays behind, and brews name no version', async () => {
    const moved = await world.person()
    const recipeVersions = file.data.recipeVersions.map((row: Rows) => ({ ...row, grinderId: 2 ** 30 }))
    const { remarks } = await bring(moved, withData({ recipeVersions }))
    expect(remarks).toContainEqual(
      expect.objectContaining({
        kind: 'published recipe',
        remark:
          'It arrived as version 1, without the versions before it. This server does not have the grinder it names.',
      }),
    )
    expect(await brewedBy(moved, await publishedBy(moved))).toEqual([null, null])
  })
})
