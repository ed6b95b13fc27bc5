import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { qrPath } from '../../adapters/http/pages/parts/qr.ts'
import { asBrowser, browsing, cookieOf } from '../support/browsing.ts'
import { cutOut, pagesOf, read, readQr, readQrPng } from '../support/qr.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

interface Code {
  coffee: { id: number; name: string; slug: string }
  code: string
  url: string
  svg: string
  png: string
  pdf: string
}

let world: TestWorld
let roasterId: number
let member: Awaited<ReturnType<typeof aMember>>
let codes: Code[]
beforeAll(async () => {
  world = await startWorld()
  roasterId = await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road',
    coffees: [
      { slug: 'bare', name: 'Bare', recipes: [] },
      { slug: 'konga', name: 'コンガ', recipes: [{ method: 'v60' }] },
      {
        slug: 'worka',
        name: 'Worka <Sakaro> Łąka, the second harvest of a very long name',
        recipes: [{ method: 'v60' }],
      },
    ],
  })
  member = await aMember(world, roasterId)
  codes = await listed()
})
afterAll(() => world.stop())

const listed = async (): Promise<Code[]> =>
  (await world.call('GET /api/roaster-portal/codes', { as: member })).body.codes
const of = (slug: string) => codes.find(({ coffee }) => coffee.slug === slug) as Code
const pathOf = (url: string) => url.slice(world.url.length)
const bytesAt = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())
const phone = {
  ...asBrowser,
  'user-agent': 'Mozilla/5.0 (Android 16)',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
const scan = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.call(`${method} ${pathOf(url)}`, { headers: { ...phone, ...headers } })
const scans = async () => {
  await world.ports.events.flush()
  const [row] = await world.sql`
    select count(*)::int as scans from events where roaster_id = ${roasterId} and kind = 'SCAN' and place = 'bag'`
  return row?.scans
}

describe('a code for the bag', () => {
  test('is a short link of every coffee that keeps working when the coffee is renamed', async () => {
    expect(codes.map(({ coffee }) => coffee.slug)).toEqual(['bare', 'worka', 'konga'])
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
    for (const { code, url } of codes) {
      expect(code).toMatch(/^[023456789abcdefghjkmnpqrstuvwxyz]{10}$/)
      expect(url).toBe(`${world.url}/b/${code}`)
    }
    await world.call(`PATCH /api/roaster-portal/coffees/${of('bare').coffee.id}`, {
      as: member,
      body: { slug: 'other' },
    })
    expect((await listed()).map(({ code }) => code).sort()).toEqual(codes.map(({ code }) => code).sort())
    const added = await world.call('POST /api/roaster-portal/coffees', {
      as: member,
      body: { name: 'New one', roastLevel: 'LIGHT' },
    })
    expect((await listed()).some(({ coffee }) => coffee.id === added.body.coffee.id)).toBe(true)
  })

  test('is drawn once, however often its page is opened', () => {
    expect(qrPath(of('worka').url)).toBe(qrPath(of('worka').url))
  })

  test('encodes its address, both as SVG and as PNG', async () => {
    const { svg, png, url } = of('worka')
    expect(await readQr(await (await fetch(svg)).text())).toBe(url)
    const picture = await readQrPng(await bytesAt(png))
    expect(picture.text).toBe(url)
    expect(picture.width).toBeGreaterThan(1000)
    expect((await fetch(svg)).headers.get('content-type')).toBe('image/svg+xml')
  })

  test.skipIf(!Bun.which('pdftoppm'))('says it on a label and on every place of a sheet, in any script', async () => {
    for (const { pdf, url } of codes) {
      const [page, ...more] = await pagesOf(await bytesAt(pdf))
      expect([read(page as never), more.length]).toEqual([url, 0])
    }
    const reply = await fetch(`${world.url}/portal/hill-road/codes.pdf`, { headers: { cookie: cookieOf(member) } })
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    const [sheet] = await pagesOf(new Uint8Array(await reply.arrayBuffer()))
    const shown = (await listed()).map(({ url }) => url)
    const found = shown.map((_, at) => {
      const x = (7.2 + 66 * (at % 3)) / 210
      const y = (12.9 + 33.9 * Math.floor(at / 3)) / 297
      return read(cutOut(sheet as never, { x, y, w: 33 / 210, h: 33.9 / 297 }))
    })
    expect(found).toEqual(shown)
  })

  test('is for its members to list and print', async () => {
    const stranger = await world.person()
    expect((await world.call('GET /api/roaster-portal/codes', { as: stranger })).status).toBe(403)
    expect((await browsing(world, stranger).open('/portal/hill-road/codes')).status).toBe(404)
    expect((await browsing(world, stranger).open('/portal/hill-road/codes.pdf')).status).toBe(404)
    const { text } = await browsing(world, member).open('/portal/hill-road/codes')
    expect(text).toContain('Worka &lt;Sakaro&gt;')
    expect(text).toContain(`href="/b/${of('worka').code}/label.pdf"`)
    expect((await browsing(world, member).open('/portal/hill-road/widget')).text).toContain('For the bag')
  })
})

describe('a visitor who scans it', () => {
  test('gets the recipe for their own grinder, and is asked for it if we do not know it', async () => {
    const { url } = of('worka')
    const page = '/brew/hill-road/worka'
    const asked = await scan(url)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `/my-grinder?back=${encodeURIComponent(page)}`])
    // A visitor who has none of these grinders, or no time, can skip the question.
    const question = await world.call(`GET ${asked.headers.get('location')}`, { headers: phone })
    expect(question.text).toContain(`<a class="button outlined" href="${page}">Skip for now</a>`)
    expect((await world.call('GET /my-grinder', { headers: phone })).text).not.toContain('Skip for now')
    const chosen = await scan(url, { cookie: 'grinder=1zpresso-k-ultra' })
    expect([chosen.headers.get('location'), chosen.headers.get('cache-control')]).toEqual([page, 'no-store'])
    const opened = await world.call(`GET ${page}`, { headers: { ...phone, cookie: 'grinder=1zpresso-k-ultra' } })
    expect(opened.text).toContain('K-Ultra')
    // As a person types it, and for a coffee without a recipe of its roaster's.
    expect(
      (
        await scan(
          url.replace(/[^/]+$/, code => code.toUpperCase()),
          { cookie: 'grinder=1zpresso-k-ultra' },
        )
      ).status,
    ).toBe(303)
    const bare = await scan(of('bare').url, { cookie: 'grinder=1zpresso-k-ultra' })
    expect(bare.headers.get('location')).toBe(`/coffees/${of('bare').coffee.id}`)
    expect((await scan(`${world.url}/b/nothinghere`)).status).toBe(404)
    expect((await world.call('GET /b/nothinghere/qr.svg')).status).toBe(404)
  })

  test('is counted separately: each scan, but no programs, prefetching, HEAD or members of the roaster', async () => {
    const { url, coffee } = of('konga')
    const before = await scans()
    await scan(url)
    await scan(url, { cookie: 'grinder=1zpresso-k-ultra' })
    expect(await scans()).toBe(before + 2)
    await scan(url, {}, 'HEAD')
    await scan(url, { 'user-agent': 'facebookexternalhit/1.1' })
    await scan(url, { 'sec-purpose': 'prefetch' })
    await scan(url, { cookie: cookieOf(member) })
    await scan(of('konga').svg)
    expect(await scans()).toBe(before + 2)
    const { body } = await world.call('GET /api/roaster-portal/analytics', { as: member })
    const row = body.byCoffee.find(({ coffeeId }: { coffeeId: number }) => coffeeId === coffee.id)
    expect(row).toMatchObject({ scans: 2, impressions: 0 })
    // The page of the codes links to how often each was scanned.
    const codesPage = (await browsing(world, member).open('/portal/hill-road/codes')).text
    const [, figures = ''] = /<a href="([^"]+)">Analytics<\/a>/.exec(codesPage) ?? []
    const { text } = await browsing(world, member).open(figures)
    const [, byCoffee = ''] = text.split('How often the code on the bag was scanned')
    expect(byCoffee).toMatch(/class="name">コンガ<.*?class="number">2</s)
  })
})
