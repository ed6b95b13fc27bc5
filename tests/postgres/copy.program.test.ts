import { beforeAll, describe, expect, test } from 'bun:test'
import { placeName } from '../../adapters/config/place.ts'
import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { dialin, dialinProcess } from '../cli/cli.ts'
import { contents, fillOddly } from '../support/contents.ts'
import { miscounted } from '../support/recount.ts'
import { embeddedCopy, emptyDatabase, type FreshDatabase, freshDatabase, visited } from '../support/templates.ts'

/** From the engine under test to an embedded database and back again, through the real command. */
let source: FreshDatabase
/** The contents, which no test changes. */
let all: Record<string, string>
beforeAll(async () => {
  source = await freshDatabase()
  all = await visited(source, async sql => {
    await fillOddly(sql)
    // As a restore leaves it.
    await sql`alter table users alter column session_version set default 7`
    return contents(sql)
  })
})

async function copiesIn(sql: Sql) {
  const lines = await sql<{ details: object }[]>`select details from audit where act = 'db copy' order by id`
  return lines.map(({ details }) => details)
}

const nameOf = (place: FreshDatabase) => place.databaseUrl ?? place.dataDir

describe('dialin db copy', () => {
  let folder: FreshDatabase
  beforeAll(async () => {
    folder = await embeddedCopy('blank')
  })

  test('copies everything to an empty database, to the microsecond, and reports the counts', async () => {
    const copied = ['--from', nameOf(source), '--to', nameOf(folder), '--json']
    const { exit, out, err } = await dialinProcess(['db', 'copy', ...copied])
    expect([exit, err.includes('100%')]).toEqual([0, true])
    const report = JSON.parse(out)
    expect(report.tables).toContainEqual({ name: 'users', rows: 2500 })
    expect(await visited(folder, contents)).toEqual(all)
  })

  test('copies it back', async () => {
    const back = await emptyDatabase()
    const { exit, out } = await dialin(['db', 'copy', '--from', nameOf(folder), '--to', nameOf(back)])
    expect([exit, out]).toEqual([0, expect.stringContaining('rows copied and counted')])
    await visited(back, async sql => {
      expect(await contents(sql)).toEqual(all)
      const [next] = await sql`insert into users (email, created_at) values ('new@people.example', now()) returning *`
      await sql`insert into votes (recipe_id, user_id, vote, created_at) values (1, ${next?.id}, 'UP', now())`
      const [recipe] = await sql`select upvotes from recipes`
      expect([next?.id, next?.sessionVersion, recipe?.upvotes]).toEqual([2501, 7, 8])
      expect(await miscounted(sql)).toEqual([])
    })
  })

  test('is logged at both ends, with the destination and the source', async () => {
    expect(await visited(source, copiesIn)).toEqual([{ to: placeName(folder) }])
    const there = await visited(folder, copiesIn)
    expect(there).toEqual([{ to: placeName(folder) }, { from: placeName(source) }, expect.anything()])
  })

  test('refuses a database with rows, and leaves both alone', async () => {
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(folder)])
    expect([exit, err]).toEqual([1, expect.stringContaining('name an empty one.')])
    expect(await visited(folder, contents)).toEqual(all)
    expect(await visited(source, copiesIn)).toEqual([{ to: placeName(folder) }])
  })

  test('refuses to copy a database onto itself', async () => {
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(source)])
    expect([exit, err]).toEqual([1, expect.stringContaining('Name a different, empty one')])
  })
})
