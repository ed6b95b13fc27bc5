import { createHash, randomBytes } from 'node:crypto'
import { Fault } from '../../core/errors.ts'
import type { Events, NewEvent } from '../../core/events/events.ts'
import { limitKey } from '../limits.ts'
import type { Log } from '../log.ts'
import { errorFields } from '../log.ts'
import type { Sql, Transaction } from './client.ts'
import { transactUnhurried } from './client.ts'
import { reportIn } from './event-report.ts'

interface EventStore extends Events {
  /** Makes room for the months to come, and forgets what was only for counting visitors. */
  sweep: (now: Date) => Promise<void>
  /** Writes what is waiting, for the last time. */
  close: () => Promise<void>
}

/** Events are written in batches: whoever waits for one waits for the batch, and one statement serves many. */
export function eventsIn(sql: Sql, log: Log): EventStore {
  const saltOf = saltsIn(sql)
  let waiting: NewEvent[] = []
  let waitingBytes = 0
  let dropped = 0
  let retry: Timer | undefined
  let writing = Promise.resolve()
  let next: Promise<void> | undefined
  const noting = new Set<Promise<boolean>>()

  const writeAll = async () => {
    next = undefined
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_EVENTS)
      await writeEvents(sql, await eventRows(batch, saltOf))
      waiting = waiting.slice(batch.length)
      waitingBytes = waiting.length === 0 ? 0 : waitingBytes - batch.reduce((sum, event) => sum + bytesOf(event), 0)
    }
  }
  // One after the other, also behind one that failed: a batch leaves the queue when it is written, and only then.
  const flush = () => {
    next ??= writing.catch(() => {}).then(writeAll)
    writing = next
    return writing
  }
  const flushOrRetry = async () => {
    try {
      await flush()
    } catch (error) {
      log.warn('events delayed', { waiting: waiting.length, ...errorFields(error) })
      retry ??= setTimeout(() => {
        retry = undefined
        flushOrRetry().catch(() => {})
      }, RETRY_MS)
      throw error
    }
  }

  /** Whether it is one to write; then it waits to be written. */
  const note = async (event: NewEvent, most: number | undefined) => {
    if (most !== undefined && !(await mayNote(sql, event, most))) return false
    if (waitingBytes >= MOST_WAITING_BYTES) {
      dropped++
      if (dropped % 1000 === 1) log.error('events dropped: the database has been away for long', { dropped })
      throw new Fault('service-down', 'The service cannot reach its database; try again shortly.')
    }
    waiting.push(event)
    waitingBytes += bytesOf(event)
    return true
  }

  return {
    record: async (event, most) => {
      const noted = note(event, most)
      noting.add(noted)
      const isNoted = await noted.finally(() => noting.delete(noted))
      if (!isNoted) return
      // What comes while others are written, or within this moment, goes together.
      await Bun.sleep(GATHER_MS)
      await flushOrRetry()
    },
    flush: async () => {
      await Promise.allSettled(noting)
      await flush()
    },
    report: reportIn(sql),

    sweep: now =>
      transactUnhurried(sql, async sql => {
        const today = dayOf(new Date(now.getTime() - LATE_MS))
        await sql`select make_event_partitions(${now})`
        await sql`delete from visitor_salts where day < ${today}`
        await sql`
        with past as (
          delete from event_visitors
          where day < ${today}
          returning roaster_id, day
        )
        insert into event_visitor_days (roaster_id, day, visitors)
        select roaster_id, day, count(*)
        from past
        group by roaster_id, day
        on conflict (roaster_id, day) do update
        set visitors = event_visitor_days.visitors + excluded.visitors`
      }),

    close: async () => {
      await Promise.allSettled(noting)
      for (let attempt = 1; waiting.length > 0; attempt++) {
        const failed = await flush().catch((error: unknown) => error)
        if (!failed) continue
        if (attempt === LAST_ATTEMPT) return log.error('events lost', { lost: waiting.length, ...errorFields(failed) })
        await Bun.sleep(CLOSING_RETRY_MS)
      }
      clearTimeout(retry)
      await writing.catch(() => {})
    },
  }
}

