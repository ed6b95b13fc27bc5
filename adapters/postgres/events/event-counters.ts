import { type Counter, type Drift, MOST_SHOWN } from '../queries/counter.ts'

/** The tables that sum up events and are read instead of them. */
export const eventCounters: Counter[] = [
  {
    // Not compared by host: beyond a number of hosts a day, the rest is counted as one.
    name: 'events by day',
    drift: sql => sql<Drift[]>`
      select concat_ws(' ', roaster_id, day, kind, place, coffee_id, method) as what,
             sum(events) filter (where stored)::text as stored,
             sum(events) filter (where not stored)::text as counted
      from (
        select roaster_id, day, kind, place, coffee_id, method, events, true as stored
        from event_days
        union all
        select roaster_id, (at at time zone 'UTC')::date, kind, place, coffee_id, method, 1, false
        from events
      ) both_ways
      group by roaster_id, day, kind, place, coffee_id, method
      having coalesce(sum(events) filter (where stored), 0) <> coalesce(sum(events) filter (where not stored), 0)
      limit ${MOST_SHOWN}`,
    repair: async sql => {
      await sql`delete from event_days`
      await sql`
        insert into event_days (roaster_id, day, kind, place, coffee_id, method, host, events)
        select roaster_id, (at at time zone 'UTC')::date, kind, place, coffee_id, method, host, count(*)
        from events
        group by 1, 2, 3, 4, 5, 6, 7`
    },
  },
  {
    name: 'events by grinder',
    drift: sql => sql<Drift[]>`
      select concat_ws(' ', roaster_id, day, kind, grinder_id) as what,
             sum(events) filter (where stored)::text as stored,
             sum(events) filter (where not stored)::text as counted
      from (
        select roaster_id, day, kind, grinder_id, events, true as stored
        from event_grinder_days
        union all
        select roaster_id, (at at time zone 'UTC')::date, kind, grinder_id, 1, false
        from events
        where grinder_id is not null
      ) both_ways
      group by roaster_id, day, kind, grinder_id
      having coalesce(sum(events) filter (where stored), 0) <> coalesce(sum(events) filter (where not stored), 0)
      limit ${MOST_SHOWN}`,
    repair: async sql => {
      await sql`delete from event_grinder_days`
      await sql`
        insert into event_grinder_days (roaster_id, day, kind, grinder_id, events)
        select roaster_id, (at at time zone 'UTC')::date, kind, grinder_id, count(*)
        from events
        where grinder_id is not null
        group by 1, 2, 3, 4`
    },
  },
  {
    name: 'events by quarter of an hour',
    drift: sql => sql<Drift[]>`
      select concat_ws(' ', roaster_id, quarter, kind) as what,
             sum(events) filter (where stored)::text as stored,
             sum(events) filter (where not stored)::text as counted
      from (
        select roaster_id, quarter, kind, events, true as stored
        from event_quarters
        union all
        select roaster_id, date_bin('15 minutes', at, timestamptz '2000-01-01Z'), kind, 1, false
        from events
      ) both_ways
      group by roaster_id, quarter, kind
      having coalesce(sum(events) filter (where stored), 0) <> coalesce(sum(events) filter (where not stored), 0)
      limit ${MOST_SHOWN}`,
    repair: async sql => {
      await sql`delete from event_quarters`
      await sql`
        insert into event_quarters (roaster_id, quarter, kind, events)
        select roaster_id, date_bin('15 minutes', at, timestamptz '2000-01-01Z'), kind, count(*)
        from events
        group by 1, 2, 3`
    },
  },
]
