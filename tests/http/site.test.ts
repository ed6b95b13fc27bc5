import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages as sitePages } from '../../adapters/http/pages/index.ts'
import { reaches } from '../../core/grind/position.ts'
import { asBrowser, selectedIn, timedBrewIn, visiting } from '../support/browsing.ts'
import { publish, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const { open, post, fetched } = visiting(() => world)
const gzipped = (text: string) => Bun.gzipSync(Buffer.from(text)).length

describe('home', () => {
  test('shows a grinder, a brewer and a coffee on the dial at once, without a script', async () => {
    const { text } = await open('/?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=light')
    expect(text).toMatch(/aria-label="7\.\d on your K-Ultra; anything from [\d.]+ to [\d.]+ could be right\."/)
    expect(text).toMatch(/<b>Light roast:<\/b> 2.°C hotter/)
    const { text: dark } = await open('/?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=dark')
    expect(dark).not.toContain('Light roast:')
  })

  test.each(['fellow-opus', 'baratza-encore'])('turns Turkish no finer than its recipe may be: %s', async grinder => {
    const settings = await Promise.all(
      [-3, -5].map(async nudge => {
        const { text } = await open(`/brew?grinder=${grinder}&brewer=soy-copper-cezve&coffee=medium&nudge=${nudge}`)
        const view = text.match(/data-view="([^"]*)"/)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
        const { setting, dial } = JSON.parse(view)
        expect([setting, dial.finestSetting]).toEqual([dial.finestSetting, setting])
        expect(text).toContain('is as fine as we recommend')
        expect(text).not.toContain('data-steps="-1"')
        return setting
      }),
    )
    expect(settings[0]).toBe(settings[1])
    expect(settings[0]).toBeGreaterThan(0)
  })

  test('shows the usual if the URL asks for something unknown', async () => {
    const { status, text } = await open(
      '/?grinder=none&brewer=none&coffee=99999999&strength=9&taste=x&nudge=1e9&from=&setting=92',
    )
    expect([status, text.includes('Any recipe')]).toEqual([200, true])
    expect(text).toContain('goes from 0 to 40 clicks, so 92 is off its dial.')
  })

  test('warns in the preview of the widget where a grinder is not made for espresso', async () => {
    const { text } = await open('/?grinder=fellow-ode-gen-2&brewer=gaggia-classic-pro&coffee=medium')
    const [, sample = ''] = text.split('data-live="sample"')
    expect(sample).toContain('Fellow doesn’t recommend the Ode Gen 2 for espresso.')
    const { text: niche } = await open('/?grinder=niche-zero&brewer=gaggia-classic-pro&coffee=medium')
    expect(niche).not.toContain('recommend the')
  })

  test('compares a dial that turns further than its published settings as its chart does', async () => {
    const { text } = await open('/grinders/comandante-c40-mk4?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra')
    expect(/French press<\/th>.{1,80}/.exec(text)?.[0]).toContain('<td>33 clicks</td><td>10 and coarser, by taste</td>')
    expect((await open('/grinders/1zpresso-k-ultra')).text).toContain(
      'its dial turns further, so go coarser from there by taste',
    )
  })

  test('converts what is in its URL, also as "7,8"', async () => {
    const { text } = await open('/?from=1zpresso-k-ultra&setting=7,8&to=comandante-c40-mk4')
    expect(text).toContain('aria-label="7.8 on the 1Zpresso K-Ultra is 24 clicks on the Comandante C40 MK4 (')
  })

  test("says next to the field what is wrong with a setting, with the dial's range", async () => {
    for (const [setting, complaint] of [
      ['99', 'The Comandante C40 MK4 goes from 0 to 40 clicks, so 99 is off its dial.'],
      ['abc', 'Enter a setting for the C40 MK4 from 0 to 40 clicks, for example 20.'],
    ] as const) {
      const { text } = await open(`/?setting=${setting}`)
      expect(text).toMatch(/id="setting"[^>]* aria-invalid="true" aria-describedby="setting-complaint"/)
      expect(text).toContain(complaint)
      expect(text).toContain('Enter a setting from 0 to 40 clicks to see the same grind on the')
    }
  })

  test("writes results in the reader's number format, but a dial with its own notation as it shows them", async () => {
    const german = { 'accept-language': 'de-DE' }
    const { text } = await open('/?from=comandante-c40-mk4&setting=24,5&to=1zpresso-k-ultra', german)
    expect(text).toMatch(/aria-label="24,5 clicks on the [^"]* is 7,\d on the 1Zpresso K-Ultra \(\d(,\d)? to/)
    const ode = await open('/?from=fellow-ode-gen-2&setting=5.2&to=comandante-c40-mk4', german)
    expect(ode.text).toContain('aria-label="5.2 on the Fellow Ode')
  })

  test('stops at the end of the dial', async () => {
    const brewer = world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'cold_brew')
    const short = world.ports.grinders.list().find(grinder => !reaches(grinder, 90))
    const { text } = await open(`/?grinder=${short?.slug}&brewer=${brewer?.slug}`)
    expect(text).toContain('is the coarsest</b> it has')
    expect([text.includes('<b>Finer</b>'), text.includes('<b>Coarser</b>')]).toEqual([true, false])
  })

  test('has the converter, the best recipes, and parts for roasters and developers, in this order', async () => {
    const { id } = await publish(world, await world.person('Ann'))
    for (let at = 0; at < 3; at++) await vote(world, await world.person(), id, 'UP')
    const { text } = await open('/?grinder=niche-zero')
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? []
    const places = ['<h1 ', 'id="setting"', 'id="best"', 'id="for-roasters"', 'id="for-builders"']
    const found = places.map(place => main.indexOf(place))
    expect([found.includes(-1), found]).toEqual([false, found.toSorted((a, b) => a - b)])
    const [best = '', roasters = '', builders = ''] = main
      .split(/(?=id="best")|(?=id="for-roasters")|(?=id="for-builders")/)
      .slice(1)
    expect(/<article class="card">.*?href="([^"]*)"/s.exec(best)?.[1]).toBe(`/recipes/${id}`)
    for (const href of ['/claim', '/widget']) expect(roasters).toContain(`href="${href}"`)
    for (const href of ['/docs', '/docs/service#post-api-mcp', '/llms-full.txt'])
      expect(builders).toContain(`href="${href}"`)
  })

  test('shows everything for the chosen grinder: the heading, and the best recipes', async () => {
    await publish(world, await world.person('Ann'))
    const { text } = await open('/?grinder=niche-zero', { cookie: 'grinder=1zpresso-k-ultra' })
    expect(text).toMatch(/data-live="mine">.*Your grinder: <\/span>Zero/)
    expect(text).toContain('Top rated, shown on your Zero.')
  })

  test('remembers a grinder chosen on it, and none that a link from elsewhere names', async () => {
    const here = await open('/?grinder=niche-zero')
    expect(here.headers.get('set-cookie')).toMatch(/^grinder=niche-zero; Path=\/; SameSite=Lax/)
    const away = await open('/?grinder=niche-zero', { 'sec-fetch-site': 'cross-site' })
    expect([away.headers.get('set-cookie'), away.text.includes('on your Zero')]).toEqual([null, true])
  })
})

