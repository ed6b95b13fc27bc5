import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { grinderId, publish } from '../support/recipes.ts'
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

const steps = [{ atSeconds: 0, action: 'pour', toGrams: 250, note: 'My secret' }]
const edit = (id: number, body: object, as = ann) => world.call(`PATCH /api/community-recipes/${id}`, { as, body })
const versions = async (id: number, as?: Someone, query = '') =>
  (await world.call(`GET /api/recipes/${id}/versions${query}`, { as })).body

describe('an edit', () => {
  test('keeps the version before it, with what it changed', async () => {
    const { id, createdAt } = await publish(world, ann, { notes: 'First words.', steps })
    world.clock.advance({ minutes: 5 })
    await edit(id, { grindSetting: 22, notes: 'Other words.' })
    const { version, editedAt } = (await world.call(`GET /api/recipes/${id}`)).body
    expect([version, editedAt > createdAt]).toEqual([2, true])
    const [now, before, ...more] = (await versions(id, ann)).versions
    expect(more).toEqual([])
    expect(now).toMatchObject({ version: 2, writtenAt: editedAt, grindSetting: 22, notes: 'Other words.' })
    expect(now.difference.text).toBe('2 clicks finer: more extracted')
    expect(before).toMatchObject({ version: 1, writtenAt: createdAt, grindSetting: 24, notes: 'First words.', steps })
    expect(before.difference).toBeNull()
  })

  test('shows its earlier words to nobody but the author', async () => {
    const { id } = await publish(world, ann, { notes: 'My address is …', steps, grindSetting: '24, my secret' })
    await edit(id, { notes: 'Sweet.', steps: null, grindSetting: 23 })
    for (const reader of [undefined, ben]) {
      const { versions: seen } = await versions(id, reader)
      expect(JSON.stringify(seen)).not.toMatch(/address|secret/i)
      expect(seen[0].notes).toBe('Sweet.')
    }
  })

  test('that changes nothing makes no version, and votes are not edits', async () => {
    const { id } = await publish(world, ann)
    await edit(id, { grindSetting: 24 })
    await edit(id, {})
    await world.call(`POST /api/community-recipes/${id}/vote`, { as: ben, body: { vote: 'UP' } })
    expect(await versions(id)).toMatchObject({ versions: [{ version: 1 }], total: 1 })
  })

  test('says so where only its notes changed', async () => {
    const { id } = await publish(world, ann, { notes: 'First words.' })
    await edit(id, { notes: 'Other words.' })
    const [now] = (await versions(id, ben)).versions
    expect(now.difference).toEqual({ changes: [], text: 'Only the notes changed' })
    const page = await world.call(`GET /recipes/${id}/versions`, { headers: { accept: 'text/html' } })
    expect(page.text).toContain('Only the notes changed.')
  })

  test('of several at once each keeps the one before it', async () => {
    const { id } = await publish(world, ann)
    const settings = [20, 21, 22, 23]
    await Promise.all(settings.map(grindSetting => edit(id, { grindSetting })))
    const { versions: all, total } = await versions(id)
    expect(total).toBe(5)
    expect(all.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1])
    const page = await versions(id, undefined, '?limit=2&page=2')
    expect(page.versions.map(({ version }: { version: number }) => version)).toEqual([3, 2])
    expect(page.versions[1].difference).not.toBeNull()
  })

  test('of a hidden or unknown recipe shows nothing', async () => {
    const { id } = await publish(world, ann)
    await world.ports.recipes.setHidden(id, world.clock.now())
    for (const none of [id, 2 ** 31 - 1])
      expect((await world.call(`GET /api/recipes/${none}/versions`, { as: ann })).status).toBe(404)
  })
})

describe('a brew', () => {
  const logged = (body: object) => world.call('POST /api/brew-logs', { as: ben, body: { method: 'v60', ...body } })

  test('says which version it was brewed by, logged or rated', async () => {
    const { id } = await publish(world, ann)
    const first = await logged({ recipeId: id })
    await edit(id, { grindSetting: 22 })
    const second = await logged({ recipeId: id, rating: 4 })
    const rated = await world.call(`POST /api/community-recipes/${id}/brew-log`, { as: ben, body: { rating: 5 } })
    const third = await world.call(`GET /api/brew-logs/${rated.body.brewLog.id}`, { as: ben })
    const said = [first, second, third].map(({ body }) => body.brewLog.recipeVersion)
    expect(said).toEqual([1, 2, 2])
    expect((await logged({})).body.brewLog.recipeVersion).toBeNull()
  })
})

describe('a personal recipe', () => {
  test('keeps its versions too, for its owner', async () => {
    const body = {
      method: 'v60',
      grinderId: grinderId(world),
      grindSetting: 23,
      ratio: 16,
      doseGrams: 15,
      waterGrams: 240,
    }
    const made = await world.call('POST /api/user/recipes', { as: ann, body })
    const { id, version } = made.body.recipe
    expect(version).toBe(1)
    await world.call(`PATCH /api/user/recipes/${id}`, { as: ann, body: { grindSetting: 25 } })
    await world.call(`PATCH /api/user/recipes/${id}`, { as: ann, body: { rating: 5 } })
    const path = `GET /api/user/recipes/${id}/versions`
    expect((await world.call(path, { as: ann })).body).toMatchObject({
      versions: [
        { version: 2, grindSetting: 25, rating: 5, difference: { text: '2 clicks coarser: less extracted' } },
        { version: 1, grindSetting: 23, difference: null },
      ],
      total: 2,
    })
    await world.call(`PATCH /api/user/recipes/${id}`, { as: ann, body: { name: 'Sunday' } })
    await world.call(`PATCH /api/user/recipes/${id}`, { as: ann, body: { notes: 'Sweet.' } })
    const texts = (await world.call(path, { as: ann })).body.versions.map(
      (one: { difference: { text: string } | null }) => one.difference?.text,
    )
    expect(texts.slice(0, 2)).toEqual(['Only the notes changed', 'Only the name changed'])
    expect((await world.call(path, { as: ben })).status).toBe(404)
    expect((await world.call(path)).status).toBe(401)
  })
})
