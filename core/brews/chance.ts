import { DUST } from '../rounding.ts'

/**
 * How likely it is that this many of the numbers, picked at random, are within a span: an exact
 * permutation test. Each pick is counted at its lowest number.
 */
export function chanceOfSpan(numbers: readonly number[], picked: number, span: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const within = sorted.reduce((sum, lowest, at) => {
    const above = sorted.findLastIndex(number => number <= lowest + span + DUST) - at
    return sum + shareOf(above, picked - 1, sorted.length, picked)
  }, 0)
  return Math.min(1, within)
}

/** C(above, rest) / C(all, picked), where rest = picked - 1, without numbers that overflow. */
function shareOf(above: number, rest: number, all: number, picked: number) {
  if (above < rest) return 0
  let share = picked / all
  for (let n = 0; n < rest; n++) share *= (above - n) / (all - 1 - n)
  return share
}

/**
 * How likely two samples differ this much in rank by chance, in either direction: Mann and
 * Whitney's test in its normal approximation, corrected for ties and for continuity.
 */
export function chanceOfRanks(one: readonly number[], other: readonly number[]): number {
  const all = one.length + other.length
  const wins = one.flatMap(a => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0))).reduce((a, b) => a + b, 0)
  const ties = [...Map.groupBy([...one, ...other], number => number).values()].reduce(
    (sum, { length }) => sum + length ** 3 - length,
    0,
  )
  const variance = ((one.length * other.length) / 12) * (all + 1 - ties / (all * (all - 1)))
  if (variance <= 0) return 1
  const z = Math.max(0, Math.abs(wins - (one.length * other.length) / 2) - 0.5) / Math.sqrt(variance)
  return 2 * tailOf(z)
}

/** The normal distribution above z: Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function tailOf(z: number) {
  const t = 1 / (1 + 0.2316419 * z)
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (poly * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

/**
 * The findings that chance does not explain, considering how many were looked for, in their order:
 * Holm's step-down bound (Scand. J. Stat. 6, 1979).
 */
export function beyondChance<Finding extends { chance: number }>(findings: readonly Finding[], unlikely: number) {
  const rarest = findings.toSorted((one, other) => one.chance - other.chance)
  const explained = rarest.findIndex(({ chance }, n) => chance >= unlikely / (findings.length - n))
  const kept = new Set(explained < 0 ? rarest : rarest.slice(0, explained))
  return findings.filter(finding => kept.has(finding))
}
