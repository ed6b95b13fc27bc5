/** One line of the table. */
export interface BenchRow {
  group: string
  name: string
  /** What was measured, in words with units. */
  measured: string
  /** The figure that counts, and its target. */
  figure: string
  bar: string
  passed: boolean
}

/** How long and how often to measure: full, or quick for a first look. */
export interface Effort {
  rounds: number
  seconds: number
  small: number
  large: number
  /** Requests per question and round of the comparison by size. */
  samples: number
}

export const mustBeAtLeast = (value: number, least: number) => ({
  figure: value.toFixed(2),
  bar: `≥ ${least}`,
  passed: value >= least,
})

export const mustBeAtMost = (value: number, most: number, unit = '') => ({
  figure: `${unit ? Math.round(value) : value.toFixed(2)}${unit}`,
  bar: `≤ ${most}${unit}`,
  passed: value <= most,
})
