import { openDatabase, type Sql } from '../../adapters/postgres/engine/client.ts'
import { type Cluster, postgresPrograms, startCluster } from './cluster.ts'
import { embeddedCopy, engine, type FreshDatabase, prepare, temporaryFolder } from './templates.ts'

export interface KillableDatabase {
  place: FreshDatabase
  /** Only for PostgreSQL; the embedded engine dies with its process. */
  cluster: Cluster | undefined
}

/** A seeded database that can be killed and keeps what it has acknowledged; `begin` prepares it. */
export async function killableDatabase(begin: (sql: Sql) => Promise<unknown>): Promise<KillableDatabase> {
  const database =
    engine === 'embedded' ? { place: await embeddedCopy('seeded'), cluster: undefined } : await onServer()
  const { sql, close } = await openDatabase(database.place)
  await begin(sql)
  await close()
  return database
}

async function onServer() {
  const cluster = await startCluster(postgresPrograms() ?? '', { durable: true })
  const place = { databaseUrl: cluster.url('postgres'), dataDir: temporaryFolder() }
  await prepare(place)
  return { place, cluster }
}
