import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: { token: string }
let roasterId: number
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let shops = 0
const slug = () => `shop-${shops}`
beforeEach(async () => {
  shops++
  roasterId = await aRoastery(world, {
    slug: slug(),
    name: `Shop ${shops}`,
    settings: { allowedDomains: ['shop.example'] },
    coffees: [{ slug: 'one', name: 'One', recipes: [{ method: 'v60' }] }],
  })
  ann = await aMember(world, roasterId)
})

const asks = (origin: string) => world.call(`GET /api/embed/recipes/${slug()}`, { headers: { origin } })
const sites = async (as = ann) => (await world.call('GET /api/roaster-portal/embed/sites', { as })).body.sites
const allow = (domain: string) => world.call('POST /api/roaster-portal/embed/sites', { as: ann, body: { domain } })

describe('where a widget was seen', () => {
  test('is listed by host: when it was loaded there, when it was refused', async () => {
    expect(await sites()).toEqual([])
    expect((await asks('https://shop.example:8443')).status).toBe(200)
    world.clock.advance({ minutes: 3 })
    expect((await asks('https://www.shop.example')).status).toBe(403)
    const [refused, loaded, ...more] = await sites()
    expect(more).toEqual([])
    expect(refused).toEqual({
      host: 'www.shop.example',
      loadedAt: null,
      refusedAt: expect.any(String),
      isAllowed: false,
    })
    expect(loaded).toMatchObject({ host: 'shop.example', refusedAt: null, isAllowed: true })
    const apart = Date.parse(refused.refusedAt) - Date.parse(loaded.loadedAt)
    expect(Math.round(apart / 60_000)).toBe(3)
    const rival = await aRoastery(world, { slug: `rival-${shops}`, name: `Rival ${shops}`, coffees: [] })
    expect(await sites(await aMember(world, rival))).toEqual([])
  })

  test('counts a frame by the page around it, which its browser refuses by itself', async () => {
    const framed = (referer: string, dest = 'iframe') =>
      world.call(`GET /embed/${slug()}`, { headers: { referer, 'sec-fetch-dest': dest } })
    await framed('https://shop.example/brewing')
    await framed('https://other.example/')
    await framed('https://linked.example/', 'document')
    await framed(`${world.url}/portal`)
    expect((await sites()).map((one: { host: string; isAllowed: boolean }) => [one.host, one.isAllowed])).toEqual([
      ['other.example', false],
      ['shop.example', true],
    ])
  })

  test('is also known from what a card reports, if its data came from a cache', async () => {
    const tell = (what: string, headers: Record<string, string>, source?: string) =>
      world.call(`POST /api/embed/track-${what}`, { body: { shareId: `${slug()}/one`, source }, headers })
    await tell('impression', { origin: 'https://shop.example' })
    await tell('click', { origin: 'https://other.example' })
    expect(await sites()).toMatchObject([{ host: 'shop.example', isAllowed: true }])
    // A roaster's preview in the portal is neither a site nor a visit.
    const preview = { origin: world.url, referer: `${world.url}/embed/${slug()}` }
    expect((await tell('impression', preview, `${world.url}/portal/${slug()}/widget`)).status).toBe(200)
    expect(await sites()).toHaveLength(1)
    await world.ports.events.flush()
    const [counted] = await world.sql`select count(*)::int as events from events where roaster_id = ${roasterId}`
    expect(counted?.events).toBe(2)
  })

  test('leaves out our own pages, programs and pages that hide their address', async () => {
    await asks(world.url)
    await asks('null')
    await asks('file://')
    await asks('chrome-extension://abcdefgh')
    await world.call(`GET /api/embed/recipes/${slug()}`)
    expect(await sites()).toEqual([])
  })

  test('is written once a minute, however often it is requested', async () => {
    await asks('https://shop.example')
    const [{ loadedAt }] = await sites()
    world.clock.advance({ seconds: 30 })
    await asks('https://shop.example')
    expect((await sites())[0].loadedAt).toBe(loadedAt)
    world.clock.advance({ seconds: 31 })
    await asks('https://shop.example')
    expect(Date.parse((await sites())[0].loadedAt) - Date.parse(loadedAt)).toBeGreaterThan(60_000)
  })

  test('stays a short list although anybody can invent hosts; real ones stay on it', async () => {
    for (let minute = 0; minute < 3; minute++) {
      await asks('https://shop.example')
      await asks('https://www.shop.example')
      for (let host = 0; host < 25; host++) await asks(`https://made-up-${minute}-${host}.example`)
      world.clock.advance({ minutes: 1, seconds: 1 })
    }
    const hosts = (await sites()).map(({ host }: { host: string }) => host)
    expect(hosts).toHaveLength(31)
    expect(hosts).toContain('shop.example')
    expect(hosts).toContain('www.shop.example')
  })

  test('needs a possible host: a longer one is refused like any other, and not stored', async () => {
    const longest = `${'a.'.repeat(123)}example`
    expect([(await asks(`https://${longest}`)).status, (await asks(`https://a.${longest}`)).status]).toEqual([403, 403])
    expect((await sites()).map(({ host }: { host: string }) => host)).toEqual([longest])
  })

  test('is deleted after four weeks', async () => {
    await asks('https://shop.example')
    const kept = () => world.ports.sightings.of(roasterId)
    expect(await kept()).toHaveLength(1)
    world.clock.advance({ days: 27 })
    await world.sweep()
    expect(await kept()).toHaveLength(1)
    world.clock.advance({ days: 2 })
    await world.sweep()
    expect(await kept()).toEqual([])
  })
})

