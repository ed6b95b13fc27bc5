import type { Counts, EventKind, EventReport, Events, Period } from '../../core/events/events.ts'
import { eventKinds } from '../../core/events/events.ts'
import type { MethodId } from '../../core/grind/methods.ts'
import type { Sql } from './client.ts'

/** A roaster's events of some days. Whole UTC days are read from the roll-up, the pieces at both ends from the events. */
export function reportIn(sql: Sql): Events['report'] {
  return async (roasterId, { from, to, timeZone }: Period) => {
    const start = sql`(${from}::date)::timestamp at time zone ${timeZone}`
    const finish = sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`
    const [days, parts, visitors] = await Promise.all([
      sql<(Counted & { day: string })[]>`
        select (quarter at time zone ${timeZone})::date as day, kind, sum(events) as events
        from event_quarters
        where roaster_id = ${roasterId}
          and quarter >= ${start}
          and quarter < ${finish}
        group by 1, kind
        order by 1`,
      sql<Part[]>`
        with period as (
          select ${start} as start, ${finish} as finish
        ), whole as (
          -- The UTC days that lie within; the first is after the last when there is none.
          select start,
                 finish,
                 ((start - interval '1 microsecond') at time zone 'UTC')::date + 1 as first_day,
                 (finish at time zone 'UTC')::date as last_day
          from period
        ), counted as (
          select kind, coffee_id, method, host, events
          from event_days, whole
          where roaster_id = ${roasterId}
            and day >= first_day
            and day < last_day
          union all
          (
            select kind, coffee_id, method, host, 1
            from events, whole
            where roaster_id = ${roasterId}
              and at >= start
              and at < least(first_day::timestamp at time zone 'UTC', finish)
            limit ${MOST_READ}
          )
          union all
          (
            select kind, coffee_id, method, host, 1
            from events, whole
            where roaster_id = ${roasterId}
              and at >= greatest(first_day, last_day)::timestamp at time zone 'UTC'
              and at < finish
            limit ${MOST_READ}
          )
        ), parts as (
          select kind,
                 grouping(coffee_id) = 0 as of_coffee,
                 grouping(method) = 0 as of_method,
                 grouping(host) = 0 as of_host,
                 coffee_id,
                 method,
                 host,
                 sum(events) as events
          from counted
          group by grouping sets ((kind), (kind, coffee_id), (kind, method), (kind, host))
        )
        select parts.*, coffees.name, coffees.slug
        from parts
        left join coffees on coffees.id = parts.coffee_id`,
      sql<{ visitors: number }[]>`
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
        where day between ${from}::date and ${to}::date`,
    ])
    const coffees = parts.filter(({ ofCoffee }) => ofCoffee)
    return {
      totals: countsOf(parts.filter(({ ofCoffee, ofMethod, ofHost }) => !ofCoffee && !ofMethod && !ofHost)),
      byDay: grouped(days, ({ day }) => ({ day })),
      byCoffee: grouped(coffees, ({ coffeeId, name, slug }) => ({ coffeeId, name, slug })).sort(mostSeen),
      byMethod: grouped(
        parts.filter(({ ofMethod }) => ofMethod),
        ({ method }) => ({ method }),
      ).sort(mostSeen),
      byHost: firstHosts(
        grouped(
          parts.filter(({ ofHost }) => ofHost),
          ({ host }) => ({ host }),
        ).sort(mostSeen),
      ),
      visitors: visitors[0]?.visitors ?? 0,
    } satisfies EventReport
  }
}

/** Of single events, at either end of a period whose days are not UTC's: more than any honest day has. */
const MOST_READ = 100_000
const MOST_HOSTS_SHOWN = 100

type ByHost = EventReport['byHost']

/** Those with the most; the rest together, under "other". */
function firstHosts(hosts: ByHost): ByHost {
  const named = hosts.filter(({ host }) => host !== 'other')
  const rest = [...named.slice(MOST_HOSTS_SHOWN), ...hosts.filter(({ host }) => host === 'other')]
  if (rest.length === 0) return named
  const counts = Object.fromEntries(eventKinds.map(kind => [kind, rest.reduce((sum, one) => sum + one[kind], 0)]))
  return [...named.slice(0, MOST_HOSTS_SHOWN), { host: 'other', ...(counts as Counts) }]
}

interface Counted {
  kind: EventKind
  events: number
}

interface Part extends Counted {
  ofCoffee: boolean
  ofMethod: boolean
  ofHost: boolean
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

const total = (counts: Counts) => eventKinds.reduce((sum, kind) => sum + counts[kind], 0)
const mostSeen = (one: Counts, other: Counts) => total(other) - total(one)
