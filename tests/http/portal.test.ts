import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accessOf, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { aRecipe } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let hill: number
let lake: number
beforeAll(async () => {
  world = await startWorld()
  hill = await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road',
    coffees: [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }],
  })
  lake = await aRoastery(world, { slug: 'lake', name: 'Lake', isPremium: true, coffees: [] })
  ann = await aMember(world, hill)
})
afterAll(() => world.stop())

describe('the portal', () => {
  const routes = endpoints.filter(route => accessOf(route) === 'roaster')
  const calls = routes.flatMap(route =>
    methodsOf(route).map(method => `${method} ${pathOf(route).replace(':id', '0')}`),
  )

  test('has 32 routes, and every one authenticates before anything else', async () => {
    expect(routes.length).toBe(32)
    for (const call of calls) {
      const { status, body } = await world.call(call, { body: call.startsWith('GET') ? undefined : 'not JSON' })
      expect([call, status, Object.keys(body)]).toEqual([call, 401, ['error']])
    }
  })

  test('is closed to people without a roaster, whatever they send', async () => {
    const stranger = await world.person()
    for (const call of calls) {
      const { status, body } = await world.call(call, {
        as: stranger,
        body: call.startsWith('GET') ? undefined : 'not JSON',
      })
      expect([call, status, body]).toEqual([call, 403, { error: 'You don’t manage a roaster yet. Claim yours first.' }])
    }
  })

  test('is closed at once to a person who is no longer a member', async () => {
    const gone = await aMember(world, hill)
    expect((await world.call('GET /api/roaster-portal/profile', { as: gone })).status).toBe(200)
    await world.sql`delete from roaster_members where user_id = ${gone.id}`
    expect((await world.call('GET /api/roaster-portal/profile', { as: gone })).status).toBe(403)
  })

  test('opens the first roaster they joined, or the one that is named, and no other', async () => {
    const both = await aMember(world, lake, hill)
    const slug = async (query: string, as = both) =>
      (await world.call(`GET /api/roaster-portal/profile${query}`, { as })).body
    expect(await slug('')).toMatchObject({ slug: 'lake', role: 'OWNER' })
    expect(await slug('?roaster=hill-road')).toMatchObject({ slug: 'hill-road', role: 'EDITOR' })
    expect(await slug('?roaster=')).toMatchObject({ slug: 'lake' })
    expect(await slug('?roaster=lake', ann)).toEqual({ error: 'You don’t manage the roaster lake.' })
    expect(await slug('?roaster=%00', ann)).toMatchObject({ error: expect.any(String) })
    const changed = await world.call('PUT /api/roaster-portal/profile?roaster=hill-road', {
      as: both,
      body: { style: 'Nordic' },
    })
    expect(changed.body).toMatchObject({ slug: 'hill-road', style: 'Nordic' })
    expect(await slug('')).toMatchObject({ style: null })
  })

  test('refuses a page of another origin that has the cookie', async () => {
    const cookie = `svc_session=${ann.token}`
    const from = (origin: string) =>
      world.call('PUT /api/roaster-portal/profile', { body: {}, headers: { cookie, origin } })
    expect([(await from('https://evil.example')).status, (await from(world.url)).status]).toEqual([403, 200])
  })
})

