export interface Limit {
  perMinute: number
}

export const perMinute = (count: number): Limit => ({ perMinute: count })
