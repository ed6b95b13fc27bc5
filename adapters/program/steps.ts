/** Told after each step of a longer piece of work: how many are done, of how many. */
export type StepsDone = (done: number, total: number) => void

/** Says on standard error how far a piece of work is: when it begins, every other second, and when it is done. */
export function tellSteps(work: string): StepsDone {
  let toldAt = Number.NEGATIVE_INFINITY
  return (done, total) => {
    const now = performance.now()
    if (done < total && now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    console.error(`  ${work}: ${done} of ${total}`)
  }
}

const TELL_EVERY_MS = 2_000
