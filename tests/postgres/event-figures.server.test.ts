import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeEvents } from '../../adapters/postgres/events/event-rows.ts'
import { openExplainer } from '../support/explain.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Enough that reading them costs more than reading their sums, for one roaster and for another. */
const EVENTS = 150_000
/**
 * The sums of a year: about twenty a day by kind, coffee and grinder, and those of its quarter
 * hours.
 */
const MOST_READ = 20_000

let world: TestWorld
let roasterId: number
let as: { token: string }
let explainer: Awaited<ReturnType<typeof openExplainer>>
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-11-14T09:00:00Z')
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
  const [busy, other] = [
    await aRoastery(world, { slug: 'busy', name: 'Busy', coffees }),
    await aRoastery(world, { slug: 'other', name: 'Other', coffees }),
  ]
  roasterId = busy
  as = await aMember(world, busy)
  // At noon of every day, so that there are few quarter hours per event.
  await world.sql`
    insert into events (at, kind, place, roaster_id, coffee_id, method, grinder_id, host)
    select timestamptz '2025-11-14T12:00:00Z' + n % 365 * interval '1 day' + n % 40 * interval '1 minute',
           (array['IMPRESSION', 'IMPRESSION', 'CLICK'])[n % 3 + 1],
           'widget', roaster, n % 5, 'v60', n % 4 + 1, 'shop.example'
    from generate_series(1, ${EVENTS}::int) n, unnest(array[${busy}::int, ${other}::int]) roaster`
  await world.sql`
    insert into event_days (roaster_id, day, kind, place, coffee_id, method, host, events)
    select roaster_id, (at at time zone 'UTC')::date, kind, place, coffee_id, method, host, count(*)
    from events
    group by 1, 2, 3, 4, 5, 6, 7`
  await world.sql`
    insert into event_grinder_days (roaster_id, day, kind, grinder_id, events)
    select roaster_id, (at at time zone 'UTC')::date, kind, grinder_id, count(*)
    from events
    group by 1, 2, 3, 4`
  await world.sql`
    insert into event_quarters (roaster_id, quarter, kind, events)
    select roaster_id, date_bin('15 minutes', at, timestamptz '2000-01-01Z'), kind, count(*)
    from events
    group by 1, 2, 3`
  await world.sql`vacuum analyze`
  explainer = await openExplainer(world)
})
afterAll(async () => {
  await explainer.close()
  await world.stop()
})

const tables = ['events', 'events_default', 'event_days', 'event_grinder_days', 'event_quarters']

async function expectSums(call: () => Promise<unknown>, mostRead: number) {
  const statements = await explainer.explained(call)
  expect(statements.length).toBeGreaterThan(0)
  // An existence check stops at the first row.
  const unbounded = statements.filter(
    ({ scanned, rowsRead }) => rowsRead > mostRead || (rowsRead > 100 && scanned.some(table => tables.includes(table))),
  )
  expect(unbounded).toEqual([])
}

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])(
  'a year of a roaster among hundreds of thousands of events is read from its sums, in %s',
  async tz => {
    const query = `from=2025-11-15&to=2026-11-14&tz=${tz}`
    let counted = 0
    await expectSums(async () => {
      const { body } = await world.call(`GET /api/roaster-portal/analytics?${query}`, { as })
      counted = body.totals.impressions + body.totals.clicks
    }, MOST_READ)
    expect(counted).toBeGreaterThan(0.95 * EVENTS)
  },
)

test('the dashboard reads a month of them', async () => {
  await expectSums(() => world.call('GET /api/roaster-portal/dashboard', { as }), MOST_READ / 8)
})

test('an event is written without reading more than its day', async () => {
  const event = {
    at: '2026-11-13T12:10:00Z',
    kind: 'IMPRESSION',
    place: 'widget',
    roaster_id: roasterId,
    coffee_id: 1,
    recipe_id: null,
    method: 'v60',
    grinder_id: 2,
    source: null,
    host: 'new.example',
    visitor: 'somebody',
  }
  await expectSums(() => writeEvents(world.sql, [event]), 200)
})
