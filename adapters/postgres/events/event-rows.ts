import { createHash, randomBytes } from 'node:crypto'
import type { NewEvent } from '../../../core/events/events.ts'
import type { Sql, Transaction } from '../engine/client.ts'

export interface EventRow {
  at: string
  kind: string
  place: string
  roaster_id: number
  coffee_id: number | null
  recipe_id: number | null
  method: string | null
  grinder_id: number | null
  source: string | null
  host: string | null
  visitor: string
}

/** A visitor's hash is the same all day, and nobody can tell whose it is. */
export function eventRows(events: NewEvent[], saltOf: (day: string) => Promise<string>): Promise<EventRow[]> {
  return Promise.all(
    events.map(async ({ at, kind, place, roasterId, coffeeId, recipeId, method, grinderId, source, visitor }) => ({
      at: at.toISOString(),
      kind,
      place,
      roaster_id: roasterId,
      coffee_id: coffeeId,
      recipe_id: recipeId,
      method,
      grinder_id: grinderId,
      source: source?.address ?? null,
      host: source?.host ?? null,
      visitor: hashOf(await saltOf(dayOf(at)), visitor.address, visitor.userAgent),
    })),
  )
}

export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)

/** One random salt per day, the same for all instances. */
export function saltsIn(sql: Sql) {
  let known: { day: string; salt: Promise<string> } | undefined
  const fetched = async (day: string): Promise<string> => {
    await sql`
      insert into visitor_salts (day, salt)
      values (${day}, ${randomBytes(32).toString('base64url')})
      on conflict (day) do nothing`
    const [row] = await sql<{ salt: string }[]>`select salt from visitor_salts where day = ${day}`
    return row?.salt ?? fetched(day)
  }
  return (day: string): Promise<string> => {
    if (known?.day !== day) known = { day, salt: fetched(day) }
    const { salt } = known
    salt.catch(() => {
      known = undefined
    })
    return salt
  }
}

/** A day. Further hosts count as "other", so that made-up hosts cannot fill a report. */
const MOST_HOSTS_A_DAY = 200

/** Writes events with all sums, or nothing. Those of a deleted roaster are left out. */
export async function writeEvents(sql: Sql | Transaction, rows: readonly EventRow[]) {
  await sql`
    with sent as (
      select event.*, (event.at at time zone 'UTC')::date as day
      from jsonb_to_recordset(${sql.json(rows as never)}) as event (
        at timestamptz, kind text, place text, roaster_id int, coffee_id int, recipe_id int, method text,
        grinder_id int, source text, host text, visitor text
      )
      join roasters on roasters.id = event.roaster_id
      -- Locked, so that none is deleted before the foreign keys are checked. One that is just being
      -- deleted is waited for, and then left out.
      for key share of roasters
    ), new_hosts as (
      select roaster_id, day, host, row_number() over (partition by roaster_id, day order by host) as place
      from (select distinct roaster_id, day, host from sent where host is not null) named
      where not exists (
        select
        from event_days
        where event_days.roaster_id = named.roaster_id
          and event_days.day = named.day
          and event_days.host = named.host
      )
    ), known_hosts as (
      select roaster_id, day, count(distinct host) as hosts
      from event_days
      where (roaster_id, day) in (select roaster_id, day from new_hosts)
      group by roaster_id, day
    ), arrived as (
      select sent.at, sent.day, sent.kind, sent.place, sent.roaster_id, sent.coffee_id, sent.recipe_id, sent.method,
             sent.grinder_id, sent.source,
             case
               when new_hosts.place + coalesce(known_hosts.hosts, 0) > ${MOST_HOSTS_A_DAY} then 'other'
               else sent.host
             end as host,
             sent.visitor
      from sent
      left join new_hosts using (roaster_id, day, host)
      left join known_hosts using (roaster_id, day)
    ), kept as (
      insert into events (at, kind, place, roaster_id, coffee_id, recipe_id, method, grinder_id, source, host)
      select at, kind, place, roaster_id, coffee_id, recipe_id, method, grinder_id, source, host
      from arrived
    ), days as (
      insert into event_days (roaster_id, day, kind, place, coffee_id, method, host, events)
      select roaster_id, day, kind, place, coffee_id, method, host, count(*)
      from arrived
      group by roaster_id, day, kind, place, coffee_id, method, host
      -- In one order, so that two instances that write at once cannot deadlock.
      order by roaster_id, day, kind, place, coffee_id, method, host
      on conflict (roaster_id, day, kind, place, coffee_id, method, host) do update
      set events = event_days.events + excluded.events
    ), grinders as (
      insert into event_grinder_days (roaster_id, day, kind, grinder_id, events)
      select roaster_id, day, kind, grinder_id, count(*)
      from arrived
      where grinder_id is not null
      group by roaster_id, day, kind, grinder_id
      order by roaster_id, day, kind, grinder_id
      on conflict (roaster_id, day, kind, grinder_id) do update
      set events = event_grinder_days.events + excluded.events
    ), quarters as (
      insert into event_quarters (roaster_id, quarter, kind, events)
      select roaster_id, date_bin('15 minutes', at, timestamptz '2000-01-01Z') as quarter, kind, count(*)
      from arrived
      group by roaster_id, quarter, kind
      order by roaster_id, quarter, kind
      on conflict (roaster_id, quarter, kind) do update
      set events = event_quarters.events + excluded.events
    )
    insert into event_visitors (roaster_id, day, visitor)
    select distinct roaster_id, day, visitor
    from arrived
    -- A visitor who did something had a view before, and is counted by that.
    where kind in ('IMPRESSION', 'PAGE_VIEW')
    order by roaster_id, day, visitor
    on conflict do nothing`
}
