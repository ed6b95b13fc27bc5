import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, publish } from '../support/recipes.ts'
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
})

describe('what goes wrong', () => {
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
  for (const { src } of JSON.parse(text).icons)
    expect((await open(src)).headers.get('content-type')).toBe('image/svg+xml')
  expect((await open('/favicon.svg')).text).toStartWith('<svg')
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
    await act('save', { saved: 'yes' }, cookie)
    const { text } = await open(`/recipes/${id}`, { cookie })
    expect(text).toContain('1 of 1 people liked it')
    expect(text).toMatch(/<b>Bea<\/b>.*What water\?/)
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
    })
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
    const visitor = await open(path)
    expect([visitor.status, visitor.headers.get('location')?.includes('/sign-in?next=')]).toEqual([303, true])
    const { text } = await open(path, as(ann))
    const typed = [...text.matchAll(/<input id="(\w+)" name="\w+" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const form = { ...Object.fromEntries(typed), notes: '' }
    expect(form).toMatchObject({ doseGrams: '15', waterTempF: '94' })
    const wrong = await post(path, { ...form, doseGrams: '1500' }, as(ann))
    expect([wrong.status, (await wrong.text()).includes('That was not saved.')]).toEqual([400, true])
    const saved = await post(path, { ...form, doseGrams: '15,5' }, as(ann))
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/recipes/${id}`])
    expect((await world.call(`GET /api/recipes/${id}`)).body).toMatchObject({ doseGrams: 15.5, waterTempF: 201 })
    expect((await post(path, { act: 'delete' }, as(ann))).headers.get('location')).toBe('/recipes')
    expect((await open(`/recipes/${id}`)).status).toBe(404)
  })
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
