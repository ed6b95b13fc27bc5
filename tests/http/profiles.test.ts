import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { maskedEmail } from '../../core/profiles/public-profile.ts'
import { aCoffee, aRecipe, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const neutral = {
  acidityLevel: 3,
  bodyLevel: 3,
  sweetnessLevel: 3,
  bitternessLevel: 3,
  flavorComplexityLevel: 3,
  aftertasteLevel: 3,
}
const noWater = { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: null, waterNote: null }
const halves = {
  strengthPreference: 0.5,
  acidityTolerance: 0.5,
  roastPreference: 0.5,
  bodyVsClarity: 0.5,
  bitternessSensitivity: 0.5,
  explorerType: 0.5,
}
const profileOf = async (as: Someone) => (await world.call('GET /api/user/profile', { as })).body.profile
const vectorOf = async (as: Someone) => (await world.call('GET /api/users/taste-profile', { as })).body

describe('a palate', () => {
  test('is neutral in both views until either is set', async () => {
    const ann = await world.person('Ann')
    expect(await profileOf(ann)).toEqual({ ...neutral, ...noWater, displayName: 'Ann', isDefault: true })
    expect(await vectorOf(ann)).toEqual({ profile: halves, isDefault: true })
  })

  test('set in levels, by either verb, changes the vector and leaves the rest', async () => {
    const ann = await world.person('Ann')
    await world.call('PUT /api/user/profile', { as: ann, body: { acidityLevel: 5, bitternessLevel: 2 } })
    const { body } = await world.call('PATCH /api/user/profile', { as: ann, body: { bodyLevel: 1 } })
    const levels = { ...neutral, acidityLevel: 5, bitternessLevel: 2, bodyLevel: 1 }
    expect(body.profile).toEqual({ ...levels, ...noWater, displayName: 'Ann', isDefault: false })
    expect(await vectorOf(ann)).toEqual({
      profile: { ...halves, acidityTolerance: 1, bitternessSensitivity: 0.75, bodyVsClarity: 0 },
      isDefault: false,
    })
  })

  test('belongs to a person once they have sent it, even empty', async () => {
    const ann = await world.person()
    expect(await vectorOf(ann)).toEqual({ profile: halves, isDefault: true })
    const { body } = await world.call('PUT /api/users/taste-profile', { as: ann, body: {} })
    expect(body).toEqual({ profile: halves, isDefault: false })
    expect(await vectorOf(ann)).toEqual({ profile: halves, isDefault: false })
  })

  test('set as a vector, by either verb, changes the levels and leaves the rest', async () => {
    const ann = await world.person()
    const path = '/api/users/taste-profile'
    await world.call(`PUT ${path}`, { as: ann, body: { acidityTolerance: 0.8, explorerType: 0.9 } })
    const { body } = await world.call(`PATCH ${path}`, { as: ann, body: { bitternessSensitivity: 1 } })
    expect(body).toEqual({
      profile: { ...halves, acidityTolerance: 0.8, explorerType: 0.9, bitternessSensitivity: 1 },
      isDefault: false,
    })
    expect(await profileOf(ann)).toMatchObject({ ...neutral, acidityLevel: 4, bitternessLevel: 1, isDefault: false })
  })

  test('accepts the five other names on the profile', async () => {
    const ann = await world.person()
    const body = {
      strengthPreference: 0.9,
      acidityTolerance: 0,
      roastPreference: 0.2,
      bodyPreference: 1,
      bitternessPreference: 0.25,
    }
    const reply = await world.call('PUT /api/user/profile', { as: ann, body })
    expect(reply.body.profile).toMatchObject({ acidityLevel: 1, bodyLevel: 5, bitternessLevel: 2 })
    expect((await vectorOf(ann)).profile).toEqual({
      strengthPreference: 0.9,
      acidityTolerance: 0,
      roastPreference: 0.2,
      bodyVsClarity: 1,
      bitternessSensitivity: 0.75,
      explorerType: 0.5,
    })
  })

  test('stays unset if nothing is set', async () => {
    const ann = await world.person()
    for (const body of [{ colour: 'blue' }, { acidityLevel: null }])
      expect((await world.call('PUT /api/user/profile', { as: ann, body })).status).toBe(200)
    expect((await profileOf(ann)).isDefault).toBe(true)
  })

  test('onboarding sets all six levels at once and accepts no fewer', async () => {
    const ann = await world.person()
    const route = 'POST /api/user/profile/onboarding'
    const all = { ...neutral, sweetnessLevel: 5, aftertasteLevel: 1 }
    for (const missing of Object.keys(all)) {
      const { status, body } = await world.call(route, { as: ann, body: { ...all, [missing]: undefined } })
      expect([status, body.error]).toEqual([400, `${missing} is required.`])
    }
    expect((await profileOf(ann)).isDefault).toBe(true)
    const { status, body } = await world.call(route, { as: ann, body: all })
    expect(status).toBe(200)
    expect(body.profile).toMatchObject({ ...all, isDefault: false })
  })

  test('refuses out-of-bounds values and names the field', async () => {
    const ann = await world.person()
    const bad = async (route: string, body: object) => (await world.call(route, { as: ann, body })).body.error
    for (const name of Object.keys(neutral))
      for (const wrong of [0, 6, 2.5, '3'])
        expect(await bad('PUT /api/user/profile', { [name]: wrong })).toStartWith(`${name} must be`)
    for (const name of Object.keys(halves))
      for (const wrong of [-0.01, 1.01, '0.5'])
        expect(await bad('PUT /api/users/taste-profile', { [name]: wrong })).toStartWith(`${name} must be`)
    expect(await bad('PUT /api/user/profile', { acidityLevel: 5, acidityTolerance: 0 })).toContain('different values')
    expect((await profileOf(ann)).isDefault).toBe(true)
  })
})

describe('a name', () => {
  test('is changed on the profile, and cleared with null', async () => {
    const ann = await world.person('Ann')
    const put = async (displayName: unknown) =>
      (await world.call('PUT /api/user/profile', { as: ann, body: { displayName } })).body
    expect((await put('  Annika ')).profile).toEqual({ ...neutral, ...noWater, displayName: 'Annika', isDefault: true })
    expect((await profileOf(ann)).displayName).toBe('Annika')
    expect((await put(null)).profile.displayName).toBe(`Brewer ${ann.id}`)
    for (const wrong of ['', '   ', 'x'.repeat(201), 7])
      expect((await put(wrong)).error).toStartWith('displayName must')
    expect((await profileOf(ann)).displayName).toBe(`Brewer ${ann.id}`)
  })

  test('comes with the palate in GET /api/auth/me', async () => {
    const ann = await world.person('Ann')
    await world.call('PUT /api/user/profile', { as: ann, body: { sweetnessLevel: 4 } })
    const { body } = await world.call('GET /api/auth/me', { as: ann })
    expect(body.user).toMatchObject({
      id: ann.id,
      name: 'Ann',
      profile: { ...neutral, ...noWater, sweetnessLevel: 4, displayName: 'Ann', isDefault: false },
    })
  })
})

test('notification preferences change one by one, by either verb', async () => {
  const ann = await world.person()
  const path = '/api/user/notification-preferences'
  const before = (await world.call(`GET ${path}`, { as: ann })).body.preferences
  const on = { notifyRecipeBrews: true, notifyRecipeVariations: true, notifyShelf: false }
  expect(before).toEqual({ notifyRecipeComments: true, notifyRecipeFavorites: false, ...on })
  await world.call(`PUT ${path}`, { as: ann, body: { notifyRecipeFavorites: true } })
  const { body } = await world.call(`PATCH ${path}`, { as: ann, body: { notifyRecipeComments: false } })
  expect(body.preferences).toEqual({ notifyRecipeComments: false, notifyRecipeFavorites: true, ...on })
  expect((await world.call(`GET ${path}`, { as: ann })).body).toEqual(body)
  const wrong = await world.call(`PUT ${path}`, { as: ann, body: { notifyRecipeBrews: 'no' } })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'notifyRecipeBrews must be true or false.' } })
})

