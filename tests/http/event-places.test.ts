import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { limitKey } from '../../adapters/limits/limits.ts'
import type { EventKind } from '../../core/events/events.ts'
import { eventually } from '../support/eventually.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let slug: string
let roasterId: number
let coffeeId: number
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

let roasters = 0
beforeEach(async () => {
  slug = `place-${++roasters}`
  const recipes = [{ method: 'v60' }, { method: 'espresso', isDefault: false }]
  roasterId = await aRoastery(world, { slug, name: slug, coffees: [{ slug: 'worka', name: 'Worka', recipes }] })
  const [coffee] = await world.sql<{ id: number }[]>`select id from coffees where roaster_id = ${roasterId}`
  coffeeId = coffee?.id as number
})

const day = () => world.clock.now().toISOString().slice(0, 10)
const report = async () => {
  await world.ports.events.flush()
  return world.ports.events.report(roasterId, { from: day(), to: day(), timeZone: 'UTC' })
}
const grinderId = (name: string) => world.ports.grinders.bySlug(name)?.id as number
const grinders = async () =>
  Object.fromEntries((await report()).byGrinder.map(({ grinderId, ...counts }) => [grinderId, counts]))
const track = (what: string, body: object, from?: string) =>
  world.call(`POST /api/embed/track-${what}`, { body: { shareId: `${slug}/worka`, ...body }, from })

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'sec-fetch-mode': 'navigate' }
const open = (path: string, headers: Record<string, string> = {}, more: { as?: { token: string } } = {}) =>
  world.call(`GET ${path}`, { headers: { ...browser, ...headers }, ...more })
/**
 * Views are counted after the reply. A last one by somebody else shows that all earlier ones are
 * decided.
 */
const views = async (expected: number) => {
  await eventually(async () => (await report()).totals.PAGE_VIEW >= expected)
  return (await report()).totals.PAGE_VIEW
}

