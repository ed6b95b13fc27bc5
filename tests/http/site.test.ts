import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages as sitePages } from '../../adapters/http/pages/index.ts'
import { reaches } from '../../core/grind/place.ts'
import { chosenIn } from '../support/browsing.ts'
import { aCoffee, publish } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const browser = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'same-origin' }
const open = (path: string, headers: Record<string, string> = {}) =>
  world.call(`GET ${path}`, { headers: { ...browser, ...headers } })
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = browser) =>
  fetch(`${world.url}${path}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) })
const fetched = async (path: string) => {
  const response = await fetch(`${world.url}${path}`)
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const gzipped = (text: string) => Bun.gzipSync(Buffer.from(text)).length

describe('home', () => {
  test('sets a grinder, a brewer and a coffee on the dial at once, without a script', async () => {
    const { text } = await open('/?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=light')
    expect(text).toMatch(/aria-label="7\.\d on your K-Ultra; the right setting lies within [\d.]+ to [\d.]+\."/)
    expect(text).toMatch(/<b>Light roast:<\/b> 2.°C hotter/)
    const { text: dark } = await open('/?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=dark')
    expect(dark).not.toContain('Light roast:')
  })

  test('shows the usual where an address asks for what is not there', async () => {
    const { status, text } = await open(
      '/?grinder=none&brewer=none&coffee=99999999&strength=9&taste=x&nudge=1e9&from=x&setting=92',
    )
    expect([status, text.includes('Any recipe')]).toEqual([200, true])
    expect(text).toContain('has 0 to 40 clicks; you asked for 92.')
  })

  test('converts what stands in its address, also as "7,8"', async () => {
    const { text } = await open('/?from=1zpresso-k-ultra&setting=7,8&to=comandante-c40-mk4')
    expect(text).toContain('aria-label="7.8 on the 1Zpresso K-Ultra is 24 clicks on the Comandante C40 MK4, within')
  })

  test('says beside the field what is wrong with a setting, and where it would show', async () => {
    for (const [setting, complaint] of [
      ['99', 'The Comandante C40 MK4 has 0 to 40 clicks; you asked for 99.'],
      ['abc', 'This must be a number or what the dial of the Comandante C40 MK4 shows'],
    ] as const) {
      const { text } = await open(`/?setting=${setting}`)
      expect(text).toMatch(/id="setting"[^>]* aria-invalid="true" aria-describedby="setting-complaint"/)
      expect(text).toContain(complaint)
      expect(text).toContain('Write a setting from 0 to 40 clicks, and see here where it lies on the')
    }
  })

  test('writes what it converts as the reader writes numbers, but a dial with signs of its own as it shows them', async () => {
    const german = { 'accept-language': 'de-DE' }
    const { text } = await open('/?from=comandante-c40-mk4&setting=24,5&to=1zpresso-k-ultra', german)
    expect(text).toMatch(/aria-label="24,5 clicks on the [^"]* is 7,\d on the 1Zpresso K-Ultra, within \d(,\d)? to/)
    const ode = await open('/?from=fellow-ode-gen-2&setting=5.2&to=comandante-c40-mk4', german)
    expect(ode.text).toContain('aria-label="5.2 on the Fellow Ode')
  })

  test('leads no further than the dial goes', async () => {
    const brewer = world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'cold_brew')
    const short = world.ports.grinders.list().find(grinder => !reaches(grinder, 90))
    const { text } = await open(`/?grinder=${short?.slug}&brewer=${brewer?.slug}`)
    expect(text).toContain('is the coarsest</b> it has')
    expect([text.includes('<b>Finer</b>'), text.includes('<b>Coarser</b>')]).toEqual([true, false])
  })

  test('shows all of itself on the grinder that is chosen: the sign above, and the best recipes', async () => {
    await publish(world, await world.person('Ann'))
    const { text } = await open('/?grinder=niche-zero', { cookie: 'grinder=1zpresso-k-ultra' })
    expect(text).toMatch(/data-live="mine">.*Your grinder: <\/span>Zero/)
    expect(text).toContain('What people vote for, shown on your Zero.')
  })

  test('remembers the grinder that is chosen on it, and none that a link from elsewhere names', async () => {
    const here = await open('/?grinder=niche-zero')
    expect(here.headers.get('set-cookie')).toMatch(/^grinder=niche-zero; Path=\/; SameSite=Lax/)
    const away = await open('/?grinder=niche-zero', { 'sec-fetch-site': 'cross-site' })
    expect([away.headers.get('set-cookie'), away.text.includes('on your Zero')]).toEqual([null, true])
  })
})

describe('what a reader has chosen', () => {
  test('comes with the next page: the grinder, the unit and the colours', async () => {
    const chosen = await post('/choices', { grinder: 'niche-zero', unit: 'F', colours: 'dark', back: '/grinders?q=a' })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/grinders?q=a'])
    const cookie = chosen.headers.getSetCookie().map(one => one.split(';')[0])
    expect(cookie).toEqual(['grinder=niche-zero', 'unit=F', 'colours=dark'])
    const { text, headers } = await open('/', { cookie: cookie.join('; ') })
    expect(text).toContain('<html lang="en" data-colours="dark">')
    expect(text).toMatch(/Your grinder: <\/span>Zero/)
    expect(text).toMatch(/<dd>20\d<small>.°F/)
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is set by our own pages alone, and leads to no other site', async () => {
    expect((await post('/choices', { unit: 'F' }, { origin: 'https://evil.example' })).status).toBe(403)
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', ''])
      expect((await post('/choices', { unit: 'F', back })).headers.get('location')).toBe('/')
    expect((await post('/choices', { unit: 'K', grinder: 'none' })).headers.getSetCookie()).toEqual([])
  })

  test('is a grinder of their own for who is signed in, and the one that is shown from then on', async () => {
    const person = await world.person()
    for (const grinder of ['niche-zero', 'comandante-c40-mk4'])
      await post('/choices', { grinder }, { ...browser, authorization: `Bearer ${person.token}` })
    const { text } = await world.call('GET /', { as: person, headers: browser })
    expect(text).toContain('value="comandante-c40-mk4" selected')
  })

  test('is guessed by language until then: Fahrenheit in the States, decimals as they are written', async () => {
    expect((await open('/', { 'accept-language': 'en-US,en;q=0.9' })).text).toMatch(/<small>.°F/)
    expect((await open('/', { 'accept-language': 'de-DE,de;q=0.9' })).text).toMatch(/<small>.°C/)
    expect((await open('/', { 'accept-language': '***' })).status).toBe(200)
  })

  test('is their own grinder once they are signed in, calibrated', async () => {
    const person = await world.person()
    const [grinder] = world.ports.grinders.list()
    if (!grinder) throw new Error('no grinder')
    await world.call('POST /api/user/grinders', { as: person, body: { grinderId: grinder.id, isDefault: true } })
    await world.call('POST /api/user/grinders/calibrate', {
      as: person,
      body: { grinderId: grinder.id, references: [{ ...grinder.references[2], feedback: 'JUST_RIGHT' }] },
    })
    const headers = { ...browser, cookie: 'grinder=niche-zero' }
    const { text } = await world.call('GET /', { as: person, headers })
    expect(text).toContain(`value="${grinder.slug}" selected`)
    expect(text).toContain(`on your ${grinder.model}, calibrated`)
  })
})

describe('every page', () => {
  const paths = [
    '/',
    '/my-grinder',
    '/grinders',
    '/grinders/comandante-c40-mk4',
    '/recipes?roast=LIGHT',
    '/coffees',
    '/roasters',
    '/brew?coffee=dark',
    '/nothing-here',
    '/about',
    '/privacy',
    '/sign-in',
  ]
  test('has nothing inline, nothing from elsewhere, and weighs little', async () => {
    for (const path of paths) {
      const { text, headers } = await open(path)
      expect([path, / style=|<style|<script(?![^>]* src=)| on\w+="/.exec(text)?.[0]]).toEqual([path, undefined])
      const loaded = [...text.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]*)"/g)].map(match => match[1])
      expect([path, loaded.filter(one => !one?.startsWith('/') && !one?.startsWith(world.url))]).toEqual([path, []])
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; style-src 'self'; script-src 'self'",
      )
      expect([path, gzipped(text) < 50_000]).toEqual([path, true])
      const [style = ''] = loaded.filter(one => one?.endsWith('.css'))
      expect([path, loaded.filter(one => one?.endsWith('.css')).length]).toEqual([path, 1])
      expect(gzipped((await open(style)).text)).toBeLessThan(20_000)
      for (const script of loaded.filter(one => one?.endsWith('.js')))
        expect(gzipped((await open(script ?? '')).text)).toBeLessThan(40_000)
    }
  })

  test('loads its styles, scripts and letters under a name that changes with them, to be held for ever', async () => {
    const { text } = await open('/')
    for (const ending of ['.css', '.js', '.woff2']) {
      const [href = ''] = text.match(new RegExp(`/assets/[^"]*\\${ending}`)) ?? []
      const { status, headers } = await open(href)
      expect([href, status, headers.get('cache-control')]).toEqual([href, 200, 'public, max-age=31536000, immutable'])
    }
    expect((await open('/assets/fonts/none.woff2', { accept: '*/*' })).status).toBe(404)
  })

  test('gets the file that is here for one of another release, and holds it no longer than until it asks again', async () => {
    for (const name of ['site.css', 'recipe.js', 'icon.svg'])
      for (const _ of ['first', 'again']) {
        const { status, headers } = await open(`/assets/zzzz/${name}`)
        expect([name, status, headers.get('cache-control')]).toEqual([name, 200, 'no-cache'])
      }
  })
})