describe('a site that was refused', () => {
  test('may be added, and then loads the widget', async () => {
    await asks('https://www.shop.example')
    const { status, body } = await allow('www.shop.example')
    expect([status, body.allowedDomains]).toEqual([200, ['shop.example', 'www.shop.example']])
    expect((await allow('WWW.shop.example')).body.allowedDomains).toEqual(['shop.example', 'www.shop.example'])
    expect((await asks('https://www.shop.example')).status).toBe(200)
    expect(await sites()).toMatchObject([{ host: 'www.shop.example', isAllowed: true }])
  })

  test('is added along with those that other members add at the same moment', async () => {
    const hosts = Array.from({ length: 12 }, (_, number) => `www${number}.shop.example`)
    const ben = await aMember(world, roasterId)
    const pressed = hosts.map((domain, nth) =>
      world.call('POST /api/roaster-portal/embed/sites', { as: nth % 2 === 0 ? ann : ben, body: { domain } }),
    )
    for (const [nth, { status, body }] of (await Promise.all(pressed)).entries())
      expect([status, body.allowedDomains]).toEqual([200, expect.arrayContaining([hosts[nth]])])
    const { body } = await world.call('GET /api/roaster-portal/embed', { as: ann })
    expect(body.allowedDomains.sort()).toEqual(['shop.example', ...hosts].sort())
  })

  test('need not be added if all sites may: this excludes none', async () => {
    await world.call('PUT /api/roaster-portal/embed', { as: ann, body: { allowedDomains: [] } })
    expect((await allow('www.shop.example')).body.allowedDomains).toEqual([])
    expect((await asks('https://anywhere.example')).status).toBe(200)
  })

  test('must be a host, one of at most fifty, and is for members only', async () => {
    expect((await allow('https://www.shop.example')).body.error).toStartWith('domain must be a host such as')
    const allowedDomains = Array.from({ length: 50 }, (_, number) => `s${number}.example`)
    await world.call('PUT /api/roaster-portal/embed', { as: ann, body: { allowedDomains } })
    const full = await allow('www.shop.example')
    expect([full.status, full.body.error]).toEqual([400, 'allowedDomains must have at most 50 entries.'])
    const stranger = await world.person()
    expect((await world.call('GET /api/roaster-portal/embed/sites', { as: stranger })).status).toBe(403)
    expect((await world.call('GET /api/roaster-portal/embed/sites')).status).toBe(401)
  })
})
