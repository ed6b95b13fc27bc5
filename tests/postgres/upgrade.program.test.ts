import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringForward } from '../../adapters/backups/upgrade.ts'
import { openWorld } from '../../adapters/compose.ts'
import { backupPlanIn } from '../../adapters/config/backup-plan.ts'
import { readConfig } from '../../adapters/config/config.ts'
import { openDatabase, type Sql } from '../../adapters/postgres/engine/client.ts'
import { type Migration, migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { createLog } from '../../adapters/program/log.ts'
import { troubleOf } from '../../adapters/trouble/trouble.ts'
import { bare, dialin } from '../cli/cli.ts'
import { contents } from '../support/contents.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { refusalOf } from '../support/refusal.ts'
import { asReleased, migrationOf, nextMigrations, releaseWith } from '../support/releases.ts'
import { ownedBySomebody } from '../support/roles.ts'
import { copyOfDatabase, emptyDatabase, engine, type FreshDatabase, visited } from '../support/templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-upgrades-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = createLog('silent', () => {})
const all = [...readMigrations(), ...nextMigrations]
const backupsIn = (backups: string) => readdirSync(backups).filter(name => name.includes('.before-upgrade.'))
const newFolder = () => mkdtempSync(join(folder, 'backups-'))
/** As the owner of a database without other rights; the embedded engine has only one user. */
const byItsOwner = async (place: FreshDatabase) => (engine === 'postgres' ? ownedBySomebody(place) : place)

/** What a start does to a database, in its own sessions. */
async function start(place: FreshDatabase, { backups, to = all }: { backups: string; to?: Migration[] }) {
  const { sql, close } = await openDatabase(place)
  const keep = backups === 'none' ? {} : { BACKUP_KEEP: '1' }
  const plan = backupPlanIn({ BACKUP_DIR: backups, ...keep }, place.dataDir)
  // The driver would wait for a reply from a lost session.
  await bringForward(sql, { place, plan, now: new Date(), log, migrations: to }).finally(() => close(0))
}

/** Others join an open embedded engine, which is faster than starting another. */
const keptOpen = <T>(place: FreshDatabase, work: () => Promise<T>) => visited(place, work)

/**
 * From now on a migration is interrupted after its last statement: by an error, or as by a power
 * failure.
 */
const interruptAt = (sql: Sql, name: string, how: 'error' | 'lost session') =>
  sql.unsafe(`
    create or replace function interrupt() returns trigger language plpgsql as $$
    begin
      if new.name = '${name}' then
        ${how === 'error' ? "raise 'interrupted'" : 'perform pg_terminate_backend(pg_backend_pid())'};
      end if;
      return new;
    end $$;
    create or replace trigger interrupt before insert on migrations for each row execute function interrupt()`)
const interruptNoMore = (sql: Sql) => sql`drop function interrupt cascade`

/**
 * Upgrades a database in starts that are interrupted at each migration in turn, except the last.
 */
async function upgradeStepByStep(place: FreshDatabase, backups: string) {
  const from = (await visited(place, sql => sql`select from migrations`)).length
  for (const [at, { name }] of all.slice(from).entries()) {
    const how = engine === 'postgres' && at % 2 === 1 ? 'lost session' : 'error'
    await visited(place, sql => interruptAt(sql, name, how))
    expect([name, await refusalOf(start(place, { backups }))]).toEqual([
      name,
      expect.stringContaining(`The upgrade stopped at ${name}.`),
    ])
    expect(await visited(place, sql => sql`select from migrations`)).toHaveLength(from + at)
  }
  await visited(place, interruptNoMore)
  await start(place, { backups })
}

/** Rows, and the definitions of tables and functions. */
const state = async (sql: Sql) => ({
  rows: await contents(sql),
  columns: [
    ...(await sql`
      select table_name, column_name, data_type, column_default, is_nullable
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'events_2%'
      order by table_name, column_name`),
  ],
  indexes: [...(await sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`)],
  functions: [
    ...(await sql`
      select oid::regprocedure::text as name, md5(prosrc) as source, proconfig
      from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      order by 1`),
  ],
})

describe('an upgrade interrupted at every migration continues at the next start, by an ordinary owner:', () => {
  const cases: Record<string, (sql: Sql) => Promise<unknown>> = {
    'from the baseline': asReleased,
    'from the first tables': async (sql: Sql) => {
      await migrate(sql, all.slice(0, 2))
      await sql`insert into users (email, created_at) values ('early@people.example', '2026-01-01Z')`
    },
  }
  test.each(Object.entries(cases))('%s', async (_, fill) => {
    const empty = await emptyDatabase()
    const place = await byItsOwner(empty)
    await visited(place, fill)
    const straight = await copyOfDatabase(empty)
    await start(straight, { backups: newFolder() })
    const backups = newFolder()
    await keptOpen(place, () => upgradeStepByStep(place, backups))
    expect(await visited(place, state)).toEqual(await visited(straight, state))
    expect(await visited(place, miscounted)).toEqual([])
    expect(backupsIn(backups)).toHaveLength(1)
  })
})

describe('the backup before an upgrade', () => {
  const broken = migrationOf('2999-01-01-02-broken.sql', 'select 1 / 0;')
  const [first] = nextMigrations as [Migration, ...Migration[]]
  const failing = (to: Migration[]) => ({ backups: newFolder(), to: [...readMigrations(), ...to] })
  let released: FreshDatabase
  beforeAll(async () => {
    released = await emptyDatabase()
    await visited(released, async sql => {
      await asReleased(sql)
      await migrate(sql)
    })
  })

  test.each([
    ['before anything has changed', [broken]],
    ['between two migrations', [first, broken]],
  ])('is made once, however often the upgrade fails %s, and no rotation deletes it', async (_, to) => {
    const place = await copyOfDatabase(released)
    const wanted = failing(to)
    const env = { BACKUP_DIR: wanted.backups, BACKUP_KEEP: '1', DATA_DIR: place.dataDir }
    await keptOpen(place, async () => {
      for (let tries = 0; tries < 9; tries++) {
        expect(await refusalOf(start(place, wanted))).toContain('The upgrade stopped at 2999-01-01-02-broken.sql.')
        if (tries > 1) continue
        const backup = dialin(['db', 'backup'], { ...env, DATABASE_URL: place.databaseUrl ?? '' })
        expect(await backup).toMatchObject({ exit: 0 })
      }
    })
    expect(backupsIn(wanted.backups)).toHaveLength(1)
  })

  test('is made again if somebody has used the database since, and the upgrade has changed nothing yet', async () => {
    const changes = [
      "update users set name = 'Ann' where id = (select min(id) from users)",
      "insert into users (email, created_at) values ('late@people.example', now())",
      "delete from users where email = 'late@people.example'",
      'delete from events where ctid = (select min(ctid) from events)',
    ]
    const place = await copyOfDatabase(released)
    const wanted = failing([broken])
    await keptOpen(place, async () => {
      await refusalOf(start(place, wanted))
      for (const change of changes) {
        await visited(place, sql => sql.unsafe(change))
        const [before] = backupsIn(wanted.backups)
        await refusalOf(start(place, wanted))
        const [after, ...more] = backupsIn(wanted.backups)
        expect([change, after === before, more]).toEqual([change, false, []])
      }
    })
  })

  test('is made again for the next upgrade, also after one that was begun by a release that could never finish it', async () => {
    const place = await copyOfDatabase(released)
    const backups = newFolder()
    await refusalOf(start(place, { backups, to: [...readMigrations(), first, broken] }))
    const [before] = backupsIn(backups)
    const mended = [first, migrationOf('2999-01-01-02-mended.sql', 'create table mended ();')]
    await start(place, { backups, to: [...readMigrations(), ...mended] })
    expect(backupsIn(backups)).toEqual([before ?? ''])
    await start(place, {
      backups,
      to: [...readMigrations(), ...mended, migrationOf('2999-01-01-09-z.sql', 'select 1;')],
    })
    expect(backupsIn(backups)).not.toContain(before)
  })

  test('is not made of a database that an upgrade without backups has left halfway', async () => {
    const place = await copyOfDatabase(released)
    const to = [...readMigrations(), first, broken]
    const backups = newFolder()
    for (const folder of ['none', backups, backups])
      expect(await refusalOf(start(place, { backups: folder, to }))).toContain(
        'To go back, you need a backup of your own: Dialin made none before this upgrade',
      )
    expect(readdirSync(backups)).toEqual([])
    await start(place, { backups, to: [...readMigrations(), first] })
    expect(readdirSync(backups)).toEqual([])
  })

  test('without a folder to go into is not mistaken for a database that does not answer', async () => {
    const place = await copyOfDatabase(released)
    // Even root cannot make a folder there.
    const wanted = { backups: '/proc/none/backups', to: [...readMigrations(), first] }
    const trouble = await start(place, wanted).catch(error => troubleOf(error, 'The database'))
    expect(trouble?.message).toBe(
      'The folder for backups (BACKUP_DIR) cannot be created, so no backup was made. /proc/none/backups does not exist; create it, or choose another.',
    )
  })
})

describe('a start of the next release', () => {
  const blocked = migrationOf('2999-01-01-02-blocked.sql', 'select pg_advisory_xact_lock(7);')
  const broken = migrationOf('2999-01-01-02-broken.sql', 'select 1 / 0;')
  const [first, ...others] = nextMigrations as [Migration, ...Migration[]]
  const envOf = (place: FreshDatabase, backups: string) => ({
    ...bare,
    DATA_DIR: place.dataDir,
    BACKUP_DIR: backups,
    SESSION_SECRET: '-'.repeat(32),
    PORT: '0',
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })
  const run = (main: string, env: Record<string, string>, ...args: string[]) =>
    Bun.spawn([process.execPath, main, ...args], { env, stdout: 'ignore', stderr: 'pipe' })
  let place: FreshDatabase
  beforeEach(async () => {
    place = await byItsOwner(await emptyDatabase())
    await visited(place, async sql => {
      await asReleased(sql)
      await migrate(sql)
    })
  })

  test('that fails says how to go back, and that works', async () => {
    const backups = newFolder()
    const open = () => openWorld(readConfig(envOf(place, backups)), log)
    // The first start adds the equipment that has come since the backup was made.
    await (await open()).close()
    const before = await visited(place, sql => contents(sql, 'session_version'))
    const release = releaseWith([first, broken])
    const child = run(release, envOf(place, backups), 'serve')
    const said = await new Response(child.stderr).text()
    expect([await child.exited, said]).toEqual([1, expect.stringContaining('division by zero')])
    // The earlier release refuses a database between two releases, and says what to do.
    expect(await refusalOf(open())).toContain('run "dialin db restore FILE --force" with this release')
    const [, command = ''] = /To go back, stop the service, run "dialin (db restore \S+ --force)"/.exec(said) ?? []
    expect(await dialin(command.split(' '), envOf(place, backups))).toMatchObject({ exit: 0 })
    await (await open()).close()
    expect(await visited(place, sql => contents(sql, 'session_version'))).toEqual(before)
    expect(backupsIn(backups)).toHaveLength(1)
  })

  if (engine === 'postgres')
    test('that is killed is continued by the next one', async () => {
      const backups = newFolder()
      const steps = [first, blocked, ...others.map(({ name, text }) => migrationOf(name.replace('-0', '-1'), text))]
      const release = releaseWith(steps)
      await visited(place, async sql => {
        const held = await sql.reserve()
        // It waits at the end of the first migration, with the backup made, and then in the middle
        // of the second.
        const waits = {
          relation: () => held`lock table migrations in share mode`,
          advisory: () => held`select pg_advisory_xact_lock(7)`,
        }
        for (const [applied, [kind, lock]] of Object.entries(waits).entries()) {
          await held`begin`
          await lock()
          const child = run(release, envOf(place, backups), 'serve')
          await eventually(
            async () => (await sql`select from pg_locks where not granted and locktype = ${kind}`).length > 0,
          )
          child.kill('SIGKILL')
          await child.exited
          await held`commit`
          await eventually(async () => (await sql`select from migrations`).length === readMigrations().length + applied)
          expect(backupsIn(backups)).toHaveLength(1)
        }
        held.release()
      })
      const child = Bun.spawn([process.execPath, release, 'users', 'disable', 'demo@dialin.example'], {
        env: envOf(place, backups),
        stdout: 'ignore',
        stderr: 'inherit',
      })
      expect(await child.exited).toBe(0)
      expect(await visited(place, sql => sql`select from migrations`)).toHaveLength(
        readMigrations().length + steps.length,
      )
      expect(backupsIn(backups)).toHaveLength(1)
    })
})
