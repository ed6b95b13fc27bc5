import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { brandsOf, popularGrinders } from '../../core/grind/picker.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { cookieOf, unescaped } from '../support/browsing.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

describe('the equipment catalog', () => {
  test('has every grinder with the fields that clients use', async () => {
    const { status, body } = await world.call('GET /api/grinders')
    expect(status).toBe(200)
    expect(body.grinders).toHaveLength(shippedGrinders.list().length)
    expect(body.brands).toEqual([...new Set(shippedGrinders.list().map(({ brand }) => brand))])
    expect(Object.keys(body.byBrand)).toEqual(body.brands)
    expect(body.byBrand.Comandante).toContainEqual({
      id: expect.any(Number),
      slug: 'comandante-c40-mk4',
      brand: 'Comandante',
      name: 'C40 MK4',
      model: 'C40 MK4',
      minGrindSetting: 0,
      maxGrindSetting: 40,
      minGrindIndex: 0,
      maxGrindIndex: 75.5,
      clicksPerFullRange: 40,
      burrType: 'conical',
      burrSizeMm: 39,
    })
  })

  test('a brand, in any case, leaves only its grinders', async () => {
    const { body } = await world.call('GET /api/grinders?brand=comandante')
    expect(body.brands).toEqual(['Comandante'])
    expect(body.grinders.every(({ brand }: { brand: string }) => brand === 'Comandante')).toBe(true)
    expect((await world.call('GET /api/grinders?brand=nobody')).body).toEqual({ grinders: [], byBrand: {}, brands: [] })
  })

  test('machines can be chosen by brand and brew method', async () => {
    const { body: all } = await world.call('GET /api/machines')
    expect(all.machines.length).toBeGreaterThanOrEqual(45)
    const { body } = await world.call('GET /api/machines?brand=Hario&brewMethod=v60')
    expect(body.machines.length).toBeGreaterThan(0)
    for (const machine of body.machines) expect(machine).toMatchObject({ brand: 'Hario', brewMethod: 'v60' })
    expect((await world.call('GET /api/machines?brewMethod=French%20Press')).body.machines.length).toBeGreaterThan(0)
    const moka = (await world.call('GET /api/machines?brewMethod=moka&brand=Bialetti')).body.machines
    expect(moka).toContainEqual(
      expect.objectContaining({
        slug: 'bialetti-moka-express-6-cup',
        heat: 'kettle',
        drive: 'stove',
        valveGrams: 300,
        doseGrams: { min: 24, max: 30 },
        hasLid: null,
        filterType: null,
      }),
    )
    const wrong = await world.call('GET /api/machines?brewMethod=teapot')
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      expect.stringMatching(/^brewMethod must be one of turkish,/),
    ])
  })

  test('filters are paper, metal or cloth', async () => {
    const { body } = await world.call('GET /api/filters')
    expect(new Set(body.filters.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['paper', 'metal', 'cloth']),
    )
  })

  test('brew methods come with their bands on the grind index', async () => {
    const { body } = await world.call('GET /api/brew-methods')
    expect(body.data).toContainEqual({ id: 'v60', name: 'V60', grindIndex: { low: 33, target: 41, high: 48 } })
    expect(body.data[0]).toMatchObject({ id: 'turkish', note: expect.any(String) })
  })
})

