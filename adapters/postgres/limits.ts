import type { Limits } from '../http/limits.ts'
import type { Sql } from './client.ts'

const WINDOW_MS = 60_000

/** Counts in the database, so that all instances share one limit. */
export function limitsIn(sql: Sql): Limits {
  return {
    // Keeps the instants of the last `perMinute` allowed requests: never more than that in any 60 seconds.
    // A refused request is not counted, so waiting Retry-After is enough.
    countHit: async (route, address, perMinute, now) => {
      const windowStart = new Date(now.getTime() - WINDOW_MS)
      const full = sql`cardinality(seen.hits) >= ${perMinute}
        and seen.hits[cardinality(seen.hits) - ${perMinute}::int + 1] > ${windowStart}`
      const [row] = await sql<{ allowed: boolean; oldest: string }[]>`
        insert into rate_limits as seen (route, address, hits, allowed)
        values (${route}, ${address}, array[${now}::timestamptz], true)
        on conflict (route, address) do update
        set allowed = not (${full}),
            hits = case
              when ${full} then seen.hits
              else (seen.hits || ${now}::timestamptz)[greatest(1, cardinality(seen.hits) + 2 - ${perMinute}::int):]
            end
        returning allowed, hits[1] as oldest`
      if (!row || row.allowed) return undefined
      const waitMs = new Date(row.oldest).getTime() + WINDOW_MS - now.getTime()
      return Math.max(1, Math.ceil(waitMs / 1000))
    },

    sweep: async now => {
      await sql`delete from rate_limits where hits[cardinality(hits)] < ${new Date(now.getTime() - WINDOW_MS)}`
    },
  }
}
