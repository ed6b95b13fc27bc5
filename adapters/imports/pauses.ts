import { pause } from '../../core/pauses.ts'

/** How long to work before letting other requests in. */
const BUSY_MS = 5

/**
 * Call the returned function after each piece of long work: it pauses if the work has gone on for a
 * while.
 */
export function pausesWhenBusy() {
  let until = performance.now() + BUSY_MS
  return async () => {
    if (performance.now() < until) return
    await pause()
    until = performance.now() + BUSY_MS
  }
}
