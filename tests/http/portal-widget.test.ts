import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing, unescaped } from '../support/browsing.ts'
import { twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let hill: ReturnType<typeof browsing>
let roasterId: number
beforeAll(async () => {
  world = await startWorld()
  roasterId = await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road "Coffee"',
    settings: { accentColor: '#2F5D50' },
    coffees: [
      { slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }, { method: 'espresso', grindIndex: 9 }] },
      { slug: 'zephyr', name: 'Zephyr', recipes: [{ method: 'moka' }] },
    ],
  })
  hill = browsing(world, await aMember(world, roasterId))
})
afterAll(() => world.stop())

const path = '/portal/hill-road/widget'
const stored = () => world.ports.embeds.roaster('hill-road')
const filled = {
  layout: 'card',
  theme: 'light',
  accentColor: '#2F5D50',
  borderRadius: '4',
  methodOrder: 'v60,espresso,moka',
}
const open = async (query: Record<string, string> = {}) =>
  (await hill.open(`${path}?${new URLSearchParams(query)}`)).text
/** The attributes of the widget in each frame, the desktop first, and the data of the preview. */
const framesIn = (text: string) =>
  [...text.matchAll(/<iframe [^>]*srcdoc="([^"]*)"/g)].map(([, page]) => {
    const [, attributes = ''] = /<main ([^>]*)>/.exec(unescaped(page)) ?? []
    const given = Object.fromEntries(
      [...attributes.matchAll(/data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value)]),
    )
    return { ...given, preview: JSON.parse(given.preview ?? '{}') } as Record<string, string> & {
      preview: {
        grinder: { slug: string } | null
        background: string
        coffees: Record<string, { picture: object | null; buyUrl: string | null }>
      }
    }
  })

