import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { tasteCell } from '../../core/taste/match.ts'
import { publish } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
let fan: Someone
let rivalCoffee: number
beforeAll(async () => {
  world = await startWorld()
  ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees: [] }))
  ben = await aMember(world, await aRoastery(world, { slug: 'rival', name: 'Rival', coffees: [] }))
  fan = await world.person()
  rivalCoffee = (await added({ name: 'Theirs' }, ben)).id
})
afterAll(() => world.stop())

const add = (body: object, as = ann) =>
  world.call('POST /api/roaster-portal/coffees', { as, body: { name: 'Worka', roastLevel: 'LIGHT', ...body } })
const added = async (body: object, as = ann) => (await add(body, as)).body.coffee
const patch = (id: number | string, body: object, as = ann) =>
  world.call(`PATCH /api/roaster-portal/coffees/${id}`, { as, body })
const remove = (id: number | string, as = ann) => world.call(`DELETE /api/roaster-portal/coffees/${id}`, { as })
const list = async (query = '', as = ann) => (await world.call(`GET /api/roaster-portal/coffees${query}`, { as })).body

describe('adding a coffee', () => {
  test('accepts what a roaster knows about it, and the catalog has it at once', async () => {
    const { status, body } = await add({
      name: 'Gesha Village',
      roastLevel: 'Medium-Light',
      coffeeType: 'single origin',
      origin: 'Ethiopia',
      flavorNotes: ['peach', 'black tea'],
      description: 'Washed, slow dried.',
      acidityLevel: 4,
      bodyLevel: 2,
      processingMethod: 'washed',
    })
    expect(status).toBe(201)
    expect(body.coffee).toEqual({
      id: expect.any(Number),
      name: 'Gesha Village',
      slug: 'gesha-village',
      roastLevel: 'MEDIUM_LIGHT',
      coffeeType: 'SINGLE_ORIGIN',
      origin: 'Ethiopia',
      flavorProfile: 'peach, black tea',
      flavorNotes: ['peach', 'black tea'],
      description: 'Washed, slow dried.',
      acidityLevel: 4,
      bodyLevel: 2,
      processingMethod: 'washed',
      roasterName: 'Hill Road',
      roasterSlug: 'hill-road',
      recipeCount: 0,
      roasterRecipeCount: 0,
      libraryCount: 0,
      brewCount: 0,
      createdAt: expect.any(String),
      picture: null,
      buyUrl: null,
    })
    const { body: found } = await world.call('GET /api/coffees?q=gesha%20hill')
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([body.coffee.id])
    const detail = await world.call(`GET /api/coffees/${body.coffee.id}`)
    expect(detail.body.submittedBy.id).toBe(ann.id)
  })

  test('accepts notes as one text, too, and needs only a name and a roast', async () => {
    const notes = await added({ name: 'Kayon', flavorNotes: 'plum,  cocoa, ' })
    expect(notes).toMatchObject({ flavorProfile: 'plum,  cocoa,', flavorNotes: ['plum', 'cocoa'] })
    expect(await added({ name: 'Bare', flavorNotes: '', origin: null })).toMatchObject({
      flavorProfile: null,
      flavorNotes: [],
      origin: null,
      coffeeType: null,
    })
  })

  test('finds a free slug, or uses the given one, once', async () => {
    const slugs = await Promise.all(['Twice', 'Twice', 'Twice'].map(async name => (await added({ name })).slug))
    expect(slugs.sort()).toEqual(['twice', 'twice-2', 'twice-3'])
    expect((await added({ name: 'Ours', slug: 'chosen' })).slug).toBe('chosen')
    const taken = await add({ name: 'Ours too', slug: 'chosen' })
    expect([taken.status, taken.body.error]).toEqual([
      409,
      'Another of your coffees already has the slug chosen. Leave slug out and we’ll choose a free one.',
    ])
    expect((await add({ slug: 'chosen' }, ben)).status).toBe(201)
  })

  test('names the field that is wrong', async () => {
    const wrong: [object, string][] = [
      [{ name: undefined }, 'name is required.'],
      [{ name: '' }, 'name must not be empty.'],
      [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters.'],
      [{ roastLevel: undefined }, 'roastLevel is required.'],
      [{ roastLevel: 'burnt' }, 'roastLevel must be one of LIGHT, MEDIUM_LIGHT, MEDIUM, MEDIUM_DARK, DARK.'],
      [{ slug: 'No Slug' }, 'slug must be a slug such as comandante-c40-mk4.'],
      [{ slug: 'x'.repeat(81) }, 'slug must have at most 80 characters.'],
      [{ coffeeType: 'TEA' }, 'coffeeType must be one of SINGLE_ORIGIN, BLEND, DECAF.'],
      [{ origin: 'x'.repeat(201) }, 'origin must have at most 200 characters.'],
      [{ description: 'x'.repeat(5001) }, 'description must have at most 5000 characters.'],
      [{ flavorNotes: 7 }, 'flavorNotes must be text, or a list of texts.'],
      [{ acidityLevel: 6 }, 'acidityLevel must be at most 5.'],
      [{ bodyLevel: 0 }, 'bodyLevel must be at least 1.'],
    ]
    for (const [body, error] of wrong) {
      const answer = await add(body)
      expect([answer.status, answer.body.error]).toEqual([400, error])
    }
  })
})

describe('the list of coffees', () => {
  test('is the roaster’s own by name, page by page, with what people do with them', async () => {
    const roasterId = await aRoastery(world, { slug: 'listed', name: 'Listed', coffees: [] })
    const member = await aMember(world, roasterId)
    const ids: Record<string, number> = {}
    for (const name of ['Zaire', 'ámbar', 'Milo', 'Bruma'])
      ids[name] = (await added({ name, roastLevel: 'MEDIUM' }, member)).id
    const coffeeProfileId = ids.Milo as number
    await publish(world, fan, { coffeeProfileId })
    await publish(world, fan, { coffeeProfileId })
    await world.call('POST /api/user/coffee-library', { as: fan, body: { coffeeProfileId } })
    for (const as of [fan, fan, ben])
      await world.call('POST /api/brew-logs', { as, body: { method: 'v60', coffeeProfileId } })
    await world.call(`POST /api/roaster-portal/coffees/${coffeeProfileId}/recipes`, {
      as: member,
      body: { method: 'v60', doseGrams: 15, ratio: 16 },
    })

    const whole = await list('', member)
    expect(whole.data.map(({ name }: { name: string }) => name)).toEqual(['ámbar', 'Bruma', 'Milo', 'Zaire'])
    expect(whole).toMatchObject({ total: 4, hasMore: false, cursor: null, nextCursor: null })
    expect(whole.data[2]).toMatchObject({ recipeCount: 2, libraryCount: 1, brewCount: 3, roasterRecipeCount: 1 })
    expect(whole.data[3]).toMatchObject({ recipeCount: 0, libraryCount: 0, brewCount: 0, roasterRecipeCount: 0 })

    const first = await list('?limit=3', member)
    expect([first.data.length, first.hasMore]).toEqual([3, true])
    await added({ name: 'Aaa, before all' }, member)
    const rest = await list(`?limit=3&cursor=${first.cursor}`, member)
    expect(rest.data.map(({ name }: { name: string }) => name)).toEqual(['Zaire'])
    expect((await list(`?cursor=${first.cursor}`, ann)).error).toContain('cursor')
    expect((await list('?limit=101')).error).toBe('limit must be at most 100.')
    expect((await list('?limit=0')).error).toBe('limit must be at least 1.')
  })
})

describe('changing a coffee', () => {
  test('keeps missing fields, clears null ones, and shows up in the embed', async () => {
    const { id, ...before } = await added({ name: 'Bombe', origin: 'Sidama', flavorNotes: ['lime'], bodyLevel: 3 })
    const { status, body } = await patch(id, { name: 'Bombe 74158', flavorNotes: ['lime', 'jasmine'], bodyLevel: null })
    expect(status).toBe(200)
    expect(body.coffee).toEqual({
      id,
      ...before,
      name: 'Bombe 74158',
      flavorProfile: 'lime, jasmine',
      flavorNotes: ['lime', 'jasmine'],
      bodyLevel: null,
    })
    expect((await patch(id, {})).body.coffee).toEqual(body.coffee)
    expect((await patch(id, { origin: '' })).body.coffee.origin).toBe(null)
    expect((await world.call('GET /api/embed/hill-road/bombe')).body.coffee).toEqual({
      name: 'Bombe 74158',
      slug: 'bombe',
      roastLevel: 'LIGHT',
      flavorNotes: ['lime', 'jasmine'],
      picture: null,
      buyUrl: null,
    })
    const { body: found } = await world.call('GET /api/coffees?q=74158')
    expect(found.data.map((one: { id: number }) => one.id)).toEqual([id])
  })

  test('moves it to another free slug', async () => {
    const { id } = await added({ name: 'Mover' })
    await added({ name: 'Sitter' })
    expect((await patch(id, { slug: 'sitter', name: 'Lost' })).status).toBe(409)
    expect((await patch(id, { slug: 'moved' })).body.coffee).toMatchObject({ slug: 'moved', name: 'Mover' })
    expect((await world.call('GET /api/embed/hill-road/moved')).status).toBe(200)
    expect((await world.call('GET /api/embed/hill-road/mover')).status).toBe(404)
  })

  test('to a darker roast updates its recipes, in lists and in taste', async () => {
    const { id } = await added({ name: 'Darker', acidityLevel: 5 })
    const stated = { acidity: 2, body: 3 }
    const silent = await publish(world, fan, { coffeeProfileId: id })
    const described = await publish(world, fan, { coffeeProfileId: id, tasteProfile: stated })
    await patch(id, { roastLevel: 'DARK', acidityLevel: 1, bodyLevel: 5 })
    const cells = await world.sql`
      select id, roast_level, taste::text
      from recipes
      where coffee_profile_id = ${id}
      order by id`
    const cell = (tasteProfile: object | null) => {
      const coffee = { roastLevel: 'DARK', acidityLevel: 1, bodyLevel: 5 } as const
      return `(${tasteCell({ method: 'v60', ratio: 16.7, tasteProfile, coffee }).join(', ')})`
    }
    expect([...cells]).toEqual([
      { id: silent.id, roastLevel: 'DARK', taste: cell(null) },
      { id: described.id, roastLevel: 'DARK', taste: cell(stated) },
    ])
    expect(cell(null)).not.toBe(cell(stated))
  })

  test("names the field that is wrong, and is a 404 for another roaster's", async () => {
    const { id } = await added({ name: 'Wrong' })
    expect((await patch(id, { name: 7 })).body.error).toBe('name must be text.')
    expect((await patch(id, { roastLevel: 'x' })).status).toBe(400)
    for (const other of [rivalCoffee, 2_000_000_000, 'abc', '99999999999'])
      expect([other, (await patch(other, { name: 'Mine now' })).status]).toEqual([other, 404])
    expect((await list('', ben)).data.map(({ name }: { name: string }) => name)).toContain('Theirs')
  })
})

describe('deleting a coffee', () => {
  test('deletes it and the roaster’s own recipes', async () => {
    const { id } = await added({ name: 'Typo' })
    const total = (await list()).total
    await world.call(`POST /api/roaster-portal/coffees/${id}/recipes`, {
      as: ann,
      body: { method: 'v60', doseGrams: 15, ratio: 16 },
    })
    expect((await remove(id)).body).toEqual({ success: true })
    expect((await world.call(`GET /api/coffees/${id}`)).status).toBe(404)
    expect((await world.call('GET /api/embed/hill-road/typo')).status).toBe(404)
    expect((await list()).total).toBe(total - 1)
    expect((await remove(id)).status).toBe(404)
  })

  test('is refused while people use it, hidden recipes included', async () => {
    const { id: coffeeProfileId } = await added({ name: 'Loved' })
    const refusal = async () => {
      const { status, body } = await remove(coffeeProfileId)
      expect(status).toBe(409)
      return body.error
    }
    const { id } = await publish(world, fan, { coffeeProfileId })
    await world.sql`update recipes set hidden_at = now() where id = ${id}`
    expect(await refusal()).toBe(
      'You can’t delete Loved, because people have 1 community recipe of it. Edit it instead, or write to us if it has to be removed.',
    )
    await world.sql`delete from recipes where id = ${id}`
    for (const as of [fan, ben]) await world.call('POST /api/user/coffee-library', { as, body: { coffeeProfileId } })
    expect(await refusal()).toContain('people have 2 library entries of it')
    for (const as of [fan, ben]) await world.call('DELETE /api/user/coffee-library', { as, body: { coffeeProfileId } })
    const { body } = await world.call('POST /api/brew-logs', { as: fan, body: { method: 'v60', coffeeProfileId } })
    await world.call(`POST /api/brew-logs/${body.brewLog.id}/save-as-recipe`, { as: fan })
    expect(await refusal()).toContain('people have 1 brew log, 1 personal recipe of it')
    await world.sql`delete from personal_recipes where coffee_profile_id = ${coffeeProfileId}`
    await world.sql`delete from brew_logs where coffee_profile_id = ${coffeeProfileId}`
    expect((await remove(coffeeProfileId)).status).toBe(200)
  })

  test('never deletes a recipe that is published at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: coffeeProfileId } = await added({ name: `Race ${round}` })
      const published = publish(world, fan, { coffeeProfileId }).then(
        ({ id }) => id,
        () => undefined,
      )
      const [gone, recipeId] = await Promise.all([remove(coffeeProfileId), published])
      const [kept] = await world.sql`select count(*) as count from recipes where coffee_profile_id = ${coffeeProfileId}`
      expect([gone.status, kept?.count]).toEqual(recipeId === undefined ? [200, 0] : [409, 1])
    }
  })

  test("is a 404 for another roaster's", async () => {
    for (const other of [rivalCoffee, 2_000_000_000, 'abc']) expect((await remove(other)).status).toBe(404)
    expect((await world.call(`GET /api/coffees/${rivalCoffee}`)).status).toBe(200)
  })
})
