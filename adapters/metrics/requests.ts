import type { Metric } from './model.ts'

/** Counts one reply, with its status and how long it took to produce. */
export type NoteReply = (status: number, ms: number) => void

export interface RequestCounts {
  /**
   * Returns a function that counts the replies of a route. Routes are named by their pattern, so
   * requests cannot create new labels.
   */
  of: (method: string, route: string) => NoteReply
  /** Counts a request that exceeded the limit of an act. */
  refused: (act: string) => void
  metrics: () => Metric[]
}

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOUNDS_MS = Float64Array.from(BOUNDS_SECONDS, seconds => seconds * 1000)
/** Index of the sum: it follows the counts for each bound and the count for what took longer. */
const SUM = BOUNDS_MS.length + 1

/**
 * One row of numbers per route and status, so that a request costs an addition or two and builds no
 * text.
 */
export function requestCounts(): RequestCounts {
  const routes = new Map<string, { method: string; route: string; byStatus: Map<number, Float64Array> }>()
  const refusals = new Map<string, number>()
  return {
    of: (method, route) => {
      const key = `${method} ${route}`
      const { byStatus } = routes.get(key) ?? { byStatus: new Map<number, Float64Array>() }
      routes.set(key, { method, route, byStatus })
      return (status, ms) => {
        let row = byStatus.get(status)
        if (row === undefined) {
          row = new Float64Array(SUM + 1)
          byStatus.set(status, row)
        }
        let at = 0
        while (at < BOUNDS_MS.length && ms > (BOUNDS_MS[at] as number)) at++
        row[at] = (row[at] as number) + 1
        row[SUM] = (row[SUM] as number) + ms
      }
    },
    refused: act => {
      refusals.set(act, (refusals.get(act) ?? 0) + 1)
    },
    metrics: () => [
      {
        name: 'dialin_http_request_duration_seconds',
        type: 'histogram',
        help: 'Requests by route and status, and how long their replies took to make.',
        samples: [...routes.values()].flatMap(({ method, route, byStatus }) =>
          [...byStatus].map(([status, row]) => ({
            labels: { method, route, status: String(status) },
            value: { bounds: BOUNDS_SECONDS, counts: row.subarray(0, SUM), sum: (row[SUM] as number) / 1000 },
          })),
        ),
      },
      {
        name: 'dialin_rate_limited_requests_total',
        type: 'counter',
        help: 'Requests refused by a rate limit.',
        samples: [...refusals].map(([act, value]) => ({ labels: { act }, value })),
      },
    ],
  }
}
