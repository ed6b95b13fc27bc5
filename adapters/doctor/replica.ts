import type { Config } from '../config/config.ts'
import { placeName } from '../config/place.ts'
import type { Sql } from '../postgres/engine/client.ts'
import { isUnused } from '../postgres/engine/migrate.ts'
import { catchesUp, isStandby } from '../postgres/engine/replica.ts'
import { reachDatabase } from '../trouble/reach.ts'
import { type Finding, foundByError, odd, well, wrong } from './finding.ts'

const about = 'replica'

/** Checks the replica, if one is set: it must follow this primary closely enough. */
export async function findingsOfReplica(config: Config, primary: Sql): Promise<Finding[]> {
  if (config.databaseReadUrl === undefined) return []
  const there = { ...config, databaseUrl: config.databaseReadUrl }
  const name = placeName(there)
  try {
    const { sql, close } = await reachDatabase(there, 'standby')
    try {
      return [await look(primary, sql, name)]
    } finally {
      await close()
    }
  } catch (error) {
    return [foundByError(about, error, name)]
  }
}

async function look(primary: Sql, replica: Sql, name: string): Promise<Finding> {
  const remedy = 'Set DATABASE_READ_URL to a streaming replica of DATABASE_URL, or remove it.'
  if (!(await isStandby(replica))) return wrong(about, `${name} is not a standby, so it is not used`, remedy)
  if ((await beginOf(primary)) !== (await beginOf(replica)))
    return wrong(about, `${name} is a standby of a different database, so visitors would read the wrong rows`, remedy)
  return (await catchesUp(primary, replica))
    ? well(about, `${name} keeps up`)
    : odd(
        about,
        `${name} is more than five seconds behind, so visitors read from the primary`,
        'Find out what keeps it busy, and check the network between the two.',
      )
}

/** When the first migration was applied, and the database's oid: the same in all its replicas. */
async function beginOf(sql: Sql) {
  if (await isUnused(sql)) return undefined
  const [row] = await sql<{ begin: string }[]>`
    select concat_ws(' ', min(applied_at), (select oid from pg_database where datname = current_database())) as begin
    from migrations`
  return row?.begin
}
