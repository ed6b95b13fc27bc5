import { beforeAll, describe, expect, test } from 'bun:test'
import { placeName } from '../../adapters/place.ts'
import { openDatabase } from '../../adapters/postgres/client.ts'
import { dialin, dialinProcess } from '../cli/cli.ts'
import { contents, fillOddly } from '../support/contents.ts'
import { miscounted } from '../support/recount.ts'
import { embeddedCopy, emptyDatabase, type FreshDatabase, freshDatabase } from '../support/templates.ts'

/** From the engine under test to an embedded database and back again: both directions, through the real command. */
let source: FreshDatabase
beforeAll(async () => {
  source = await freshDatabase()
  await fillOddly(source)
})

async function copiesIn(place: FreshDatabase) {
  const { sql, close } = await openDatabase(place)
  const lines = await sql<{ details: object }[]>`select details from audit where act = 'db copy' order by id`
  await close()
  return lines.map(({ details }) => details)
}

const nameOf = (place: FreshDatabase) => place.databaseUrl ?? place.dataDir

describe('dialin db copy', () => {
  let folder: FreshDatabase
  beforeAll(async () => {
    folder = await embeddedCopy('blank')
  })

  test('moves everything to an empty database, to the last microsecond, and reports what it counted', async () => {
    const copied = ['--from', nameOf(source), '--to', nameOf(folder), '--json']
    const { exit, out, err } = await dialinProcess(['db', 'copy', ...copied])
    expect([exit, err.includes('100 %')]).toEqual([0, true])
    const report = JSON.parse(out)
    expect(report.tables).toContainEqual({ name: 'users', rows: 2500 })
    expect(await contents(folder)).toEqual(await contents(source))
  })

  test('and back', async () => {
    const back = await emptyDatabase()
    const { exit, out } = await dialin(['db', 'copy', '--from', nameOf(folder), '--to', nameOf(back)])
    expect([exit, out]).toEqual([0, expect.stringContaining('rows copied and counted')])
    expect(await contents(back)).toEqual(await contents(source))
    const { sql, close } = await openDatabase(back)
    const [next] = await sql`insert into users (email, created_at) values ('new@people.example', now()) returning id`
    await sql`insert into votes (recipe_id, user_id, vote, created_at) values (1, ${next?.id}, 'UP', now())`
    const [recipe] = await sql`select upvotes from recipes`
    expect([next?.id, recipe?.upvotes]).toEqual([2501, 8])
    expect(await miscounted(sql)).toEqual([])
    await close()
  })

  test('is written down at both ends: where all of it was taken to, and where it is from', async () => {
    expect(await copiesIn(source)).toEqual([{ to: placeName(folder) }])
    expect(await copiesIn(folder)).toEqual([{ to: placeName(folder) }, { from: placeName(source) }, expect.anything()])
  })

  test('refuses a database that holds rows, and leaves both alone', async () => {
    const before = [await contents(folder), await copiesIn(source)]
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(folder)])
    expect([exit, err]).toEqual([1, expect.stringContaining('nothing is overwritten; give an empty one.')])
    expect([await contents(folder), await copiesIn(source)]).toEqual(before)
  })

  test('refuses to copy a database onto itself', async () => {
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(source)])
    expect([exit, err]).toEqual([1, expect.stringContaining('give another, empty one')])
  })
})
