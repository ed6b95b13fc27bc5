import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../adapters/postgres/client.ts'
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

/** The database by a role that owns it, and may nothing else on its server. */
async function ownedBySomebody(place: FreshDatabase): Promise<FreshDatabase> {
  const owner = `owner_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(place.databaseUrl ?? '')
  await visited(place, async sql => {
    await sql`create role ${sql(owner)} login nosuperuser nocreatedb nocreaterole`
    await sql`alter database ${sql(url.pathname.slice(1))} owner to ${sql(owner)}`
  })
  url.username = owner
  return { ...place, databaseUrl: url.href }
}

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