describe('what goes wrong', () => {
  test('is a page for people where they act in a way that an address does not take', async () => {
    for (const route of ['PUT /recipes', 'DELETE /recipes/1', 'POST /grinders', 'GET /sign-out']) {
      const { status, headers } = await world.call(route, { headers: browser })
      expect([route, status, headers.get('content-type')]).toEqual([route, 405, 'text/html; charset=utf-8'])
      expect(headers.get('allow')).not.toBeNull()
    }
  })

  test('is a page for people and JSON for programs', async () => {
    const page = await open('/nothing-here')
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Past the end of\u00a0the\u00a0dial')
    for (const [path, headers] of [
      ['/nothing-here', { accept: '*/*' }],
      ['/api/nothing-here', browser],
      ['/assets/nothing.css', browser],
    ] as const) {
      const { status, text } = await world.call(`GET ${path}`, { headers })
      expect([path, status, JSON.parse(text).error.length > 0]).toEqual([path, 404, true])
    }
  })

  test('tells what happened and keeps its status', async () => {
    const { status, text } = await open(`/grinders?q=${'a'.repeat(300)}`)
    expect([status, text.includes('<h1>')]).toEqual([400, true])
  })
})

test('the site can be installed, and its sign is there', async () => {
  const { text, headers } = await open('/manifest.webmanifest')
  expect(headers.get('content-type')).toBe('application/manifest+json')
  const { icons } = JSON.parse(text)
  for (const { src, type } of icons) expect((await open(src)).headers.get('content-type')).toBe(type)
  expect((await open('/favicon.svg')).text).toStartWith('<svg')
  const pixels = async (path: string, at: number) => {
    const { headers, bytes } = await fetched(path)
    return [headers.get('content-type'), ...[16, 20].map(place => new DataView(bytes.buffer).getUint32(at + place))]
  }
  const png = icons.filter(({ type }: { type: string }) => type === 'image/png')
  const sizes = png.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose ?? 'any'}`)
  expect(sizes).toEqual(['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable'])
  for (const { src, sizes } of png) expect(await pixels(src, 0)).toEqual(['image/png', ...sizes.split('x').map(Number)])
  expect(await pixels('/apple-touch-icon.png', 0)).toEqual(['image/png', 180, 180])
  expect(await pixels('/favicon.ico', 22)).toEqual(['image/x-icon', 48, 48])
})

test('every page for the public has a picture for where its link is shared: its own, or ours', async () => {
  for (const path of ['/', '/grinders/niche-zero', '/recipes', '/coffees', '/roasters', '/about']) {
    const [, picture = ''] = /property="og:image" content="http:\/\/[^/]*([^"]*)"/.exec((await open(path)).text) ?? []
    expect([path, picture]).toEqual([path, path.includes('zero') ? `${path}/picture.png` : '/picture.png'])
    expect((await fetched(picture)).headers.get('content-type')).toBe('image/png')
  }
  expect((await open('/grinders/none/picture.png')).status).toBe(404)
})

describe('the page of a recipe', () => {
  test('takes a vote, a comment and a place among the saved from who is signed in, and others to sign in first', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const act = (what: string, form: Record<string, string>, cookie = '') =>
      post(`/recipes/${id}/${what}`, form, { ...browser, cookie })
    const away = await act('vote', { vote: 'UP' })
    expect([away.status, away.headers.get('location')]).toEqual([303, `/sign-in?next=%2Frecipes%2F${id}%23talk`])
    const bea = await world.person('Bea')
    const cookie = `svc_session=${bea.token}`
    await act('vote', { vote: 'UP' }, cookie)
    await act('comments', { body: 'What water?' }, cookie)
    expect((await act('save', { saved: 'yes' }, cookie)).headers.get('location')).toBe(`/recipes/${id}#save`)
    const { text } = await open(`/recipes/${id}`, { cookie })
    expect(text).toContain('id="save" name="saved" value="no"')
    expect(text).toContain('1 of 1 people liked it')
    expect(text).toMatch(new RegExp(`<b><a href="/people/${bea.id}">Bea</a></b>.*What water\\?`))
    expect(text).toContain(`A recipe by <a href="/people/${ann.id}">Ann</a>`)
    await world.call('PUT /api/user/privacy', { as: ann, body: { isProfilePublic: false } })
    expect((await open(`/recipes/${id}`, { cookie })).text).toContain('A recipe by <bdi>Ann<')
    expect([...text.matchAll(/aria-pressed="true">/g)].length).toBeGreaterThanOrEqual(2)
    const [, commentId = ''] = /name="delete" value="(\d+)"/.exec(text) ?? []
    await act('comments', { delete: commentId }, cookie)
    await act('vote', { vote: '' }, cookie)
    await act('save', { saved: 'no' }, cookie)
    const after = (await open(`/recipes/${id}`, { cookie })).text
    expect([after.includes('Nobody has voted yet'), />Saved<|What water/.test(after)]).toEqual([true, false])
  })

  test('refuses what another site posts, an empty comment, and a vote that is none', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const cookie = `svc_session=${ann.token}`
    const foreign = { accept: 'text/html', origin: 'https://evil.example', cookie }
    expect((await post(`/recipes/${id}/vote`, { vote: 'UP' }, foreign)).status).toBe(403)
    expect((await post(`/recipes/${id}/comments`, { body: ' ' }, { ...browser, cookie })).status).toBe(400)
    for (const vote of [{ vote: 'XX' }, {}])
      expect((await post(`/recipes/${id}/vote`, vote, { ...browser, cookie })).status).toBe(400)
  })

  test('tells search engines the recipe, whatever people wrote into it', async () => {
    const { id } = await publish(world, await world.person('</script><b>'), { brewTimeSeconds: 185 })
    const { text } = await open(`/recipes/${id}`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Recipe',
      author: { name: '</script><b>' },
      totalTime: 'PT185S',
      image: `${world.url}/recipes/${id}/picture.png`,
      description: expect.stringContaining('24 (21 to 27 clicks) on the Comandante C40 MK4'),
      recipeInstructions: expect.arrayContaining([
        { '@type': 'HowToStep', name: 'Bloom to 46 g', text: 'Bloom to 46 g' },
      ]),
    })
  })

  test('has a range with every setting: on the dial it was written on, and for other ways', async () => {
    const ann = await world.person('Ann')
    const coffeeProfileId = await aCoffee(world)
    const { id } = await publish(world, ann, { coffeeProfileId })
    const french = world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'french_press')?.id
    await publish(world, ann, { coffeeProfileId, machineId: french, grindSetting: 30 })
    const { text } = await open(`/recipes/${id}?as=written`, { cookie: 'grinder=1zpresso-k-ultra' })
    expect(text).toMatch(
      /aria-label="24 clicks on a Comandante C40 MK4; the right setting lies within 2\d to 2\d clicks\."/,
    )
    expect(text).toMatch(/class="written">24 clicks <small>2\d to 2\d clicks/)
    expect(text).toMatch(/French press<\/a><span class="quiet">\d[\d.]* \(\d[\d.]* to \d[\d.]*\) on yours/)
    expect((await open('/coffees')).text).toMatch(
      /<b>2\d<\/b> <span class="between">2\d to 2\d clicks<\/span> for a V60/,
    )
  })

  test('has a picture for where its link is shared, whatever people wrote into it', async () => {
    const coffeeId = await aCoffee(world, '</text>\u0001 & Žižkov "Ñandú" \u{1f600}'.repeat(3))
    const { id } = await publish(world, await world.person('Ann'), { coffeeProfileId: coffeeId })
    const { text } = await open(`/recipes/${id}`)
    expect(text).toContain(`<meta property="og:image" content="${world.url}/recipes/${id}/picture.png">`)
    const picture = () => fetch(`${world.url}/recipes/${id}/picture.png`)
    const [first, again] = await Promise.all([picture(), picture()])
    const png = new Uint8Array(await first.arrayBuffer())
    const { getUint32 } = DataView.prototype
    const size = [16, 20].map(at => getUint32.call(new DataView(png.buffer), at))
    expect([first.headers.get('content-type'), ...size]).toEqual(['image/png', 1200, 630])
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(png)
    const etag = first.headers.get('etag') ?? ''
    expect((await open(`/recipes/${id}/picture.png`, { 'if-none-match': etag })).status).toBe(304)
    expect((await open('/recipes/99999999/picture.png')).status).toBe(404)
  })

  test('takes stars, which are changed and no brew, and goes into a collection: a first one, and the same one again', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const bea = await world.person('Bea')
    const as = { ...browser, cookie: `svc_session=${bea.token}` }
    for (const rating of ['5', '4']) expect((await post(`/recipes/${id}/rating`, { rating }, as)).status).toBe(303)
    expect((await world.call('GET /api/brew-logs', { as: bea })).body.total).toBe(0)
    expect((await world.mails()).filter(({ to }) => to?.[0]?.address === ann.email)).toEqual([])
    expect((await post(`/recipes/${id}/rating`, {}, as)).status).toBe(400)
    const { text } = await open(`/recipes/${id}`, as)
    expect(text).toMatch(/Your stars.*value="4" checked/)
    const away = await post(`/recipes/${id}/collect`, {})
    expect(away.headers.get('location')).toBe(`/sign-in?next=%2Frecipes%2F${id}`)
    const made = await post(`/recipes/${id}/collect`, { name: 'Sundays' }, as)
    const place = made.headers.get('location') ?? ''
    expect((await open(place, as)).text).toContain(`href="/recipes/${id}"`)
    const collection = place.split('/').at(-1) ?? ''
    const again = await post(`/recipes/${id}/collect`, { collection }, as)
    expect([again.status, again.headers.get('location')]).toEqual([303, place])
    const foreign = { ...browser, cookie: `svc_session=${(await world.person('Cy')).token}` }
    expect((await post(`/recipes/${id}/collect`, { collection }, foreign)).status).toBe(404)
  })

  test('is changed and taken back by who wrote it, with "15,5" for a number, and by nobody else', async () => {
    const ann = await world.person('Ann')
    const bea = await world.person('Bea')
    const { id } = await publish(world, ann, { waterTempF: 201 })
    const as = ({ token }: { token: string }) => ({ ...browser, cookie: `svc_session=${token}` })
    const path = `/recipes/${id}/edit`
    expect((await open(path, as(bea))).status).toBe(404)
    expect((await post(`/recipes/${id}/delete`, {}, as(bea))).status).toBe(404)
    const visitor = await open(path)
    expect([visitor.status, visitor.headers.get('location')?.includes('/sign-in?next=')]).toEqual([303, true])
    const { text } = await open(path, as(ann))
    const typed = [...text.matchAll(/<input id="(\w+)" name="\w+" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const form = { ...Object.fromEntries(typed), notes: '' }
    expect(form).toMatchObject({ doseGrams: '15', waterTemp: '94' })
    const wrong = await post(path, { ...form, doseGrams: '1500' }, as(ann))
    expect([wrong.status, (await wrong.text()).includes('Coffee must be at most 1000 g.')]).toEqual([400, true])
    const saved = await post(path, { ...form, doseGrams: '15,5' }, as(ann))
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/recipes/${id}`])
    expect((await world.call(`GET /api/recipes/${id}`)).body).toMatchObject({ doseGrams: 15.5, waterTempF: 201 })
    expect((await post(`/recipes/${id}/delete`, {}, as(ann))).headers.get('location')).toBe('/me#published')
    expect((await open(`/recipes/${id}`)).status).toBe(404)
  })
})

describe("the page of a roaster's own recipe", () => {
  let member: Awaited<ReturnType<typeof aMember>>
  const page = '/brew/hill-road/worka'
  const as = ({ token }: { token: string }) => ({ ...browser, cookie: `svc_session=${token}` })
  beforeAll(async () => {
    const recipes = [
      { method: 'v60', brewTimeSeconds: 185, waterTempF: 201 },
      { method: 'espresso', doseGrams: 18, waterGrams: 36, grindIndex: 8 },
    ]
    const coffees = [{ slug: 'worka', name: 'Worka', recipes }]
    member = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  })

  test('has what that of any recipe has: where it comes from, how to take it along, a picture, and data', async () => {
    const { text } = await open(page)
    const [coffee] = await world.sql`select id from coffees where slug = 'worka'`
    for (const href of [
      '/roasters/hill-road',
      `/coffees/${coffee?.id}`,
      `${page}?method=espresso`,
      '/api/embed/hill-road/worka',
    ])
      expect(text).toContain(`href="${href}"`)
    for (const act of ['vote', 'rating', 'comments', 'save', 'collect'])
      expect(text).toContain(`action="${page}/v60/${act}"`)
    expect(text).toMatch(/data-share="Worka".*data-print.*This recipe as a QR code/s)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Recipe', author: { name: 'Hill Road' }, totalTime: 'PT185S' })
    const picture = JSON.parse(data).image.slice(world.url.length)
    expect(text).toContain(`property="og:image" content="${world.url}${picture}"`)
    expect((await fetched(picture)).headers.get('content-type')).toBe('image/png')
    expect((await open(`${page}/chemex/picture.png`)).status).toBe(404)
  })

  test("stays the roaster's alone as long as nothing is done with it: what is refused or taken back is nothing", async () => {
    const eve = await world.person('Eve')
    for (const [what, form, status] of [
      ['vote', { vote: 'sideways' }, 400],
      ['vote', { vote: '' }, 303],
      ['rating', { rating: '6' }, 400],
      ['comments', { body: ' ' }, 400],
      ['comments', { delete: '7' }, 303],
      ['collect', { name: '' }, 400],
      ['save', { saved: 'no' }, 303],
    ] as const)
      expect([what, form, (await post(`${page}/espresso/${what}`, form, as(eve))).status]).toEqual([what, form, status])
    expect(await world.sql`select from recipes where roaster_recipe_id is not null`).toHaveLength(0)
  })

  test('takes votes, stars, comments, and places among the saved and in collections, as that of any recipe', async () => {
    const away = await post(`${page}/v60/vote`, { vote: 'UP' })
    const back = `${page}?method=v60`
    expect(away.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(`${back}#talk`)}`)
    const bea = await world.person('Bea')
    const act = (what: string, form: Record<string, string>) => post(`${page}/v60/${what}`, form, as(bea))
    expect((await act('vote', { vote: 'UP' })).headers.get('location')).toBe(`${back}#talk`)
    await act('rating', { rating: '4' })
    const commented = (await act('comments', { body: 'What water?' })).headers.get('location') ?? ''
    await act('save', { saved: 'yes' })
    const collection = (await act('collect', { name: 'Sundays' })).headers.get('location') ?? ''
    const { text } = await open(back, as(bea))
    expect(text).toContain('1 of 1 people liked it')
    expect(commented).toStartWith(`${back}#comment-`)
    expect(text).toContain(`id="${commented.split('#')[1]}"`)
    expect(text).toMatch(/Your stars.*value="4" checked.*Bea<\/a><\/b>.*What water\?/s)
    expect(text).toMatch(/aria-pressed="true">.*Saved</s)
    const thumbs = (page: string) => [...page.matchAll(/class="([^"]*)" name="vote"/g)].map(([, look]) => look)
    expect(thumbs(text)).toEqual(['button pill', 'button pill outlined'])
    expect(thumbs((await open(back)).text)).toEqual(['button pill outlined', 'button pill outlined'])
    for (const path of ['/me/saved', collection])
      expect((await open(path, as(bea))).text).toContain(`href="${back}">Worka`)
    const { body } = await world.call('GET /api/user/saved-recipes', { as: bea })
    const led = await open(`/recipes/${body.savedRecipes[0].communityRecipeId}`)
    expect([led.status, led.headers.get('location')]).toEqual([303, back])
    expect(body.savedRecipes).toMatchObject([
      { recipe: { byRoaster: true, createdBy: null, doseGrams: 15, upvotes: 1 } },
    ])
    expect((await post(`${page}/chemex/vote`, { vote: 'UP' }, as(bea))).status).toBe(404)
  })

  test('hands over what is brewed to the log, by way of a sign-in too; the brew is one of this recipe', async () => {
    const cy = await world.person('Cy')
    const { text } = await open(`${page}?method=v60&water=300`, { cookie: 'grinder=1zpresso-k-ultra' })
    const [, data = ''] = /data-brew="([^"]*)"/.exec(text) ?? []
    const { logHref } = JSON.parse(unescaped(data))
    const asked = await open(logHref)
    expect(asked.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(logHref)}`)
    const log = (await open(logHref, as(cy))).text
    const form = Object.fromEntries(
      [...log.matchAll(/<input(?=[^>]* name="(\w+)")(?![^>]*type="(?:radio|checkbox)")[^>]* value="([^"]*)"/g)].map(
        one => [one[1] ?? '', one[2] ?? ''],
      ),
    )
    expect(form).toMatchObject({ recipe: 'hill-road/worka/v60', doseGrams: '18', waterGrams: '300', brewTime: '3:05' })
    expect(form.grindSetting).toMatch(/^8(\.\d)?$/)
    expect(log).toContain('as Hill Road wrote it')
    const chosen = Object.fromEntries(['coffee', 'brewer', 'grinder'].map(name => [name, chosenIn(log, name) ?? '']))
    expect(chosen).toMatchObject({ brewer: 'any-v60', grinder: '1zpresso-k-ultra' })
    expect((await post('/me/log', { ...form, ...chosen }, as(cy))).status).toBe(303)
    const { body } = await world.call('GET /api/brew-logs', { as: cy })
    const [recipe] = await world.sql`select id from recipes where roaster_recipe_id is not null`
    expect(body.data).toMatchObject([{ recipeId: recipe?.id, doseGrams: 18, waterGrams: 300, brewTimeSeconds: 185 }])
  })

  test('follows what its roaster changes, and goes with it', async () => {
    const dee = await world.person('Dee')
    await post(`${page}/espresso/save`, { saved: 'yes' }, as(dee))
    const [own] = await world.sql`select id from roaster_recipes where method = 'espresso'`
    const path = `/api/roaster-portal/recipes/${own?.id}`
    await world.call(`PATCH ${path}`, { as: member, body: { doseGrams: 20, waterGrams: 40 } })
    const saved = async () => (await world.call('GET /api/user/saved-recipes', { as: dee })).body.savedRecipes
    expect(await saved()).toMatchObject([{ recipe: { doseGrams: 20, waterGrams: 40 } }])
    await world.call(`DELETE ${path}`, { as: member })
    expect(await saved()).toEqual([])
  })

  test('is what its roaster has, whoever comes first: the one who changes it, or the first who does something with it', async () => {
    const eve = await world.person('Eve')
    const coffee = `/api/roaster-portal/coffees/${(await world.sql`select id from coffees where slug = 'worka'`)[0]?.id}`
    for (let round = 0; round < 8; round++) {
      const own = { method: 'chemex', doseGrams: 20, waterGrams: 320, grindIndex: 50 }
      const { id } = (await world.call(`POST ${coffee}/recipes`, { as: member, body: own })).body.recipe
      const path = `/api/roaster-portal/recipes/${id}`
      await Promise.all([
        post(`${page}/chemex/save`, { saved: 'yes' }, as(eve)),
        world.call(`PATCH ${path}`, { as: member, body: { doseGrams: 30, waterGrams: 480 } }),
      ])
      const { savedRecipes } = (await world.call('GET /api/user/saved-recipes', { as: eve })).body
      expect(savedRecipes).toMatchObject([{ recipe: { doseGrams: 30, waterGrams: 480 } }])
      // What is deleted meanwhile is not there, and nothing breaks.
      const [late] = await Promise.all([
        post(`${page}/chemex/vote`, { vote: 'UP' }, as(eve)),
        world.call(`DELETE ${path}`, { as: member }),
      ])
      expect([303, 404]).toContain(late.status)
    }
  })
})

test('what home makes by rule is handed over to the log as it stands', async () => {
  const { text } = await open('/brew?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=dark&strength=5&water=300', {
    'accept-language': 'de-DE',
  })
  const [, data = ''] = /data-brew="([^"]*)"/.exec(text) ?? []
  const { logHref } = JSON.parse(unescaped(data))
  const headers = { ...browser, 'accept-language': 'de-DE' }
  const { text: log } = await world.call(`GET ${logHref}`, { as: await world.person(), headers })
  const sent = new URLSearchParams(logHref.split('?')[1])
  for (const name of ['doseGrams', 'waterGrams', 'waterTemp', 'brewTime', 'grindSetting'])
    expect(log).toContain(`name="${name}" value="${sent.get(name)}"`)
  expect([sent.get('waterGrams'), sent.get('doseGrams')?.includes(','), chosenIn(log, 'brewer')]).toEqual([
    '300',
    true,
    'hario-v60-02',
  ])
})

describe('what the site says about itself', () => {
  test('counts its numbers from the data, and says that nobody measured', async () => {
    const { text } = await open('/about')
    const grinders = world.ports.grinders.list()
    const high = grinders.filter(({ confidence }) => confidence === 'high').length
    expect(text).toContain(`We put ${grinders.length} grinders of`)
    expect(text).toContain(`<th scope="row">high</th><td>${high}</td>`)
    expect(text).toContain('They are published, not measured.')
    expect(text).toMatch(
      /one click is some 27&nbsp;µm, a V60 is 25 clicks, and the right one lies within 22 to 27 clicks/,
    )
  })

  test('takes a message, and keeps it where something is missing', async () => {
    const message = { name: 'Ana', email: 'ana@people.example', subject: 'From the site', message: 'Hello <b>you</b>' }
    const missing = await post('/about', { ...message, email: 'ana' })
    const text = await missing.text()
    expect([missing.status, text.includes('The e-mail address must be')]).toEqual([400, true])
    expect(text).toContain('Hello &lt;b&gt;you&lt;/b&gt;</textarea>')
    const sent = await post('/about', message)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/about?sent=1#contact'])
    expect((await world.mails()).at(-1)?.text).toContain('Hello <b>you</b>')
  })

  test('names its pages to search engines, each of which opens', async () => {
    const robots = await open('/robots.txt')
    expect(robots.headers.get('content-type')).toStartWith('text/plain')
    for (const [, kept = ''] of robots.text.matchAll(/^Disallow: (\S+)$/gm))
      expect([kept, [...endpoints, ...sitePages].some(({ route }) => route.includes(` ${kept}`))]).toEqual([kept, true])
    const [, index = ''] = /Sitemap: http:\/\/[^/]*(\S+)/.exec(robots.text) ?? []
    const addresses = (text: string) =>
      [...text.matchAll(/<loc>http:\/\/[^/]*([^<]*)<\/loc>/g)].map(one => one[1] ?? '')
    const files = addresses((await open(index)).text)
    const pages = (await Promise.all(files.map(async file => addresses((await open(file)).text)))).flat()
    expect(pages).toContain('/grinders/comandante-c40-mk4')
    expect((await open(files[0] ?? '')).headers.get('cache-control')).toBe('public, max-age=3600')
    for (const path of [...pages.filter(one => !one.startsWith('/grinders/')), '/privacy', '/offline'])
      expect([path, (await open(path)).status]).toEqual([path, 200])
  })
})