describe('the public profile', () => {
  const setPrivacy = (as: Someone | undefined, body: object) => world.call('PUT /api/user/privacy', { as, body })

  test('shows how many brews there are, but which only to their owner, until they say otherwise', async () => {
    const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
    await manyThings(ann, 2)
    const seenBy = async (as?: Someone) => (await world.call(`GET /api/users/${ann.id}`, { as })).body
    for (const other of [undefined, ben])
      expect(await seenBy(other)).toMatchObject({
        brewLogs: [],
        stats: { brewCount: 2, savedCount: 2, commentCount: 2 },
      })
    expect(await seenBy(ann)).toMatchObject({ brewLogs: [{}, {}], stats: { brewCount: 2 } })
    expect((await setPrivacy(ann, { areBrewsPublic: true })).body).toEqual({
      privacy: { isProfilePublic: true, areBrewsPublic: true },
    })
    expect(await seenBy(ben)).toMatchObject({ brewLogs: [{}, {}], stats: { brewCount: 2 } })
  })

  test('is a 404 for others once it is private, and unchanged for its owner', async () => {
    const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
    const unknown = await world.call('GET /api/users/2000000')
    await setPrivacy(ann, { isProfilePublic: false })
    for (const as of [undefined, ben]) {
      const { status, body } = await world.call(`GET /api/users/${ann.id}`, { as })
      expect([status, body.error]).toEqual([404, unknown.body.error.replace('2000000', String(ann.id))])
    }
    expect((await world.call(`GET /api/users/${ann.id}`, { as: ann })).status).toBe(200)
    expect((await world.call(`GET /api/users/${ben.id}`)).status).toBe(200)
    expect((await world.call('GET /api/user/privacy', { as: ann })).body.privacy).toEqual({
      isProfilePublic: false,
      areBrewsPublic: false,
    })
    expect((await setPrivacy(undefined, { isProfilePublic: 'no' })).status).toBe(401)
    expect((await setPrivacy(ann, { isProfilePublic: 'no' })).status).toBe(400)
    expect((await setPrivacy(ann, {})).body.privacy.isProfilePublic).toBe(false)
  })

  test('shows name and figures, and nothing a stranger should know', async () => {
    const ann = await world.person()
    const { status, body, text } = await world.call(`GET /api/users/${ann.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: ann.id,
        displayName: `Brewer ${ann.id}`,
        email: `${ann.email[0]}***@***.example`,
        memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      stats: { brewCount: 0, savedCount: 0, commentCount: 0 },
      brewLogs: [],
      recipes: [],
      savedRecipes: [],
      comments: [],
    })
    expect(text).not.toContain(ann.email)
    const own = await world.call(`GET /api/users/${ann.id}`, { as: ann })
    expect(own.body.user.email).toBe(body.user.email)
  })

  test('shows what a person published, best first, for the reader’s grinder', async () => {
    const [ann, ben] = await Promise.all([world.person('Ann'), world.person('Ben')])
    const [plain, liked] = [await publish(world, ann), await publish(world, ann)]
    await publish(world, ben)
    await world.call(`POST /api/recipes/${liked.id}/vote`, { as: ben, body: { vote: 'UP' } })
    const { recipes } = (await world.call(`GET /api/users/${ann.id}?grinder=1zpresso-k-ultra`)).body
    expect(recipes).toMatchObject([
      { id: liked.id, onGrinder: { reachable: true } },
      { id: plain.id, onGrinder: { reachable: true } },
    ])
    expect((await world.call(`GET /people/${ann.id}`)).text).toContain(`href="/recipes/${liked.id}"`)
  })

  test('shows saved recipes to their owner only', async () => {
    const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
    await manyThings(ann, 2)
    const seenBy = async (as?: Someone) => (await world.call(`GET /api/users/${ann.id}`, { as })).body.savedRecipes
    for (const other of [undefined, ben]) expect(await seenBy(other)).toEqual([])
    expect(await seenBy(ann)).toHaveLength(2)
    expect((await world.call(`GET /people/${ann.id}`)).text).not.toContain('<h2 id="saved">')
  })

  test('lists the newest 20 of each, without notes on brews', async () => {
    const ann = await world.person('Ann')
    const ids = await manyThings(ann, 22)
    const { body } = await world.call(`GET /api/users/${ann.id}`, { as: ann })
    expect(body.stats).toEqual({ brewCount: 22, savedCount: 22, commentCount: 22 })
    expect(body.savedRecipes.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 20))
    expect(body.comments.map(({ recipe }: { recipe: { id: number } }) => recipe.id)).toEqual(
      ids.toReversed().slice(0, 20),
    )
    expect(body.brewLogs).toHaveLength(20)
    expect(body.brewLogs[0]).toMatchObject({ method: 'v60', doseGrams: 15, rating: 4, coffee: { name: 'Guji' } })
    expect(JSON.stringify(body)).not.toContain('my secret')
  })

  test('leaves out hidden recipes, and is a 404 for disabled or unknown people', async () => {
    const ann = await world.person()
    const [id] = await manyThings(ann, 1)
    await world.sql`update recipes set hidden_at = now() where id = ${id as number}`
    const { body } = await world.call(`GET /api/users/${ann.id}`, { as: ann })
    expect([body.savedRecipes, body.comments]).toEqual([[], []])
    await world.sql`update users set disabled_at = now() where id = ${ann.id}`
    for (const unknown of [ann.id, 2_000_000, 2 ** 31, 0, -1, 'ann', '1.5'])
      expect((await world.call(`GET /api/users/${unknown}`)).status).toBe(404)
  })

  test('masks an address to its first letter and its top-level domain', () => {
    expect(maskedEmail('ann.lee@mail.roast.co')).toBe('a***@***.co')
    expect(maskedEmail('a@b.co')).toBe('a***@***.co')
    expect(maskedEmail('"a@b"@c.com')).toBe('"***@***.com')
    expect(maskedEmail('ann@localhost')).toBe('a***@***')
  })
})

test('everything but the public profile needs a sign-in', async () => {
  const routes = ['GET /api/user/profile', 'PUT /api/user/profile', 'PATCH /api/user/profile']
    .concat(['POST /api/user/profile/onboarding', 'GET /api/users/taste-profile', 'PUT /api/users/taste-profile'])
    .concat(['GET /api/user/notification-preferences', 'PUT /api/user/notification-preferences'])
    .concat(['DELETE /api/user/account'])
  for (const route of routes) expect([route, (await world.call(route)).status]).toEqual([route, 401])
})

/** Saves, comments and brews, one after the other; the recipes' ids, oldest first. */
async function manyThings(person: Someone, count: number): Promise<number[]> {
  const coffeeId = await aCoffee(world, 'Guji')
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const id = await aRecipe(world, { coffeeId })
    const at = new Date(world.clock.now().getTime() + made * 1000)
    await world.sql`
      insert into saved_recipes (user_id, community_recipe_id, created_at)
      values (${person.id}, ${id}, ${at})`
    await world.sql`
      insert into comments (recipe_id, user_id, body, created_at)
      values (${id}, ${person.id}, ${`comment ${made}`}, ${at})`
    await world.sql`
      insert into brew_logs (user_id, method, coffee_profile_id, dose_grams, water_grams, rating, notes, created_at, brewed_at)
      values (${person.id}, 'v60', ${coffeeId}, 15, 250, 4, 'my secret', ${at}, ${at})`
    ids.push(id)
  }
  return ids
}
