import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../../core/errors.ts'
import { shippedFile } from '../../program/shipped.ts'
import type { StepsDone } from '../../program/steps.ts'
import { BEFORE_BASELINE, isBeforeBaseline } from './baseline.ts'
import type { Sql, Transaction } from './client.ts'
import { transactUnhurried } from './client.ts'
import { migrationFault } from './faults.ts'
import { ourTables } from './our-tables.ts'
import { waitForTurn } from './shared-work.ts'

export interface Migration {
  name: string
  text: string
  checksum: string
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

const folder = shippedFile('db/migrations')

/**
 * The migrations of this release are read once: they never change while a process runs, and are
 * needed several times for each database it opens.
 */
export function readMigrations(from = folder): Migration[] {
  if (from !== folder) return migrationsFrom(from)
  shipped ??= migrationsFrom(folder)
  return [...shipped]
}

let shipped: readonly Migration[] | undefined

const migrationsFrom = (from: string): Migration[] =>
  migrationNames(from).map(name => {
    const text = readFileSync(join(from, name), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })

export const migrationNames = (from = folder) =>
  readdirSync(from)
    .filter(name => name.endsWith('.sql'))
    .sort()

/**
 * Applies the missing migrations, each in a transaction of its own, or all in the caller's. Returns
 * the names of those it applied.
 */
export async function migrate(
  sql: Sql | Transaction,
  migrations = readMigrations(),
  stepsDone?: StepsDone,
): Promise<string[]> {
  const applied: string[] = []
  await refuseEncoding(sql)
  // Each round looks again under the lock, so instances that start together take turns and none
  // applies a file twice.
  while (true) {
    const name = await transactUnhurried(sql, async sql => {
      await waitForTurn(sql, 'migration')
      const next = await nextOf(sql, migrations)
      // Only once, before we create anything: a later migration may need a name that is taken.
      if (next && applied.length === 0) await refuseTaken(sql, migrations)
      if (next) await applyOne(sql, next)
      if (next) await noteUpgrade(sql, migrations.indexOf(next), migrations.length)
      return next?.name
    })
    if (name === undefined) return applied
    applied.push(name)
    stepsDone?.(migrations.findIndex(each => each.name === name) + 1, migrations.length)
  }
}

/** Runs in the caller's transaction. */
export async function applyOne(sql: Transaction, { name, text, checksum }: Migration) {
  await makeList(sql)
  const session = await loadTrigrams(sql)
  await sql.unsafe(text).catch(error => {
    throw migrationFault(error, session) ?? error
  })
  await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`
}

/**
 * How many migrations a database had when an upgrade began that has not ended; undefined if there
 * is none. It is stored as a comment on the migrations table, which databases of every release
 * have.
 */
export async function upgradeBegunFrom(sql: Sql | Transaction): Promise<number | undefined> {
  const [row] = await sql<{ begun: number | null }[]>`
    select substring(obj_description(to_regclass('migrations'), 'pg_class') from '^upgrade from (\\d+)$')::int as begun`
  return row?.begun ?? undefined
}

/**
 * Records where an upgrade began, in the transaction of its first migration, and clears that in the
 * transaction of its last.
 */
async function noteUpgrade(sql: Transaction, before: number, all: number) {
  if (before + 1 === all) await sql`comment on table migrations is null`
  else if ((await upgradeBegunFrom(sql)) === undefined)
    await sql.unsafe(`comment on table migrations is 'upgrade from ${before}'`)
}

/**
 * Only a superuser may name a setting of pg_trgm in a function (`create function … set pg_trgm.…`)
 * unless the session has loaded its library, which calling one of its functions does. Behind a
 * pooler each transaction has another session. Returns the session's user and database.
 */
async function loadTrigrams(sql: Transaction) {
  const [session] = await sql<{ user: string; database: string; hasTrigrams: boolean }[]>`
    select current_user as user,
           current_database() as database,
           to_regprocedure('similarity(text, text)') is not null as has_trigrams`
  if (session?.hasTrigrams) await sql`select similarity('', '')`
  return session
}

/** The extensions that migrations create. */
export const neededExtensions = (migrations = readMigrations()) =>
  migrations.flatMap(({ text }) =>
    [...text.matchAll(/^create extension if not exists (\w+)/gm)].map(([, name = '']) => name),
  )

/** Throws a Fault if the database cannot store every character. */
export async function refuseEncoding(sql: Sql | Transaction) {
  const [row] = await sql<{ encoding: string; name: string; owner: string }[]>`
    select current_setting('server_encoding') as encoding, current_database() as name, current_user as owner`
  if (row && row.encoding !== 'UTF8')
    throw new Fault(
      'invalid',
      `The database ${row.name} has the encoding ${row.encoding}, and Dialin needs UTF8; create another one with createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 --owner=${row.owner} NAME, and set DATABASE_URL to it.`,
    )
}

type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

/**
 * The migrations that a database has applied; none if it has no such table. Other programs have a
 * table of this name too: if it is not ours, throws a Fault. Throws a MigrationError if the
 * database is from before the baseline.
 */
export async function appliedIn(sql: Sql | Transaction): Promise<AppliedMigration[]> {
  const [list] = await sql<{ isOurs: boolean }[]>`
    select count(*) = 2 as is_ours
    from (select to_regclass('migrations') as oid) list
    left join pg_attribute on attrelid = oid and attname in ('name', 'checksum') and not attisdropped
    where oid is not null
    group by oid`
  if (!list) return []
  if (!list.isOurs) throw taken('migrations')
  const applied = await recordedIn(sql)
  if (isBeforeBaseline(applied)) throw new MigrationError(BEFORE_BASELINE)
  return [...applied]
}

const recordedIn = (sql: Sql | Transaction) =>
  sql<AppliedMigration[]>`select name, checksum from migrations order by name`

/** The migrations of this release that a database has applied. */
export async function migrationsIn(sql: Sql | Transaction): Promise<Migration[]> {
  const done = await appliedIn(sql)
  return readMigrations().filter(({ name }) => done.some(applied => applied.name === name))
}

/** Throws a Fault if a table has a name that a later migration needs. */
export async function refuseTaken(sql: Sql | Transaction, migrations = readMigrations()) {
  const done = await appliedIn(sql)
  const [first] = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema()
      and relname = any(${ourTables(migrations.slice(done.length))})
    order by relname
    limit 1`
  if (first) throw taken(first.name)
}

const taken = (table: string) =>
  new Fault(
    'invalid',
    `The database already has a table ${table} that is not Dialin's, and Dialin needs that name; give Dialin a database of its own, or rename that table.`,
  )

/** For callers that must not migrate the database. */
export async function refuseOtherRelease(sql: Sql) {
  const done = await appliedIn(sql)
  const expected = readMigrations()
  refuseNewer(done, expected)
  if (done.map(({ name }) => name).join() !== expected.map(({ name }) => name).join())
    throw new Fault('invalid', 'The database is not at this release; start the service on it once, then try again.')
}

/** Whether no release was ever started on this database. */
export const isUnused = async (sql: Sql) => (await appliedIn(sql)).length === 0

/**
 * Whether there is nothing to migrate: the database has applied every file of this release,
 * unchanged, and no other. If it has a migrations table that is not ours, a later step reports
 * that.
 */
export async function isAtThisRelease(sql: Sql, migrations = readMigrations()) {
  const marksOf = (some: readonly AppliedMigration[]) => some.map(({ name, checksum }) => `${name} ${checksum}`).join()
  return marksOf(await recordedIn(sql).catch(() => [])) === marksOf(migrations)
}

/** Whether the database is at an older release. */
export async function isOlderRelease(sql: Sql | Transaction, migrations = readMigrations()) {
  const done = await appliedIn(sql)
  return done.length > 0 && done.length < migrations.length
}

/** There is no way back: an older release would misread what a newer one has written. */
function refuseNewer(done: readonly AppliedMigration[], migrations: readonly Migration[]) {
  const newer = done[migrations.length]
  if (newer && migrations.every(({ name }, at) => done[at]?.name === name))
    throw new MigrationError(
      `This database was upgraded by a newer release of Dialin (${newer.name}); start that release, which also finishes an interrupted upgrade, or go back: run "dialin db restore FILE --force" with this release and the backup from before the upgrade (….before-upgrade.backup.zst).`,
    )
}

const makeList = (sql: Transaction) => sql`
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

async function nextOf(sql: Transaction, migrations: Migration[]): Promise<Migration | undefined> {
  await makeList(sql)
  const done = await appliedIn(sql)
  refuseNewer(done, migrations)
  for (const [position, { name, checksum }] of done.entries()) {
    const file = migrations[position]
    if (file?.name !== name)
      throw new MigrationError(
        migrations.some(known => known.name === name)
          ? `Migration ${file?.name} sorts before ${name}, which this database already has; give the new file a later name.`
          : `Migration ${name} was applied to this database, but its file is missing; restore it, or use the release that wrote this database.`,
      )
    if (file.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after this database applied it; restore the file and put the change in a new one.`,
      )
  }
  return migrations[done.length]
}
