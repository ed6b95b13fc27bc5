import { expect, test } from 'bun:test'
import { checkHealth, type DatabaseCheck } from '../../../core/health/health.ts'

const now = new Date('2026-11-15T08:00:00Z')
const healthWith = (answer: DatabaseCheck | undefined) =>
  checkHealth(
    {},
    {
      clock: () => now,
      health: {
        uptime: () => 12.5,
        version: '1.0.0',
        isStopping: false,
        checkDatabase: async () => answer,
        fullDisk: async () => undefined,
      },
    },
  )

test.each<[string, DatabaseCheck | undefined, string, string, string]>([
  ['a quick answer', { id: 'a', latencyMs: 3, applied: 4, missing: 0 }, 'healthy', 'healthy', 'healthy'],
  ['500 ms', { id: 'a', latencyMs: 500, applied: 4, missing: 0 }, 'healthy', 'healthy', 'healthy'],
  ['more than 500 ms', { id: 'a', latencyMs: 500.1, applied: 4, missing: 0 }, 'degraded', 'degraded', 'healthy'],
  ['a missing migration', { id: 'a', latencyMs: 3, applied: 3, missing: 1 }, 'unhealthy', 'healthy', 'unhealthy'],
  ['no answer', undefined, 'unhealthy', 'unhealthy', 'unhealthy'],
])('%s from the database', async (_, answer, status, database, migrations) => {
  const health = await healthWith(answer)
  expect([health.status, health.checks.database.status, health.checks.migrations.status]).toEqual([
    status,
    database,
    migrations,
  ] as never)
})
