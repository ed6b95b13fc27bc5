import type { BackupPlan } from '../config/backup-plan.ts'
import { watchProcess } from './process.ts'
import { type RequestCounts, requestCounts } from './requests.ts'
import { metricsText } from './text.ts'
import { backupMetrics, type WorldFigures, worldMetrics } from './world.ts'

interface Metrics {
  requests: RequestCounts
  /** All metrics as text, as of now. */
  text: () => Promise<string>
  stop: () => void
}

interface MetricSources {
  figures: () => Promise<WorldFigures>
  clock: () => Date
  backups: BackupPlan
}

/** All metrics for monitoring the service. */
export function openMetrics({ figures, clock, backups }: MetricSources): Metrics {
  const process = watchProcess()
  const requests = requestCounts()
  return {
    requests,
    text: async () => {
      const found = await figures()
      const now = clock()
      return metricsText([
        ...process.metrics(),
        ...requests.metrics(),
        ...worldMetrics(found, now),
        ...backupMetrics(backups, now),
      ])
    },
    stop: process.stop,
  }
}