describe('the look of a widget', () => {
  test('is previewed as saved, on a desktop and on a phone, with what to paste', async () => {
    const text = await open()
    expect(text).toContain('value="card" checked')
    expect(framesIn(text)).toMatchObject(
      Array(2).fill({ theme: 'light', layout: 'card', 'accent-color': '#2F5D50', 'service-widget': 'hill-road' }),
    )
    expect(text).toContain('White text on it reads well (7.5:1).')
    expect(text).toContain('&lt;div data-service-widget=&quot;hill-road&quot;')
    for (const place of ['html', 'shopify', 'woocommerce', 'squarespace', 'iframe'])
      expect(text).toContain(`name="snippet" value="${place}"`)
    expect(text).toContain('title=&quot;Recipes by Hill Road &amp;quot;Coffee&amp;quot;&quot;')
    expect(text).not.toContain('name="showPoweredBy"')
  })

  test('has a snippet for each kind of site, shown and copied alike', async () => {
    const element = (more = '') =>
      `<!-- The style keeps the page from jumping while the recipe loads. -->\n<div data-service-widget="hill-road"${more}\n     style="height: 0; padding-bottom: max(432px, min(506px, (600px - 100%) * 999), min(550px, (440px - 100%) * 999), min(640px, (300px - 100%) * 999), min(670px, (240px - 100%) * 999))">\n  <noscript><style>[data-service-widget] { height: auto !important; min-height: 0 !important; padding: 0 !important }</style></noscript>\n  <a href="${world.url}/roasters/hill-road">How we brew it</a>\n</div>\n<script async src="${world.url}/embed/widget.js"></script>`
    const plain = element()
    const frame = `<iframe title="Recipes by Hill Road &quot;Coffee&quot;" src="${world.url}/embed/hill-road"\n        width="420" height="560"\n        style="border: 0; max-width: 100%; height: max(560px, min(640px, (348px - 100vw) * 999))"></iframe>`
    const plainly = (code = '') => unescaped(code.replaceAll(/<\/?[bi]>/g, ''))
    const found = [
      ...(await open()).matchAll(/data-copy="([^"]*)".*?<pre [^>]*data-live="snippet-(\w+)">(.*?)<\/pre>/gs),
    ]
    expect(found.map(([, copied, place, code]) => [place, plainly(code), unescaped(copied)])).toEqual(
      Object.entries({
        html: plain,
        shopify: element(' data-coffee="{{ product.handle }}"'),
        woocommerce: plain,
        squarespace: plain,
        iframe: frame,
      }).map(([place, code]) => [place, code, code]),
    )
  })

  test('can be tried in the URL, without saving', async () => {
    const before = await stored()
    const text = await open({
      ...filled,
      layout: 'inline',
      theme: 'auto',
      accentColor: '#FFDD00',
      language: 'de',
      defaultCoffee: 'zephyr',
      allowedDomains: 'shop.example',
    })
    expect(framesIn(text)).toMatchObject(Array(2).fill({ theme: 'auto', coffee: 'zephyr', language: 'de' }))
    expect(text).toContain('data-coffee=&quot;zephyr&quot;')
    expect(text).toContain('/embed/hill-road?coffee=zephyr&quot;')
    expect(text).toContain('<span data-live="address">hill-road.example/zephyr</span>')
    expect(text).toContain('There is no picture and no shop link to show yet.')
    expect(text).toContain('Black text on it reads well')
    expect(text).toContain('The button hardly stands out on a light page')
    expect(text).not.toContain('on a dark page')
    expect(text).toContain('data-layout=&quot;inline&quot;')
    expect(await stored()).toEqual(before)
  })

  test('accepts a swatch and a method moved by their buttons', async () => {
    const swatch = await open({ ...filled, swatch: '#1D3557' })
    expect(swatch).toContain('value="#1D3557" formmethod="get" aria-pressed="true"')
    expect(framesIn(swatch)[0]?.['accent-color']).toBe('#1D3557')
    const moved = await open({ ...filled, up: 'moka' })
    expect(moved).toContain('name="methodOrder" value="v60,moka,espresso"')
    expect(framesIn(moved)[0]?.['method-order']).toBe('v60 moka espresso')
    for (const [button, order] of Object.entries({ v60: 'espresso,v60,moka', moka: 'v60,espresso,moka' }))
      expect(await open({ ...filled, down: button })).toContain(`name="methodOrder" value="${order}"`)
  })

  test('is previewed before and after a grinder is chosen, on any colour, none of which is saved', async () => {
    const before = await stored()
    const preview = async (choices: Record<string, string>) =>
      framesIn(await open({ ...filled, ...choices }))[0]?.preview
    expect(await preview({})).toMatchObject({ grinder: { slug: 'comandante-c40-mk4' }, background: '#ffffff' })
    expect(await preview({ grinder: 'niche-zero' })).toMatchObject({ grinder: { slug: 'niche-zero' } })
    expect(await preview({ stage: 'before', page: 'dark' })).toMatchObject({ grinder: null, background: '#171210' })
    expect(await preview({ page: 'own', pageColour: '#FFEEDD' })).toMatchObject({ background: '#FFEEDD' })
    const odd = await open({ ...filled, page: 'own', pageColour: 'red;}' })
    expect(framesIn(odd)[0]?.preview.background).toBe('#f8e6c8')
    expect(odd).toContain('Enter a colour such as #f8e6c8.')
    await hill.send(path, { ...filled, stage: 'before', page: 'own', pageColour: 'red', grinder: 'niche-zero' })
    expect(await stored()).toMatchObject({ ...before, methodOrder: ['v60', 'espresso', 'moka'] })
  })

  test('has the bag and the buy button, unless the roaster leaves them out', async () => {
    const as = await aMember(world, roasterId)
    await world.sql`update coffees set buy_url = 'https://hill-road.example/worka' where roaster_id = ${roasterId} and slug = 'worka'`
    const [worka] = await world.sql<{ id: number }[]>`
      select id from coffees where roaster_id = ${roasterId} and slug = 'worka'`
    const address = `PUT /api/roaster-portal/coffees/${worka?.id}/picture?roaster=hill-road`
    await world.call(address, { as, body: twoColours(400, 450) })
    const extras = async () => {
      const { recipes, embedConfig } = (await world.call('GET /api/embed/recipes/hill-road?coffee=worka')).body
      const { picture, buyUrl } = recipes[0].coffee
      return [picture !== null, buyUrl, embedConfig.showPicture, embedConfig.showBuyButton]
    }
    const previewed = (text: string) =>
      framesIn(text).map(({ preview }) => {
        const { picture, buyUrl } = preview.coffees.worka ?? {}
        return [picture !== null, buyUrl]
      })
    const shop = 'https://hill-road.example/worka'
    expect(await extras()).toEqual([true, shop, true, true])
    expect(await open()).toContain('name="showPicture" value="1" checked')
    expect(previewed(await open())).toEqual(Array(2).fill([true, shop]))

    const without = { ...filled, parts: '1' }
    expect(previewed(await open(without))).toEqual(Array(2).fill([false, null]))
    expect(await extras()).toEqual([true, shop, true, true])
    await hill.send(path, { ...without, showBuyButton: '1' })
    expect(await extras()).toEqual([false, shop, false, true])
    await hill.send(path, without)
    expect(await extras()).toEqual([false, null, false, false])
    // Before it is saved, the preview has what the service leaves out.
    expect(previewed(await open({ ...without, showPicture: '1' }))).toEqual(Array(2).fill([true, null]))
    await hill.send(path, { ...without, showPicture: '1', showBuyButton: '1' })
    expect(await extras()).toEqual([true, shop, true, true])
  })

  test('is saved as a whole, and an emptied field is cleared', async () => {
    const wanted = {
      layout: 'badge',
      theme: 'auto',
      accentColor: '#1D3557',
      borderRadius: '0',
      defaultCoffee: 'zephyr',
      methodOrder: 'moka,v60',
      language: 'zh-Hant',
      allowedDomains: 'Shop.example\r\n*.shop.example',
    }
    const saved = await hill.send(path, wanted)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?saved`])
    const kept = { ...wanted, borderRadius: 0, methodOrder: ['moka', 'v60'], showPoweredBy: true }
    expect(await stored()).toMatchObject({ ...kept, allowedDomains: ['shop.example', '*.shop.example'] })
    await hill.send(path, { ...filled, defaultCoffee: '', language: '', allowedDomains: '' })
    expect(await stored()).toMatchObject({
      layout: 'card',
      borderRadius: 4,
      defaultCoffee: null,
      language: null,
      allowedDomains: [],
    })
  })

  test('that is invalid is shown again as typed, with what is wrong next to it', async () => {
    const before = await stored()
    const typed = {
      ...filled,
      accentColor: 'red',
      borderRadius: '99',
      allowedDomains: 'shop.example https://x.example',
    }
    const { status, text } = await hill.send(path, typed)
    expect(status).toBe(400)
    expect(text).toContain('We couldn’t save this yet.')
    expect(text).toContain('Enter a colour as a hex code, for example #1D3557.')
    expect(text).toContain('Enter corners from 0 to 24 px.')
    expect(text).toContain('Enter https://x.example as a site without https:// or port, for example shop.example.com.')
    expect(text).toContain('>shop.example https://x.example</textarea>')
    expect(await stored()).toEqual(before)
  })

  test('hides our name for premium roasters only', async () => {
    await hill.send(path, { ...filled, mayHide: '1' }).then(({ status }) => expect(status).toBe(403))
    await world.ports.roasters.setPremium('hill-road', true)
    expect(await open()).toContain('name="showPoweredBy" value="1" checked')
    await hill.send(path, { ...filled, mayHide: '1' })
    expect(await stored()).toMatchObject({ showPoweredBy: false })
    await hill.send(path, { ...filled, mayHide: '1', showPoweredBy: '1' })
    expect(await stored()).toMatchObject({ showPoweredBy: true })
    await world.ports.roasters.setPremium('hill-road', false)
  })

  test('is for its members', async () => {
    const stranger = browsing(world, await world.person())
    expect((await stranger.open(path)).status).toBe(404)
    expect((await stranger.send(path, filled)).status).toBe(404)
    expect((await stranger.send(`${path}/sites`, { domain: 'x.example' })).status).toBe(404)
  })
})

test('has a list of where it was seen, and a refused site can be added with a button', async () => {
  await hill.send(path, { ...filled, allowedDomains: 'shop.example' })
  const asks = (origin: string) => world.call('GET /api/embed/recipes/hill-road', { headers: { origin } })
  expect(await open()).toContain('Nowhere yet.')
  await asks('https://shop.example')
  world.clock.advance({ minutes: 3 })
  await asks('https://www.shop.example')
  const text = await open()
  expect(text).toContain('Last loaded on <b>shop.example</b>, 3 minutes ago.')
  expect(text).toContain('Blocked on <b>www.shop.example</b> this minute.')
  const added = await hill.send(`${path}/sites`, { domain: 'www.shop.example' })
  expect([added.status, added.headers.get('location')]).toEqual([303, `${path}?saved#seen`])
  expect(await stored()).toMatchObject({ allowedDomains: ['shop.example', 'www.shop.example'] })
  expect(await open()).toContain('<b>www.shop.example</b> can show your widget now')
  expect((await hill.send(`${path}/sites`, { domain: 'no host' })).status).toBe(400)
})

test('a roaster without a recipe is told what to do first', async () => {
  const id = await aRoastery(world, { slug: 'bare', name: 'Bare', coffees: [] })
  const { text } = await browsing(world, await aMember(world, id)).open('/portal/bare/widget')
  expect(text).toContain('Nothing to show yet.')
  expect(framesIn(text)).toEqual([])
})

describe('the settings behind it', () => {
  let ann: Someone
  let ben: Someone
  beforeAll(async () => {
    ann = await aMember(world, await aRoastery(world, { slug: 'valley', name: 'Valley', coffees: [] }))
    ben = await aMember(world, await aRoastery(world, { slug: 'rival', name: 'Rival', coffees: [] }))
  })

  const get = async (as: Someone) => (await world.call('GET /api/roaster-portal/embed', { as })).body
  const put = (body: object, as = ann) => world.call('PUT /api/roaster-portal/embed', { as, body })
  const config = async (slug: string) => (await world.call(`GET /api/embed/recipes/${slug}`)).body.embedConfig

  test('are returned with the widget, and can be changed one by one', async () => {
    const roasterId = await aRoastery(world, { slug: 'plain', name: 'Plain', coffees: [] })
    const member = await aMember(world, roasterId)
    const looks = {
      accentColor: '#1D3557',
      theme: 'light',
      showPoweredBy: true,
      layout: 'card',
      borderRadius: 4,
      defaultCoffee: null,
      methodOrder: [],
      language: null,
      showPicture: true,
      showBuyButton: true,
    }
    const standard = { ...looks, allowedDomains: [], isPremium: false }
    expect(await get(member)).toEqual(standard)
    expect((await put({}, member)).body).toEqual(standard)
    expect((await put({ theme: 'dark' }, member)).body).toEqual({ ...standard, theme: 'dark' })
    const { status, body } = await put({ accentColor: '#b3402A', showPoweredBy: true }, member)
    expect([status, body]).toEqual([200, { ...standard, theme: 'dark', accentColor: '#b3402A' }])
    expect(await get(member)).toEqual(body)
    expect(await config('plain')).toEqual({ ...looks, accentColor: '#b3402A', theme: 'dark' })
  })

  test('set the layout, the corners, the language, the default coffee and the order of methods', async () => {
    const roasterId = await aRoastery(world, {
      slug: 'shaped',
      name: 'Shaped',
      coffees: [
        { slug: 'alba', name: 'Alba', recipes: [{ method: 'v60' }] },
        { slug: 'bruma', name: 'Bruma', recipes: [{ method: 'v60' }, { method: 'moka' }, { method: 'espresso' }] },
        { slug: 'cielo', name: 'Cielo', recipes: [] },
      ],
    })
    const member = await aMember(world, roasterId)
    const embed = async () => (await world.call('GET /api/embed/recipes/shaped')).body
    const shown = async () =>
      (await embed()).recipes.map(
        (one: { method: string; coffee: { slug: string } }) => `${one.coffee.slug} ${one.method}`,
      )
    expect(await shown()).toEqual(['alba v60', 'bruma v60', 'bruma moka', 'bruma espresso'])

    const settings = {
      theme: 'auto',
      layout: 'inline',
      borderRadius: 0,
      defaultCoffee: 'bruma',
      methodOrder: ['Espresso', 'moka', 'espresso'],
      language: 'zh-Hant',
    }
    const stored = { ...settings, methodOrder: ['espresso', 'moka'] }
    expect((await put(settings, member)).body).toMatchObject(stored)
    expect((await put({ showPoweredBy: true }, member)).body).toMatchObject(stored)
    expect(await config('shaped')).toMatchObject(stored)
    expect(await shown()).toEqual(['bruma espresso', 'bruma moka', 'bruma v60', 'alba v60'])
    expect((await world.call('GET /api/embed/shaped/bruma')).body.recipes[0].method).toBe('espresso')
    expect((await world.call('GET /embed/shaped')).text).toContain('data-service-widget="shaped" data-layout="inline"')
    expect((await world.call('GET /embed/shaped?layout=badge')).text).toContain('data-layout="badge"')

    // A renamed coffee is the same; one without a recipe cannot be the default.
    await world.sql`update coffees set slug = 'nebbia' where roaster_id = ${roasterId} and slug = 'bruma'`
    expect([await get(member), await config('shaped')]).toMatchObject(Array(2).fill({ defaultCoffee: 'nebbia' }))
    expect((await put({ defaultCoffee: 'cielo' }, member)).body.defaultCoffee).toBe('cielo')
    expect((await config('shaped')).defaultCoffee).toBeNull()
    await world.sql`delete from coffees where roaster_id = ${roasterId} and slug = 'cielo'`
    expect((await get(member)).defaultCoffee).toBeNull()

    await put({ defaultCoffee: 'alba' }, member)
    const cleared = { defaultCoffee: null, language: null, methodOrder: [] }
    expect((await put(cleared, member)).body).toMatchObject({ ...cleared, layout: 'inline' })
    const foreign = await put({ defaultCoffee: 'worka', layout: 'card' }, member)
    expect([foreign.status, foreign.body.error]).toEqual([
      404,
      'The roaster shaped has no coffee worka. Use the slug of one of its coffees.',
    ])
    expect((await get(member)).layout).toBe('inline')
  })

  test('hide our name for premium roasters only', async () => {
    const refused = await put({ showPoweredBy: false, theme: 'dark' })
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Only premium roasters can turn off showPoweredBy, and Valley isn’t one. Write to us to upgrade.',
    ])
    expect(await get(ann)).toMatchObject({ showPoweredBy: true, theme: 'light' })
    await world.ports.roasters.setPremium('valley', true)
    expect((await put({ showPoweredBy: false })).body).toMatchObject({ showPoweredBy: false, isPremium: true })
    expect((await config('valley')).showPoweredBy).toBe(false)
    await world.ports.roasters.setPremium('valley', false)
    expect([await get(ann), await config('valley')]).toMatchObject([
      { showPoweredBy: true, isPremium: false },
      { showPoweredBy: true },
    ])
  })

  test('name the sites that may show the widget', async () => {
    const from = async (origin: string) =>
      (await world.call('GET /api/embed/recipes/rival', { headers: { origin } })).status
    expect(await from('https://anywhere.example')).toBe(200)
    const { body } = await put({ allowedDomains: ['Shop.Example.com', '*.rival.example', 'shop.example.com'] }, ben)
    expect(body.allowedDomains).toEqual(['shop.example.com', '*.rival.example'])
    expect(await from('https://shop.example.com')).toBe(200)
    expect(await from('https://eu.shop.rival.example')).toBe(200)
    expect(await from('https://rival.example')).toBe(403)
    expect(await from('https://anywhere.example')).toBe(403)
    await put({ allowedDomains: [] }, ben)
    expect(await from('https://anywhere.example')).toBe(200)
  })

  test('name the field that is wrong', async () => {
    const host = 'must be a host such as shop.example.com or *.example.com, without https:// and port.'
    const wrong: [object, string][] = [
      [{ accentColor: 'red' }, 'accentColor must be a colour such as #1D3557.'],
      [{ accentColor: '#fff' }, 'accentColor must be a colour such as #1D3557.'],
      [{ accentColor: '#12345678' }, 'accentColor must be a colour such as #1D3557.'],
      [{ theme: 'blue' }, 'theme must be one of light, dark, auto.'],
      [{ layout: 'round' }, 'layout must be one of card, inline, badge.'],
      [{ borderRadius: 25 }, 'borderRadius must be at most 24.'],
      [{ borderRadius: 1.5 }, 'borderRadius must be a whole number.'],
      [{ defaultCoffee: 'No Slug' }, 'defaultCoffee must be a slug such as comandante-c40-mk4.'],
      [{ methodOrder: 'v60' }, 'methodOrder must be a list of brew methods.'],
      [{ methodOrder: Array(13).fill('v60') }, 'methodOrder must have at most 12 entries.'],
      [{ language: 'tlh' }, 'language must be one of en, de, fr, es, it, ja, ko, zh, zh-Hant.'],
      [{ showPoweredBy: 'no' }, 'showPoweredBy must be true or false.'],
      [{ allowedDomains: 'shop.example.com' }, 'allowedDomains must be a list of hosts.'],
      [{ allowedDomains: ['shop.example.com', 'https://x.example'] }, `allowedDomains[1] ${host}`],
      [{ allowedDomains: ['x.example:8080'] }, `allowedDomains[0] ${host}`],
      [{ allowedDomains: ['a.*.example'] }, `allowedDomains[0] ${host}`],
      [{ allowedDomains: [''] }, `allowedDomains[0] ${host}`],
      [{ allowedDomains: Array(51).fill('x.example') }, 'allowedDomains must have at most 50 entries.'],
    ]
    const before = await get(ann)
    for (const [body, error] of wrong) {
      const answer = await put(body)
      expect([answer.status, answer.body.error]).toEqual([400, error])
    }
    expect(await get(ann)).toEqual(before)
  })
})
