import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unescaped } from '../support/browsing.ts'
import { aCoffee, composeAll } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  const recipes = [{ method: 'v60' }]
  const sites = {
    'hill-road': 'https://www.hillroad.example/about',
    'hill-end': 'http://shop.hillend.example',
    lake: 'https://lake.example',
  }
  await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees: [{ slug: 'worka', name: 'Worka', recipes }] })
  await aRoastery(world, {
    slug: 'hill-end',
    name: 'Hill End',
    coffees: [{ slug: 'kayon', name: 'Kayon Mountain', flavorProfile: 'strawberry, cocoa', recipes: [] }],
  })
  await aRoastery(world, { slug: 'lake', name: 'Lake', coffees: [] })
  for (const [slug, website] of Object.entries(sites))
    await world.sql`update roasters set website_url = ${website} where slug = ${slug}`
})
afterAll(() => world.stop())

const open = async (q?: string, more = '') =>
  (await world.call(`GET /widget${q === undefined ? '' : `?q=${encodeURIComponent(q)}${more}`}`)).text as string

/** What the frame in the hero was given. */
function shownOn(text: string) {
  const [, frame = ''] = /data-live="trial"><iframe [^>]*srcdoc="([^"]*)"/.exec(text) ?? []
  const page = unescaped(frame)
  const [, roaster] = /data-service-widget="([^"]*)"/.exec(page) ?? []
  const [, data = '{}'] = /data-preview="([^"]*)"/.exec(page) ?? []
  const [, opensWith] = /data-default-coffee="([^"]*)"/.exec(page) ?? []
  return { roaster, opensWith, ...JSON.parse(unescaped(data)) }
}

const coffeesIn = ({ embed }: ReturnType<typeof shownOn>) => embed?.coffees.map(({ name }: { name: string }) => name)

describe('the page about the widget', () => {
  test('shows an invented coffee until a roaster is chosen, on the grinder of the reader', async () => {
    const shown = shownOn(await open())
    expect(coffeesIn(shown)).toEqual(['Yirgacheffe Konga'])
    expect(shown.embed.recipes.map(({ method }: { method: string }) => method)).toEqual([
      'v60',
      'espresso',
      'aeropress',
    ])
    expect(shown.grinder.slug).toBe('comandante-c40-mk4')
    const { text } = await world.call('GET /widget', { headers: { cookie: 'grinder=niche-zero' } })
    expect(shownOn(text).grinder.slug).toBe('niche-zero')
  })

  test('shows temperatures in the unit of the reader, and the recipe as text without scripts', async () => {
    for (const unit of ['C', 'F']) {
      const { text } = await world.call('GET /widget', { headers: { cookie: `unit=${unit}` } })
      expect(shownOn(text).unit).toBe(unit)
      const [, inside = ''] = /data-live="trial"><iframe [^>]*srcdoc="([^"]*)"/.exec(text) ?? []
      expect(unescaped(inside)).toMatch(new RegExp(`<b>Yirgacheffe Konga, .*</b>.*coffee, .*<li>\\d+\\s°${unit}</li>`))
    }
  })

  test('names the trusted-types policy that a strict page has to allow', async () => {
    expect(await open()).toContain('the <code>lit-html</code> policy')
  })

  test('finds a roaster by name and shows its own recipes, as its shop would', async () => {
    const text = await open('hill road')
    expect(shownOn(text)).toMatchObject({ roaster: 'hill-road', grinder: { name: 'C40 MK4' } })
    expect(shownOn(text).embed).toBeUndefined()
    expect(text).toContain('data-service-widget=&quot;hill-road&quot;')
  })

  test.each([
    ['hillroad.example', 'hill-road'],
    ['https://www.hillroad.example/products/worka?v=1', 'hill-road'],
    ['SHOP.hillend.example', 'hill-end'],
    ['beans.lake.example', 'lake'],
  ])('finds the roaster whose website is at %p', async (typed, slug) => {
    expect(shownOn(await open(typed)).roaster).toBe(slug)
  })

  test('shows our recipes for the coffees of a roaster that has none', async () => {
    const text = await open('shop.hillend.example')
    const shown = shownOn(text)
    expect(coffeesIn(shown)).toEqual(['Kayon Mountain'])
    expect(shown.embed.recipes[0].coffee.flavorNotes).toEqual(['strawberry', 'cocoa'])
    expect(shown.leadsTo).toBe('/roasters/hill-end')
    expect(text).toContain('Hill End has no recipes here yet, so these are ours.')
    expect(coffeesIn(shownOn(await open('lake.example')))).toEqual(['Your coffee'])
  })

  test('offers the others if several match', async () => {
    const text = await open('hill')
    expect(shownOn(text).roaster).toBe('hill-end')
    expect(text).toContain('href="/widget?q=hill&amp;roaster=hill-road">Hill Road</a>')
    expect(shownOn(await open('hill', '&roaster=hill-road')).roaster).toBe('hill-road')
  })

  test('finds a roaster by one of its coffees, and opens with it', async () => {
    const id = await aCoffee(world, 'Zephyr Dawn')
    await composeAll(world.sql)
    const [coffee] = await world.sql`
      select coffees.slug, roasters.slug as roaster
      from coffees
      join roasters on roasters.id = roaster_id
      where coffees.id = ${id}`
    expect(shownOn(await open('zephyr dawn'))).toMatchObject({ roaster: coffee?.roaster, opensWith: coffee?.slug })
  })

  test('says so if it knows no such roaster, and shows the example', async () => {
    for (const typed of ['nobody.example', 'Qwxz Zzyq']) {
      const text = await open(typed)
      expect(text).toContain('We don’t know this roastery yet, so this is an example.')
      expect(text).toContain(`href="/claim/new?name=${encodeURIComponent(typed)}"`)
      expect(coffeesIn(shownOn(text))).toEqual(['Yirgacheffe Konga'])
    }
  })

  test('bounds what is typed, and keeps it text', async () => {
    const { status, text } = await world.call(`GET /widget?q=${'x'.repeat(5000)}`)
    expect([status, text.includes('Shorten your search to 100 characters.')]).toEqual([200, true])
    expect(await open('"><script>alert(1)</script>')).not.toContain('<script>alert')
  })

  test('is where every "See the widget" leads, and search engines find it', async () => {
    for (const path of ['/', '/roasters']) {
      const { text } = await world.call(`GET ${path}`)
      expect(text).toMatch(/href="\/widget">[Ss]ee the widget/)
      expect(text).toContain('<a href="/widget">The widget</a>')
    }
    expect((await world.call('GET /sitemaps/pages.xml')).text).toContain(`${world.url}/widget</loc>`)
  })
})
