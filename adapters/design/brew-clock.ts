import { LONGEST_BREW_SECONDS } from '../../core/fields.ts'
import { poursIn, type TimedBrew } from './pour.ts'

/** What to do at a moment of a brew. */
export interface BrewMoment {
  /** The place of the step that is on; -1 before the first. */
  step: number
  /** What the scale shows, if the pour goes as drawn. */
  grams: number
  /** While water is poured: until when, and from how much to how much. */
  pour: { before: number; after: number; secondsLeft: number } | undefined
  /** Until the next step, or the planned end. */
  secondsLeft: number
  /** Since the planned end; undefined before it. */
  secondsOver: number | undefined
  /** So long after the planned end that nobody is there any more. */
  isForgotten: boolean
}

/** A slow brew runs on for as long again as planned, and for ten minutes at least. */
const PATIENCE_SECONDS = 600

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
    pour: now && { before: now.before, after: now.after, secondsLeft: Math.ceil(now.to - at) },
    secondsLeft: Math.max(0, Math.ceil((steps[step + 1]?.atSeconds ?? seconds) - at)),
    secondsOver: at < seconds ? undefined : Math.floor(at - seconds),
    isForgotten: at >= Math.min(seconds + Math.max(PATIENCE_SECONDS, seconds), LONGEST_BREW_SECONDS),
  }
}

/** Who is ahead of a brew goes on to its next step at once: all that follows moves up, and the clock stays true. After the last step it ends when they say, early or late. */
export function broughtForward<T extends TimedBrew>(brew: T, step: number, at: number): T {
  const by = (brew.steps[step + 1]?.atSeconds ?? brew.seconds) - Math.floor(at)
  return {
    ...brew,
    steps: brew.steps.map((one, place) => (place > step ? { ...one, atSeconds: one.atSeconds - by } : one)),
    seconds: brew.seconds - by,
  }
}
