import type { Chances, Taste } from './belief.ts'

/** The settings of a lever, and their positions in points. */
export interface Lever {
  setting: number
  /** Starting with the nearest, in the requested direction. */
  others: readonly number[]
  placeOf: (setting: number) => number
  /** Also for positions between two settings. */
  settingAt: (place: number) => number
}

export interface LeverStep {
  to: number
  /** How often in a row it was off the same way, including this time. */
  times: number
  /**
   * Whether the lever has moved this way since that began, and how this step compares with the last
   * one.
   */
  again?: 'longer' | 'shorter'
  /** A setting that was off the other way: the best is between the two. */
  between?: number
}

/**
 * The setting most likely to be right among those that are left. The same complaint again makes the
 * step longer; the opposite one keeps it between the two until it is outvoted. If nothing is
 * between them, another lever is next if the temperature is untried or both were said twice;
 * otherwise the neighbour is tried again.
 */
export function stepOn(
  { setting, others, placeOf, settingAt }: Lever,
  tasted: readonly Taste[],
  chances: Chances,
  heatIsUntried: boolean,
): LeverStep | 'at-the-end' | 'nothing-between' {
  if (others.length === 0) return 'at-the-end'
  const { at, said } = tasted[tasted.length - 1] as Taste
  const times = tasted.length - 1 - tasted.findLastIndex(cup => cup.said !== said)
  const likeliest = (settings: readonly number[]) => {
    const steps = settings.filter(to => Math.abs(placeOf(to) - at) >= LEAST_STEP)
    return best(steps.length > 0 ? steps : settings, to => chances(placeOf(to)))
  }
  const opposite = tasted.filter(cup => cup.said === -said).map(cup => cup.at)
  if (opposite.length === 0) {
    const before = tasted.slice(-times).findLast(cup => Math.abs(cup.at - at) > LESS_THAN_A_STEP)
    const length = before ? Math.abs(setting - settingAt(before.at)) : 0
    const longer = others.filter(to => Math.abs(to - setting) > length + LESS_THAN_A_STEP)
    const step = { to: likeliest(longer.length > 0 ? longer : others), times }
    // After a step the other way, this one is the first.
    if (!before || said * (before.at - at) < 0) return step
    return { ...step, again: longer.length > 0 ? 'longer' : 'shorter' }
  }
  const to = likeliest(others)
  const isPast = (place: number, other: number) => said * (place - other) <= LESS_THAN_A_STEP
  const ahead = opposite.filter(other => !isPast(at, other))
  const between = said > 0 ? Math.max(...ahead) : Math.min(...ahead)
  if (ahead.length === 0) return { to, times }
  const inside = others.filter(to => !isPast(placeOf(to), between))
  const timesAt = (place: number, word: Taste['said']) =>
    tasted.filter(cup => cup.said === word && Math.abs(cup.at - place) < LESS_THAN_A_STEP).length
  const [here, there] = [timesAt(at, said), timesAt(between, said === 1 ? -1 : 1)]
  // If one complaint was said at least twice more often, the other was the mistake.
  if (inside.length === 0 && here > 1 && there > 1 && here - there < 2) return 'nothing-between'
  // The step goes past the other complaint only if that is outvoted.
  if (times > ahead.length && isPast(placeOf(to), between)) return { to, times }
  if (inside.length > 0) return { to: likeliest(inside), times, between }
  return heatIsUntried ? 'nothing-between' : { to: others[0] as number, times }
}

/**
 * In points: the least that can be tasted. Less teaches nothing, unless no more is left between two
 * complaints.
 */
const LEAST_STEP = 2

const LESS_THAN_A_STEP = 1e-6

const best = (settings: readonly number[], worth: (setting: number) => number) =>
  settings.map(setting => ({ setting, worth: worth(setting) })).reduce((a, b) => (b.worth > a.worth ? b : a)).setting
