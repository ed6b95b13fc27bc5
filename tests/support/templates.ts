import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { seedCatalog } from '../../adapters/postgres/catalog/seed.ts'
import { openDatabase, type Sql } from '../../adapters/postgres/engine/client.ts'
import { migrate } from '../../adapters/postgres/engine/migrate.ts'

/** A database that a test file may change, copied from a migrated and seeded template. */
export interface FreshDatabase {
  databaseUrl: string | undefined
  dataDir: string
}

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded'

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'dialin-'))

export async function freshDatabase(): Promise<FreshDatabase> {
  if (engine === 'embedded') return embeddedCopy('seeded')
  const template = process.env.TEST_DATABASE_TEMPLATE
  if (!template) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_TEMPLATE: use `bun run test <file>`.')
  return { databaseUrl: await copyOnServer(template), dataDir: temporaryFolder() }
}

/** An empty database on the engine under test, not even migrated. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const template = process.env.TEST_DATABASE_TEMPLATE
  if (engine === 'embedded' || !template) return embeddedCopy('blank')
  return { databaseUrl: await copyOnServer(template, 'template0'), dataDir: temporaryFolder() }
}

/** Creating the files of a new engine takes seconds, copying them does not. */
export async function embeddedCopy(kind: 'blank' | 'seeded'): Promise<FreshDatabase> {
  return copyOfFolder(join(process.env.TEST_EMBEDDED_TEMPLATE ?? (await embeddedTemplate()), kind))
}

/** A copy of a database that nobody has open. */
export async function copyOfDatabase({ databaseUrl, dataDir }: FreshDatabase): Promise<FreshDatabase> {
  return databaseUrl
    ? { databaseUrl: await copyOnServer(databaseUrl), dataDir: temporaryFolder() }
    : copyOfFolder(dataDir)
}

function copyOfFolder(folder: string): FreshDatabase {
  const dataDir = temporaryFolder()
  cpSync(join(folder, 'pglite'), join(dataDir, 'pglite'), { recursive: true })
  return { databaseUrl: undefined, dataDir }
}

/**
 * Opens a database once for all of `look`: an embedded engine takes longer to start than to answer.
 */
export async function visited<T>(place: FreshDatabase, look: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = await openDatabase(place)
  return look(sql).finally(() => close())
}

async function copyOnServer(templateUrl: string, template = new URL(templateUrl).pathname.slice(1)) {
  const url = new URL(templateUrl)
  // Not in the template itself: while anybody is connected to it, it cannot be copied.
  url.pathname = '/template1'
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
  await sql.end()
  url.pathname = `/${name}`
  return url.href
}

let madeHere: Promise<string> | undefined
export function embeddedTemplate(): Promise<string> {
  madeHere ??= makeEmbeddedTemplate()
  return madeHere
}

async function makeEmbeddedTemplate() {
  const folder = temporaryFolder()
  const place = (kind: 'blank' | 'seeded') => ({ databaseUrl: undefined, dataDir: join(folder, kind) })
  const { close } = await openDatabase(place('blank'))
  await close()
  cpSync(join(folder, 'blank'), join(folder, 'seeded'), { recursive: true })
  await prepare(place('seeded'), async sql => {
    // Halves the files of each copy; no test creates a database in it.
    await sql`update pg_database set datistemplate = false`
    for (const name of ['template0', 'template1']) await sql`drop database ${sql(name)}`
  })
  return folder
}

export async function prepare(place: FreshDatabase, finish: (sql: Sql) => Promise<void> = async () => {}) {
  const database = await openDatabase(place)
  await migrate(database.sql)
  await seedCatalog(database.sql)
  await finish(database.sql)
  await database.close()
}
