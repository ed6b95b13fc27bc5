import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, publish, recipeBody, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
let ben: Someone
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Ann')
  ben = await world.person('Ben')
})
afterAll(() => world.stop())

const get = async (path: string, as?: Someone) => (await world.call(`GET ${path}`, { as })).body
const opened = (id: number, as?: Someone) => get(`/api/recipes/${id}`, as)
const figures = { waterTempF: 201, brewTimeSeconds: 180 }

/** A recipe of Ann's, and Ben's variation of it for the same coffee. */
async function aFork(changes: Record<string, unknown> = { grindSetting: 22, ratio: 15, doseGrams: 16.7 }) {
  const original = await publish(world, author, figures)
  const { coffeeProfileId } = original
  const fork = await publish(world, ben, { ...figures, coffeeProfileId, basedOn: original.id, ...changes })
  return { original, fork, coffeeProfileId }
}

describe('a recipe based on another', () => {
  test('says what it is based on and what it changes, and the original says how many there are', async () => {
    const { original, fork } = await aFork()
    const title = `${original.coffee.name} on the ${original.machine.brand} ${original.machine.model}`
    const basedOn = {
      id: original.id,
      technique: null,
      title,
      author: 'Ann',
      hasChanged: false,
      text: `From ${title} by Ann`,
    }
    expect(fork.basedOn).toEqual(basedOn)
    const detail = await opened(fork.id)
    expect(detail).toMatchObject({ basedOn, version: 1 })
    expect(detail.difference.text).toBe(
      '2 clicks finer, 1:15 instead of 1:16.7, 16.7 g of coffee instead of 15 g: more extracted and stronger',
    )
    expect(await opened(original.id)).toMatchObject({ variationCount: 1 })
    expect(await get(`/api/recipes/${original.id}/variations`)).toMatchObject({
      data: [{ id: fork.id, basedOn, difference: detail.difference }],
      total: 1,
      totalPages: 1,
      page: 1,
    })
  })

  test('says which steps and which taste it changes, so that the change gives the variation', async () => {
    const steps = [
      { atSeconds: 0, action: 'bloom', toGrams: 60 },
      { atSeconds: 45, action: 'pour', toGrams: 250 },
    ]
    const original = await publish(world, author, { ...figures, steps, tasteProfile: { sweetness: 3 } })
    const changes = { steps: [{ ...steps[0], toGrams: 50 }, steps[1]], tasteProfile: { sweetness: 4, body: 2 } }
    const { coffeeProfileId } = original
    const fork = await publish(world, ben, { ...figures, coffeeProfileId, basedOn: original.id, ...changes })
    const { difference } = await opened(fork.id)
    expect(difference.text).toBe(
      'step 1 to 50 g instead of 60 g, body 2 instead of none given and sweetness 4 instead of 3',
    )
    expect(difference.changes).toMatchObject([
      { figure: 'steps', from: 2, to: 2, steps: changes.steps },
      { figure: 'tasteProfile', from: null, to: null, tasteProfile: changes.tasteProfile },
    ])
  })

  test('starts without votes, and leaves those of the original alone', async () => {
    const original = await publish(world, author)
    await vote(world, ben, original.id, 'UP')
    const { coffeeProfileId } = original
    const fork = await publish(world, ben, { coffeeProfileId, grindSetting: 20, basedOn: original.id })
    expect(fork.upvotes).toBe(0)
    expect((await opened(original.id)).upvotes).toBe(1)
  })

  test('may be based on a technique', async () => {
    const fork = await publish(world, ben, { basedOn: 'four-six', ...figures })
    expect(fork.basedOn).toMatchObject({ id: null, technique: 'four-six', title: 'The 4:6 method' })
    expect((await opened(fork.id)).difference.changes.length).toBeGreaterThan(0)
    const list = await get('/api/techniques/four-six/variations?limit=1')
    expect(list).toMatchObject({ data: [{ id: fork.id }], total: 1 })
  })

  test('is refused on what is not there', async () => {
    const body = recipeBody(world, await aCoffee(world))
    const base = (basedOn: unknown) =>
      world.call('POST /api/community-recipes', { as: ben, body: { ...body, basedOn } })
    expect((await base(2 ** 31 - 1)).status).toBe(404)
    expect((await base('no-such-technique')).status).toBe(404)
    for (const wrong of [0, 1.5, true, {}, '']) expect((await base(wrong)).status).toBe(400)
    expect((await world.call(`GET /api/recipes/${2 ** 31 - 1}/variations`)).status).toBe(404)
    expect((await world.call('GET /api/techniques/none/variations')).status).toBe(404)
  })

  test('lists its siblings best first, page by page', async () => {
    const { original, fork, coffeeProfileId } = await aFork()
    const other = await publish(world, author, { ...figures, coffeeProfileId, basedOn: original.id, grindSetting: 30 })
    await vote(world, ben, other.id, 'UP')
    const pages = await Promise.all(
      [1, 2, 3].map(page => get(`/api/recipes/${original.id}/variations?limit=1&page=${page}`)),
    )
    expect(pages.map(({ data }) => data.map(({ id }: { id: number }) => id))).toEqual([[other.id], [fork.id], []])
    expect(pages.map(({ total, totalPages }) => [total, totalPages])).toEqual([1, 2, 3].map(() => [2, 2]))
  })
})

