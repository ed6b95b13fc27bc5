import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../adapters/demo/random.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const counted = ['pageViews', 'impressions', 'clicks', 'methodSwitches', 'grinderChoices', 'scans'] as const
type Figures = Record<(typeof counted)[number] | 'uniqueVisitors', number>

const sumsOf = (rows: Figures[]) =>
  Object.fromEntries(counted.map(figure => [figure, rows.reduce((sum, row) => sum + row[figure], 0)]))

/** Whatever happened, its parts are the whole, and nobody came who saw nothing. */
async function addsUp(as: { token: string }, query: string) {
  await world.ports.events.flush()
  const { status, body } = await world.call(`GET /api/roaster-portal/analytics?${query}`, { as })
  expect([query, status]).toEqual([query, 200])
  const whole = sumsOf([body.totals])
  for (const parts of ['byDay', 'byCoffee', 'byMethod', 'byHost', 'byPlace'])
    expect([query, parts, sumsOf(body[parts])]).toEqual([query, parts, whole])
  const withGrinder = sumsOf(body.byGrinder)
  for (const figure of counted) expect(withGrinder[figure]).toBeLessThanOrEqual(whole[figure] ?? 0)
  expect(withGrinder.grinderChoices).toBe(whole.grinderChoices)
  for (const { totals } of [body, body.previous])
    expect(totals.uniqueVisitors).toBeLessThanOrEqual(totals.pageViews + totals.impressions)
  expect(sumsOf(body.previous.byDay)).toEqual(sumsOf([body.previous.totals]))
  const places: Record<string, Figures> = Object.fromEntries(
    body.byPlace.map((row: Figures & { place: string }) => [row.place, row]),
  )
  expect([places.widget?.impressions ?? 0, places.page?.pageViews ?? 0, places.bag?.scans ?? 0]).toEqual([
    body.totals.impressions,
    body.totals.pageViews,
    body.totals.scans,
  ])
  return body
}

const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']

describe('the demo', () => {
  let owner: { token: string }
  beforeAll(async () => {
    world.clock.set('2026-11-14T09:00:00Z')
    await world.seedDemo()
    const [, account] = await world.demoAccounts()
    owner = (await world.call('POST /api/auth/login', { body: account })).body
  })

  for (const tz of zones)
    test(`adds up in ${tz}: this month, a week, a day and a year`, async () => {
      for (const query of ['', 'from=2026-11-08', 'from=2026-11-14', 'from=2025-11-15'])
        await addsUp(owner, `tz=${tz}&to=2026-11-14&${query}`)
    })

  test('is what people do: nobody opens what nobody has seen, on any day or of any coffee', async () => {
    const { totals, previous, byDay, byCoffee, byPlace, byGrinder } = await addsUp(owner, 'to=2026-11-14')
    for (const { impressions, clicks, grinderChoices } of [totals, ...byDay, ...byCoffee])
      expect([clicks <= impressions, grinderChoices <= impressions]).toEqual([true, true])
    for (const { pageViews, scans, clicks } of [totals, ...byCoffee])
      expect(pageViews).toBeGreaterThanOrEqual(scans + clicks)
    expect(totals.impressions).toBeGreaterThan(previous.totals.impressions)
    expect(byDay.every(({ impressions }: Figures) => impressions > 0)).toBe(true)
    expect(byPlace.map(({ place }: { place: string }) => place).sort()).toEqual(['bag', 'page', 'widget'])
    expect(byGrinder[0].grinder.slug).toBe('comandante-c40-mk4')
    expect(totals.uniqueVisitors).toBeGreaterThan(totals.clicks)
  })
})

test('what visitors do adds up, whatever they do and whenever', async () => {
  const random = seededRandom(15)
  const recipes = ['v60', 'espresso', 'aeropress'].map(method => ({ method, isDefault: method === 'v60' }))
  const coffees = ['one', 'two'].map(slug => ({ slug, name: slug, recipes }))
  const member = await aMember(world, await aRoastery(world, { slug: 'sums', name: 'Sums', coffees }))
  const kinds = ['impression', 'click', 'method-switch', 'grinder-choice', 'page'] as const
  const one = async () => {
    const coffee = random.pick(['one', 'two'])
    const from = `203.0.113.${random.whole(1, 20)}`
    const method = random.pick(['v60', 'espresso', undefined])
    const grinder = random.pick(['niche-zero', '1zpresso-k-ultra', undefined])
    const kind = random.pick(kinds)
    const headers = { 'user-agent': 'Mozilla/5.0', ...(random.happens(0.5) && { referer: 'https://shop.example/' }) }
    if (kind === 'page') return world.call(`GET /brew/sums/${coffee}?method=${method ?? ''}`, { from, headers })
    const body = {
      shareId: `sums/${coffee}`,
      method: kind === 'method-switch' ? (method ?? 'v60') : method,
      grinder: kind === 'grinder-choice' ? (grinder ?? 'niche-zero') : grinder,
    }
    return world.call(`POST /api/embed/track-${kind}`, { body, from, headers })
  }
  for (let hour = 0; hour < 60; hour += 5) {
    world.clock.set(new Date(Date.UTC(2026, 4, 10, hour, random.whole(0, 59))).toISOString())
    const answers = await Promise.all(Array.from({ length: 10 }, one))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  for (const tz of zones)
    for (const query of [
      'from=2026-05-09&to=2026-05-13',
      'from=2026-05-11&to=2026-05-11',
      'from=2026-05-10&to=2026-05-11',
    ])
      await addsUp(member, `tz=${tz}&${query}`)
  const { totals } = await addsUp(member, 'from=2026-05-09&to=2026-05-13')
  expect(totals.impressions).toBeGreaterThan(10)
})
