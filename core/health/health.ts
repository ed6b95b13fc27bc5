import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'

const status = v.picklist(['healthy', 'degraded', 'unhealthy'])

export const Health = v.object({
  status,
  timestamp: field.instant,
  uptime: v.pipe(v.number(), v.description('Seconds since this instance started.')),
  version: v.string(),
  checks: v.object({
    database: v.object({ status, latencyMs: v.nullable(v.number()) }),
    migrations: v.object({ status, applied: v.number() }),
  }),
})
export type Health = v.InferOutput<typeof Health>

export interface HealthSource {
  /** Seconds since this instance started. */
  uptime: () => number
  version: string
  /** Undefined when the database does not answer within two seconds. */
  checkDatabase: () => Promise<DatabaseCheck | undefined>
}

export interface DatabaseCheck {
  latencyMs: number
  applied: number
  missing: number
}

const DEGRADED_ABOVE_MS = 500

export async function checkHealth(
  _: unknown,
  { health, clock }: { health: HealthSource; clock: Clock },
): Promise<Health> {
  const answer = await health.checkDatabase()
  const database = !answer ? 'unhealthy' : answer.latencyMs > DEGRADED_ABOVE_MS ? 'degraded' : 'healthy'
  const migrations = !answer || answer.missing > 0 ? 'unhealthy' : 'healthy'
  return {
    status: migrations === 'unhealthy' ? 'unhealthy' : database,
    timestamp: clock().toISOString(),
    uptime: health.uptime(),
    version: health.version,
    checks: {
      database: { status: database, latencyMs: answer ? answer.latencyMs : null },
      migrations: { status: migrations, applied: answer ? answer.applied : 0 },
    },
  }
}
