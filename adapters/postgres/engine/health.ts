import type { DatabaseCheck } from '../../../core/health/health.ts'
import { tenths } from '../../../core/rounding.ts'
import type { DatabaseFigures } from '../../metrics/world.ts'
import { type Sql, transact } from './client.ts'
import { isDiskFull } from './faults.ts'
import { migrationNames } from './migrate.ts'

const ANSWER_WITHIN_MS = 2000

export function databaseCheckIn(sql: Sql): () => Promise<DatabaseCheck | undefined> {
  const expected = migrationNames()
  return async () => {
    const start = performance.now()
    const row = await withinTime(sql<{ id: string; applied: number; present: number }[]>`
      select ${idOfDatabase(sql)} as id,
             count(*)::int as applied,
             (count(*) filter (where name in ${sql(expected)}))::int as present
      from migrations`)
    if (!row) return undefined
    const latencyMs = tenths(performance.now() - start)
    return { id: row.id, latencyMs, applied: row.applied, missing: expected.length - row.present }
  }
}

/**
 * Identifies a database. A copy has the same times of migrations, but it runs on another engine or
 * has another oid there. All of it is hashed, and the times are too many to guess, so nobody can
 * recover them.
 */
const idOfDatabase = (sql: Sql) => sql`
  left(encode(sha256(convert_to(
    concat_ws(' ',
      extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()),
      string_agg(extract(epoch from applied_at)::text, ' ' order by name)),
    'UTF8')), 'hex'), 32)`

interface DatabaseDisk {
  /** Checks whether a failure was caused by a full disk. */
  note: (error: unknown) => void
  isFull: () => Promise<boolean>
}

/** A server's disk cannot be seen: it is full from a failed write until one succeeds. */
export function databaseDiskIn(sql: Sql): DatabaseDisk {
  let isFull = false
  return {
    note: error => {
      isFull ||= isDiskFull(error)
    },
    isFull: async () => {
      if (isFull) isFull = await spill(sql).then(() => false, isDiskFull)
      return isFull
    },
  }
}

/** Sorts about two megabytes on disk, without changing a table. */
const spill = (sql: Sql) =>
  transact(sql, async sql => {
    await sql`set local work_mem = '64kB'`
    await sql`select count(*) from generate_series(1, 100000)`
  })

/** The engine's version and the outbox; undefined if it does not answer in time. */
export const databaseFiguresIn = (sql: Sql) => () =>
  withinTime(sql<DatabaseFigures[]>`
    select current_setting('server_version') as version,
           count(*) filter (where failed_at is null)::int as waiting_mails,
           count(*) filter (where failed_at is not null)::int as given_up_mails,
           min(created_at) filter (where failed_at is null) as oldest_mail_at
    from outbox`)

/** The first row of a query; undefined if it fails or does not answer in time. */
async function withinTime<T>(query: PromiseLike<readonly T[]>): Promise<T | undefined> {
  const answer = query.then(
    rows => rows[0],
    () => undefined,
  )
  let timer: Timer | undefined
  const tooLate = new Promise<undefined>(done => {
    timer = setTimeout(() => done(undefined), ANSWER_WITHIN_MS)
  })
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