async function mayNote(sql: Sql, { kind, visitor, at }: NewEvent, most: number) {
  const [row] = await sql<{ allowed: boolean }[]>`
    select allowed
    from count_hit(${`event ${kind}`}, ${limitKey(visitor.address)}, ${most}, interval '1 minute', ${at})`
  return row?.allowed === true
}

const GATHER_MS = 20
const RETRY_MS = 5000
const CLOSING_RETRY_MS = 300
const LAST_ATTEMPT = 5
const BATCH_EVENTS = 1000
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** Of one roaster and day. The rest goes under "other": a report has an end, whatever hosts somebody makes up. */
const MOST_HOSTS = 200
/** An event may be written some time after it happened, over midnight and with the salt of its day. */
const LATE_MS = 60 * 60_000

/** Two for a character, and what an object costs. */
const bytesOf = ({ source, visitor }: NewEvent) =>
  400 +
  2 * ((source?.address.length ?? 0) + (source?.host.length ?? 0) + visitor.address.length + visitor.userAgent.length)

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export interface EventRow {
  at: string
  kind: string
  roaster_id: number
  coffee_id: number | null
  recipe_id: number | null
  method: string | null
  source: string | null
  host: string | null
  visitor: string
}

function eventRows(events: NewEvent[], saltOf: (day: string) => Promise<string>): Promise<EventRow[]> {
  return Promise.all(
    events.map(async ({ at, kind, roasterId, coffeeId, recipeId, method, source, visitor }) => ({
      at: at.toISOString(),
      kind,
      roaster_id: roasterId,
      coffee_id: coffeeId,
      recipe_id: recipeId,
      method,
      source: source?.address ?? null,
      host: source?.host ?? null,
      visitor: hashOf(await saltOf(dayOf(at)), visitor.address, visitor.userAgent),
    })),
  )
}

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)

/** One random salt a day, the same for all instances. */
function saltsIn(sql: Sql) {
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

/** Events, both roll-ups and visitors in one statement: all or nothing. What happened to a roaster that has since gone is gone with it. */
export async function writeEvents(sql: Sql | Transaction, rows: readonly EventRow[]) {
  await sql`
    with sent as (
      select event.*, (event.at at time zone 'UTC')::date as day
      from jsonb_to_recordset(${sql.json(rows as never)}) as event (
        at timestamptz, kind text, roaster_id int, coffee_id int, recipe_id int, method text, source text, host text,
        visitor text
      )
      join roasters on roasters.id = event.roaster_id
      -- Held, so that none goes between this look and the foreign keys'; one that is going is waited for, and missed.
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
      select sent.at, sent.day, sent.kind, sent.roaster_id, sent.coffee_id, sent.recipe_id, sent.method, sent.source,
             case
               when new_hosts.place + coalesce(known_hosts.hosts, 0) > ${MOST_HOSTS} then 'other'
               else sent.host
             end as host,
             sent.visitor
      from sent
      left join new_hosts using (roaster_id, day, host)
      left join known_hosts using (roaster_id, day)
    ), kept as (
      insert into events (at, kind, roaster_id, coffee_id, recipe_id, method, source, host)
      select at, kind, roaster_id, coffee_id, recipe_id, method, source, host
      from arrived
    ), days as (
      insert into event_days (roaster_id, day, kind, coffee_id, method, host, events)
      select roaster_id, day, kind, coffee_id, method, host, count(*)
      from arrived
      group by roaster_id, day, kind, coffee_id, method, host
      -- In one order, so that two instances that write at once wait for each other and never both.
      order by roaster_id, day, kind, coffee_id, method, host
      on conflict (roaster_id, day, kind, coffee_id, method, host) do update
      set events = event_days.events + excluded.events
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
    order by roaster_id, day, visitor
    on conflict do nothing`
}