describe('the profile', () => {
  const get = async () => (await world.call('GET /api/roaster-portal/profile', { as: ann })).body
  const put = (body: object, as = ann) => world.call('PUT /api/roaster-portal/profile', { as, body })
  const all = {
    name: 'Hill Road',
    description: 'Small lots, roasted light.',
    tagline: 'Up the hill',
    style: 'Nordic',
    city: 'Bergen',
    state: 'Vestland',
    country: 'Norway',
    websiteUrl: 'https://hillroad.example/',
    instagramHandle: 'hill.road_1',
    contactEmail: 'hello@hillroad.example',
    logoUrl: 'https://hillroad.example/logo.svg',
    coverImageUrl: 'https://hillroad.example/cover.jpg',
  }

  test('accepts every field, returns it, and shows it to everybody who may see it', async () => {
    const { status, body } = await put({ ...all, instagramHandle: '@hill.road_1', unknown: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: hill,
      slug: 'hill-road',
      ...all,
      location: 'Bergen, Vestland, Norway',
      logo: null,
      isVerified: false,
      isPremium: false,
      role: 'OWNER',
      createdAt: expect.any(String),
    })
    expect(await get()).toEqual(body)
    const { body: shown } = await world.call('GET /api/roasters/hill-road')
    const { instagramHandle: _, contactEmail: __, ...open } = all
    expect(shown).toMatchObject({ ...open, website: all.websiteUrl })
  })

  test('keeps missing fields, and clears null or empty ones', async () => {
    await put(all)
    const { body } = await put({ city: null, websiteUrl: '', tagline: ' ', contactEmail: null, instagramHandle: '' })
    expect(body).toMatchObject({
      city: null,
      websiteUrl: null,
      tagline: null,
      contactEmail: null,
      instagramHandle: null,
      state: 'Vestland',
      location: 'Vestland, Norway',
    })
    expect((await put({})).body).toEqual(body)
  })

  test('names the field that is wrong', async () => {
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name must not be empty.'],
      [{ name: 7 }, 'name must be text.'],
      [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters.'],
      [{ description: 'x'.repeat(5001) }, 'description must have at most 5000 characters.'],
      [{ city: 'x'.repeat(201) }, 'city must have at most 200 characters.'],
      [{ tagline: 5 }, 'tagline must be text.'],
      [{ websiteUrl: 'hillroad.example' }, 'websiteUrl must be a web address such as https://example.com.'],
      [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl must be a web address such as https://example.com.'],
      [{ contactEmail: 'nobody' }, 'contactEmail must be an email address.'],
      [
        { instagramHandle: 'https://instagram.com/x' },
        'instagramHandle must be a handle such as @hillroad, without the address of the site.',
      ],
    ]
    const before = await get()
    for (const [body, error] of wrong) {
      const answer = await put(body)
      expect([answer.status, answer.body.error]).toEqual([400, error])
    }
    expect(await get()).toEqual(before)
  })

  test('under a new name is found by it, keeps its URL, and frees the old name', async () => {
    const found = async (q: string) =>
      (await world.call(`GET /api/coffees?q=${q}`)).body.data.map(({ name }: { name: string }) => name)
    const named = async (roaster: string) =>
      (await world.call(`GET /api/coffees?roaster=${roaster}`)).body.data.map(({ name }: { name: string }) => name)
    await put({ name: 'Fjordlys Coffee Roasters' })
    expect(await found('fjordlys')).toEqual(['Worka'])
    expect(await found('worka%20hill')).toEqual([])
    expect(await named('fjordlys')).toEqual(['Worka'])
    expect((await world.call('GET /api/roasters/hill-road')).body.name).toBe('Fjordlys Coffee Roasters')
    expect((await world.call('GET /api/embed/hill-road/worka')).body.roaster.name).toBe('Fjordlys Coffee Roasters')
    const submitted = await world.call('POST /api/coffees', {
      as: await world.person(),
      body: { name: 'Sidamo', roasterName: 'FJORDLYS', roastLevel: 'LIGHT' },
    })
    expect(submitted.body.coffee.roasterSlug).toBe('hill-road')
    await put({ name: 'Hill Road' })
    expect(await found('fjordlys')).toEqual([])
    expect(await found('worka%20hill')).toEqual(['Worka'])
  })

  test('does not accept the name of another roaster, in any spelling', async () => {
    const { status, body } = await put({ name: 'The LAKE Coffee Co', tagline: 'Ours now' })
    expect([status, body.error]).toEqual([
      409,
      'Another roaster here is already called The LAKE Coffee Co (we ignore words such as "Coffee" and "Roasters"). Choose another name.',
    ])
    expect(await get()).toMatchObject({ name: 'Hill Road', tagline: null })
    expect((await put({ name: 'Hill Road Coffee' })).status).toBe(200)
    await put({ name: 'Hill Road' })
  })

  test('of two who take one name at once, one gets it', async () => {
    const ben = await aMember(world, lake)
    const answers = await Promise.all([put({ name: 'Summit' }), put({ name: 'Summit' }, ben)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await Promise.all([put({ name: 'Hill Road' }), put({ name: 'Lake' }, ben)])
  })
})

describe('the dashboard', () => {
  const dashboard = async (as: Someone) => (await world.call('GET /api/roaster-portal/dashboard', { as })).body
  const put = (as: Someone, what: string, body: object) => world.call(`PUT /api/roaster-portal/${what}`, { as, body })

  test('of a new roaster is empty, and goes through the first steps one by one', async () => {
    const roasterId = await aRoastery(world, { slug: 'new', name: 'New', coffees: [] })
    const member = await aMember(world, roasterId, hill)
    const done = async () => {
      const { onboarding } = await dashboard(member)
      const ids = onboarding.steps.filter((step: { done: boolean }) => step.done).map((step: { id: string }) => step.id)
      expect(onboarding).toMatchObject({ completed: ids.length, total: 6, isComplete: ids.length === 6 })
      return ids
    }
    expect(await dashboard(member)).toMatchObject({
      roaster: { id: roasterId, name: 'New', slug: 'new', isVerified: false, isPremium: false, role: 'OWNER' },
      memberships: [
        { id: roasterId, name: 'New', slug: 'new', role: 'OWNER' },
        { id: hill, name: 'Hill Road', slug: 'hill-road', role: 'EDITOR' },
      ],
      stats: { coffees: 0, roasterRecipes: 0, communityRecipes: 0, followers: 0, libraryEntries: 0, brews: 0 },
      recipePerformance: [],
      coffeeOverview: [],
    })
    expect(await done()).toEqual([])
    await put(member, 'profile', { description: 'We roast.' })
    expect(await done()).toEqual([])
    await put(member, 'profile', { country: 'Norway' })
    expect(await done()).toEqual(['profile'])
    await put(member, 'profile', { logoUrl: 'https://new.example/l.png', websiteUrl: 'https://new.example' })
    expect(await done()).toEqual(['profile', 'links'])
    const { body: added } = await world.call('POST /api/roaster-portal/coffees', {
      as: member,
      body: { name: 'First', roastLevel: 'LIGHT' },
    })
    expect(await done()).toEqual(['profile', 'links', 'coffee'])
    await world.call(`POST /api/roaster-portal/coffees/${added.coffee.id}/recipes`, {
      as: member,
      body: { method: 'v60', doseGrams: 15, ratio: 16 },
    })
    expect(await done()).toEqual(['profile', 'links', 'coffee', 'recipe'])
    await put(member, 'embed', {})
    expect(await done()).toEqual(['profile', 'links', 'coffee', 'recipe', 'embed'])
    await world.call('POST /api/track', { body: { roasterId } })
    await world.ports.events.flush()
    expect(await done()).not.toContain('live')
    await world.call('POST /api/embed/track-impression', { body: { shareId: 'new/first' } })
    await world.ports.events.flush()
    expect(await done()).toContain('live')
  })

  test('counts the roaster’s things, with the best recipes and the busiest coffees first', async () => {
    const roasterId = await aRoastery(world, {
      slug: 'busy',
      name: 'Busy',
      coffees: [
        { slug: 'quiet', name: 'Quiet', recipes: [] },
        { slug: 'loud', name: 'Loud', recipes: [{ method: 'v60' }, { method: 'espresso', grindIndex: 9 }] },
      ],
    })
    const member = await aMember(world, roasterId)
    const fan = await world.person()
    const [loud] = await world.sql<
      { id: number }[]
    >`select id from coffees where roaster_id = ${roasterId} and slug = 'loud'`
    const coffeeId = loud?.id as number
    const plain = await aRecipe(world, { coffeeId })
    const loved = await aRecipe(world, { coffeeId })
    const hidden = await aRecipe(world, { coffeeId })
    await world.sql`update recipes set hidden_at = now() where id = ${hidden}`
    await world.call(`POST /api/community-recipes/${loved}/vote`, { as: fan, body: { vote: 'UP' } })
    await world.call('POST /api/roasters/busy/follow', { as: fan })
    await world.call('POST /api/user/coffee-library', { as: fan, body: { coffeeProfileId: coffeeId } })
    await world.call('POST /api/brew-logs', { as: fan, body: { method: 'v60', coffeeProfileId: coffeeId } })
    await world.call('POST /api/embed/track-impression', { body: { shareId: 'busy/loud' } })
    await world.call('POST /api/embed/track-impression', { body: { shareId: 'busy/loud' } })
    await world.call('POST /api/embed/track-click', { body: { shareId: 'busy/loud' } })
    await world.ports.events.flush()
    const body = await dashboard(member)
    expect(body.stats).toEqual({
      coffees: 2,
      roasterRecipes: 2,
      communityRecipes: 2,
      followers: 1,
      libraryEntries: 1,
      brews: 1,
      last30Days: {
        pageViews: 0,
        impressions: 2,
        clicks: 1,
        clickRate: 0.5,
        methodSwitches: 0,
        grinderChoices: 0,
        scans: 0,
        uniqueVisitors: 2,
      },
    })
    expect(body.recipePerformance.map(({ id }: { id: number }) => id)).toEqual([loved, plain])
    expect(body.recipePerformance[0]).toMatchObject({
      coffee: { id: coffeeId, name: 'Loud', slug: 'loud' },
      method: 'v60',
      upvotes: 1,
      wilsonScore: expect.closeTo(0.2065, 4),
    })
    expect(body.coffeeOverview).toMatchObject([
      {
        name: 'Loud',
        recipeCount: 2,
        roasterRecipeCount: 2,
        libraryCount: 1,
        brewCount: 1,
        impressions: 2,
        clicks: 1,
        clickRate: 0.5,
      },
      { name: 'Quiet', recipeCount: 0, impressions: 0, clicks: 0, clickRate: null },
    ])
    expect((await world.call('GET /api/roaster-portal/dashboard?tz=Mars/Base', { as: member })).body.error).toBe(
      'tz must be an IANA time zone such as Europe/Berlin, or UTC.',
    )
  })
})
