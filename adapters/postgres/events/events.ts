import { Fault } from '../../../core/errors.ts'
import type { Events, NewEvent } from '../../../core/events/events.ts'
import { limitKey } from '../../limits/limits.ts'
import type { EventFigures } from '../../metrics/world.ts'
import { errorFields, type Log } from '../../program/log.ts'
import { turns } from '../../program/turns.ts'
import { type Sql, transactUnhurried } from '../engine/client.ts'
import { eventReportsIn } from './event-report.ts'
import { dayOf, eventRows, saltsIn, writeEvents } from './event-rows.ts'
import { hitThisMinute, isAllowed } from './limits.ts'

interface EventStore extends Events {
  /** How many events wait now, and how many were written, refused and dropped since the start. */
  figures: () => EventFigures
  /** Makes partitions for the coming months, and deletes what only served to count visitors. */
  sweep: (now: Date) => Promise<void>
  /** Writes what is still waiting, for the last time. */
  close: () => Promise<void>
}

/** Events are written in batches. Each caller waits for its own batch. */
export function eventsIn(sql: Sql, log: Log): EventStore {
  const saltOf = saltsIn(sql)
  const inTurn = turns(1)
  let waiting: NewEvent[] = []
  let waitingBytes = 0
  let written = 0
  let refused = 0
  let dropped = 0
  let retry: Timer | undefined
  let writing = Promise.resolve()
  let next: Promise<void> | undefined
  let gathering: Promise<void> | undefined
  const noting = new Set<Promise<boolean>>()

  const writeAll = async () => {
    next = undefined
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_EVENTS)
      await writeEvents(sql, await eventRows(batch, saltOf))
      written += batch.length
      waiting = waiting.slice(batch.length)
      waitingBytes = waiting.length === 0 ? 0 : waitingBytes - batch.reduce((sum, event) => sum + bytesOf(event), 0)
    }
  }
  // One write after the other: a batch leaves the queue only when it is written.
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

  /** Events that arrive within GATHER_MS, or during a write, are written together. */
  const gather = () => {
    gathering ??= Bun.sleep(GATHER_MS).then(() => {
      gathering = undefined
      return flushOrRetry()
    })
    return gathering
  }

  /** Queues an event, and returns true, unless its limit is reached. */
  const note = async (event: NewEvent, most: number | undefined) => {
    if (most !== undefined && !(await mayNote(sql, event, most))) {
      refused++
      return false
    }
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
      await gather()
      // One at a time: resuming a whole batch at once would hold everybody up.
      await inTurn(() => new Promise<void>(resolve => setImmediate(resolve)))
    },
    flush: async () => {
      await Promise.allSettled(noting)
      await flush()
    },
    figures: () => ({ waiting: waiting.length, written, refused, dropped }),
    ...eventReportsIn(sql),

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

const mayNote = (sql: Sql, { kind, visitor, at }: NewEvent, most: number) =>
  isAllowed(sql, hitThisMinute(sql, `event ${kind}`, limitKey(visitor.address), most, at))

/** No client waits for an event, and larger statements leave more to readers. */
const GATHER_MS = 20
const RETRY_MS = 5000
const CLOSING_RETRY_MS = 300
const LAST_ATTEMPT = 5
const BATCH_EVENTS = 1000
const MOST_WAITING_BYTES = 32 * 1024 * 1024
/** An event may be written after midnight, with the salt of its day. */
const LATE_MS = 60 * 60_000

/** An estimate: two bytes per character, and the cost of the object. */
const bytesOf = ({ source, visitor }: NewEvent) =>
  400 +
  2 * ((source?.address.length ?? 0) + (source?.host.length ?? 0) + visitor.address.length + visitor.userAgent.length)
