import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aRecipe } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let roasterId: number
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  roasterId = await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road',
    settings: { accentColor: '#B3402A', theme: 'dark', showPoweredBy: false },
    coffees: [
      {
        slug: 'worka',
        name: 'Worka',
        flavorProfile: 'peach, jasmine,, black tea ',
        recipes: [
          { method: 'v60', notes: 'An older idea.', isDefault: false },
          { method: 'v60', waterTempF: 203, brewTimeSeconds: 180, grindIndex: 40.5 },
          { method: 'espresso', doseGrams: 18, waterGrams: 36, grindIndex: 9, grindSize: 'Fine, like table salt' },
        ],
      },
      { slug: 'antigua', name: 'antigua', recipes: [{ method: 'french_press', grindIndex: 60 }] },
      { slug: 'unwritten', name: 'Unwritten', recipes: [] },
    ],
  })
  await aRoastery(world, {
    slug: 'fenced',
    name: 'Fenced',
    isPremium: true,
    settings: { showPoweredBy: false, allowedDomains: ['shop.example.com', '*.fenced.example'] },
    coffees: [{ slug: 'one', name: 'One', recipes: [{ method: 'v60' }] }],
  })
})
afterAll(() => world.stop())

const EDGE = 'public, max-age=300, s-maxage=300, stale-while-revalidate=600'

