import { inThousands } from './print.ts'
import { terminal } from './terminal.ts'

interface Progress {
  advance: (count?: number) => void
  /** Ends the line; call it in a finally. */
  done: () => void
}

/** Progress for work with several stages, one after another. */
export function progressOfStages() {
  let bar: Progress | undefined
  return {
    begin: (stage: string, steps: number) => {
      bar?.done()
      bar = progress(stage, steps)
    },
    advance: (steps: number) => bar?.advance(steps),
    done: () => bar?.done(),
  }
}

const REDRAW_MS = 80
/** Without a terminal, a log only needs to show that work goes on, not every step. */
const LINE_MS = 5_000
const BAR_WIDTH = 24

/**
 * Shows the progress of a long command on standard error: a bar on a terminal, an occasional line
 * elsewhere.
 */
export function progress(label: string, total: number): Progress {
  const { err, errColumns } = terminal()
  const onScreen = errColumns !== undefined
  const started = performance.now()
  let [done, drawn] = [0, started]

  const status = () => {
    const part = total > 0 ? Math.min(1, done / total) : 1
    const seconds = (performance.now() - started) / 1000
    const left = part > 0 && part < 1 ? `, ${duration((seconds / part) * (1 - part))} left` : ''
    const filled = Math.round(part * BAR_WIDTH)
    const bar = onScreen ? `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ` : ''
    return `${label} ${bar}${Math.floor(part * 100)}% (${inThousands(done)} of ${inThousands(total)}${left})`
  }
  const draw = () => {
    drawn = performance.now()
    err(onScreen ? `\r\x1b[K${status().slice(0, errColumns - 1)}` : `${status()}\n`)
  }

  if (onScreen) draw()
  return {
    advance(by = 1) {
      done += by
      if (performance.now() - drawn >= (onScreen ? REDRAW_MS : LINE_MS)) draw()
    },
    done() {
      draw()
      if (onScreen) err('\n')
    },
  }
}

const duration = (seconds: number) =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.ceil(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`
