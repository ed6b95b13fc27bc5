import type { PendingQuery, Row } from 'postgres'
import type { Limits } from '../../limits/limits.ts'
import { type Sql, type Transaction, transactUnhurried } from '../engine/client.ts'
import { first } from '../queries/rows.ts'

const WINDOW_MS = 60_000
/** How many rows one statement deletes. Requests that are counted in them wait for it. */
const SWEPT_AT_ONCE = 5000

/** To follow a `from`: counts one more hit of a limit, and says whether it is `allowed`. */
export const hitThisMinute = (sql: Sql | Transaction, what: string, whose: string, most: number, now: Date) =>
  sql`count_hit(${what}, ${whose}, ${most}, interval '1 minute', ${now})`

/** The same for an hour. The sweep tells by `what` how long hits are kept. */
export const hitThisHour = (
  sql: Sql | Transaction,
  what: `mail ${string}` | `hourly ${string}`,
  whose: string | PendingQuery<Row[]>,
  most: number,
  now: Date,
) => sql`count_hit(${what}, ${whose}, ${most}, interval '1 hour', ${now})`

export const isAllowed = async (sql: Sql | Transaction, hit: PendingQuery<Row[]>) =>
  (await first(sql<{ allowed: boolean }[]>`select allowed from ${hit}`))?.allowed === true

/** Counts every hit in the database, so that all instances share one limit. */
export function limitsIn(sql: Sql): Limits {
  return {
    // A refused request is not counted, so waiting Retry-After is enough.
    countHit: async (route, address, perMinute, now) => {
      const [hit] = await sql<{ allowed: boolean; oldest: string }[]>`
        select allowed, oldest
        from ${hitThisMinute(sql, route, address, perMinute, now)}`
      if (!hit || hit.allowed) return undefined
      const waitMs = new Date(hit.oldest).getTime() + WINDOW_MS - now.getTime()
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
