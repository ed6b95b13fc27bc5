import type { DatabaseCheck } from '../../core/health/health.ts'
import type { Sql } from './client.ts'
import { readMigrations } from './migrate.ts'

const ANSWER_WITHIN_MS = 2000

export function databaseCheckIn(sql: Sql): () => Promise<DatabaseCheck | undefined> {
  const expected = readMigrations().map(migration => migration.name)
  return async () => {
    const start = performance.now()
    const query = sql<{ applied: number; present: number }[]>`
      select count(*)::int as applied,
             (count(*) filter (where name in ${sql(expected)}))::int as present
      from migrations`
    const answer = query.then(rows => rows[0]).catch(() => undefined)
    let timer: Timer | undefined
    const tooLate = new Promise<undefined>(done => {
      timer = setTimeout(() => done(undefined), ANSWER_WITHIN_MS)
    })
    const row = await Promise.race([answer, tooLate])
    clearTimeout(timer)
    if (!row) return undefined
    const latencyMs = Math.round((performance.now() - start) * 10) / 10
    return { latencyMs, applied: row.applied, missing: expected.length - row.present }
  }
}
