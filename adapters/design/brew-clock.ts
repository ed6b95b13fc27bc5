import { LONGEST_BREW_SECONDS } from '../../core/fields.ts'
import { poursIn, type TimedBrew } from './pour.ts'

/** What the brew timer shows at one moment. */
export interface BrewMoment {
  /** Index of the current step; -1 before the first. */
  step: number
  /** What the scale should show if the pour goes as drawn. */
  grams: number
  /** While the current step is a pour: the grams before and after it, and how long it still takes. */
  pour: { before: number; after: number; secondsLeft: number } | undefined
  /** Seconds until the next step, or until the planned end. */
  secondsLeft: number
  /** Seconds since the planned end; undefined before it. */
  secondsOver: number | undefined
  /** So long after the planned end that the timer has probably been forgotten. */
  isForgotten: boolean
}

/**
 * The timer runs past the planned end for as long again as the brew was planned to take, but for at
 * least this long.
 */
const PATIENCE_SECONDS = 600

/** In seconds from the start. */
export const forgottenAfter = (seconds: number) =>
  Math.min(seconds + Math.max(PATIENCE_SECONDS, seconds), LONGEST_BREW_SECONDS)

export function momentOf(brew: TimedBrew, at: number): BrewMoment {
  const { steps, seconds } = brew
  const step = steps.findLastIndex(({ atSeconds }) => atSeconds <= at)
  const pours = poursIn(brew)
  const now = pours.find(({ from, to }) => from <= at && at < to)
  const poured = pours.findLast(({ to }) => to <= at)?.after ?? 0
  const part = now ? (at - now.from) / (now.to - now.from) : 0
  return {
    step,
    grams: Math.round(now ? now.before + part * (now.after - now.before) : poured),
    pour:
      now?.step === step ? { before: now.before, after: now.after, secondsLeft: Math.ceil(now.to - at) } : undefined,
    secondsLeft: Math.max(0, Math.ceil((steps[step + 1]?.atSeconds ?? seconds) - at)),
    secondsOver: at < seconds ? undefined : Math.floor(at - seconds),
    isForgotten: at >= forgottenAfter(seconds),
  }
}

/**
 * Moves on to the next step early: all later steps move forward, and the clock stays right. A step
 * without water between pours moves alone, because a swirl does not hurry the next pour. After the
 * last step, the brew ends now, whether early or late.
 */
export function broughtForward<T extends TimedBrew>(brew: T, step: number, at: number): T {
  const next = brew.steps[step + 1]
  const by = (next?.atSeconds ?? brew.seconds) - Math.floor(at)
  const pours = poursIn(brew)
  const isAlone = pours.length > 0 && next !== undefined && !pours.some(pour => pour.step === step + 1)
  const last = isAlone && next.atSeconds < brew.seconds ? step + 1 : Infinity
  return {
    ...brew,
    steps: brew.steps.map((one, index) =>
      index > step && index <= last ? { ...one, atSeconds: one.atSeconds - by } : one,
    ),
    seconds: last === Infinity ? brew.seconds - by : brew.seconds,
  }
}
