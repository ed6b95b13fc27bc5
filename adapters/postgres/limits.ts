import type { Limits } from '../limits.ts'
import type { Sql } from './client.ts'
import { transactUnhurried } from './client.ts'

const WINDOW_MS = 60_000

/** Counts in the database, so that all instances share one limit. */
export function limitsIn(sql: Sql): Limits {
  return {
    // A refused request is not counted, so waiting Retry-After is enough.
    countHit: async (route, address, perMinute, now) => {
      const [row] = await sql<{ allowed: boolean; oldest: string }[]>`
        select allowed, oldest
        from count_hit(${route}, ${address}, ${perMinute}, interval '1 minute', ${now})`
      if (!row || row.allowed) return undefined
      const waitMs = new Date(row.oldest).getTime() + WINDOW_MS - now.getTime()
      return Math.max(1, Math.ceil(waitMs / 1000))
    },

    sweep: now =>
      transactUnhurried(sql, async sql => {
        await sql`
          delete from rate_limits
          where hits[cardinality(hits)] < ${now}::timestamptz - case
            when route like 'mail %' then interval '1 hour'
            else interval '1 minute'
          end`
      }),
  }
}
