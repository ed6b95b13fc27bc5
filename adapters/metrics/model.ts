/** What one name says at one moment, in the words of Prometheus. */
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

/** How often something took up to so long. */
export interface Buckets {
  /** In seconds, rising. */
  bounds: readonly number[]
  /** Each without the ones before; the last is of what took longer than every bound. */
  counts: ArrayLike<number>
  /** Of all of them, in seconds. */
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
