import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openDatabase } from '../../adapters/postgres/client.ts'
import { migrate } from '../../adapters/postgres/migrate.ts'
import { seedCatalog } from '../../adapters/postgres/seed.ts'

/** A database that a test file may spoil, made by copying a migrated and seeded template. */
export interface FreshDatabase {
  databaseUrl: string | undefined
  dataDir: string
}

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded'

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'dialin-'))

export async function freshDatabase(): Promise<FreshDatabase> {
  const dataDir = temporaryFolder()
  if (engine === 'embedded') {
    const template = process.env.TEST_EMBEDDED_TEMPLATE ?? (await embeddedTemplate())
    cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true })
    return { databaseUrl: undefined, dataDir }
  }
  const template = process.env.TEST_DATABASE_TEMPLATE
  if (!template) throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_TEMPLATE: use `bun run test <file>`.')
  return { databaseUrl: await copyOf(template), dataDir }
}

/** An empty database on the engine under test, not even migrated. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const template = process.env.TEST_DATABASE_TEMPLATE
  const databaseUrl = engine === 'postgres' && template ? await copyOf(template, 'template0') : undefined
  return { databaseUrl, dataDir: temporaryFolder() }
}

async function copyOf(templateUrl: string, template = new URL(templateUrl).pathname.slice(1)) {
  const url = new URL(templateUrl)
  url.pathname = '/postgres'
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(name)} template ${sql(template)}`
  await sql.end()
  url.pathname = `/${name}`
  return url.href
}

let madeHere: Promise<string> | undefined
export function embeddedTemplate(): Promise<string> {
  madeHere ??= prepare({ databaseUrl: undefined, dataDir: temporaryFolder() })
  return madeHere
}

export async function prepare(place: FreshDatabase) {
  const database = await openDatabase(place)
  await migrate(database.sql)
  await seedCatalog(database.sql)
  await database.close()
  return place.dataDir
}
