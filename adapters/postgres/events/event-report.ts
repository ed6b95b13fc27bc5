import {
  type Counts,
  type EventKind,
  type EventPlace,
  type EventReport,
  type Events,
  eventKinds,
  type Period,
} from '../../../core/events/events.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import type { Sql } from '../engine/client.ts'

/** Whole UTC days come from the daily sums, the parts at both ends from the events. */
export const eventReportsIn = (sql: Sql): Pick<Events, 'report' | 'daily'> => ({
  daily: async (roasterId, period) => {
    const [days, visitors] = await Promise.all([daysIn(sql, roasterId, period), visitorsIn(sql, roasterId, period)])
    const totals = countsOf(eventKinds.map(kind => ({ kind, events: sumOf(days.filter(day => day.kind === kind)) })))
    return { totals, byDay: grouped(days, ({ day }) => ({ day })), visitors }
  },

  report: async (roasterId, period) => {
    const [days, parts, grinders, visitors] = await Promise.all([
      daysIn(sql, roasterId, period),
      partsIn(sql, roasterId, period),
      grindersIn(sql, roasterId, period),
      visitorsIn(sql, roasterId, period),
    ])
    const by = <K extends object>(what: Part['by'], keyOf: (part: Part) => K) =>
      grouped(
        parts.filter(part => part.by === what),
        keyOf,
      ).sort(mostSeen)
    return {
      totals: countsOf(parts.filter(part => part.by === 'all')),
      byDay: grouped(days, ({ day }) => ({ day })),
      byCoffee: by('coffee', ({ coffeeId, name, slug }) => ({ coffeeId, name, slug })),
      byMethod: by('method', ({ method }) => ({ method })),
      byHost: by('host', ({ host }) => ({ host })),
      byPlace: by('place', ({ place }) => ({ place })),
      byGrinder: grouped(grinders, ({ grinderId }) => ({ grinderId })).sort(mostSeen),
      visitors,
    } satisfies EventReport
  },
})

const startIn = (sql: Sql, { from, timeZone }: Period) => sql`(${from}::date)::timestamp at time zone ${timeZone}`
const finishIn = (sql: Sql, { to, timeZone }: Period) => sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`

const daysIn = (sql: Sql, roasterId: number, period: Period) => sql<(Counted & { day: string })[]>`
  select (quarter at time zone ${period.timeZone})::date as day, kind, sum(events) as events
  from event_quarters
  where roaster_id = ${roasterId}
    and quarter >= ${startIn(sql, period)}
    and quarter < ${finishIn(sql, period)}
  group by 1, kind
  order by 1`

const partsIn = (sql: Sql, roasterId: number, period: Period) => sql<Part[]>`
  with whole as (${wholeDays(sql, period)}), counted as (
    select kind, place, coffee_id, method, host, events
    from event_days, whole
    where roaster_id = ${roasterId}
      and day >= first_day
      and day < last_day
    union all
    select kind, place, coffee_id, method, host, 1
    from (${atEnds(sql, roasterId)}) at_ends
  ), parts as (
    select kind,
           case
             when grouping(place) = 0 then 'place'
             when grouping(coffee_id) = 0 then 'coffee'
             when grouping(method) = 0 then 'method'
             when grouping(host) = 0 then 'host'
             else 'all'
           end as "by",
           place,
           coffee_id,
           method,
           host,
           sum(events) as events
    from counted
    group by grouping sets ((kind), (kind, place), (kind, coffee_id), (kind, method), (kind, host))
  )
  select parts.*, coffees.name, coffees.slug
  from parts
  left join coffees on coffees.id = parts.coffee_id`

const grindersIn = (sql: Sql, roasterId: number, period: Period) => sql<(Counted & { grinderId: number })[]>`
  with whole as (${wholeDays(sql, period)}), counted as (
    select kind, grinder_id, events
    from event_grinder_days, whole
    where roaster_id = ${roasterId}
      and day >= first_day
      and day < last_day
    union all
    select kind, grinder_id, 1
    from (${atEnds(sql, roasterId)}) at_ends
    where grinder_id is not null
  )
  select kind, grinder_id, sum(events) as events
  from counted
  group by kind, grinder_id`

async function visitorsIn(sql: Sql, roasterId: number, { from, to }: Period) {
  const [row] = await sql<{ visitors: number }[]>`
    select coalesce(sum(visitors), 0) as visitors
    from (
      select day, visitors
      from event_visitor_days
      where roaster_id = ${roasterId}
      union all
      select day, count(*)
      from event_visitors
      where roaster_id = ${roasterId}
      group by day
    ) as counted
    where day between ${from}::date and ${to}::date`
  return row?.visitors ?? 0
}

/** The UTC days that lie within the period. If there are none, the first is after the last. */
const wholeDays = (sql: Sql, period: Period) => sql`
  select start,
         finish,
         ((start - interval '1 microsecond') at time zone 'UTC')::date + 1 as first_day,
         (finish at time zone 'UTC')::date as last_day
  from (select ${startIn(sql, period)} as start, ${finishIn(sql, period)} as finish) period`

/** The events before the first and after the last of those days. */
const atEnds = (sql: Sql, roasterId: number) => sql`
  (
    select kind, place, coffee_id, method, host, grinder_id
    from events, whole
    where roaster_id = ${roasterId}
      and at >= start
      and at < least(first_day::timestamp at time zone 'UTC', finish)
    limit ${MOST_READ}
  )
  union all
  (
    select kind, place, coffee_id, method, host, grinder_id
    from events, whole
    where roaster_id = ${roasterId}
      and at >= greatest(first_day, last_day)::timestamp at time zone 'UTC'
      and at < finish
    limit ${MOST_READ}
  )`

/** How many events are read at either end, if a day is not a UTC day: more than any has. */
const MOST_READ = 100_000

interface Counted {
  kind: EventKind
  events: number
}

interface Part extends Counted {
  by: 'all' | 'place' | 'coffee' | 'method' | 'host'
  place: EventPlace
  coffeeId: number | null
  name: string | null
  slug: string | null
  method: MethodId | null
  host: string | null
}

function countsOf(counted: Counted[]): Counts {
  const of = (kind: EventKind) => counted.find(one => one.kind === kind)?.events ?? 0
  return Object.fromEntries(eventKinds.map(kind => [kind, of(kind)])) as Counts
}

function grouped<T extends Counted, K extends object>(rows: T[], keyOf: (row: T) => K): (K & Counts)[] {
  const groups = Map.groupBy(rows, row => JSON.stringify(keyOf(row)))
  return [...groups].map(([key, group]) => ({ ...(JSON.parse(key) as K), ...countsOf(group) }))
}

const sumOf = (counted: readonly Counted[]) => counted.reduce((sum, { events }) => sum + events, 0)
const total = (counts: Counts) => eventKinds.reduce((sum, kind) => sum + counts[kind], 0)
const mostSeen = (one: Counts, other: Counts) => total(other) - total(one)
