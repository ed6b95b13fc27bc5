import { readdirSync, readFileSync } from 'node:fs'
import { version } from '../../package.json'
import { counter, gauge, type Metric } from './model.ts'

/** Measures twice a second how late a timer fires: everything else was delayed by as much. */
const LOOK_EVERY_MS = 500
const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface ProcessWatch {
  metrics: () => Metric[]
  stop: () => void
}

/** The resources that the process uses, under Prometheus's standard names. */
export function watchProcess(): ProcessWatch {
  const counts = new Float64Array(BOUNDS_SECONDS.length + 1)
  let sum = 0
  let due = performance.now() + LOOK_EVERY_MS
  const look = () => {
    const late = Math.max(0, performance.now() - due) / 1000
    const at = BOUNDS_SECONDS.findIndex(bound => late <= bound)
    const bucket = at === -1 ? BOUNDS_SECONDS.length : at
    counts[bucket] = (counts[bucket] ?? 0) + 1
    sum += late
    due = performance.now() + LOOK_EVERY_MS
    timer = setTimeout(look, LOOK_EVERY_MS)
    timer.unref()
  }
  let timer = setTimeout(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    metrics: () => [
      {
        name: 'dialin_build_info',
        type: 'gauge',
        help: 'Always 1; which release this is, and what it runs on.',
        samples: [{ labels: { version, bun: Bun.version }, value: 1 }],
      },
      {
        name: 'dialin_event_loop_delay_seconds',
        type: 'histogram',
        help: 'How late a timer fires, checked twice a second; everything else is delayed as much.',
        samples: [{ value: { bounds: BOUNDS_SECONDS, counts, sum } }],
      },
      ...usageMetrics(),
    ],
    stop: () => clearTimeout(timer),
  }
}

function usageMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const files = openFiles()
  const mostFiles = /^Max open files +(\d+)/m.exec(ofSystem('/proc/self/limits'))?.[1]
  return [
    counter('process_cpu_seconds_total', 'Processor time used (user and system).', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory held.', rss),
    gauge('process_heap_bytes', 'Memory held by objects of the program.', heapUsed),
    gauge('process_start_time_seconds', 'When the process began, since 1970.', startedAt),
    ...(files === undefined ? [] : [gauge('process_open_fds', 'Files and connections open.', files)]),
    ...(mostFiles === undefined ? [] : [gauge('process_max_fds', 'How many may be open.', Number(mostFiles))]),
  ]
}

const startedAt = Math.round(performance.timeOrigin) / 1000

function openFiles() {
  try {
    // Not counting the one opened for this listing.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

function ofSystem(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
