import type { BackupPlan } from '../config/backup-plan.ts'
import { watchProcess } from './process.ts'
import { type RequestCounts, requestCounts } from './requests.ts'
import { metricsText } from './text.ts'
import { backupMetrics, type WorldFigures, worldMetrics } from './world.ts'

interface Metrics {
  /** Where requests are counted. */
  requests: RequestCounts
  /** All there is to say now. */
  text: () => Promise<string>
  stop: () => void
}

interface MetricSources {
  figures: () => Promise<WorldFigures>
  clock: () => Date
  backups: BackupPlan
}

/** Everything that is counted and looked at for whoever watches over the service. */
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