describe("a reader's choice", () => {
  test('applies to the next page: the grinder, the unit and the colours', async () => {
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

  test('is set by our own pages only, and redirects to no other site', async () => {
    expect((await post('/choices', { unit: 'F' }, { origin: 'https://evil.example' })).status).toBe(403)
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', ''])
      expect((await post('/choices', { unit: 'F', back })).headers.get('location')).toBe('/')
    expect((await post('/choices', { unit: 'K', grinder: 'none' })).headers.getSetCookie()).toEqual([])
  })

  test('becomes the default grinder of a signed-in person', async () => {
    const person = await world.person()
    for (const grinder of ['niche-zero', 'comandante-c40-mk4'])
      await post('/choices', { grinder }, { ...asBrowser, authorization: `Bearer ${person.token}` })
    const { text } = await world.call('GET /', { as: person, headers: asBrowser })
    expect(text).toContain('value="comandante-c40-mk4" selected')
  })

  test('is guessed by language until then: Fahrenheit in the United States, decimals as usual there', async () => {
    expect((await open('/', { 'accept-language': 'en-US,en;q=0.9' })).text).toMatch(/<small>.°F/)
    expect((await open('/', { 'accept-language': 'de-DE,de;q=0.9' })).text).toMatch(/<small>.°C/)
    expect((await open('/', { 'accept-language': '***' })).status).toBe(200)
  })

  test('is their own calibrated grinder once they are signed in', async () => {
    const person = await world.person()
    const [grinder] = world.ports.grinders.list()
    if (!grinder) throw new Error('no grinder')
    await world.call('POST /api/user/grinders', { as: person, body: { grinderId: grinder.id, isDefault: true } })
    await world.call('POST /api/user/grinders/calibrate', {
      as: person,
      body: { grinderId: grinder.id, references: [{ ...grinder.references[2], feedback: 'JUST_RIGHT' }] },
    })
    const headers = { ...asBrowser, cookie: 'grinder=niche-zero' }
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
  test('has nothing inline, nothing from elsewhere, and is light', async () => {
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

  test('loads its styles, scripts and fonts under names that change with their content, cached forever', async () => {
    const { text } = await open('/')
    for (const ending of ['.css', '.js', '.woff2']) {
      const [href = ''] = text.match(new RegExp(`/assets/[^"]*\\${ending}`)) ?? []
      const { status, headers } = await open(href)
      expect([href, status, headers.get('cache-control')]).toEqual([href, 200, 'public, max-age=31536000, immutable'])
    }
    expect((await open('/assets/fonts/none.woff2', { accept: '*/*' })).status).toBe(404)
  })

  test("gets this release's file under another release's name, and does not cache it", async () => {
    for (const name of ['site.css', 'recipe.js', 'icon.svg'])
      for (const _ of ['first', 'again']) {
        const { status, headers } = await open(`/assets/zzzz/${name}`)
        expect([name, status, headers.get('cache-control')]).toEqual([name, 200, 'no-cache'])
      }
  })
})

describe('what goes wrong', () => {
  test('is a page for people after a form that the URL does not accept', async () => {
    for (const route of ['PUT /recipes', 'DELETE /recipes/1', 'POST /grinders', 'GET /sign-out']) {
      const { status, headers } = await world.call(route, { headers: asBrowser })
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
      ['/api/nothing-here', asBrowser],
      ['/assets/nothing.css', asBrowser],
    ] as const) {
      const { status, text } = await world.call(`GET ${path}`, { headers })
      expect([path, status, JSON.parse(text).error.length > 0]).toEqual([path, 404, true])
    }
  })

  test('says what happened and keeps its status', async () => {
    const { status, text } = await open(`/grinders?q=${'a'.repeat(300)}`)
    expect([status, text.includes('<h1>')]).toEqual([400, true])
  })
})

test('the site can be installed, and has its icon', async () => {
  const { text, headers } = await open('/manifest.webmanifest')
  expect(headers.get('content-type')).toBe('application/manifest+json')
  const { icons, ...installed } = JSON.parse(text)
  expect(installed).toMatchObject({ name: 'Dialin', short_name: 'Dialin', start_url: '/', display: 'standalone' })
  expect((await open('/')).text).toContain('<link rel="manifest" href="/manifest.webmanifest">')
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

test('every public page has a preview image for its link: its own, or ours', async () => {
  for (const path of ['/', '/grinders/niche-zero', '/recipes', '/coffees', '/roasters', '/about']) {
    const [, picture = ''] = /property="og:image" content="http:\/\/[^/]*([^"]*)"/.exec((await open(path)).text) ?? []
    expect([path, picture]).toEqual([path, path.includes('zero') ? `${path}/picture.png` : '/picture.png'])
    expect((await fetched(picture)).headers.get('content-type')).toBe('image/png')
  }
  expect((await open('/grinders/none/picture.png')).status).toBe(404)
})

test('the recipe by rule on home is passed to the log as it is', async () => {
  const { text } = await open('/brew?grinder=1zpresso-k-ultra&brewer=hario-v60-02&coffee=dark&strength=5&water=300', {
    'accept-language': 'de-DE',
  })
  const { logHref } = timedBrewIn(text)
  const headers = { ...asBrowser, 'accept-language': 'de-DE' }
  const { text: log } = await world.call(`GET ${logHref}`, { as: await world.person(), headers })
  const sent = new URLSearchParams(logHref.split('?')[1])
  for (const name of ['doseGrams', 'waterGrams', 'waterTemp', 'brewTime', 'grindSetting'])
    expect(log).toContain(`name="${name}" value="${sent.get(name)}"`)
  expect([sent.get('waterGrams'), sent.get('doseGrams')?.includes(','), selectedIn(log, 'brewer')]).toEqual([
    '300',
    true,
    'hario-v60-02',
  ])
})

test('a recipe for a machine that heats its own water asks for no temperature', async () => {
  const brewed = (brewer: string) => open(`/brew?grinder=1zpresso-k-ultra&brewer=${brewer}&coffee=dark`)
  const { text } = await brewed('technivorm-moccamaster-kbt')
  const { text: home } = await open('/?grinder=1zpresso-k-ultra&brewer=technivorm-moccamaster-kbt&coffee=dark')
  for (const page of [text, home.replace(/<h2 id="techniques">.*/s, '')]) {
    expect(page).not.toContain('<dt>Temp</dt>')
    expect(page).toContain('Your Technivorm Moccamaster KBT heats its own water, so we adjust the grind')
  }
  expect(timedBrewIn(text).logHref).not.toContain('waterTemp')
  expect((await brewed('fellow-aiden')).text).toContain('<dt>Temp</dt>')
})

test('a recipe by rule says why its range is as wide as it is', async () => {
  const brewed = async (grinder: string) =>
    (await open(`/brew?grinder=${grinder}&brewer=hario-v60-02&coffee=medium`)).text
  const named = (text: string) => [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, ...row]) => row)
  expect(named(await brewed('1zpresso-k-ultra'))).toContainEqual([
    expect.stringMatching(/^\d.* to \d.*:$/),
    'Published settings for the 1Zpresso K-Ultra agree closely.',
  ])
  expect(await brewed('hario-mini-mill-slim')).toContain('are few or disagree widely.')
})

test('a change that is less than a step of the dial is not compared with the usual', async () => {
  const { text } = await open('/brew?grinder=wilfa-svart&brewer=hario-v60-02&coffee=medium-light', {
    cookie: 'unit=C',
  })
  expect(text).toContain('1\u00a0°C hotter than usual; finer, but less than one step of your dial.')
})

test('the screen stays on for a brew that somebody watches, and not for hours', async () => {
  const brewed = async (brewer: string) => (await open(`/brew?brewer=${brewer}&coffee=medium`)).text
  const [pourOver, coldBrew] = [await brewed('hario-v60-02'), await brewed('hario-mizudashi-1-l')]
  expect([pourOver, coldBrew].map(text => timedBrewIn(text).staysOn)).toEqual([true, false])
  expect([pourOver, coldBrew].map(text => text.includes('The screen stays on.'))).toEqual([true, false])
})

test('rinsing comes before the timer, which starts with the first water', async () => {
  const { text } = await open('/brew?brewer=hario-v60-02&coffee=dark')
  expect(text).toMatch(/<ol><li><span class="at">Before<\/span><b>Rinse<\/b>/)
  expect(timedBrewIn(text).steps[0]).toMatchObject({ atSeconds: 0, action: 'bloom' })
})

describe('what the site says about itself', () => {
  test('counts its numbers from the data, and says that nobody measured', async () => {
    const { text } = await open('/about')
    const grinders = world.ports.grinders.list()
    const high = grinders.filter(({ confidence }) => confidence === 'high').length
    expect(text).toContain(`We put ${grinders.length} grinders from`)
    expect(text).toContain(`<th scope="row">high</th><td>${high}</td>`)
    expect(text).toContain('They are published, not measured.')
    expect(text).toMatch(
      /one click is about 27&nbsp;µm, we’d set a V60 to 25 clicks, but anything from 22 to 27 clicks could be right/,
    )
  })

  test('accepts a message, and keeps it if something is missing', async () => {
    const message = { name: 'Ana', email: 'ana@people.example', subject: 'From the site', message: 'Hello <b>you</b>' }
    const missing = await post('/about', { ...message, email: 'ana' })
    const text = await missing.text()
    expect([missing.status, text.includes('That doesn’t look like an email address. Check for typos.')]).toEqual([
      400,
      true,
    ])
    expect(text).toContain('Hello &lt;b&gt;you&lt;/b&gt;</textarea>')
    const sent = await post('/about', message)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/about?sent=1#contact'])
    expect((await world.mails()).at(-1)?.text).toContain('Hello <b>you</b>')
  })

  test('lists its pages for search engines, each of which opens', async () => {
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