describe("a coffee's embed", () => {
  test("has the roaster, the coffee with its notes and the recipes, each method's default first", async () => {
    const { status, body, headers } = await world.call('GET /api/embed/hill-road/worka')
    expect(status).toBe(200)
    expect(body.roaster).toEqual({ name: 'Hill Road', slug: 'hill-road' })
    expect(body.coffee).toEqual({
      name: 'Worka',
      slug: 'worka',
      roastLevel: 'MEDIUM_LIGHT',
      flavorNotes: ['peach', 'jasmine', 'black tea'],
      picture: null,
      buyUrl: null,
    })
    expect(body.recipes.map((one: { method: string; isDefault: boolean }) => [one.method, one.isDefault])).toEqual([
      ['v60', true],
      ['v60', false],
      ['espresso', true],
    ])
    expect(body.recipes[0]).toEqual({
      method: 'v60',
      methodName: 'V60',
      doseGrams: 15,
      waterGrams: 250,
      ratio: 250 / 15,
      waterTempF: 203,
      grindSize: 'Medium',
      grindIndex: 40.5,
      brewTimeSeconds: 180,
      steps: null,
      notes: null,
      isDefault: true,
    })
    expect(body.recipes[2].grindSize).toBe('Fine, like table salt')
    const [first, second] = body.techniques
    expect(first).toEqual({
      slug: 'du-three-pours',
      name: 'Three pours, no bloom',
      method: 'v60',
      methodName: 'V60',
      madeKnownBy: 'Du Jianing',
      grindIndex: expect.any(Number),
      path: expect.stringMatching(/^\/techniques\/du-three-pours\?coffee=\d+$/),
    })
    expect([second.method, new Set(body.techniques.map((one: { method: string }) => one.method)).size]).toEqual([
      'espresso',
      4,
    ])
    expect((await world.call(`GET ${first.path}`)).status).toBe(200)
    expect(headers.get('cache-control')).toBe(EDGE)
  })

  test('is open to every page, also in a cache that asks without an origin', async () => {
    for (const asked of [undefined, { origin: 'https://anywhere.example' }]) {
      const { headers } = await world.call('GET /api/embed/hill-road/worka', { headers: asked })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  test('is empty for a coffee without a recipe, and 404 without a coffee or a roaster', async () => {
    expect((await world.call('GET /api/embed/hill-road/unwritten')).body.recipes).toEqual([])
    const missing = await world.call('GET /api/embed/hill-road/nothing')
    expect([missing.status, missing.body.error]).toEqual([
      404,
      'The roaster hill-road has no coffee nothing. Use the slug of one of its coffees.',
    ])
    const foreign = await world.call('GET /api/embed/fenced/worka')
    expect(foreign.status).toBe(404)
    expect((await world.call('GET /api/embed/nobody/worka')).body).toEqual({ error: 'There is no roaster nobody.' })
    expect((await world.call('GET /api/embed/Hill%20Road/worka')).status).toBe(404)
  })

  test('is not mistaken for the list of recipes, nor for a share', async () => {
    expect((await world.call('GET /api/embed/recipes/hill-road')).body.embedConfig).toBeDefined()
    expect((await world.call('GET /api/embed/recipes')).body.error).toContain('Nothing is shared as recipes')
    expect((await world.call('GET /api/embed/reciped/hill-road')).body.error).toBe('There is no roaster reciped.')
    expect((await world.call('GET /api/embed/track-click')).status).toBe(404)
    expect((await world.call('GET /api/embed/a/b/c')).status).toBe(404)
    expect((await world.call('POST /api/embed/hill-road')).status).toBe(405)
  })
})

describe("a roaster's embed", () => {
  const coffeesIn = (body: { recipes: { coffee: { slug: string }; method: string }[] }) =>
    body.recipes.map(({ coffee, method }) => `${coffee.slug} ${method}`)

  test('has every recipe by coffee, its looks and the coffees to choose from', async () => {
    const { body, headers } = await world.call('GET /api/embed/recipes/hill-road')
    expect(coffeesIn(body)).toEqual(['antigua french_press', 'worka v60', 'worka v60', 'worka espresso'])
    // Not premium: our name stays.
    expect(body.embedConfig).toEqual({
      accentColor: '#B3402A',
      theme: 'dark',
      showPoweredBy: true,
      layout: 'card',
      borderRadius: 4,
      defaultCoffee: null,
      methodOrder: [],
      showPicture: true,
      showBuyButton: true,
      language: null,
    })
    expect(body.coffees).toEqual([
      { name: 'antigua', slug: 'antigua', flavorNotes: [] },
      { name: 'Worka', slug: 'worka', flavorNotes: ['peach', 'jasmine', 'black tea'] },
    ])
    expect(headers.get('cache-control')).toBe(EDGE)
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual(['*', 'Accept-Encoding'])
  })

  test('can be filtered by method and coffee, and limited', async () => {
    const asked = async (query: string) => (await world.call(`GET /api/embed/recipes/hill-road?${query}`)).body
    expect(coffeesIn(await asked('method=espresso'))).toEqual(['worka espresso'])
    expect(coffeesIn(await asked('coffee=antigua'))).toEqual(['antigua french_press'])
    expect(coffeesIn(await asked('limit=2'))).toEqual(['antigua french_press', 'worka v60'])
    expect((await asked('coffee=unwritten')).recipes).toEqual([])
    expect((await asked('limit=25')).error).toBe('limit must be at most 24.')
    expect((await asked('limit=0')).error).toBe('limit must be at least 1.')
    expect((await asked('method=teapot')).error).toStartWith('method must be one of turkish, espresso')
    expect((await asked('coffee=nothing')).error).toBe(
      'The roaster hill-road has no coffee nothing. Use the slug of one of its coffees.',
    )
    expect((await world.call('GET /api/embed/recipes/nobody')).status).toBe(404)
  })

  test('can always be read by our own pages', async () => {
    const answer = await world.call('GET /api/embed/recipes/fenced', { headers: { origin: world.url } })
    expect(answer.status).toBe(200)
  })

  test('can be read on the allowed domains only', async () => {
    const from = (origin: string) => world.call('GET /api/embed/recipes/fenced', { headers: { origin } })
    for (const origin of ['https://shop.example.com', 'http://shop.example.com:8080', 'https://a.b.fenced.example']) {
      const { status, headers } = await from(origin)
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        200,
        origin,
        'Origin, Accept-Encoding',
      ])
    }
    for (const origin of [
      'https://example.com',
      'https://other.example.com',
      'https://fenced.example',
      'https://notfenced.example',
      'https://shop.example.com.evil.example',
      'null',
    ]) {
      const { status, headers, body } = await from(origin)
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        403,
        null,
        'Origin, Accept-Encoding',
      ])
      expect(body.error).toBe(
        `Pages on ${origin} can’t show this; its owner allows shop.example.com, *.fenced.example.`,
      )
    }
    const plain = await world.call('GET /api/embed/recipes/fenced')
    expect([plain.status, plain.headers.get('vary')]).toEqual([200, 'Origin, Accept-Encoding'])
    expect(plain.body.embedConfig.showPoweredBy).toBe(false)
  })
})