describe('a near copy', () => {
  const listed = async (coffeeProfileId: number) => {
    const { data, total } = await get(`/api/recipes?coffeeId=${coffeeProfileId}`)
    const ids = data.map(({ id }: { id: number }) => id)
    expect(total).toBe(ids.length)
    return ids.toSorted()
  }

  test('is listed under its original, not beside it', async () => {
    const { original, fork, coffeeProfileId } = await aFork({ grindSetting: 25 })
    expect(await listed(coffeeProfileId)).toEqual([original.id])
    expect((await get(`/api/recipes/${original.id}/variations`)).data).toMatchObject([{ id: fork.id }])
    expect((await opened(fork.id)).basedOn.id).toBe(original.id)
    expect((await get(`/api/coffees/${coffeeProfileId}`)).recipeCount).toBe(1)
    const own = await world.call('GET /api/community-recipes?createdByMe=true', { as: ben })
    expect(own.body.data.map(({ id }: { id: number }) => id)).toContain(fork.id)
  })

  test('is one only with the same setting, ratio, temperature, time, pours and coffee', async () => {
    const steps = [{ atSeconds: 0, action: 'pour', toGrams: 250 }]
    const changes = [
      { grindSetting: 26 },
      { ratio: 16, doseGrams: 15.6 },
      { waterTempF: 205 },
      { brewTimeSeconds: 200 },
      { steps },
      { coffeeProfileId: await aCoffee(world) },
    ]
    for (const change of changes) {
      const { original, fork, coffeeProfileId } = await aFork(change)
      const both = [...(await listed(coffeeProfileId)), ...(await listed(fork.coffeeProfileId))]
      expect([...new Set(both)]).toEqual([original.id, fork.id])
    }
  })

  test('comes back into lists when either is edited apart, or the original is hidden or deleted', async () => {
    const moved = await aFork({ grindSetting: 25 })
    await world.call(`PATCH /api/community-recipes/${moved.fork.id}`, { as: ben, body: { grindSetting: 28 } })
    expect(await listed(moved.coffeeProfileId)).toEqual([moved.original.id, moved.fork.id])
    await world.call(`PATCH /api/community-recipes/${moved.original.id}`, { as: author, body: { grindSetting: 28 } })
    expect(await listed(moved.coffeeProfileId)).toEqual([moved.original.id])

    const hidden = await aFork({ grindSetting: 25 })
    await world.ports.recipes.setHidden(hidden.original.id, world.clock.now())
    expect(await listed(hidden.coffeeProfileId)).toEqual([hidden.fork.id])
    await world.ports.recipes.setHidden(hidden.original.id, null)
    expect(await listed(hidden.coffeeProfileId)).toEqual([hidden.original.id])

    const deleted = await aFork({ grindSetting: 25 })
    await world.call(`DELETE /api/community-recipes/${deleted.original.id}`, { as: author })
    expect(await listed(deleted.coffeeProfileId)).toEqual([deleted.fork.id])
  })
})

