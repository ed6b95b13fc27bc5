import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { ourTables } from '../../adapters/postgres/engine/our-tables.ts'
import { dialin } from '../cli/cli.ts'
import { contents as contentsBut, fillOddly } from '../support/contents.ts'
import { miscounted } from '../support/recount.ts'
import { bySomebody, ownedBySomebody } from '../support/roles.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase, visited } from '../support/templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-roles-'))
const file = join(folder, 'one.zst')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let source: FreshDatabase
let all: Record<string, string>
beforeAll(async () => {
  source = await freshDatabase()
  await visited(source, fillOddly)
  expect(await run(source, 'db', 'backup', file)).toMatchObject({ exit: 0 })
  all = await visited(source, contents)
})
const contents = (sql: Sql) => contentsBut(sql, 'session_version')
const run = ({ databaseUrl = '', dataDir }: FreshDatabase, ...args: string[]) =>
  dialin(args, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
const copiesIn = (sql: Sql) => sql`select from audit where act in ('db copy', 'db backup')`

test('a mere owner of a database restores a backup into it, and over it', async () => {
  const place = await ownedBySomebody(await emptyDatabase())
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  expect(await run(place, 'users', 'disable', 'person7@people.example')).toMatchObject({ exit: 0 })
  const { exit, out } = await run(place, 'db', 'restore', file, '--force', '--json')
  expect(exit).toBe(0)
  // The first restore, and the disabled account.
  expect(JSON.parse(out)).toMatchObject({ auditLinesKept: 2, accountsKeptDisabled: 1 })
  await visited(place, async sql => {
    await sql`update users set disabled_at = null where email = 'person7@people.example'`
    const { audit, ...rest } = await contents(sql)
    const { audit: _, ...before } = all
    expect([audit !== undefined, rest]).toEqual([true, before])
    const [next] = await sql`insert into users (email, created_at) values ('new@people.example', now()) returning id`
    await sql`insert into votes (recipe_id, user_id, vote, created_at) values (1, ${next?.id}, 'UP', now())`
    const [recipe] = await sql`select upvotes from recipes`
    expect([next?.id, recipe?.upvotes]).toEqual([2501, 8])
    expect(await miscounted(sql)).toEqual([])
  })
})

test('an owner of a database, but not of its tables, reads why nothing was restored', async () => {
  const place = await freshDatabase()
  await visited(place, fillOddly)
  const { exit, err } = await run(await ownedBySomebody(place), 'db', 'restore', file, '--force')
  expect([exit, err]).toEqual([1, expect.stringContaining('make this user the owner of the database and its tables.')])
  expect(await visited(place, sql => sql`select from audit`)).toHaveLength(1)
})

test('a read-only database is copied and backed up, and the command says that it could not be logged there', async () => {
  const copy = await emptyDatabase()
  const written = (await visited(source, copiesIn)).length
  const readOnly = `${source.databaseUrl}?default_transaction_read_only=on`
  const { exit, out, err } = await dialin(['db', 'copy', '--from', readOnly, '--to', copy.databaseUrl ?? '', '--json'])
  expect([exit, err]).toEqual([0, expect.stringContaining('wasn’t recorded in the audit log')])
  expect(JSON.parse(out)).toMatchObject({ isWrittenDown: false })
  expect(await visited(copy, contents)).toEqual(all)
  const backedUp = await run({ ...source, databaseUrl: readOnly }, 'db', 'backup', join(folder, 'other.zst'))
  expect(backedUp).toMatchObject({ exit: 0, err: expect.stringContaining('wasn’t recorded in the audit log') })
  expect(await visited(source, copiesIn)).toHaveLength(written)
})

test('nothing is copied into a read-only database, with a sentence', async () => {
  const { databaseUrl } = await emptyDatabase()
  const to = `${databaseUrl}?default_transaction_read_only=on`
  const { exit, err } = await dialin(['db', 'copy', '--from', source.databaseUrl ?? '', '--to', to])
  expect([exit, err]).toEqual([1, expect.stringContaining('is read-only; use the address of the primary.')])
})

describe('a service that could only read does not start, and the doctor says why:', () => {
  const mayWriteAll = async (sql: Sql, role: string) => {
    await sql`grant pg_read_all_data to ${sql(role)}`
    await sql`grant insert, update, delete on all tables in schema public to ${sql(role)}`
  }
  const rights: Record<string, [(sql: Sql, role: string) => Promise<unknown>, RegExp]> = {
    'a user who may only read': [
      (sql, role) => sql`grant pg_read_all_data to ${sql(role)}`,
      /does not let this user write \w+ and \d+ more tables/,
    ],
    'one who may write all but one table': [
      async (sql, role) => {
        await mayWriteAll(sql, role)
        await sql`revoke delete on votes from ${sql(role)}`
      },
      /does not let this user write votes$/,
    ],
    'one who may do nothing': [async () => {}, /does not let this user write \w+ and \d+ more tables/],
    'one whose transactions only read': [
      async (sql, role) => {
        await mayWriteAll(sql, role)
        await sql`alter role ${sql(role)} set default_transaction_read_only = on`
      },
      /is read-only for this user$/,
    ],
  }

  const refusedBy = async (place: FreshDatabase) => {
    const env = { DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: folder, SESSION_SECRET: '-'.repeat(32), PORT: '0' }
    const started = await dialin(['serve'], env)
    const { out } = await dialin(['doctor', '--json'], env)
    const { findings } = JSON.parse(out) as { findings: { about: string; is: string; says: string; remedy?: string }[] }
    const [found, ...others] = findings.filter(({ about }) => about === 'database')
    expect([started.exit, found?.is, others]).toEqual([1, 'wrong', []])
    // The same sentence, ending with the remedy.
    expect(started.err.toLowerCase()).toContain(`${found?.says}; ${found?.remedy}`.toLowerCase())
    return found?.says
  }

  test.each(Object.keys(rights))('%s', async what => {
    const [give, says] = rights[what] ?? []
    expect(await refusedBy(await bySomebody(source, give ?? (async () => {})))).toMatch(says ?? /^$/)
  })

  test('a user who may not create the tables of an empty database, or of a newer release, reads what to run', async () => {
    const empty = await emptyDatabase()
    const older = await emptyDatabase()
    await visited(older, sql => migrate(sql, readMigrations().slice(0, 5)))
    const mayMakeExtensions = (sql: Sql, role: string) =>
      sql`select current_database() as name`.then(
        ([database]) => sql`grant create on database ${sql(database?.name)} to ${sql(role)}`,
      )
    for (const [owned, rights] of [
      [empty, mayMakeExtensions],
      [older, mayWriteAll],
    ] as const) {
      const place = await bySomebody(owned, rights)
      expect(await refusedBy(place)).toEndWith('does not let this user create tables in the schema public')
      const { out } = await run(place, 'doctor')
      const [command = ''] = /grant usage, create on schema "public" to "\w+"/.exec(out.replace(/\s+/g, ' ')) ?? []
      await visited(owned, sql => sql.unsafe(command))
      expect((await run(place, 'doctor')).out).toMatch(/is empty|is at an older release/)
    }
  })

  test('a user who may create tables, but no extension, reads what to run', async () => {
    const empty = await emptyDatabase()
    const place = await bySomebody(empty, (sql, role) => sql`grant create on schema public to ${sql(role)}`)
    const says = await refusedBy(place)
    expect(says).toEndWith(
      'does not let this user create the extensions Dialin needs (citext, cube, pg_trgm, unaccent)',
    )
    const { out } = await run(place, 'doctor')
    const [command = ''] = /grant create on database "\w+" to "\w+"/.exec(out.replace(/\s+/g, ' ')) ?? []
    await visited(empty, sql => sql.unsafe(command))
    expect((await run(place, 'doctor')).out).toContain('is empty')
    expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  })

  test('a database that cannot store every character', async () => {
    const name = `latin_${crypto.randomUUID().replaceAll('-', '')}`
    const url = new URL(source.databaseUrl ?? '')
    await visited(source, sql =>
      sql.unsafe(`create database ${name} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`),
    )
    url.pathname = `/${name}`
    const place = { ...source, databaseUrl: url.href }
    const says = `The database ${name} has the encoding LATIN1, and Dialin needs UTF8`
    expect(await refusedBy(place)).toBe(says)
    for (const command of [
      ['db', 'restore', file],
      ['db', 'copy', '--from', source.databaseUrl ?? '', '--to', url.href],
    ])
      expect(await run(place, ...command)).toMatchObject({ exit: 1, err: expect.stringContaining(says) })
  })

  test('a user who may write all of our tables finds nothing wrong, whatever else is in the database', async () => {
    const place = await bySomebody(source, async (sql, role) => {
      await mayWriteAll(sql, role)
      await sql`revoke update, delete on audit from ${sql(role)}`
      await sql`create table theirs ()`
      await sql`alter table theirs owner to pg_read_all_stats`
      await sql`create table of_another_program ()`
    })
    expect((await run(place, 'doctor')).out).toContain('at this release')
    await visited(source, sql => sql`drop table theirs, of_another_program`)
  })
})

test("other programs' tables are neither backed up nor dropped, readable or not", async () => {
  const empty = await emptyDatabase()
  const place = await ownedBySomebody(empty)
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  await visited(empty, async sql => {
    await sql`create table closed (one integer, id integer generated always as identity)`
    await sql`insert into closed values (1)`
  })
  await visited(place, async sql => {
    // With the name of one of ours.
    await sql`create function parted(integer) returns integer language sql as 'select 4'`
    await sql`create table of_another_program as select 2 as two`
    await sql`create function of_another_program() returns integer language sql as 'select 3'`
  })
  const second = join(folder, 'beside-others.zst')
  expect(await run(place, 'db', 'backup', second)).toMatchObject({ exit: 0 })
  expect(await run(await emptyDatabase(), 'db', 'restore', second)).toMatchObject({ exit: 0 })
  expect(await run(place, 'db', 'restore', second, '--force')).toMatchObject({ exit: 0 })
  const [left] = await visited(
    empty,
    sql => sql`
      select one, two, of_another_program() as three, parted(4) as four
      from closed, of_another_program`,
  )
  expect(left).toEqual({ one: 1, two: 2, three: 3, four: 4 })
})

test('a restore drops nothing that others have built on our tables, but names it', async () => {
  const place = await freshDatabase()
  const theirs = {
    'view theirs.best': 'create view theirs.best as select upvotes from recipes',
    'constraint orders_user_id_fkey on table theirs.orders':
      'create table theirs.orders (user_id integer references users)',
    'function theirs.weight(recipes)':
      "create function theirs.weight(recipes) returns integer language sql as 'select 1'",
    'column one of table theirs.boxed': 'create table theirs.boxed (one bags)',
    'default value for column code of table theirs.coded':
      'create table theirs.coded (code text default new_bag_code())',
    'trigger tell on table votes': `
      create function theirs.tell() returns trigger language plpgsql as 'begin return null; end';
      create trigger tell after insert on votes execute function theirs.tell()`,
    'rule hush on table comments': 'create rule hush as on delete to comments do instead nothing',
    'policy own on table brew_logs': 'create policy own on brew_logs using (true)',
    'publication of table coffees in publication theirs': 'create publication theirs for table coffees',
    'table theirs.child': 'create table theirs.child () inherits (taste_cells)',
  }
  await visited(place, async sql => {
    await sql`create schema theirs`
    for (const made of Object.values(theirs)) await sql.unsafe(made)
  })
  const [last = '', ...others] = Object.keys(theirs).sort().reverse()
  const { exit, err } = await run(place, 'db', 'restore', file, '--force')
  expect([exit, err]).toEqual([1, expect.stringContaining(`${others.at(-1)} and ${others.length} more; drop that`)])
  await visited(place, async sql => {
    await sql`drop schema theirs cascade`
    await sql`drop rule hush on comments`
    await sql`drop policy own on brew_logs`
    await sql`drop publication theirs`
    await sql`create schema theirs`
    await sql.unsafe(theirs[last as keyof typeof theirs])
  })
  expect((await run(place, 'db', 'restore', file, '--force')).err).toContain(`but is not Dialin's: ${last}; drop that`)
  await visited(place, sql => sql`drop schema theirs cascade`)
  expect(await run(place, 'db', 'restore', file, '--force')).toMatchObject({ exit: 0 })
})

describe('next to somebody else’s table with one of our names', () => {
  const older = readMigrations().findIndex(({ text }) => text.includes('create table reports ('))
  const named = (table: string) => `already has a table ${table} that is not Dialin's`

  test.each(['users', 'migrations'])('%s: neither start nor doctor take it for a bug', async table => {
    const place = await emptyDatabase()
    await visited(place, sql => sql.unsafe(`create table ${table} (theirs text)`))
    const env = { SESSION_SECRET: '-'.repeat(32), PORT: '0', DATA_DIR: folder, DATABASE_URL: place.databaseUrl ?? '' }
    expect(await dialin(['serve'], env)).toMatchObject({ exit: 1, err: expect.stringContaining(named(table)) })
    expect((await run(place, 'doctor')).out).toContain(named(table))
  })

  test('that an older release did not need: it is neither backed up nor dropped, and the upgrade names it', async () => {
    const empty = await emptyDatabase()
    const place = await ownedBySomebody(empty)
    await visited(place, sql => migrate(sql, readMigrations().slice(0, older)))
    await visited(empty, sql => sql`create table reports as select 1 as theirs`)
    const kept = join(folder, 'older')
    const env = { SESSION_SECRET: '-'.repeat(32), PORT: '0', BACKUP_DIR: kept, DATABASE_URL: place.databaseUrl ?? '' }
    const started = await dialin(['serve'], { ...env, DATA_DIR: place.dataDir })
    expect(started).toMatchObject({ exit: 1, err: expect.stringContaining(named('reports')) })
    expect(readdirSync(kept)).toHaveLength(1)
    const before = join(kept, readdirSync(kept)[0] ?? '')
    expect(await run(await emptyDatabase(), 'db', 'restore', before)).toMatchObject({ exit: 0 })
    for (const backup of [before, file])
      expect((await run(place, 'db', 'restore', backup, '--force')).err).toContain(named('reports'))
    expect(await visited(empty, sql => sql`select theirs from reports`)).toHaveLength(1)
  })
})

test('an upgrade by a user who may write, but does not own a table, says which', async () => {
  const place = await emptyDatabase()
  await visited(place, sql => migrate(sql, readMigrations().slice(0, 5)))
  const other = await bySomebody(place, async (sql, role) => {
    await sql`grant all on all tables in schema public to ${sql(role)}`
    await sql`grant all on all sequences in schema public to ${sql(role)}`
    await sql`grant all on schema public to ${sql(role)}`
  })
  const env = { SESSION_SECRET: '-'.repeat(32), PORT: '0', DATA_DIR: folder, DATABASE_URL: other.databaseUrl ?? '' }
  expect((await dialin(['serve'], env)).err).toMatch(
    /does not let this user do it \(must be owner of table migrations\); make this user the owner/,
  )
})

test('one of our tables that now belongs to somebody else is reported missing', async () => {
  const empty = await emptyDatabase()
  const place = await ownedBySomebody(empty)
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  await visited(empty, sql => sql`alter table votes owner to pg_read_all_stats`)
  expect((await run(place, 'doctor')).out).toContain('does not let this user write votes')
})

test('a writable table of another role is found by the doctor, with what to run', async () => {
  const empty = await emptyDatabase()
  const place = await ownedBySomebody(empty)
  const role = new URL(place.databaseUrl ?? '').username
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  const doctor = async () => (await run(place, 'doctor')).out.replace(/\s+/g, ' ')
  expect(await doctor()).not.toContain('belongs to the role')
  await visited(empty, async sql => {
    await sql`alter table votes owner to pg_read_all_stats`
    await sql`grant all on votes to ${sql(role)}`
  })
  const seen = await doctor()
  expect(seen).toContain(`the table votes belongs to the role pg_read_all_stats, so ${role} cannot upgrade it`)
  const [command = ''] = /alter table votes owner to "\w+"/.exec(seen) ?? []
  await visited(empty, sql => sql.unsafe(command))
  expect(await doctor()).not.toContain('belongs to the role')
})

test('the migrations of a release identify all of its tables', async () => {
  const tables = await visited(
    await freshDatabase(),
    sql => sql<{ name: string }[]>`
      select relname as name
      from pg_class
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and not relispartition
        and relname <> 'migrations'`,
  )
  const made = ourTables(readMigrations())
  expect(tables.map(({ name }) => name).filter(name => !made.includes(name))).toEqual([])
  expect(tables.length).toBeGreaterThan(30)
})
