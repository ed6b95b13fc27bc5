import { describe, expect, test } from 'bun:test'
import { migrationsFor } from '../../adapters/postgres/engine/baseline.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { readHead } from '../../adapters/postgres/operations/backup-file.ts'
import { dialin } from '../cli/cli.ts'
import { contents } from '../support/contents.ts'
import { miscounted } from '../support/recount.ts'
import { asReleased, releasedBackup } from '../support/releases.ts'
import { emptyDatabase, type FreshDatabase, visited } from '../support/templates.ts'

const envOf = ({ dataDir, databaseUrl }: FreshDatabase) => ({
  DATA_DIR: dataDir,
  SESSION_SECRET: '-'.repeat(32),
  PORT: '0',
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

const head = await readHead(releasedBackup)
if (!head) throw new Error(`${releasedBackup} cannot be read.`)

describe('a database from before the baseline', () => {
  test('is refused by every command, with the way to bring its data over', async () => {
    const place = await emptyDatabase()
    await visited(place, async sql => {
      await sql`create table migrations (name text primary key, checksum text not null, applied_at timestamptz default now())`
      await sql`insert into migrations ${sql(head.migrations)}`
      await sql`create table users (id integer primary key)`
    })
    for (const command of [
      ['serve'],
      ['users', 'list'],
      ['db', 'backup', '-'],
      ['db', 'restore', releasedBackup, '--force'],
    ])
      expect([command, await dialin(command, envOf(place))]).toEqual([
        command,
        expect.objectContaining({
          exit: 1,
          err: expect.stringContaining('run "dialin db backup FILE" with that, and then "dialin db restore FILE"'),
        }),
      ])
    expect((await dialin(['doctor'], envOf(place))).out).toContain("from before Dialin's first release")
    expect(await visited(place, sql => sql`select from migrations`)).toHaveLength(head.migrations.length)
    // What the baseline before this one replaced.
    await visited(place, sql => sql`insert into migrations (name, checksum) values ('2026-11-15-01-accounts.sql', '')`)
    expect((await dialin(['doctor'], envOf(place))).out).toContain("from before Dialin's first release")
  })

  test('is brought over by its backup: every row arrives, every counter is right, and the next start finds nothing to do', async () => {
    const [place, expected] = [await emptyDatabase(), await emptyDatabase()]
    expect(await dialin(['db', 'restore', releasedBackup], envOf(place))).toMatchObject({ exit: 0 })
    await visited(expected, asReleased)
    await visited(expected, sql => migrate(sql, readMigrations()))
    const rows = async (of: FreshDatabase) => visited(of, sql => contents(sql, 'session_version'))
    const { audit: _, ...restored } = await rows(place)
    const { audit: __, ...before } = await rows(expected)
    expect(restored).toEqual(before)
    expect(await visited(place, sql => sql`select from migrations`)).toHaveLength(readMigrations().length)
    expect(await visited(place, miscounted)).toEqual([])
    expect(await dialin(['db', 'verify'], envOf(place))).toMatchObject({ exit: 0 })
    expect(await dialin(['users', 'list'], envOf(place))).toMatchObject({ exit: 0 })
  })

  test('is not brought over by a backup that was made before its last migrations', () => {
    const known = readMigrations()
    expect(migrationsFor(head.migrations, known)).toEqual(known.slice(0, 12))
    expect(migrationsFor(head.migrations.slice(0, -1), known)).toBeUndefined()
  })
})
