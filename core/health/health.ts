import * as v from 'valibot'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'

const status = v.picklist(['healthy', 'degraded', 'unhealthy'])

export const Health = v.object({
  status,
  timestamp: field.instant,
  uptime: v.pipe(v.number(), v.description('Seconds since this instance started.')),
  version: v.string(),
  commit: v.optional(v.pipe(v.string(), v.description('Which commit this is, if known.'))),
  checks: v.object({
    database: v.object({ status, latencyMs: v.nullable(v.number()) }),
    migrations: v.object({ status, applied: v.number() }),
  }),
})
export type Health = v.InferOutput<typeof Health>

/** Whether this process answers. */
export const Live = v.object({
  status: v.literal('live'),
  uptime: Health.entries.uptime,
  version: v.string(),
})
export type Live = v.InferOutput<typeof Live>

/** Whether requests should be sent to this instance. */
export const Ready = v.object({
  status: v.picklist(['ready', 'not-ready']),
  reason: v.nullable(v.pipe(v.string(), v.description('Why not, in one sentence.'))),
  database: v.nullable(
    v.pipe(
      v.string(),
      v.description(
        'Which database it uses: a hash shared by all instances with the same database, until the database restarts. Null if unknown.',
      ),
    ),
  ),
  forwarded: v.nullable(
    v.pipe(
      v.picklist(['trusted', 'ignored']),
      v.description(
        'Whether we trust the X-Forwarded-For of this request, as we do from the proxies in TRUSTED_PROXIES. Null without one.',
      ),
    ),
  ),
})
export type Ready = v.InferOutput<typeof Ready>

export interface HealthSource {
  /** Seconds since this instance started. */
  uptime: () => number
  version: string
  commit?: string | undefined
  /**
   * Whether it has been told to stop: it finishes current requests, and new ones should go
   * elsewhere.
   */
  isStopping: boolean
  /** Undefined when the database does not answer within two seconds. */
  checkDatabase: () => Promise<DatabaseCheck | undefined>
  /** The disk that is full, such as "the disk of the database"; undefined when none is. */
  fullDisk: () => Promise<string | undefined>
}

export interface DatabaseCheck {
  /** Two instances have the same id only if they use the same database. */
  id: string
  latencyMs: number
  applied: number
  missing: number
}

const DEGRADED_ABOVE_MS = 500

/** Does not check the database, because restarting this process would not bring it back. */
export const checkLive = async (_: unknown, { health }: { health: HealthSource }): Promise<Live> => ({
  status: 'live',
  uptime: health.uptime(),
  version: health.version,
})

export async function checkReady(
  _: unknown,
  { health }: { health: HealthSource },
  _who: undefined,
  { forwarded }: Pick<Caller, 'forwarded'>,
): Promise<Ready> {
  if (health.isStopping) return { status: 'not-ready', reason: 'The service is stopping.', database: null, forwarded }
  const answer = await health.checkDatabase()
  const reason = whyDatabaseIsNot(answer) ?? whyDiskIsNot(await health.fullDisk())
  const database = answer?.id ?? null
  return reason === undefined
    ? { status: 'ready', reason: null, database, forwarded }
    : { status: 'not-ready', reason, database, forwarded }
}

function whyDatabaseIsNot(answer: DatabaseCheck | undefined) {
  if (!answer) return 'The database does not answer.'
  return answer.missing > 0 ? 'The database lacks migrations of this release.' : undefined
}

const whyDiskIsNot = (disk: string | undefined) =>
  disk && `There is no space left on ${disk}, so nothing can be saved. Free up some space.`

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
    ...(health.commit && { commit: health.commit }),
    checks: {
      database: { status: database, latencyMs: answer ? answer.latencyMs : null },
      migrations: { status: migrations, applied: answer ? answer.applied : 0 },
    },
  }
}
