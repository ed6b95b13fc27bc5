import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { type Database, openDatabase } from '../../adapters/postgres/engine/client.ts'
import { type Migration, migrate } from '../../adapters/postgres/engine/migrate.ts'
import { refusalOf } from '../support/refusal.ts'
import { emptyDatabase } from '../support/templates.ts'

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})
const one = migration('2026-01-01-one.sql', 'create table one (id int); insert into one values (1);')
const two = migration('2026-01-02-two.sql', 'create table two (id int);')

let database: Database
beforeAll(async () => {
  database = await openDatabase(await emptyDatabase())
})
afterAll(() => database.close())

const refused = (migrations: Migration[]) => refusalOf(migrate(database.sql, migrations))

describe('migrations', () => {
  test('are applied once each, in order, even if several instances start at once', async () => {
    const starts = await Promise.all(Array.from({ length: 4 }, () => migrate(database.sql, [one, two])))
    expect(starts.flat().sort()).toEqual(['2026-01-01-one.sql', '2026-01-02-two.sql'])
    const rows = await database.sql`select id from one`
    expect(rows.length).toBe(1)
    expect(await migrate(database.sql, [one, two])).toEqual([])
  })

  test('stop the start if an old one was changed, and say which', async () => {
    const changed = migration(one.name, `${one.text} -- a late thought`)
    expect(await refused([changed, two])).toContain(
      'Migration 2026-01-01-one.sql was changed after this database applied it',
    )
  })

  test('stop the start if an old one is missing, and say which', async () => {
    expect(await refused([two])).toContain(
      'Migration 2026-01-01-one.sql was applied to this database, but its file is missing',
    )
  })

  test('stop the start of a release that is older than the database, and say what to do', async () => {
    expect(await refused([one])).toContain(
      'This database was upgraded by a newer release of Dialin (2026-01-02-two.sql); start that release, which also finishes an interrupted upgrade, or go back: run "dialin db restore FILE --force" with this release',
    )
  })

  test('stop the start if a new one sorts before an old one', async () => {
    const late = migration('2026-01-01-p.sql', 'select 1;')
    expect(await refused([one, late, two])).toContain('Migration 2026-01-01-p.sql sorts before 2026-01-02-two.sql')
  })

  test('that fail leave nothing behind', async () => {
    const broken = migration('2026-01-03-broken.sql', 'create table three (id int); select 1 / 0;')
    expect(await refused([one, two, broken])).toContain('division by zero')
    const [row] = await database.sql`select to_regclass('three') is null as gone`
    expect(row?.gone).toBe(true)
    expect(await migrate(database.sql, [one, two])).toEqual([])
  })
})

describe("next to other programs' things in the database, migrations stop and name the owner:", () => {
  const standsThere = async (theirs: string, migrations: Migration[]) => {
    const { sql, close } = await openDatabase(await emptyDatabase())
    try {
      await sql.unsafe(theirs)
      const refusal = await refusalOf(migrate(sql, migrations))
      const [row] = await sql`select to_regclass('one') is not null as is_begun`
      return [refusal, row?.isBegun]
    } finally {
      await close()
    }
  }

  test.each(['migrations (id integer, batch integer)', 'two (theirs text)'])('a table %s', async table => {
    // Nothing of ours is created before: the check comes first.
    expect(await standsThere(`create table ${table}`, [one, two])).toEqual([
      `Fault: The database already has a table ${table.split(' ')[0]} that is not Dialin's, and Dialin needs that name; give Dialin a database of its own, or rename that table.`,
      false,
    ])
  })

  test('a function with the name of one of ours', async () => {
    const three = migration('2026-01-03-three.sql', "create function three() returns int language sql as 'select 3';")
    const [refusal] = await standsThere("create function three() returns int language sql as 'select 4'", [one, three])
    expect(refusal).toContain("Something in the database that is not Dialin's already has a name that Dialin needs (")
  })

  test('a view on a table that changes', async () => {
    await database.sql`create view theirs as select id from two`
    for (const change of ['drop table two;', 'alter table two alter column id type bigint;'])
      expect(await refused([one, two, migration('2026-01-03-change.sql', change)])).toContain(
        "Something in the database that is not Dialin's depends on what this release changes (",
      )
    await database.sql`drop view theirs`
  })
})
