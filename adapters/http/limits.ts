export interface Limits {
  /** Counts a request against a route's limit; answers the seconds to wait when it is one too many. */
  countHit: (route: string, address: string, perMinute: number, now: Date) => Promise<number | undefined>
  /** Deletes the hits that are older than a minute. */
  sweep: (now: Date) => Promise<void>
}

export interface Limit {
  perMinute: number
}

export const perMinute = (count: number): Limit => ({ perMinute: count })