describe("a visitor's grinder", () => {
  test('is counted when it is chosen, and with everything afterwards', async () => {
    const choice = await track('grinder-choice', { grinder: 'comandante-c40-mk4', method: 'v60' })
    expect([choice.status, choice.body]).toEqual([200, { success: true }])
    for (const what of ['impression', 'click']) await track(what, { grinder: 'comandante-c40-mk4' })
    await track('method-switch', { method: 'espresso', grinder: 'niche zero' })
    await track('impression', {})
    const { totals, byGrinder, byPlace, byMethod } = await report()
    const counted = { IMPRESSION: 2, CLICK: 1, METHOD_SWITCH: 1, GRINDER_CHOICE: 1, PAGE_VIEW: 0, SCAN: 0 }
    expect(totals).toEqual(counted)
    expect(byPlace).toEqual([{ place: 'widget', ...counted }])
    expect(byGrinder).toEqual([
      { grinderId: grinderId('comandante-c40-mk4'), ...counted, IMPRESSION: 1, METHOD_SWITCH: 0 },
      { grinderId: grinderId('niche-zero'), ...counted, IMPRESSION: 0, CLICK: 0, GRINDER_CHOICE: 0 },
    ])
    expect(byMethod.find(({ method }) => method === 'v60')?.GRINDER_CHOICE).toBe(1)
  })

  test('must be in the catalog', async () => {
    expect((await track('grinder-choice', {})).body.error).toBe('grinder is required.')
    const unknown = await track('grinder-choice', { grinder: 'teapot' })
    expect([unknown.status, unknown.body.error.startsWith('We don’t know a grinder called "teapot"')]).toEqual([
      404,
      true,
    ])
    expect((await track('impression', { grinder: 'x'.repeat(201) })).status).toBe(400)
    expect((await track('grinder-choice', { grinder: 'niche-zero', shareId: 'nobody/worka' })).status).toBe(404)
    expect((await report()).byGrinder).toEqual([])
  })

  test('is counted exactly while many people choose and look at once', async () => {
    const names = ['comandante-c40-mk4', 'niche-zero', '1zpresso-k-ultra']
    const kinds = ['impression', 'click', 'grinder-choice'] as const
    const all = Array.from({ length: 180 }, (_, at) => ({
      what: kinds[at % 3] as string,
      grinder: names[Math.floor(at / 3) % 4],
    }))
    const answers = await Promise.all(
      all.map(({ what, grinder }) =>
        track(what, grinder || what !== 'grinder-choice' ? { grinder } : { grinder: names[0] }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { totals, byPlace } = await report()
    expect([totals.IMPRESSION, totals.CLICK, totals.GRINDER_CHOICE]).toEqual([60, 60, 60])
    expect(byPlace.map(({ place, ...counts }) => [place, counts])).toEqual([['widget', totals]])
    const counted = await grinders()
    expect(names.map(name => counted[grinderId(name)])).toMatchObject([
      { IMPRESSION: 15, CLICK: 15, GRINDER_CHOICE: 30 },
      { IMPRESSION: 15, CLICK: 15, GRINDER_CHOICE: 15 },
      { IMPRESSION: 15, CLICK: 15, GRINDER_CHOICE: 15 },
    ])
  })
})

describe('a page of ours', () => {
  test('about a roaster, a coffee or a recipe counts visits, with method, grinder and referrer', async () => {
    await open(`/roasters/${slug}`)
    await open(`/coffees/${coffeeId}`, { cookie: 'grinder=niche-zero' })
    await open(`/brew/${slug}/worka?method=espresso`, {
      cookie: 'grinder=niche-zero',
      referer: 'https://shop.example/',
    })
    expect(await views(3)).toBe(3)
    const { byPlace, byCoffee, byMethod, byHost, byGrinder, visitors } = await report()
    const seen = <T extends Record<EventKind, number>>(rows: T[]) => rows.map(({ PAGE_VIEW }) => PAGE_VIEW)
    expect(byPlace.map(({ place, PAGE_VIEW }) => [place, PAGE_VIEW])).toEqual([['page', 3]])
    expect(byCoffee.map(({ coffeeId, PAGE_VIEW }) => [coffeeId, PAGE_VIEW])).toEqual([
      [coffeeId, 2],
      [null, 1],
    ])
    expect(byMethod.find(({ method }) => method === 'espresso')?.PAGE_VIEW).toBe(1)
    expect(byHost.find(({ host }) => host === 'shop.example')?.PAGE_VIEW).toBe(1)
    expect([byGrinder.map(({ grinderId }) => grinderId), seen(byGrinder)]).toEqual([[grinderId('niche-zero')], [2]])
    expect(visitors).toBe(3)
  })

  test('counts no program that identifies itself, no member, no prefetching and no part of a page', async () => {
    const member = await aMember(world, roasterId)
    const path = `/coffees/${coffeeId}`
    const uncounted: Record<string, string>[] = [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'facebookexternalhit/1.1' },
      { 'user-agent': 'curl/8.5.0' },
      { 'user-agent': '' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-mode': 'cors' },
    ]
    for (const headers of uncounted) expect((await open(path, headers)).status).toBe(200)
    expect((await world.call(`HEAD ${path}`, { headers: browser })).status).toBe(200)
    await open(path, { cookie: `svc_session=${member.token}` })
    expect((await open('/coffees/999999')).status).toBe(404)
    await open(path, { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT P80) Chrome/130 Mobile Safari/537.36' })
    await open(path, { cookie: `svc_session=${(await world.person()).token}` })
    expect(await views(2)).toBe(2)
    expect((await report()).visitors).toBe(2)
  })

  test('counts 300 views a minute from one address, and serves all', async () => {
    const path = `/roasters/${slug}`
    const from = '203.0.113.50'
    // As if that address had opened 296 pages before.
    await world.sql`
      select count_hit('event PAGE_VIEW', ${limitKey(from)}, 300, interval '1 minute', ${world.clock.now()})
      from generate_series(1, 296)`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.call(`GET ${path}`, { headers: browser, from })),
    )
    await open(path)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await views(5)).toBe(5)
  })
})

test('there are never more visitors than views and impressions', async () => {
  await track('click', {}, '203.0.113.60')
  await track('grinder-choice', { grinder: 'niche-zero' }, '203.0.113.61')
  await track('impression', {}, '203.0.113.60')
  await track('impression', {}, '203.0.113.60')
  const { visitors, totals } = await report()
  expect([visitors, totals.IMPRESSION, totals.CLICK]).toEqual([1, 2, 1])
})
