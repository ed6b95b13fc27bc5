import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { celsiusOf, fahrenheitOf } from '../../core/temperature.ts'
import { shippedTechniques } from '../../db/data/techniques.ts'
import { aCoffee } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a fresh server lists at least 60 techniques, of every method, each with who made it known', async () => {
  const { body } = await world.call('GET /api/techniques')
  expect(body.techniques.length).toBeGreaterThanOrEqual(60)
  expect(new Set(body.techniques.map((one: { method: string }) => one.method)).size).toBe(12)
  const fourSix = body.techniques.find((one: { slug: string }) => one.slug === 'four-six')
  expect(fourSix).toMatchObject({ name: 'The 4:6 method', method: 'v60', doseGrams: 20, waterGrams: 300, ratio: 15 })
  expect(fourSix.madeKnownBy.name).toBe('Tetsu Kasuya')
})

test('they are found by who made them known, and have their grind on a dial', async () => {
  const { body } = await world.call('GET /api/techniques?search=kasuya&method=v60&grinder=k+ultra')
  expect(body.techniques.map((one: { slug: string }) => one.slug)).toEqual(['four-six'])
  expect(body.techniques[0].onGrinder).toMatchObject({ reachable: true, grinder: { name: 'K-Ultra' } })
})

test('one is adapted to a dial, a brewer and an amount, and keeps its pours', async () => {
  const { body } = await world.call('GET /api/techniques/four-six?grinder=c40+mk4&machine=hario-v60-02&volumeGrams=450')
  expect(body).toMatchObject({
    waterGrams: 300,
    machine: { name: 'V60 02' },
    adapted: { waterGrams: 450, doseGrams: 30 },
  })
  const pours = body.adapted.steps.flatMap(({ toGrams }: { toGrams?: number }) => toGrams ?? [])
  expect(pours).toEqual([90, 180, 270, 360, 450])
  expect(body.grindNote).toBe('The author only says “coarse”. This setting is our reading of that for a V60.')
})

test('an altitude, a roast and a strength move it, each with a reason', async () => {
  const { body } = await world.call(
    'GET /api/techniques/four-six?grinder=c40+mk4&roastLevel=LIGHT&strength=4&altitudeMeters=2000',
  )
  expect(body.adapted.reasons.join(' ')).toMatch(/Light roast.*Strength 4 of 5/)
})

test('what cannot be brewed is refused with the reason', async () => {
  const wrong = await world.call('GET /api/techniques/four-six?grinder=c40+mk4&machine=aeropress-original')
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    'machine must be a different brewer. The 4:6 method needs a brewer for V60, and the AeroPress Original isn’t one.',
  ])
  expect((await world.call('GET /api/techniques/nobody-knows-it')).status).toBe(404)
  expect((await world.call('GET /api/techniques?method=teapot')).status).toBe(400)
})

