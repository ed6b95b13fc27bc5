import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

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
const framesIn = (text: string) =>
  [...text.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(
    ([, src = '']) => new URL(src.replaceAll('&amp;', '&'), world.url).searchParams,
  )

describe('how a widget looks', () => {
  test('is shown as it is saved, on a light and on a dark page, with what to paste', async () => {
    const text = await open()
    expect(text).toContain('value="card" checked')
    expect(framesIn(text).map(one => [one.get('theme'), one.get('layout'), one.get('accent-color')])).toEqual(
      Array(2).fill(['light', 'card', '#2F5D50']),
    )
    expect(text).toContain('White on it reads well, 7.5 to 1.')
    expect(text).toContain('&lt;div data-service-widget=&quot;hill-road&quot;')
    for (const place of ['HTML', 'Shopify', 'WooCommerce', 'Squarespace', 'iframe'])
      expect(text).toContain(`<summary>${place}</summary>`)
    expect(text).toContain('title=&quot;Recipes by Hill Road &amp;quot;Coffee&amp;quot;&quot;')
    expect(text).not.toContain('name="showPoweredBy"')
  })

  test('has for each place what to paste there, as it is shown and as it is copied', async () => {
    const element = (more = '') =>
      `<div data-service-widget="hill-road"${more}\n     style="min-height: 440px">\n  <a href="${world.url}/roasters/hill-road">How we brew it</a>\n</div>\n<script async src="${world.url}/embed/widget.js"></script>`
    const plain = element()
    const frame = `<iframe title="Recipes by Hill Road &quot;Coffee&quot;" src="${world.url}/embed/hill-road"\n        width="420" height="440"\n        style="border: 0; max-width: 100%; height: max(440px, min(540px, (388px - 100vw) * 999))"></iframe>`
    const read = (code = '') =>
      code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const found = [
      ...(await open()).matchAll(/data-copy="([^"]*)".*?<pre tabindex="0" data-live="snippet-(\w+)">(.*?)<\/pre>/gs),
    ]
    expect(found.map(([, copied, place, code]) => [place, read(code), read(copied)])).toEqual(
      Object.entries({
        html: plain,
        shopify: element(' data-coffee="{{ product.handle }}"'),
        woocommerce: plain,
        squarespace: plain,
        iframe: frame,
      }).map(([place, code]) => [place, code, code]),
    )
  })

  test('is tried in the address, without being saved', async () => {
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
    expect(framesIn(text).map(one => one.get('theme'))).toEqual(['light', 'dark'])
    expect(framesIn(text)[0]?.get('default-coffee')).toBe('zephyr')
    expect(text).toContain('Black on it reads well')
    expect(text).toContain('On a light page the button hardly stands out')
    expect(text).not.toContain('On a dark page the button')
    expect(text).toContain('data-layout=&quot;inline&quot;')
    expect(await stored()).toEqual(before)
  })

  test('takes a swatch and a method further up by their buttons', async () => {
    const swatch = await open({ ...filled, swatch: '#1D3557' })
    expect(swatch).toContain('value="#1D3557" formmethod="get" aria-pressed="true"')
    expect(framesIn(swatch)[0]?.get('accent-color')).toBe('#1D3557')
    const moved = await open({ ...filled, up: 'moka' })
    expect(moved).toContain('name="methodOrder" value="v60,moka,espresso"')
    expect(framesIn(moved)[0]?.get('method-order')).toBe('v60 moka espresso')
  })

  test('is saved as a whole, and an emptied field takes away', async () => {
    const wanted = {
      layout: 'badge',
      theme: 'auto',
      accentColor: '#1D3557',
      borderRadius: '0',
      defaultCoffee: 'zephyr',
      methodOrder: 'moka,v60',
      language: 'ja',
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

  test('that cannot be is shown again as it was typed, with what is wrong beside it', async () => {
    const before = await stored()
    const typed = {
      ...filled,
      accentColor: 'red',
      borderRadius: '99',
      allowedDomains: 'shop.example https://x.example',
    }
    const { status, text } = await hill.send(path, typed)
    expect(status).toBe(400)
    expect(text).toContain('Not saved yet.')
    expect(text).toContain('The colour must be a colour such as #1D3557.')
    expect(text).toContain('The corners must be at most 24.')
    expect(text).toContain('https://x.example must be a host such as shop.example.com')
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

  test('is a matter of its members', async () => {
    const stranger = browsing(world, await world.person())
    expect((await stranger.open(path)).status).toBe(404)
    expect((await stranger.send(path, filled)).status).toBe(404)
    expect((await stranger.send(`${path}/sites`, { domain: 'x.example' })).status).toBe(404)
  })
})

test('where it was seen stands beside it, and a site that was refused is added by a button', async () => {
  await hill.send(path, { ...filled, allowedDomains: 'shop.example' })
  const asks = (origin: string) => world.call('GET /api/embed/recipes/hill-road', { headers: { origin } })
  expect(await open()).toContain('Nowhere yet.')
  await asks('https://shop.example')
  world.clock.advance({ minutes: 3 })
  await asks('https://www.shop.example')
  const text = await open()
  expect(text).toContain('Last loaded on <b>shop.example</b>, 3 minutes ago.')
  expect(text).toContain('Refused on <b>www.shop.example</b>, this minute.')
  const added = await hill.send(`${path}/sites`, { domain: 'www.shop.example' })
  expect([added.status, added.headers.get('location')]).toEqual([303, `${path}?saved#seen`])
  expect(await stored()).toMatchObject({ allowedDomains: ['shop.example', 'www.shop.example'] })
  expect(await open()).toContain('<b>www.shop.example</b> may show it now')
  expect((await hill.send(`${path}/sites`, { domain: 'no host' })).status).toBe(400)
})

test('a roaster without a recipe is told what comes first', async () => {
  const id = await aRoastery(world, { slug: 'bare', name: 'Bare', coffees: [] })
  const { text } = await browsing(world, await aMember(world, id)).open('/portal/bare/widget')
  expect(text).toContain('There is nothing to show yet.')
  expect(text).not.toContain('<iframe title')
})