describe('the lineage', () => {
  const gone = { id: null, technique: null, title: null, author: null, hasChanged: false }

  test('survives hiding and deletion, and names nobody then', async () => {
    for (const end of ['hide', 'delete']) {
      const { original, fork } = await aFork()
      if (end === 'hide') await world.ports.recipes.setHidden(original.id, world.clock.now())
      else await world.call(`DELETE /api/community-recipes/${original.id}`, { as: author })
      const { basedOn, difference } = await opened(fork.id)
      expect(basedOn).toEqual({ ...gone, text: 'From a recipe that is gone' })
      expect(difference).toBeUndefined()
    }
  })

  test('counts no variation that is hidden', async () => {
    const { original, fork } = await aFork()
    await world.ports.recipes.setHidden(fork.id, world.clock.now())
    expect((await opened(original.id)).variationCount).toBeUndefined()
    expect((await get(`/api/recipes/${original.id}/variations`)).total).toBe(0)
  })

  test('goes back in time only, by a constraint of the database', async () => {
    const { original, fork } = await aFork()
    const insert = world.sql`
      insert into recipe_forks (recipe_id, parent_id, step_points)
      values (${original.id}, ${fork.id}, 1)`
    expect(await insert.then(() => 'stored').catch(({ code }) => code)).toBe('23514')
  })

  test('says that the original was edited since', async () => {
    const { original, fork } = await aFork()
    await world.call(`PATCH /api/community-recipes/${original.id}`, { as: author, body: { grindSetting: 26 } })
    expect((await opened(fork.id)).basedOn.hasChanged).toBe(true)
  })
})

describe('the author of the original', () => {
  const mailsTo = async ({ email }: Someone) =>
    (await world.mails()).filter(({ to }) => to?.some(({ address }) => address === email))

  test('is mailed once for each variation, with what is different, and can turn it off', async () => {
    const [owner, quiet] = [await world.person('Owner'), await world.person('Quiet')]
    for (const one of [owner, quiet]) {
      const { id, coffeeProfileId } = await publish(world, one)
      if (one === quiet)
        await world.call('PUT /api/user/notification-preferences', {
          as: quiet,
          body: { notifyRecipeVariations: false },
        })
      await publish(world, ben, { coffeeProfileId, basedOn: id, grindSetting: 22 })
      await publish(world, one, { coffeeProfileId, basedOn: id, grindSetting: 20 })
    }
    const [mail, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(mail?.subject).toStartWith('Ben made a variation of ')
    expect(mail?.text).toContain('2 clicks finer')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('mail=variations')
    expect(await mailsTo(quiet)).toEqual([])
  })

  test('is not mailed for a personal recipe', async () => {
    const owner = await world.person('Owner')
    const { id } = await publish(world, owner)
    const { status, body } = await world.call('POST /api/user/recipes', {
      as: ben,
      body: { method: 'v60', grindSetting: 22, ratio: 16, doseGrams: 15, waterGrams: 240, basedOn: id },
    })
    expect([status, body.recipe.basedOn.id]).toEqual([201, id])
    expect(await mailsTo(owner)).toEqual([])
    expect((await opened(id)).variationCount).toBeUndefined()
    await world.call(`DELETE /api/community-recipes/${id}`, { as: owner })
    const [kept] = (await world.call('GET /api/user/recipes', { as: ben })).body.recipes
    expect(kept.basedOn.text).toBe('From a recipe that is gone')
  })
})
