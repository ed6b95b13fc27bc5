import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '../../adapters/postgres/client.ts'
import { openDatabase } from '../../adapters/postgres/client.ts'
import { dialin, dialinProcess } from '../cli/cli.ts'
import { miscounted } from '../support/recount.ts'
import { embeddedCopy, emptyDatabase, type FreshDatabase, freshDatabase } from '../support/templates.ts'

/** From the engine under test to an embedded database and back again: both directions, through the real command. */
let source: FreshDatabase
let database: Database
beforeAll(async () => {
  source = await freshDatabase()
  database = await openDatabase(source)
  const { sql } = database
  await sql`
    insert into users (email, name, created_at)
    select 'person' || n || '@people.example', 'Zoë "' || n || E'"\\n', '2026-01-01 00:00:00.123456Z'::timestamptz + n * interval '1 h'
    from generate_series(1, 2500) n`
  await sql`insert into roasters (slug, name, match_name, created_at) values ('r', 'R', 'r', now())`
  await sql`insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at) values (1, 'c', 'C', 'LIGHT', 'c', now())`
  await sql`
    insert into recipes (coffee_profile_id, grinder_id, machine_id, grind_setting, grind_index, ratio, dose_grams,
      water_grams, roaster_id, brew_method, roast_level, created_at)
    select 1, (select min(id) from grinders), (select min(id) from machines), 0.1 + 0.2, 1.0 / 3, 16.67, 15, 250, 1, 'v60', 'LIGHT', now()`
  await sql`
    insert into pictures (key, hash, sizes, created_at)
    select n::text, 'h', '[]', now()
    from generate_series(1, 25) n`
  const bytes = crypto.getRandomValues(Buffer.alloc(50_000))
  await sql`insert into picture_files (key, width, bytes) select key, 400, ${bytes} from pictures`
  await sql`insert into votes (recipe_id, user_id, vote, created_at) select 1, id, 'UP', now() from users limit 7`
})
afterAll(() => database.close())

const nameOf = (place: FreshDatabase) => place.databaseUrl ?? place.dataDir

/** Everything in a database, table by table, in an order of its own. */
async function contents(place: FreshDatabase) {
  const { sql, close } = await openDatabase(place)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and relname <> 'migrations'`
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql`select md5(string_agg(one::text, '|' order by one::text)) as sum from ${sql(name)} one`
    all[name] = row?.sum
  }
  await close()
  return all
}

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

  test('refuses a database that holds rows, and leaves it alone', async () => {
    const before = await contents(folder)
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(folder)])
    expect([exit, err]).toEqual([1, expect.stringContaining('nothing is overwritten; give an empty one.')])
    expect(await contents(folder)).toEqual(before)
  })

  test('refuses to copy a database onto itself', async () => {
    const { exit, err } = await dialin(['db', 'copy', '--from', nameOf(source), '--to', nameOf(source)])
    expect([exit, err]).toEqual([1, expect.stringContaining('give another, empty one')])
  })
})
