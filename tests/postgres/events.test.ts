import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventsIn } from '../../adapters/postgres/events/events.ts'
import type { Fault } from '../../core/errors.ts'
import type { EventKind, NewEvent } from '../../core/events/events.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/refusal.ts'
import { aRoastery } from '../support/roastery.ts'
import { engine } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let roasters = 0
const aRoaster = () => aRoastery(world, { slug: `roaster-${++roasters}`, name: `Roaster ${roasters}`, coffees: [] })

const anEvent = (roasterId: number, at: string, more: Partial<NewEvent> = {}): NewEvent => ({
  kind: 'IMPRESSION',
  place: 'widget',
  at: new Date(at),
  roasterId,
  coffeeId: null,
  recipeId: null,
  method: null,
  grinderId: null,
  source: null,
  visitor: { address: '203.0.113.1', userAgent: 'Browser' },
  ...more,
})

const store = () => eventsIn(world.sql, { info() {}, warn() {}, error() {}, debug() {} } as never)
const write = async (...events: NewEvent[]) => {
  const { record, flush } = world.ports.events
  for (const event of events) record(event).catch(() => {})
  await flush()
}
const partitionsWith = async (roasterId: number) =>
  (await world.sql`select distinct tableoid::regclass::text as name from events where roaster_id = ${roasterId}`).map(
    ({ name }) => name,
  )

describe('an event', () => {
  test('is stored in the partition of its month, or in the default one', async () => {
    const roasterId = await aRoaster()
    const now = world.clock.now().toISOString()
    await write(anEvent(roasterId, now))
    expect(await partitionsWith(roasterId)).toEqual([`events_${now.slice(0, 7).replace('-', '_')}`])
    const other = await aRoaster()
    await write(anEvent(other, '2099-05-31T23:59:59.999Z'), anEvent(other, '2099-06-01T00:00:00Z'))
    expect(await partitionsWith(other)).toEqual(['events_default'])
  })

  test('moves out of the default partition when its month gets one', async () => {
    const roasterId = await aRoaster()
    await write(anEvent(roasterId, '2098-03-31T23:59:59.999Z'), anEvent(roasterId, '2098-04-01T00:00:00Z'))
    await Promise.all([store().sweep(new Date('2098-03-15Z')), store().sweep(new Date('2098-03-15Z'))])
    expect((await partitionsWith(roasterId)).sort()).toEqual(['events_2098_03', 'events_2098_04'])
    await write(anEvent(roasterId, '2098-05-02T12:00:00Z'))
    expect(await partitionsWith(roasterId)).toContain('events_2098_05')
  })

  test('is not lost when the service stops at once, and none is counted twice', async () => {
    const roasterId = await aRoaster()
    const stopping = store()
    for (let count = 0; count < 2500; count++) stopping.record(anEvent(roasterId, '2026-01-05T10:00:00Z'))
    await Promise.all([stopping.flush(), stopping.close()])
    const [row] = await world.sql`select count(*) as count from events where roaster_id = ${roasterId}`
    expect(row?.count).toBe(2500)
    const [rolled] = await world.sql`select sum(events) as count from event_days where roaster_id = ${roasterId}`
    expect(rolled?.count).toBe(2500)
  })

  test('waits while the database is unreachable', async () => {
    const roasterId = await aRoaster()
    const waiting = store()
    await world.sql`alter table event_visitors rename to away`
    const acknowledged = waiting.record(anEvent(roasterId, '2026-01-05T10:00:00Z')).catch(error => String(error))
    expect(await refusalOf(waiting.flush())).toContain('event_visitors')
    const [none] = await world.sql`select count(*) as count from events where roaster_id = ${roasterId}`
    expect(await acknowledged).toContain('event_visitors')
    await world.sql`alter table away rename to event_visitors`
    await waiting.flush()
    const [one] = await world.sql`select count(*) as count from events where roaster_id = ${roasterId}`
    expect([none?.count, one?.count]).toEqual([0, 1])
  })

  test('is refused and counted once 32 MB wait; what waited is written when the database is back', async () => {
    const roasterId = await aRoaster()
    const said: unknown[] = []
    const full = eventsIn(world.sql, {
      info() {},
      warn() {},
      error: (...words: unknown[]) => said.push(words),
    } as never)
    await world.sql`alter table event_visitors rename to away`
    const visitor = { address: '203.0.113.1', userAgent: 'x'.repeat(1_000_000) }
    const answers = Array.from({ length: 20 }, () =>
      full.record(anEvent(roasterId, '2026-01-05T10:00:00Z', { visitor })).catch(error => (error as Fault).code),
    )
    const refused = (await Promise.all(answers)).filter(answer => answer === 'service-down')
    await world.sql`alter table away rename to event_visitors`
    await full.close()
    const [row] = await world.sql`select count(*) as count from events where roaster_id = ${roasterId}`
    expect([refused.length, row?.count]).toEqual([3, 17])
    expect(said).toEqual([['events dropped: the database has been away for long', { dropped: 1 }]])
  })

  test('of a deleted roaster does not delay the others', async () => {
    const [gone, here] = [await aRoaster(), await aRoaster()]
    world.ports.events.record(anEvent(gone, '2026-01-05T10:00:00Z'))
    await world.sql`delete from roasters where id = ${gone}`
    await write(anEvent(here, '2026-01-05T10:00:00Z'))
    expect((await partitionsWith(gone)).length).toBe(0)
    expect((await partitionsWith(here)).length).toBe(1)
  })
})

