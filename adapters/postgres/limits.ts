import type { PendingQuery, Row } from 'postgres'
import type { Limits } from '../limits/limits.ts'
import type { Sql, Transaction } from './client.ts'
import { transactUnhurried } from './client.ts'

const WINDOW_MS = 60_000
/** How many rows one statement of the sweep deletes: whoever is counted in one of them meanwhile waits until it ends. */
const SWEPT_AT_ONCE = 5000

/** To follow a `from`: counts one more of what may be done so often an hour, and gives whether it is `allowed`. */
export const hourlyHit = (
  sql: Sql | Transaction,
  what: `mail ${string}` | `hourly ${string}`,
  whose: string | PendingQuery<Row[]>,
  most: number,
  now: Date,
) => sql`count_hit(${what}, ${whose}, ${most}, interval '1 hour', ${now})`

/** Counts hits in the database, so that all instances share one limit, except the first few of each address: most never make more. */
export function limitsIn(sql: Sql): Limits {
  const seldom = seldomHits(WINDOW_MS)
  return {
    // A refused request is not counted, so waiting Retry-After is enough.
    countHit: async (route, address, perMinute, now) => {
      const hit = { route, address, perMinute }
      const few = Math.floor(perMinute / 10)
      const isFew = await seldom.take(`${route} ${address}`, few, now.getTime(), async uncounted => {
        for (const at of uncounted) await countOne(sql, hit, new Date(at))
      })
      if (isFew) return undefined
      const { allowed, oldest } = await countOne(sql, hit, now)
      if (allowed) return undefined
      const waitMs = new Date(oldest).getTime() + WINDOW_MS - now.getTime()
      return Math.max(1, Math.ceil(waitMs / 1000))
    },

    sweep: async now => {
      let swept = SWEPT_AT_ONCE
      while (swept === SWEPT_AT_ONCE)
        swept = await transactUnhurried(sql, async sql => {
          const { count } = await sql`
            delete from rate_limits
            where ctid = any(array(
              select ctid
              from rate_limits
              where hits[cardinality(hits)] < ${now}::timestamptz - case
                when route like 'mail %' or route like 'hourly %' then interval '1 hour'
                else interval '1 minute'
              end
              limit ${SWEPT_AT_ONCE}
              for update skip locked
            ))`
          return count
        })
    },
  }
}

/** Of so many addresses a window the first hits are counted here; of any others each hit is counted in the database. */
const MOST_SELDOM = 50_000

interface SeldomHits {
  /** When the hits were that the database has not counted; undefined once it counts them all. */
  uncounted: number[] | undefined
  /** Ends when the database has counted the hits that were counted here before. */
  handedOver: Promise<unknown> | undefined
  last: number
}

/**
 * Counts the first hits of an address within a window in memory alone, for to write them down may cost as much as what is
 * asked for. With the first hit beyond those, they are counted in the database too, and so is every further hit until a
 * window goes by without any.
 */
function seldomHits(windowMs: number) {
  let [current, earlier] = [new Map<string, SeldomHits>(), new Map<string, SeldomHits>()]
  let since = 0
  return {
    /** Whether the hit is one of the first `few`; if not, the hits before it are handed over to the database. */
    take: async (
      key: string,
      few: number,
      now: number,
      handOver: (uncounted: number[]) => Promise<unknown>,
    ): Promise<boolean> => {
      if (few === 0) return false
      if (now - since >= windowMs) {
        earlier = current
        current = new Map()
        since = now
      }
      const known = current.get(key) ?? earlier.get(key)
      const before = known && known.last > now - windowMs ? known : undefined
      if (!before && current.size >= MOST_SELDOM) return false
      const uncounted = before ? before.uncounted?.filter(at => at > now - windowMs) : []
      if (uncounted !== undefined && uncounted.length < few) {
        current.set(key, { uncounted: [...uncounted, now], handedOver: undefined, last: now })
        return true
      }
      // If that fails, the hits before this one stay uncounted; this one is counted, or the client gets an error.
      const handedOver = before?.handedOver ?? handOver(uncounted ?? []).catch(() => {})
      current.set(key, { uncounted: undefined, handedOver, last: now })
      await handedOver
      return false
    },
  }
}

interface Hit {
  route: string
  address: string
  perMinute: number
}

async function countOne(sql: Sql, { route, address, perMinute }: Hit, now: Date) {
  const [counted] = await sql<{ allowed: boolean; oldest: string }[]>`
    select allowed, oldest
    from count_hit(${route}, ${address}, ${perMinute}, interval '1 minute', ${now})`
  if (!counted) throw new Error('The hit was not counted.')
  return counted
}
