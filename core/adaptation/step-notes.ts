import type { Steps } from '../recipes/steps.ts'

/** The figures of a note that follow the amount or the time, marked as in "{110 g}" and "{3:00}". */
const figures = /\{(\d+) g\}|\{(\d+):(\d\d)\}/g

/**
 * The notes for a brew with this many times the water and the time. Where the steps go by the clock,
 * only the end of the draining takes longer.
 */
export const withFigures = (steps: Steps, byWater: number, byEnd: number, isByClock = false): Steps =>
  steps.map(step => {
    if (!step.note) return step
    const byTime = isByClock && step.action !== 'drain' ? 1 : byEnd
    const note = step.note.replace(figures, (_, grams, minutes, seconds) =>
      grams === undefined
        ? clock(inFives(byTime * (60 * Number(minutes) + Number(seconds)), byTime))
        : `${Math.max(1, Math.round(byWater * Number(grams)))} g`,
    )
    return { ...step, note }
  })

/** As other steps are scaled: to five seconds, which people can follow on a timer. */
const inFives = (seconds: number, byTime: number) => (byTime === 1 ? seconds : 5 * Math.round(seconds / 5))

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
