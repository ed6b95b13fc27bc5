import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrationsFor } from '../../adapters/postgres/engine/baseline.ts'
import { type Sql, transactUnhurried } from '../../adapters/postgres/engine/client.ts'
import { type Migration, migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { readBackup, readHead } from '../../adapters/postgres/operations/backup-file.ts'
import { continueAfter, fillTables, insertRows, tablesIn } from '../../adapters/postgres/operations/tables.ts'

/** A backup of demo data, made by the last commit before the baseline (tests/releases/README.md). */
export const releasedBackup = resolve('tests/releases/eb073627.backup.zst')

/** Fills an empty database with that data at the baseline: a restore would also apply the migrations since then. */
export async function asReleased(sql: Sql) {
  const head = await readHead(releasedBackup)
  if (!head) throw new Error(`${releasedBackup} cannot be read.`)
  await migrate(sql, migrationsFor(head.migrations, readMigrations()))
  await transactUnhurried(sql, async sql => {
    const rowsOf = (table: string) => head.tables.find(({ name }) => name === table)?.rows ?? 0
    const tables = (await tablesIn(sql)).map(table => ({ ...table, rows: rowsOf(table.name) }))
    const named = (name: string) => tables.find(table => table.name === name) ?? Promise.reject(new Error(name))
    await fillTables(sql, tables, { begin: () => {}, advance: () => {} }, async () => {
      await readBackup(releasedBackup, {
        take: async (name, rows) => insertRows(sql, await named(name), rows),
        end: async (name, last) => continueAfter(sql, await named(name), last),
      })
    })
  })
  return head
}

/**
 * Migrations that a future release might have. The first is refused to an ordinary owner unless
 * pg_trgm is loaded.
 */
export const nextMigrations = [
  `create function next_words(text) returns boolean language sql
     set pg_trgm.word_similarity_threshold = 0.4
     as 'select $1 <% ''coffee''';`,
  `create table next_things (id integer primary key, name text not null);
   insert into next_things select id, name from coffees;`,
  'create index next_things_name on next_things (name);',
].map((text, at) => migrationOf(`2999-01-01-0${at + 1}-next.sql`, text))

export function migrationOf(name: string, text: string): Migration {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** The program as a future release with these migrations; returns the path of its main file. */
export function releaseWith(migrations: readonly Migration[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-release-'))
  for (const part of ['adapters', 'cli', 'core', 'db', 'docs', 'mcp', 'widget', 'package.json', 'tsconfig.json'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const { name, text } of migrations) writeFileSync(join(folder, 'db/migrations', name), text)
  return join(folder, 'cli/main.ts')
}
