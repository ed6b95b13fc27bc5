import type { Taste } from './belief.ts'

export interface Aim {
  /** In points. */
  to: number
  /** How often in a row it was off the same way, this time included. */
  times: number
  /** Where the cup before was off the same way, when nothing was yet off the other way: the last step was too short. */
  last?: number
  /** The nearest cup that was off the other way: the best lies between the two. */
  between?: number
}

/**
 * Where to go from the last cup, given the likeliest place for the best. The same complaint again makes the step
 * longer, the opposite one keeps it between the two.
 */
export function aimFrom(tasted: readonly [Taste, ...Taste[]], likely: number, leastStep: number): Aim {
  const { at, said } = tasted[tasted.length - 1] as Taste
  const off = tasted.filter(cup => cup.said !== 0)
  const times = tasted.length - 1 - tasted.findLastIndex(cup => cup.said !== said)
  const others = off.filter(cup => cup.said !== said).map(cup => cup.at)
  const sames = off.filter(cup => cup.said === said).map(cup => cup.at)
  const further = (one: number, other: number) => (said > 0 ? Math.min(one, other) : Math.max(one, other))
  if (others.length === 0) {
    const last = sames.findLast(place => Math.abs(place - at) > leastStep / 2)
    const least = last === undefined ? leastStep : Math.min(LONGEST, grown(Math.abs(at - last), leastStep))
    return { to: further(likely, at - said * least), times, ...(last !== undefined && { last }) }
  }
  // Right after the other complaint the best lies between the two; said again and again, the other one was a slip.
  const to = further(likely, at - said * leastStep)
  const other = said > 0 ? Math.max(...others) : Math.min(...others)
  const inOrder = sames.every(place => said * (place - other) > 0)
  if (!inOrder || (times > 1 && said * (to - other) <= 0)) return { to, times }
  const inner = Math.min(leastStep, Math.abs(at - other) / 2)
  return { to: said > 0 ? Math.max(to, other + inner) : Math.min(to, other - inner), times, between: other }
}

/** By a step of the dial while steps are short; a long one by half a point, where the dial has a setting for it. */
const grown = (step: number, leastStep: number) => step + (step < LONG ? leastStep : 0.5)
const LONG = 4.75
/** Beyond this a longer step is none to taste one's way by: whoever has jumped so far alone is not sent further. */
const LONGEST = 12
