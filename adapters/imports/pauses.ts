import { pause } from '../../core/pauses.ts'

/** How long work goes on before others are let in. */
const BUSY_MS = 5

/** To be asked after each piece of long work: pauses when that has gone on for a while. */
export function pausesWhenBusy() {
  let until = performance.now() + BUSY_MS
  return async () => {
    if (performance.now() < until) return
    await pause()
    until = performance.now() + BUSY_MS
  }
}