test('of a roaster being deleted at that moment affects no other event', async () => {
  const [going, here] = [await aRoaster(), await aRoaster()]
  const deleted = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const deleting = world.sql.begin(async sql => {
    await sql`delete from roasters where id = ${going}`
    deleted.resolve()
    await mayEnd.promise
  })
  await deleted.promise
  const written = write(anEvent(going, '2026-01-05T10:00:00Z'), anEvent(here, '2026-01-05T10:00:00Z'))
  // The embedded engine lets nobody in while a transaction is open; on a server the write has
  // reached the lock.
  if (engine === 'postgres')
    await eventually(
      async () => (await world.sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length > 0,
    )
  mayEnd.resolve()
  await deleting
  await written
  expect((await partitionsWith(here)).length).toBe(1)
})

describe('a report', () => {
  // Events around midnight of three zones, one of them with a quarter of an hour.
  const instants = [
    '2026-03-01T00:00:00Z',
    '2026-03-01T18:14:59Z',
    '2026-03-01T18:15:00Z',
    '2026-03-02T04:59:59Z',
    '2026-03-02T05:00:00Z',
    '2026-03-02T12:00:00Z',
    '2026-03-03T23:59:59.999Z',
    '2026-03-04T00:00:00Z',
  ]
  let roasterId: number
  beforeAll(async () => {
    roasterId = await aRoaster()
    const hosts = ['a.example', 'b.example', null]
    await write(
      ...instants.map((at, number) => {
        const host = hosts[number % 3]
        const source = host ? { address: `https://${host}/`, host } : null
        return anEvent(roasterId, at, {
          kind: number % 2 ? 'CLICK' : 'IMPRESSION',
          source,
          method: 'v60',
          coffeeId: number % 4,
        })
      }),
    )
  })

  const expected = (from: string, to: string, timeZone: string) => {
    const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    const days = instants.map(at => dayIn.format(new Date(at)))
    const within = days.filter(day => from <= day && day <= to)
    return Object.fromEntries([...new Set(within)].map(day => [day, within.filter(one => one === day).length]))
  }

  for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kathmandu'])
    for (const [from, to] of [
      ['2026-03-01', '2026-03-04'],
      ['2026-03-02', '2026-03-02'],
      ['2026-03-01', '2026-03-02'],
      ['2026-02-01', '2026-02-27'],
    ] as const)
      test(`counts ${from} to ${to} in ${timeZone} exactly, by day and in every other way`, async () => {
        const { byDay, totals, byCoffee, byMethod, byHost } = await world.ports.events.report(roasterId, {
          from,
          to,
          timeZone,
        })
        const days = expected(from, to, timeZone)
        const sum = (counts: Record<EventKind, number>[]) =>
          counts.reduce((all, { IMPRESSION, CLICK }) => all + IMPRESSION + CLICK, 0)
        expect(Object.fromEntries(byDay.map(one => [one.day, one.IMPRESSION + one.CLICK]))).toEqual(days)
        const all = Object.values(days).reduce((one, other) => one + other, 0)
        expect([sum([totals]), sum(byCoffee), sum(byMethod), sum(byHost)]).toEqual([all, all, all, all])
      })

  test('of a year with many events reads daily sums, not events', async () => {
    const busy = await aRoaster()
    const [at] = ['2025-01-01T00:00:00Z']
    await world.sql`
      insert into event_days (roaster_id, day, kind, place, coffee_id, method, host, events)
      select ${busy}, ${at}::date + day, kind, 'widget', coffee, 'v60', 'a.example', 100
      from generate_series(0, 364) day, generate_series(1, 10) coffee, unnest(array['IMPRESSION', 'CLICK']) kind`
    await world.sql`
      insert into event_quarters (roaster_id, quarter, kind, events)
      select ${busy}, ${at}::timestamptz + six * interval '6 hours', kind, 240
      from generate_series(0, 365 * 4 - 1) six, unnest(array['IMPRESSION', 'CLICK']) kind`
    const { totals, byDay } = await world.ports.events.report(busy, {
      from: '2025-01-01',
      to: '2025-12-31',
      timeZone: 'UTC',
    })
    expect(totals.IMPRESSION).toBe(365_000)
    expect([byDay.length, byDay[0]?.CLICK]).toEqual([365, 960])
    // Sums of events that never existed must not stay.
    await world.sql`delete from roasters where id = ${busy}`
  })
})

describe('a visitor', () => {
  test('counts once a day, under a hash that cannot be recomputed, and then only as a number', async () => {
    const roasterId = await aRoaster()
    const visitors = (day: string) =>
      world.ports.events.report(roasterId, { from: day, to: day, timeZone: 'UTC' }).then(report => report.visitors)
    const other = { address: '203.0.113.2', userAgent: 'Browser' }
    await write(
      anEvent(roasterId, '2026-02-10T08:00:00Z'),
      anEvent(roasterId, '2026-02-10T09:00:00Z', { kind: 'CLICK' }),
      anEvent(roasterId, '2026-02-10T10:00:00Z', { visitor: other }),
      anEvent(roasterId, '2026-02-11T08:00:00Z'),
    )
    expect([await visitors('2026-02-10'), await visitors('2026-02-11')]).toEqual([2, 1])
    const hashes = await world.sql`select day, visitor from event_visitors where roaster_id = ${roasterId} order by day`
    expect(new Set(hashes.map(({ visitor }) => visitor)).size).toBe(3)

    await store().sweep(new Date('2026-02-11T00:30:00Z'))
    expect((await world.sql`select day from visitor_salts where day = '2026-02-10'`).length).toBe(1)
    await store().sweep(new Date('2026-02-11T01:30:00Z'))
    expect((await world.sql`select day from visitor_salts where day = '2026-02-10'`).length).toBe(0)
    expect([...(await world.sql`select day from event_visitors where roaster_id = ${roasterId}`)]).toEqual([
      { day: '2026-02-11' },
    ])
    expect([await visitors('2026-02-10'), await visitors('2026-02-11')]).toEqual([2, 1])
  })

  test('has the same salt on all instances of a day', async () => {
    const roasterId = await aRoaster()
    const [one, other] = [store(), store()]
    for (const instance of [one, other]) instance.record(anEvent(roasterId, '2026-02-20T08:00:00Z'))
    await Promise.all([one.flush(), other.flush()])
    expect((await world.sql`select visitor from event_visitors where roaster_id = ${roasterId}`).length).toBe(1)
  })
})
