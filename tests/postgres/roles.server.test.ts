import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../adapters/postgres/client.ts'
import { ownTables } from '../../adapters/postgres/own.ts'
import { dialin } from '../cli/cli.ts'
import { contents as contentsBut, fillOddly } from '../support/contents.ts'
import { miscounted } from '../support/recount.ts'
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

/** The database by a role that is given this, and may nothing else on its server. */
async function bySomebody(place: FreshDatabase, give: (sql: Sql, role: string) => Promise<unknown>) {
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(place.databaseUrl ?? '')
  await visited(place, async sql => {
    await sql`create role ${sql(role)} login nosuperuser nocreatedb nocreaterole`
    await give(sql, role)
  })
  url.username = role
  return { ...place, databaseUrl: url.href }
}

/** The same by one that owns it. */
const ownedBySomebody = (place: FreshDatabase): Promise<FreshDatabase> =>
  bySomebody(
    place,
    (sql, role) => sql`alter database ${sql(new URL(place.databaseUrl ?? '').pathname.slice(1))} owner to ${sql(role)}`,
  )

test('who only owns a database restores a backup into it, and into its place again', async () => {
  const place = await ownedBySomebody(await emptyDatabase())
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  expect(await run(place, 'users', 'disable', 'person7@people.example')).toMatchObject({ exit: 0 })
  const { exit, out } = await run(place, 'db', 'restore', file, '--force', '--json')
  expect(exit).toBe(0)
  // The first restore and who was disabled.
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

test('who owns a database, but not what is in it, reads why nothing was restored', async () => {
  const place = await freshDatabase()
  await visited(place, fillOddly)
  const { exit, err } = await run(await ownedBySomebody(place), 'db', 'restore', file, '--force')
  expect([exit, err]).toEqual([1, expect.stringContaining('make the user the owner of it and of its tables.')])
  expect(await visited(place, sql => sql`select from audit`)).toHaveLength(1)
})

test('what can only be read is copied and backed up, and says that no line could be written there', async () => {
  const copy = await emptyDatabase()
  const written = (await visited(source, copiesIn)).length
  const readOnly = `${source.databaseUrl}?default_transaction_read_only=on`
  const { exit, out, err } = await dialin(['db', 'copy', '--from', readOnly, '--to', copy.databaseUrl ?? '', '--json'])
  expect([exit, err]).toEqual([0, expect.stringContaining('has no line of this')])
  expect(JSON.parse(out)).toMatchObject({ isWrittenDown: false })
  expect(await visited(copy, contents)).toEqual(all)
  const backedUp = await run({ ...source, databaseUrl: readOnly }, 'db', 'backup', join(folder, 'other.zst'))
  expect(backedUp).toMatchObject({ exit: 0, err: expect.stringContaining('has no line of this') })
  expect(await visited(source, copiesIn)).toHaveLength(written)
})

test('into what can only be read nothing is copied, with a sentence', async () => {
  const { databaseUrl } = await emptyDatabase()
  const to = `${databaseUrl}?default_transaction_read_only=on`
  const { exit, err } = await dialin(['db', 'copy', '--from', source.databaseUrl ?? '', '--to', to])
  expect([exit, err]).toEqual([1, expect.stringContaining('may only be read; give the address of the primary.')])
})

describe('where a service could only read, it does not begin, and the doctor says why:', () => {
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
      /may only be read by this user$/,
    ],
  }

  const refusedBy = async (place: FreshDatabase) => {
    const env = { DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: folder, SESSION_SECRET: '-'.repeat(32), PORT: '0' }
    const started = await dialin(['serve'], env)
    const { out } = await dialin(['doctor', '--json'], env)
    const { findings } = JSON.parse(out) as { findings: { about: string; is: string; says: string; remedy?: string }[] }
    const [found, ...others] = findings.filter(({ about }) => about === 'database')
    expect([started.exit, found?.is, others]).toEqual([1, 'wrong', []])
    // The same sentence, whose end is what to do.
    expect(started.err.toLowerCase()).toContain(`${found?.says}; ${found?.remedy}`.toLowerCase())
    return found?.says
  }

  test.each(Object.keys(rights))('%s', async what => {
    const [give, says] = rights[what] ?? []
    expect(await refusedBy(await bySomebody(source, give ?? (async () => {})))).toMatch(says ?? /^$/)
  })

  test('one who may not make the tables of an empty one', async () => {
    const place = await bySomebody(await emptyDatabase(), async () => {})
    expect(await refusedBy(place)).toEndWith('does not let this user make tables')
  })

  test('whoever may write all of ours finds nothing wrong, whatever else lies there, its owner’s and others’', async () => {
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

test('what lies beside ours is neither backed up nor dropped, may it be read or not', async () => {
  const empty = await emptyDatabase()
  const place = await ownedBySomebody(empty)
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  await visited(empty, sql => sql`create table closed as select 1 as one`)
  await visited(place, async sql => {
    await sql`create table of_another_program as select 2 as two`
    await sql`create function of_another_program() returns integer language sql as 'select 3'`
  })
  const second = join(folder, 'beside-others.zst')
  expect(await run(place, 'db', 'backup', second)).toMatchObject({ exit: 0 })
  expect(await run(await emptyDatabase(), 'db', 'restore', second)).toMatchObject({ exit: 0 })
  expect(await run(place, 'db', 'restore', second, '--force')).toMatchObject({ exit: 0 })
  const [left] = await visited(
    empty,
    sql => sql`select one, two, of_another_program() as three from closed, of_another_program`,
  )
  expect(left).toEqual({ one: 1, two: 2, three: 3 })
})

test('a table of ours that has become somebody else’s is missed', async () => {
  const empty = await emptyDatabase()
  const place = await ownedBySomebody(empty)
  expect(await run(place, 'db', 'restore', file)).toMatchObject({ exit: 0 })
  await visited(empty, sql => sql`alter table votes owner to pg_read_all_stats`)
  expect((await run(place, 'doctor')).out).toContain('does not let this user write votes')
})

test('all tables of a release are known by its migrations as its own', async () => {
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
  const made = ownTables()
  expect(tables.map(({ name }) => name).filter(name => !made.includes(name))).toEqual([])
  expect(tables.length).toBeGreaterThan(30)
})