describe('public grinder data', () => {
  test('lists every grinder with its slug and the ends of its dial', async () => {
    const { body } = await world.call('GET /api/widget/grinders')
    expect(body.count).toBe(body.grinders.length)
    for (const expected of [
      { slug: '1zpresso-k-ultra', brand: '1Zpresso', name: 'K-Ultra', unit: null, from: '0', to: '10' },
      { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4', unit: 'clicks', from: '0', to: '40' },
    ])
      expect(body.grinders).toContainEqual(expected)
  })

  test('charts a grinder, with an address for people that opens', async () => {
    const { body } = await world.call('GET /api/widget/grinder/comandante-c40-mk4')
    expect(body).toMatchObject({ slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' })
    expect(body.methods.find(({ key }: { key: string }) => key === 'v60')).toMatchObject({
      label: 'V60',
      setting: 25,
      range: { min: 21, max: 28 },
    })
    expect(body.notes).toContain("The maker's ranges and the published chart agree")
    expect(body.sources).toContainEqual({
      title: 'Comandante, frequently asked questions',
      url: 'https://www.comandantegrinder.com/pages/faq',
    })
    const page = await fetch(body.url)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toMatch(/V60<\/a><\/th>.*<td class="start">25<\/td><td class="between">21 to 28</)
  })

  test.each([
    ['an unknown slug', '?from=commandante-c40&setting=24&to=baratza-encore', 404, /Closest: comandante-c40-mk3/],
    [
      'a name that may mean several',
      '?from=comandante-c40&setting=24&to=baratza-encore',
      404,
      /matches several grinders: comandante-c40-mk3/,
    ],
    [
      'a setting off the dial',
      '?from=comandante-c40-mk4&setting=92&to=baratza-encore',
      400,
      /goes from 0 to 40 clicks, so/,
    ],
    ['NaN', '?from=comandante-c40-mk4&setting=NaN&to=baratza-encore', 400, /^setting must be a number .*"NaN"/],
    ['an empty setting', '?from=comandante-c40-mk4&setting=&to=baratza-encore', 400, /^setting is required\.$/],
    ['a blank setting', '?from=comandante-c40-mk4&setting=%20&to=baratza-encore', 400, /it is empty/],
    ['an empty slug', '?from=&setting=24&to=baratza-encore', 400, /^from is required\.$/],
    ['no question', '', 400, /^from is required\.$/],
  ])('a conversion with %s is told what would be right', async (_, query, status, sentence) => {
    const answer = await world.call(`GET /api/v1/convert${query}`)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('an unambiguous name works like a slug', async () => {
    const { body } = await world.call('GET /api/v1/convert?from=C40%20MK4&setting=24&to=K-Ultra')
    expect(body).toMatchObject({ from: { slug: 'comandante-c40-mk4' }, to: { slug: '1zpresso-k-ultra' } })
    expect((await world.call('GET /api/widget/grinder/niche%20zero')).body.slug).toBe('niche-zero')
  })

  test('an ambiguous name gets all candidates', async () => {
    const { status, body } = await world.call('GET /api/v1/convert?from=c40&setting=24&to=niche-zero')
    expect(status).toBe(404)
    for (const slug of ['comandante-c40-mk3', 'comandante-c40-mk4', 'comandante-c40-red-clix'])
      expect(body.error).toContain(slug)
  })

  test('an unknown slug in a path gets the three closest', async () => {
    const { status, body } = await world.call('GET /api/widget/grinder/fellow-ode')
    expect([status, body.error]).toEqual([404, expect.stringContaining('fellow-ode-gen-1')])
  })

  test('accepts a setting as the dial shows it', async () => {
    const { body } = await world.call('GET /api/v1/convert?from=1zpresso-jx&setting=2.5.1&to=fellow-ode-gen-2')
    expect(body).toMatchObject({ from: { setting: 76, label: '2.5.1' }, to: { label: '5.2' } })
  })

  test('is available as plain text, every chart and how to use it', async () => {
    const { status, headers, text } = await world.call('GET /llms-full.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    for (const { slug } of shippedGrinders.list()) expect(text).toContain(`Slug: ${slug}; page: ${world.url}/grinders/`)
    for (const part of ['V60: 25 clicks (21 to 28 clicks)', 'V60 (v60): 33, 41, 48', '/api/v1/convert?', 'How to cite'])
      expect(text).toContain(part)
    expect((await world.call('GET /llms.txt')).text).toContain(`${world.url}/llms-full.txt`)
  })
})

describe('replies cached for a day', () => {
  const routes = [
    '/api/grinders',
    '/api/machines',
    '/api/filters',
    '/api/brew-methods',
    '/api/widget/grinders',
    '/api/widget/grinder/comandante-c40-mk4',
    '/api/v1/convert?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra',
    '/llms-full.txt',
    '/llms.txt',
  ]

  test.each(routes)('%s may be cached by anybody, and is confirmed by its tag', async path => {
    const first = await world.call(`GET ${path}`, { headers: { 'accept-encoding': 'identity' } })
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('vary')).toBe('Accept-Encoding')
    const etag = first.headers.get('etag') ?? ''
    const again = await world.call(`GET ${path}`, {
      headers: { 'accept-encoding': 'identity', 'if-none-match': etag, origin: 'https://a.example' },
    })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect((await world.call(`GET ${path}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  const raw = (path: string, encoding: string, headers = {}) =>
    fetch(`${world.url}${path}`, { headers: { 'accept-encoding': encoding, ...headers }, decompress: false })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['br;q=0', null],
  ])('who accepts %s gets %s', async (accepted, encoding) => {
    const response = await raw('/api/grinders', accepted)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(JSON.parse(new TextDecoder().decode(text)).grinders).toHaveLength(shippedGrinders.list().length)
  })

  test('each encoding has its own tag, and only that one confirms it', async () => {
    const [packed, plain] = [await raw('/api/machines', 'br'), await raw('/api/machines', 'identity')]
    const [packedTag, plainTag] = [packed, plain].map(({ headers }) => headers.get('etag') ?? '')
    expect(packedTag).not.toBe(plainTag)
    const confirmed = await raw('/api/machines', 'br', { 'if-none-match': packedTag })
    expect([confirmed.status, confirmed.headers.get('content-encoding')]).toEqual([304, null])
    expect((await raw('/api/machines', 'br', { 'if-none-match': plainTag })).status).toBe(200)
  })

  test('a small reply is sent uncompressed', async () => {
    const response = await raw('/api/v1/convert?from=niche-zero&setting=20&to=baratza-encore', 'br')
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  test('are regenerated when the catalog changes, and only then', async () => {
    const before = world.ports.grinders.list()
    await world.refresh()
    expect(world.ports.grinders.list()).toBe(before)

    await world.sql`
      update grinders
      set record = jsonb_set(record, '{model}', '"Zero Two"')
      where slug = 'niche-zero'`
    await world.refresh()
    expect((await world.call('GET /api/grinders?brand=niche')).text).toContain('"Zero Two"')
    expect((await world.call('GET /api/widget/grinder/niche-zero')).body.name).toBe('Zero Two')
    expect((await world.call('GET /llms-full.txt')).text).toContain('### Niche Zero Two')
  })
})

describe('grind feedback', () => {
  const send = (body: object, from?: string) => world.call('POST /api/tools/grind-feedback', { body, from })
  const feedback = { grinder: 'comandante-c40-mk4', setting: 24, feedback: 'TOO_FINE', method: 'v60' }

  test('is stored by grinder, for a method or an index', async () => {
    expect((await send(feedback)).body).toMatchObject({ success: true })
    expect((await send({ ...feedback, setting: '26 clicks', method: null, grindIndex: 41 })).status).toBe(200)
    const grinder = world.ports.grinders.bySlug('comandante-c40-mk4')
    const voices = (await world.ports.grindFeedback.voices()).get(grinder?.id ?? 0)
    expect(voices).toHaveLength(2)
    expect(voices).toContainEqual({ setting: 24, feedback: 'TOO_FINE', method: 'v60', grindIndex: null, count: 1 })
    expect(voices).toContainEqual({ setting: 26, feedback: 'TOO_FINE', method: null, grindIndex: 41, count: 1 })
  })

  test.each([
    ['neither method nor index', { method: undefined }, 400, /^method is required unless you send grindIndex/],
    ['an unknown method', { method: 'teapot' }, 400, /^method must be one of/],
    ['an unknown feedback', { feedback: 'FINE' }, 400, /^feedback must be one of TOO_FINE, JUST_RIGHT, TOO_COARSE/],
    ['a grinder that may be several', { grinder: 'c40' }, 404, /matches several grinders: comandante-c40/],
    ['a setting off the dial', { setting: 41 }, 400, /goes from 0 to 40 clicks/],
    ['an empty setting', { setting: '' }, 400, /it is empty/],
    ['an index off the scale', { grindIndex: 101 }, 400, /^grindIndex must be at most 100/],
  ])('with %s is refused', async (_, wrong, status, sentence) => {
    const answer = await send({ ...feedback, ...wrong })
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)])
  })

  test('is accepted ten times a minute from one address', async () => {
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push((await send(feedback, '203.0.113.9')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

describe('the pages for people', () => {
  test('lead to every grinder through its brand, and search them', async () => {
    expect((await world.call('GET /')).text).toContain('href="/grinders"')
    const { text } = await world.call('GET /grinders')
    const linked = (page: string) => [...page.matchAll(/href="\/grinders\/([^"]*)"/g)].map(([, slug = '']) => slug)
    expect(linked(text).slice(0, 8)).toEqual(popularGrinders.slice(0, 8))
    for (const { brand, count } of brandsOf(shippedGrinders.list())) {
      const address = `/grinders?${new URLSearchParams({ brand })}`
      expect(unescaped(text)).toContain(`href="${address}"`)
      const models = shippedGrinders.list().filter(one => one.brand === brand)
      expect([brand, count, linked((await world.call(`GET ${address}`)).text)]).toEqual([
        brand,
        models.length,
        models.map(({ slug }) => slug),
      ])
    }
    const found = await world.call('GET /grinders?q=k%20ul')
    expect(found.text).toContain('1 grinder<')
    expect((await world.call('GET /grinders?q=e')).text).toMatch(/Top 40 of \d+ grinders</)
    expect((await world.call('GET /grinders?q=teapot')).text).toContain('No grinders match')
    for (const query of ['brand=nobody', 'method=tea', 'drive=steam', 'letter=%00', 'brand=%FF'])
      expect([query, (await world.call(`GET /grinders?${query}`)).status]).toEqual([query, 200])
  })

  test('show your grinders first with your calibration, for the chosen method, and filter by links', async () => {
    const person = await world.person()
    const mine = world.ports.grinders.bySlug('1zpresso-j-max')
    await world.call('POST /api/user/grinders', { as: person, body: { grinderId: mine?.id, isDefault: true } })
    const { text } = await world.call('GET /grinders', { headers: { cookie: cookieOf(person) } })
    expect(text).toMatch(/<h2>Yours<\/h2>.*?J-Max.*?Default.*?<h2>Popular<\/h2>/s)
    const startOf = (page: string) => /K-Ultra.*?<b class="row-start">(.*?)<\/b>/s.exec(page)?.[1]
    const espresso = (await world.call('GET /grinders?method=espresso&drive=hand')).text
    expect(Number(startOf(espresso))).toBeLessThan(Number(startOf(text)))
    expect(espresso).not.toContain('href="/grinders/baratza-encore"')
    expect(unescaped(espresso)).toContain('href="/grinders?drive=electric&method=espresso"')
  })

  test('lead from each row of a chart to that method’s recipe on that dial', async () => {
    const { text } = await world.call('GET /grinders/1zpresso-j-max')
    const rows = [...text.matchAll(/<th scope="row">.*?<a href="([^"]*)">(.*?)<\/a>.*?<td class="start">(.*?)<\/td>/gs)]
    expect(rows.map(([, , label]) => label)).toContain('V60')
    for (const [, href = '', , setting = ''] of rows) {
      const recipe = await world.call(`GET ${unescaped(href)}`)
      expect([href, recipe.status]).toEqual([href, 200])
      expect(recipe.text).toContain('J-Max')
      expect(setting).not.toBe('')
    }
  })

  test('the picker’s list is cached, small and the same for everybody; your own grinders are not', async () => {
    const list = await world.call('GET /grinders/list.json')
    expect(list.headers.get('cache-control')).toContain('public')
    expect(Bun.gzipSync(list.text).length).toBeLessThan(25_000)
    const rows: { slug: string; start: string }[] = JSON.parse(list.text)
    expect(rows.length).toBe(shippedGrinders.list().length)
    expect(rows.find(({ slug }) => slug === 'comandante-c40-mk4')?.start).toBe('V60 at 25')
    const yours = await world.call('GET /my-grinder/yours.json', { headers: { cookie: 'grinder=niche-zero' } })
    expect(yours.headers.get('cache-control')).toContain('no-store')
    expect(JSON.parse(yours.text).map(({ slug }: { slug: string }) => slug)).toEqual(['niche-zero'])
    expect((await world.call('GET /my-grinder/yours.json')).text).toBe('[]')
  })

  test('convert without a script, and say what is wrong', async () => {
    const page = '/grinders/comandante-c40-mk4'
    expect((await world.call(`GET ${page}?setting=24&to=1zpresso-k-ultra`)).text).toContain(
      'aria-label="24 clicks on the Comandante C40 MK4 is 7.8 on the 1Zpresso K-Ultra (',
    )
    const back = await world.call(`GET ${page}?from=1zpresso-k-ultra&setting=7,8&to=comandante-c40-mk4`)
    expect(back.text).toContain('is 24 clicks on the Comandante C40 MK4')
    expect(back.text).toContain(`href="${page}?from=comandante-c40-mk4&amp;setting=24&amp;to=1zpresso-k-ultra#convert"`)
    expect(back.text).toMatch(/V60<\/th><td>8<\/td><td>25 clicks</)
    expect((await world.call(`GET ${page}?setting=92&to=1zpresso-k-ultra`)).text).toContain('goes from 0 to 40 clicks')
  })

  test('say how far sources disagree and name them, and that nobody measured', async () => {
    const { text } = await world.call('GET /grinders/comandante-c40-mk4')
    expect(text).toContain('published, not measured')
    expect(text).toContain('<dt>22 to 27 clicks for a V60</dt>')
    expect(text).toContain('aria-label="The curve of the Comandante C40 MK4: its dial from 0 to 40 left to right')
    const [, band = '', curve = ''] =
      /<polygon class="sure-within" points="([^"]*)"\/><polyline class="continued" points="([^"]*)"/.exec(text) ?? []
    const heights = (points: string) => points.split(' ').map(point => Number(point.split(',')[1]))
    const line = heights(curve)
    // The band's outline runs along above the curve and back below it.
    const [coarser, finer] = [heights(band).slice(0, line.length), heights(band).slice(line.length).reverse()]
    const middle = Math.floor(line.length / 2)
    expect([coarser.length, finer.length]).toEqual([line.length, line.length])
    expect(coarser[middle]).toBeLessThan((line[middle] ?? 0) - 1)
    expect(finer[middle]).toBeGreaterThan((line[middle] ?? 0) + 1)
    expect(text).toContain('The wider range in the table, 21 to 28 clicks, covers differences in coffee and taste.')
    expect(text).toContain('rel="noreferrer">Comandante, frequently asked questions</a>')
    const short = await world.call('GET /grinders/1zpresso-k-ultra')
    expect(short.text).toMatch(/class="beyond"><th scope="row">.*Cold brew.*as close as it gets/)
  })

  test.each([
    ['fellow-ode-gen-2', 'Fellow doesn’t recommend the Ode Gen 2 for espresso.'],
    ['comandante-c40-mk4', 'The steps of the Comandante C40 MK4 are too large to dial in espresso.'],
    ['femobook-a2', 'The Femobook A2 only just reaches espresso.'],
  ])('the espresso row of the %s is followed by its warning', async (slug, warning) => {
    const { text } = await world.call(`GET /grinders/${slug}`)
    const escaped = warning.replace("'", '&#39;')
    expect(text).toMatch(
      new RegExp(`Espresso</a></th>(?:(?!<tr).)*</tr><tr class="caution"><td colspan="4">${escaped}</td>`),
    )
    expect(text.match(/class="caution"/g)).toHaveLength(1)
  })

  test('a grinder made for espresso has no warning', async () => {
    expect((await world.call('GET /grinders/niche-zero')).text).not.toContain('class="caution"')
  })

  test('store feedback about a setting, and keep what was typed if it is refused', async () => {
    const say = (at: string) =>
      fetched('/grinders/comandante-c40-mk4/feedback', { method: 'moka', at, feedback: 'TOO_FINE' })
    const told = await say('15,0')
    expect([told.status, told.headers.get('location')]).toEqual([303, '/grinders/comandante-c40-mk4?told=1#right'])
    expect(await world.sql`select setting, feedback from grind_feedback where method = 'moka'`).toMatchObject([
      { setting: 15, feedback: 'TOO_FINE' },
    ])
    const wrong = await say('92')
    expect(wrong.status).toBe(400)
    const text = await wrong.text()
    expect(text).toContain('goes from 0 to 40 clicks, so 92 is off its dial.')
    expect(text).toMatch(/value="moka" selected.*name="at" value="92" aria-invalid="true"/s)
  })

  test('show what was typed as text', async () => {
    const { text } = await world.call('GET /grinders?q=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(text).not.toContain('<script>alert')
    const missing = await world.call('GET /grinders/%3Cscript%3E')
    expect(missing.status).toBe(404)
    expect(missing.text).not.toContain('<script>')
  })
})

describe('a grinder in three taps', () => {
  const page = '/grinders/comandante-c40-mk4/calibrate'
  const pageOf = (person: { token: string }, path = page) => world.call(`GET ${path}`, { as: person })
  const shownOn = (text: string) =>
    [...text.matchAll(/<li><span><b>(.*?)<\/b> for (.*?)<\/span>/g)].map(one => [one[1], one[2]])

  test('is for signed-in people; others come back after signing in', async () => {
    const { status, headers } = await world.call(`GET ${page}?method=moka`, { headers: { accept: 'text/html' } })
    expect([status, headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`${page}?method=moka`)}`,
    ])
    expect((await fetched(page, { tasted: 'JUST_RIGHT', setting: '25' })).headers.get('location')).toStartWith(
      '/sign-in',
    )
    expect((await world.call('GET /grinders/none/calibrate', { as: await world.person() })).status).toBe(404)
  })

  test('offers every setting near the start, evenly spaced on a fine dial', async () => {
    const person = await world.person()
    const offered = async (path: string) =>
      [...(await pageOf(person, path)).text.matchAll(/name="setting" value="([\d.]+)"/g)].map(one => Number(one[1]))
    expect(await offered(`${page}?method=v60`)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    expect(await offered('/grinders/1zpresso-k-ultra/calibrate?method=v60')).toEqual([6.5, 7, 7.5, 8, 8.5, 9, 9.5])
  })

  test('changes every setting for its owner, and for nobody else', async () => {
    const [person, other] = [await world.person(), await world.person()]
    expect((await pageOf(person)).text).toMatch(/value="25" checked/)
    const saved = await fetched(`${page}?method=v60`, { setting: '25', typed: '28', tasted: 'JUST_RIGHT' }, person)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${page}?saved=1`])
    const { text } = await pageOf(person, '/grinders/comandante-c40-mk4')
    expect(text).toMatch(/V60<\/a><\/th>.*<td class="start">28<\/td>/)
    expect(text).toContain('3 clicks coarser than most')
    expect((await pageOf(other, '/grinders/comandante-c40-mk4')).text).toMatch(
      /V60<\/a><\/th>.*<td class="start">25<\/td>/,
    )
    expect(shownOn((await pageOf(person)).text)).toEqual([['28 clicks', 'V60: just right']])
  })

  test('believes the latest tasting, and removes what is left out', async () => {
    const person = await world.person()
    const tell = (method: string, setting: string, tasted: string) =>
      fetched(`${page}?method=${method}`, { setting, tasted }, person)
    await tell('espresso', '11', 'JUST_RIGHT')
    await tell('v60', '25', 'JUST_RIGHT')
    expect((await tell('v60', '25', 'TOO_FINE')).headers.get('location')).toBe(`${page}?saved=1&left=1`)
    expect(shownOn((await pageOf(person)).text)).toEqual([
      ['11 clicks', 'Espresso: just right'],
      ['25 clicks', 'V60: bitter or harsh'],
    ])
    const [, key = ''] = /name="remove" value="([^"]* 25 [^"]*)"/.exec((await pageOf(person)).text) ?? []
    await fetched(page, { remove: key }, person)
    expect(shownOn((await pageOf(person)).text)).toEqual([['11 clicks', 'Espresso: just right']])
    await fetched(page, { remove: 'all' }, person)
    expect((await pageOf(person)).text).not.toContain('What you’ve told us so far')
  })

  test('says what is wrong with an impossible setting, and keeps it', async () => {
    const person = await world.person()
    for (const [typed, complaint] of [
      ['92', 'goes from 0 to 40 clicks, so 92 is off its dial.'],
      ['5', '5 clicks is far from where a Comandante C40 MK4 grinds for V60, about 25 clicks.'],
    ] as const) {
      const answer = await fetched(`${page}?method=v60`, { typed, tasted: 'JUST_RIGHT' }, person)
      const text = await answer.text()
      expect([answer.status, text.includes(complaint)]).toEqual([400, true])
      expect(text).toContain(`name="typed" value="${typed}"`)
    }
  })
})

const fetched = (path: string, form: Record<string, string>, person?: { token: string }) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
    body: new URLSearchParams(form),
  })
