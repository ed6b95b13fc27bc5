import type { Limits } from '../limits.ts'
import type { Sql } from './client.ts'
import { transactUnhurried } from './client.ts'
import { together } from './together.ts'

const WINDOW_MS = 60_000
/** Whoever comes back meanwhile waits until these are gone. */
const SWEPT_AT_ONCE = 5000

/** Counts in the database, so that all instances share one limit. */
export function limitsIn(sql: Sql): Limits {
  const count = together((hits: Hit[]) => countHits(sql, hits))
  return {
    // A refused request is not counted, so waiting Retry-After is enough.
    countHit: async (route, address, perMinute, now) => {
      const { allowed, oldest } = await count({ route, address, perMinute, now })
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
                when route like 'mail %' then interval '1 hour'
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

interface Hit {
  route: string
  address: string
  perMinute: number
  now: Date
}

interface CountedHit {
  allowed: boolean
  oldest: string
}

/** In one order everywhere: two instances that count for the same two addresses must not wait for each other. */
async function countHits(sql: Sql, hits: Hit[]): Promise<CountedHit[]> {
  const inOrder = hits.map((hit, place) => ({ ...hit, place })).sort(byRouteAndAddress)
  const rows = await sql<(CountedHit & { place: number })[]>`
    select hit.place, counted.allowed, counted.oldest
    from jsonb_to_recordset(${sql.json(inOrder as never)})
      as hit(route text, address text, "perMinute" int, now timestamptz, place int)
    cross join lateral count_hit(hit.route, hit.address, hit."perMinute", interval '1 minute', hit.now) counted`
  const counted: CountedHit[] = []
  for (const { place, ...row } of rows) counted[place] = row
  return counted
}

const byRouteAndAddress = (a: Hit, b: Hit) =>
  a.address === b.address ? Number(a.route > b.route) - Number(a.route < b.route) : a.address < b.address ? -1 : 1
