/** A metric at one moment, in the terms of Prometheus. */
export interface Metric {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

interface Sample {
  labels?: Labels
  value: number | Buckets
}

export type Labels = Readonly<Record<string, string>>

/** A histogram of durations. */
export interface Buckets {
  /** Upper bounds in seconds, ascending. */
  bounds: readonly number[]
  /** Not cumulative; the last one counts what took longer than every bound. */
  counts: ArrayLike<number>
  /** The sum of all durations, in seconds. */
  sum: number
}

export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
})

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [{ value }],
})
