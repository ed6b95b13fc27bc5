import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../core/clock.ts'
import type { Sighting, Sightings } from '../../../core/embeds/sightings.ts'
import { errorFields, type Log } from '../../program/log.ts'
import { type Sql, transact, transactUnhurried } from '../engine/client.ts'

interface SightingStore extends Sightings {
  sweep: (now: Date) => Promise<void>
  close: () => Promise<void>
}

/** How often a host is written down again; in between it is only looked up in memory. */
const NOTED_EVERY_MS = 60_000
const KEPT_FOR = '28 days'
/** For each roaster and outcome; then the one seen longest ago goes. Hosts can be made up. */
const MOST_HOSTS = 30
/** How many unknown hosts one roaster may add in a minute. */
const MOST_NEW_HOSTS = 20
const MOST_REMEMBERED = 10_000

export function sightingsIn(sql: Sql, clock: Clock, log: Log): SightingStore {
  /** When each host was last written down. */
  const notedAt = new LRUCache<string, number>({ max: MOST_REMEMBERED })
  const newHosts = new LRUCache<number, { since: number; count: number }>({ max: MOST_REMEMBERED })
  const writing = new Set<Promise<void>>()

  const mayBeNew = (roasterId: number, now: number) => {
    const before = newHosts.get(roasterId)
    if (before && now - before.since < NOTED_EVERY_MS) return ++before.count <= MOST_NEW_HOSTS
    newHosts.set(roasterId, { since: now, count: 1 })
    return true
  }

  return {
    note: sighting => {
      const { roasterId, outcome, host } = sighting
      const key = `${roasterId} ${outcome} ${host}`
      const at = clock()
      const now = at.getTime()
      const last = notedAt.get(key)
      if (last === undefined ? !mayBeNew(roasterId, now) : now - last < NOTED_EVERY_MS) return
      notedAt.set(key, now)
      const written = write(sql, sighting, at)
        .catch(error => log.warn('a sighting of a widget was not noted', errorFields(error)))
        .finally(() => writing.delete(written))
      writing.add(written)
    },

    of: async roasterId => {
      await Promise.all(writing)
      return sql`
        select outcome, host, at
        from widget_sightings
        where roaster_id = ${roasterId}
        order by at desc, host`
    },

    sweep: now =>
      transactUnhurried(sql, async sql => {
        await sql`delete from widget_sightings where at < ${now}::timestamptz - ${KEPT_FOR}::interval`
      }),

    close: async () => {
      await Promise.all(writing)
    },
  }
}

const write = (sql: Sql, { roasterId, outcome, host }: Sighting, at: Date) =>
  transact(sql, async sql => {
    const [row] = await sql<{ isNew: boolean }[]>`
      insert into widget_sightings (roaster_id, outcome, host, at)
      select id, ${outcome}, ${host}, ${at}
      from roasters
      where id = ${roasterId}
      on conflict (roaster_id, outcome, host) do update
      set at = greatest(widget_sightings.at, excluded.at)
      returning xmax = 0 as is_new`
    if (!row?.isNew) return
    // One at a time: two that do not see each other's host would each leave one too many.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sightings ${roasterId}`}, 0))`
    await sql`
        delete from widget_sightings
        where roaster_id = ${roasterId}
          and outcome = ${outcome}
          and host in (
            select host
            from widget_sightings
            where roaster_id = ${roasterId}
              and outcome = ${outcome}
            order by at desc, host
            offset ${MOST_HOSTS}
          )`
  })