describe('a shared recipe', () => {
  test('comes with its coffee and methods, counts as an impression, and is never cached', async () => {
    const id = await aRecipe(world)
    const [row] = await world.sql<{ roasterId: number; coffeeProfileId: number }[]>`
      update recipes set share_id = 'Sh4re', water_temp_f = 201 where id = ${id} returning roaster_id, coffee_profile_id`
    const { status, body, headers } = await world.call('GET /api/embed/Sh4re', {
      headers: { referer: 'https://blog.example/post?utm=1' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      name: expect.stringMatching(/^Coffee .* on the /),
      method: 'v60',
      doseGrams: 15,
      waterGrams: 250,
      ratio: 16.667,
      brewTimeSeconds: null,
      waterTempF: 201,
      grindSetting: 24,
      grindSettingText: null,
      grindIndex: 40,
      steps: null,
      grinder: { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
      coffeeName: expect.stringMatching(/^Coffee /),
      roaster: { name: expect.stringMatching(/^Roaster /), slug: expect.any(String) },
      brewMethods: ['v60'],
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    await world.ports.events.flush()
    const events =
      await world.sql`select kind, coffee_id, recipe_id, method, source, host from events where recipe_id = ${id}`
    expect([...events]).toEqual([
      {
        kind: 'IMPRESSION',
        coffeeId: row?.coffeeProfileId,
        recipeId: id,
        method: 'v60',
        source: 'https://blog.example/post',
        host: 'blog.example',
      },
    ])
    expect((await world.call('POST /api/embed/track-click', { body: { shareId: 'Sh4re' } })).status).toBe(200)
    await world.ports.events.flush()
    const clicks = await world.sql`select method from events where kind = 'CLICK' and recipe_id = ${id}`
    expect([...clicks]).toEqual([{ method: 'v60' }])
    await world.sql`update recipes set hidden_at = now() where id = ${id}`
    expect((await world.call('GET /api/embed/Sh4re')).status).toBe(404)
    expect((await world.call('POST /api/embed/track-click', { body: { shareId: 'Sh4re' } })).status).toBe(404)
  })

  test('that was not shared is a 404', async () => {
    const { status, body } = await world.call('GET /api/embed/unknown')
    expect([status, body.error]).toEqual([
      404,
      'Nothing is shared as unknown. Use a share ID or roaster-slug/coffee-slug.',
    ])
  })
})

describe('tracking', () => {
  const day = () => world.clock.now().toISOString().slice(0, 10)
  const report = async () => {
    await world.ports.events.flush()
    return world.ports.events.report(roasterId, { from: day(), to: day(), timeZone: 'UTC' })
  }
  const track = (what: string, body: object, headers: Record<string, string> = {}, from?: string) =>
    world.call(`POST /api/embed/${what}`, { body: { shareId: 'hill-road/worka', ...body }, headers, from })

  test('counts impressions, clicks, switches and page views, by coffee, method and host', async () => {
    const shop = { referer: 'https://shop.example/' }
    await track('track-impression', { method: 'V60' }, shop, '203.0.113.1')
    await track('track-impression', { method: 'v60', shareId: 'hill-road/antigua' }, { origin: 'https://b.example' })
    await track('track-click', {}, shop, '203.0.113.1')
    expect((await track('track-method-switch', { method: 'espresso' }, shop, '203.0.113.1')).body).toEqual({
      success: true,
    })
    await world.call('POST /api/track', { body: { roasterId }, from: '203.0.113.1' })
    const { totals, byDay, byCoffee, byMethod, byHost, visitors } = await report()
    const counted = { IMPRESSION: 2, CLICK: 1, METHOD_SWITCH: 1, GRINDER_CHOICE: 0, PAGE_VIEW: 1, SCAN: 0 }
    expect(totals).toEqual(counted)
    expect(byDay).toEqual([{ day: day(), ...counted }])
    expect(byCoffee.map(({ name, IMPRESSION, CLICK }) => [name, IMPRESSION, CLICK])).toContainEqual(['Worka', 1, 1])
    expect(byCoffee.map(({ slug, PAGE_VIEW }) => [slug, PAGE_VIEW])).toContainEqual([null, 1])
    expect(byMethod.find(({ method }) => method === 'v60')).toMatchObject({ IMPRESSION: 2, METHOD_SWITCH: 0 })
    expect(byMethod.find(({ method }) => method === 'espresso')).toMatchObject({ METHOD_SWITCH: 1 })
    expect(byHost.find(({ host }) => host === 'shop.example')).toMatchObject({ IMPRESSION: 1, CLICK: 1 })
    expect(byHost.find(({ host }) => host === 'b.example')).toMatchObject({ IMPRESSION: 1 })
    expect(visitors).toBe(2)
  })

  test("uses the page around our frame from the frame's own request, and only there", async () => {
    const source = 'https://around.example/page?secret=1'
    await track('track-impression', { source }, { referer: `${world.url}/embed/hill-road` })
    await track('track-impression', { source }, { referer: 'https://honest.example/' })
    const { byHost } = await report()
    const hosts = byHost.map(({ host }) => host)
    expect(hosts).toContain('around.example')
    expect(hosts).toContain('honest.example')
    expect([...(await world.sql`select source from events where host = 'around.example'`)]).toEqual([
      { source: 'https://around.example/page' },
    ])
  })

  test('is a simple request: JSON sent as plain text by a beacon', async () => {
    const { status } = await world.call('POST /api/embed/track-click', {
      body: JSON.stringify({ shareId: 'hill-road/worka' }),
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' },
    })
    expect(status).toBe(200)
  })

  test('refuses what it cannot count', async () => {
    expect((await world.call('POST /api/embed/track-click', { body: {} })).body.error).toBe('shareId is required.')
    expect((await track('track-method-switch', {})).body.error).toBe('method is required.')
    expect((await track('track-method-switch', { method: 'teapot' })).status).toBe(400)
    for (const shareId of ['hill-road/nothing', 'nobody/worka', 'hill-road/worka/more', '/', 'x'])
      expect([shareId, (await track('track-click', { shareId })).status]).toEqual([shareId, 404])
  })

  test("stores no visitor's address", async () => {
    await track('track-click', {}, { 'user-agent': 'Browser 9' }, '198.51.100.77')
    await world.ports.events.flush()
    for (const table of [
      'events',
      'event_days',
      'event_grinder_days',
      'event_quarters',
      'event_visitors',
      'event_visitor_days',
    ]) {
      const rows = await world.sql`select to_jsonb(one)::text as row from ${world.sql(table)} one`
      expect(rows.some(({ row }) => row.includes('198.51.100') || row.includes('Browser 9'))).toBe(false)
    }
  })
})

test('checking whether a shared recipe exists does not count as showing it', async () => {
  const recipeId = await aRecipe(world)
  const { body } = await world.call(`POST /api/recipes/${recipeId}/share`)
  const shareId = body.shareUrl.split('/r/')[1]
  const shown = async () => {
    await world.ports.events.flush()
    const [row] = await world.sql`
      select count(*)::int as times from events where recipe_id = ${recipeId} and kind = 'IMPRESSION'`
    return row?.times
  }
  const looked = await world.call(`HEAD /api/embed/${shareId}`)
  expect([looked.status, looked.headers.get('allow'), await shown()]).toEqual([405, 'GET', 0])
  await world.call(`GET /api/embed/${shareId}`)
  expect(await shown()).toBe(1)
})

test.each(['constructor', '__proto__', 'toString'])('the widget does not speak %s', async language => {
  expect((await world.call(`GET /embed/words/${language}`)).status).toBe(404)
})
