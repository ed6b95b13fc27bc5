/** Random numbers, the same every time from the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `min` to `max`, both included. */
  whole: (min: number, max: number) => number
  /** True with this probability. */
  happens: (share: number) => boolean
  /** Roughly normal around a mean; never more than two and a half deviations away. */
  around: (mean: number, deviation: number) => number
  /** Mostly small, occasionally large: a Pareto distribution, rounded down, at most `most`. */
  few: (typical: number, most: number) => number
  pick: <T>(items: readonly T[]) => T
  /** Chosen by weight; undefined if all weights are zero. */
  weighted: <T>(items: readonly T[], weight: (item: T) => number) => T | undefined
  /** This many different items, or all if there are fewer. */
  some: <T>(items: readonly T[], count: number) => T[]
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32 (T. Ettinger, public domain): 32 bits of state are plenty for demo data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]) => items[whole(0, items.length - 1)] as T
  return {
    next,
    whole,
    happens: share => next() < share,
    // Irwin-Hall: the sum of twelve uniform numbers is close enough to normal, and bounded.
    around: (mean, deviation) => {
      const sum = Array.from({ length: 12 }, next).reduce((total, part) => total + part, -6)
      return mean + deviation * Math.min(2.5, Math.max(-2.5, sum))
    },
    few: (typical, most) => Math.min(most, Math.floor(typical * (1 - next()) ** -0.8 - 1)),
    pick,
    weighted: (items, weight) => {
      let left = next() * items.reduce((sum, item) => sum + weight(item), 0)
      return items.find(item => {
        left -= weight(item)
        return left < 0
      })
    },
    some: (items, count) => {
      const rest = [...items]
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(whole(0, rest.length - 1), 1)[0] as (typeof rest)[number],
      )
    },
  }
}
