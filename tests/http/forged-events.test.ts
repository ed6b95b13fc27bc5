import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeEvents } from '../../adapters/postgres/events/event-rows.ts'
import { getAnalytics } from '../../core/portal/analytics.ts'
import type { RoasterMember } from '../../core/portal/members.ts'
import { eventually } from '../support/eventually.ts'
import { aCoffee, aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let roaster: { id: number; shareId: string }
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  const coffeeId = await aCoffee(world)
  const [row] = await world.sql<{ id: number; shareId: string }[]>`
    select roasters.id, roasters.slug || '/' || coffees.slug as share_id
    from coffees
    join roasters on roasters.id = coffees.roaster_id
    where coffees.id = ${coffeeId}`
  roaster = row as typeof roaster
})
afterAll(() => world.stop())

const event = (host: string, visitor = 'somebody') => ({
  at: world.clock.now().toISOString(),
  kind: 'PAGE_VIEW',
  place: 'page',
  roaster_id: roaster.id,
  coffee_id: null,
  recipe_id: null,
  method: null,
  grinder_id: null,
  source: `https://${host}/`,
  host,
  visitor,
})
const today = () => world.clock.now().toISOString().slice(0, 10)

test('invented hosts fill at most 200 rows a day; the rest is counted under other, known hosts under their name', async () => {
  await writeEvents(world.sql, [event('honest.example')])
  for (let lot = 0; lot < 3; lot++)
    await writeEvents(
      world.sql,
      Array.from({ length: 150 }, (_, at) => event(`made-up-${lot}-${at}.example`)),
    )
  await writeEvents(world.sql, [event('honest.example')])
  const rows = await world.sql`select host, events from event_days where roaster_id = ${roaster.id}`
  expect(rows.length).toBe(201)
  expect(rows.find(({ host }) => host === 'honest.example')?.events).toBe(2)
  expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(452)
  expect(rows.find(({ host }) => host === 'other')?.events).toBe(251)
})

test('a report names the 99 most seen hosts, the rest as other, and counts all', async () => {
  const member = { roasterId: roaster.id } as RoasterMember
  const { byHost, totals } = await getAnalytics({ from: today(), to: today(), tz: 'UTC' }, world.ports, member)
  expect(byHost.length).toBe(100)
  expect(byHost[0]?.host).toBe('honest.example')
  expect(byHost.at(-1)?.host).toBe('other')
  expect(byHost.reduce((sum, { pageViews }) => sum + pageViews, 0)).toBe(totals.pageViews)
})

test('the page around a frame is only believed from our own page', async () => {
  const told = async (source: string, headers: Record<string, string>) => {
    const body = { shareId: roaster.shareId, source }
    expect((await world.call('POST /api/embed/track-impression', { body, headers })).status).toBe(200)
    await world.ports.events.flush()
    const [row] = await world.sql`select count(*)::int as events from events where source = ${source}`
    return row?.events
  }
  expect(await told('https://forged.example/', {})).toBe(0)
  expect(await told('https://forged.example/', { referer: 'https://elsewhere.example/' })).toBe(0)
  expect(await told('https://around.example/', { referer: `${world.url}/embed/x` })).toBe(1)
})

test('one address can report 300 events a minute', async () => {
  const view = () => world.call('POST /api/track', { from: '203.0.113.9', body: { roasterId: roaster.id } })
  const statuses: number[] = []
  for (let lot = 0; lot < 31; lot++)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, view))).map(({ status }) => status))
  expect(statuses.filter(status => status === 429).length).toBe(10)
  expect(new Set(statuses.slice(0, 300)).has(500)).toBe(false)
})

test('an address that keeps reading a shared recipe is served, and counted 300 times a minute', async () => {
  const id = await aRecipe(world)
  const { body } = await world.call(`POST /api/recipes/${id}/share`)
  const shareId = body.shareUrl.split('/').at(-1)
  const read = (from: string) => world.call(`GET /api/embed/${shareId}`, { from })
  const counted = async () => {
    await world.ports.events.flush()
    const [row] = await world.sql`select count(*)::int as events from events where recipe_id = ${id}`
    return row?.events
  }
  const statuses = new Set<number>()
  for (let lot = 0; lot < 32; lot++)
    for (const { status } of await Promise.all(Array.from({ length: 10 }, () => read('203.0.113.77'))))
      statuses.add(status)
  expect([...statuses]).toEqual([200])
  await read('203.0.113.78')
  // The last one counted is from another address, so all earlier ones are decided.
  expect(await eventually(async () => (await counted()) >= 301)).toBe(true)
  expect(await counted()).toBe(301)
})