describe('their pages', () => {
  const open = (path: string) => world.call(`GET ${path}`, { headers: { accept: 'text/html' } })

  test('show the best known first, by method and by words', async () => {
    const { text } = await open('/techniques')
    const names = [...text.matchAll(/<h3><a href="\/techniques\/([\w-]+)">/g)].map(([, slug]) => slug)
    expect([names[0], names.length]).toEqual(['four-six', 24])
    expect(text).toContain('Show all 84')
    expect((await open('/techniques?method=chemex')).text).toContain('/techniques/stumptown-chemex')
    expect((await open('/techniques?q=kasuya')).text).not.toContain('/techniques/rao-spin')
    expect((await open('/techniques?q=teapot')).text).toContain('No techniques match your search.')
  })

  test.each([
    ['ultimate french press', ['hoffmann-french-press']],
    ['ibrik', ['steep-then-stir-cezve', 'two-rises', 'yildizli-stc']],
    [
      'world aeropress championship',
      shippedTechniques.list().flatMap(({ slug }) => (slug.startsWith('wac-') ? [slug] : [])),
    ],
    ['classic 1:2', ['espresso-one-to-two']],
  ])('are found by what else they are called: %s', async (q, slugs) => {
    const named = (text: string) =>
      new Set([...text.matchAll(/href="\/techniques\/([\w-]+)["?#]/g)].map(([, slug]) => slug))
    expect(named((await open(`/techniques?q=${encodeURIComponent(q)}`)).text)).toEqual(new Set(slugs))
    const pages = ['/search?', '/search?in=techniques&'].map(path => open(`${path}q=${encodeURIComponent(q)}`))
    const found = named((await Promise.all(pages)).map(({ text }) => text).join(''))
    expect(found).toEqual(new Set(slugs))
  })

  test('are found by a ratio only where they name that ratio', async () => {
    const { techniques } = (await world.call('GET /api/techniques?search=1:2')).body
    const texts = techniques.map(({ name, text }: { name: string; text: string }) => `${name} ${text}`)
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text: string) => !/\b1:2(?!\.?\d)/.test(text))).toEqual([])
    expect((await world.call('GET /api/techniques?search=1:1')).body.techniques).toEqual([])
  })

  test('are on the first page of a server without recipes, in the menu and in the search', async () => {
    const { text } = await open('/')
    expect(text).toContain('Techniques to start from')
    expect(text).toContain('<a href="/techniques">Techniques</a>')
    expect((await open('/search?q=four+six')).text).toContain('The <mark>4:6</mark> method'.replace(/<\/?mark>/g, ''))
  })

  test('lead to a timer, for the amount that is asked for, and say whose figures they are', async () => {
    const { text } = await open('/techniques/four-six?water=450')
    expect(text).toContain('Pour to 90\u00a0g')
    expect(text).toContain('Tetsu Kasuya, World Brewers Cup champion 2016')
    expect(text).toContain('The author only says “coarse”.')
    expect(text).toMatch(/rel="noopener nofollow"/)
    expect((await open('/techniques/nobody-knows-it')).status).toBe(404)
    expect((await open('/techniques/steampunk-metal-concentrate')).text).toContain('AeroPress Stainless Steel Filter')
  })

  test('offer a taste, a strength, a roast and a dose, each with what it changes and why', async () => {
    const usual = (await open('/techniques/four-six')).text
    expect(usual).toContain('Five pours')
    expect(usual).toMatch(/40%: taste.*60%: strength/s)
    const { text } = await open('/techniques/four-six?taste=1&strength=4&roast=dark&dose=16')
    expect(text).toContain('Pour to 38\u00a0g')
    expect(text).toMatch(/1 step sweeter:<\/dt><dd>a smaller first pour, 38 g/)
    expect(text).toMatch(/Strength 4 of 5:.*Dark roast:|Dark roast:.*Strength 4 of 5:/s)
    expect(text).toMatch(/name="taste" value="1" checked.*name="strength" value="4" checked/s)
    expect(text).toContain('<option value="dark" selected>')
    expect(text).toMatch(/href="[^"]*dose=17[^"]*" aria-label="Use more coffee"/)
    expect([...text.matchAll(/<b>Pour to/g)]).toHaveLength(5)
    // A basket has an end, and what it doesn't take is left out.
    const shot = (await open('/techniques/espresso-one-to-two?dose=25')).text
    expect(shot).not.toContain('aria-label="Use more coffee"')
    expect((await open('/techniques/espresso-one-to-two?dose=26')).text).toContain('aria-label="Use more coffee"')
  })

  test('are offered for the roast of a coffee, one of each method, and lead to a log of that coffee', async () => {
    const coffee = await aCoffee(world, 'Worka')
    await world.sql`update coffees set roast_level = 'DARK' where id = ${coffee}`
    const { text } = await open(`/coffees/${coffee}?method=aeropress`)
    expect(text).toContain('Techniques for a dark roast')
    const offered = [...text.matchAll(/<h3><a href="\/techniques\/([\w-]+)\?coffee=(\d+)">/g)]
    const techniques = offered.map(([, slug = '']) => world.ports.techniques.bySlug(slug))
    expect(techniques.map(one => one?.method)).toEqual(['aeropress', 'v60', 'espresso'])
    for (const one of techniques)
      expect(fahrenheitOf(one?.waterTempByRoast?.dark ?? celsiusOf(one?.waterTempF ?? 190))).toBeLessThan(203)
    const opened = (await open(`/techniques/${techniques[0]?.slug}?coffee=${coffee}`)).text
    expect(opened).toContain(`For <a href="/coffees/${coffee}">Worka</a>, dark roast`)
    expect(opened).toContain('<dt>Dark roast:</dt>')
    expect(opened).toMatch(new RegExp(`/me/log\\?technique=[\\w-]+(&amp;|&)coffee=${coffee}`))
  })

  test('say that the water follows from the coffee, where both are asked for', async () => {
    const { text } = await open('/techniques/four-six?dose=12&water=500')
    expect(text).toContain('The amount of coffee sets the water here.')
    expect((await open('/techniques/four-six?dose=12')).text).not.toContain('The amount of coffee sets the water here.')
    expect((await world.call('GET /api/techniques/four-six?grinder=c40+mk4&doseGrams=12&volumeGrams=500')).status).toBe(
      400,
    )
  })

  test('say why none of the reader’s brewers can do it, as the API does', async () => {
    const as = await world.person()
    const page = async (slug: string) => (await world.call(`GET /techniques/${slug}`, { as })).text
    expect(await page('blooming-espresso')).not.toContain('The figures below are for a different brewer.')
    const own = async (slug: string) =>
      world.call('POST /api/user/machines', {
        as,
        body: { machineId: world.ports.machines.list().find(one => one.slug === slug)?.id },
      })
    await own('gaggia-classic-pro')
    expect(await page('blooming-espresso')).toContain('the Gaggia Classic Pro can’t do that.')
    expect(await page('four-six')).toContain('needs a brewer for V60, and the Gaggia Classic Pro isn’t one.')
    await own('flair-58')
    expect(await page('blooming-espresso')).toContain('Flair 58')
    expect(await page('blooming-espresso')).not.toContain('The figures below are for a different brewer.')
  })

  test('have the figures of their card, and only techniques that the reader’s things can do are offered', async () => {
    const as = await world.person()
    const idOf = (slug: string) => world.ports.machines.list().find(one => one.slug === slug)?.id
    await world.call('POST /api/user/machines', { as, body: { machineId: idOf('hario-v60-02') } })
    const grinderId = world.ports.grinders.bySlug('comandante-c40-mk4')?.id
    await world.call('POST /api/user/grinders', { as, body: { grinderId } })
    await world.call('PUT /api/user/profile', { as, body: { acidityLevel: 5, strengthPreference: 1 } })
    const coffee = await aCoffee(world, 'Kochere')
    await world.sql`update coffees set roast_level = 'LIGHT' where id = ${coffee}`
    const cardsOf = async (path: string) => {
      const { text } = await world.call(`GET ${path}`, { as })
      return text.split('<article class="card technique">').slice(1)
    }
    const hrefOf = (card: string) => card.match(/href="(\/techniques\/[^"]+)"/)?.[1] ?? ''
    const figuresIn = (part: string) =>
      [...part.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, one = '']) => one.replace(/<[^>]*>/g, ''))

    const offered = await cardsOf(`/coffees/${coffee}?method=espresso`)
    const methods = offered.map(
      card => world.ports.techniques.bySlug(hrefOf(card).match(/techniques\/([\w-]+)/)?.[1] ?? '')?.method,
    )
    expect(methods).toEqual(['v60', 'v60', 'v60'])

    for (const card of [...offered, ...(await cardsOf('/techniques')).slice(0, 12)]) {
      const { text } = await world.call(`GET ${hrefOf(card)}`, { as })
      const page = text.slice(text.indexOf('<section aria-label="The numbers">'))
      const figures = figuresIn(page.slice(0, page.indexOf('</dl>')))
      expect([hrefOf(card), figuresIn(card)]).toEqual([hrefOf(card), figures])
      const setting = card.match(/class="setting"><b>([^<]*)<\/b>/)?.[1]
      expect([hrefOf(card), text.includes(`<dt>${setting?.split(/[\s\u00a0]/)[0]}:</dt>`)]).toEqual([
        hrefOf(card),
        true,
      ])
    }
  })
})
