import type { Chances, Taste } from './belief.ts'

/** What can be set on a lever, and where it stands in points. */
export interface Lever {
  setting: number
  /** From the nearest on, in the direction that was asked for. */
  others: readonly number[]
  placeOf: (setting: number) => number
  /** Between what can be set, too. */
  settingAt: (place: number) => number
}

export interface LeverStep {
  to: number
  /** How often in a row it was off the same way, this time included. */
  times: number
  /** Whether the lever has moved this way since that began, and this step is longer than the last one. */
  again?: 'longer' | 'shorter'
  /** Where it was off the other way: the best lies between the two. */
  between?: number
}

/**
 * The setting that is likeliest right, of those that are left. The same complaint again makes the step longer, the
 * opposite one keeps it between the two. Where nothing lies between, another lever is next if the water's heat is untried or
 * both were said twice; else the other complaint counts as a slip and the step goes past it.
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
  // Two or more words ahead, it is the other ones that were slips.
  if (inside.length === 0 && here > 1 && there > 1 && here - there < 2) return 'nothing-between'
  // Right after the other complaint the best lies between the two; said again and again, the other one was a slip.
  if (times > 1 && isPast(placeOf(to), between)) return { to, times }
  if (inside.length > 0) return { to: likeliest(inside), times, between }
  return heatIsUntried ? 'nothing-between' : { to, times }
}

/** In points: what can be tasted; less teaches nothing, unless no more is left between two complaints. */
const LEAST_STEP = 2

const LESS_THAN_A_STEP = 1e-6

const best = (settings: readonly number[], worth: (setting: number) => number) =>
  settings.map(setting => ({ setting, worth: worth(setting) })).reduce((a, b) => (b.worth > a.worth ? b : a)).setting
