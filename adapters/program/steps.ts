/** Called after each step of a longer task, with how many are done out of how many. */
export type StepsDone = (done: number, total: number) => void

/** Prints progress on standard error: at the start, every two seconds, and at the end. */
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
