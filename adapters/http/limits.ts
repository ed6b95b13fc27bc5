export interface Limits {
  /** Counts a request; answers the seconds to wait when it is one too many. */
  knock: (route: string, address: string, perMinute: number, now: Date) => Promise<number | undefined>
  /** Forgets who has not knocked for a minute. */
  sweep: (now: Date) => Promise<void>
}

export interface Limit {
  perMinute: number
}

export const perMinute = (count: number): Limit => ({ perMinute: count })
