import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Database, openDatabase } from '../../adapters/postgres/engine/client.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { ourRoutines } from '../../adapters/postgres/engine/our-tables.ts'
import { emptyDatabase } from '../support/templates.ts'

/** The last migration of the release whose backup is in tests/releases. */
const LAST_OF_RELEASE_BEFORE = '2026-11-17-92-votes-at-once.sql'

let database: Database
beforeAll(async () => {
  database = await openDatabase(await emptyDatabase())
  await migrate(database.sql)
})
afterAll(() => database.close())

test('no function added since the last release depends on a table, so that release can restore its backup over this one', async () => {
  const since = ourRoutines(readMigrations().filter(({ name }) => name > LAST_OF_RELEASE_BEFORE))
  expect(since.length).toBeGreaterThan(0)
  const dependent = await database.sql`
    select distinct proname
    from pg_proc
    join pg_depend on classid = 'pg_proc'::regclass and objid = pg_proc.oid and refclassid = 'pg_type'::regclass
    join pg_type on pg_type.oid = refobjid
    where typrelid <> 0
      and proname = any(${since})`
  expect([...dependent]).toEqual([])
})
