import postgres from 'postgres'
import { jwtSessions } from '../adapters/auth/sessions.ts'
import { openDatabase, type Sql } from '../adapters/postgres/engine/client.ts'
import { type Cluster, postgresPrograms, startCluster } from '../tests/support/cluster.ts'
import { BENCH_SECRET, root } from './processes.ts'

/**
 * A typical small server, with a quarter of its memory for shared buffers. With less, the larger
 * world was read from the system again whenever a different question was asked. Nothing waits for
 * the disk, which would slow all sides equally and hide their differences.
 */
export const settings = {
  shared_buffers: '4GB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export function startPostgres() {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not on this machine; apt-get install postgresql brings it.')
  return startCluster(programs, { settings })
}

/** A database with a number of recipes, and what is asked of it. */
export interface SeededWorld {
  url: string
  /**
   * Set if it was copied: the same rows and indexes without our triggers, for a side that counts by
   * itself.
   */
  uncountedUrl: string
  sql: Sql
  recipes: number
  samples: Samples
  close: () => Promise<void>
}

export type Samples = Awaited<ReturnType<typeof sample>>

export async function seedWorld(cluster: Cluster, recipes: number, copied: boolean): Promise<SeededWorld> {
  const name = `recipes_${recipes}`
  const url = cluster.url(name)
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  const command = [process.execPath, 'cli/main.ts', 'seed', '--scale', String(recipes)]
  const env = { PATH: process.env.PATH ?? '', SESSION_SECRET: BENCH_SECRET, DATABASE_URL: url }
  const child = Bun.spawn(command, { cwd: root, env, stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`Seeding ${recipes} recipes failed: ${said}`)
  // Copied before anybody connects, because a copy needs the original without connections.
  const uncounted = `${name}_uncounted`
  if (copied) await admin`create database ${admin(uncounted)} template ${admin(name)}`
  await admin.end()
  if (copied) await withoutTriggers(cluster.url(uncounted))
  const { sql, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
  await knowMoreWords(sql, recipes / WORDS_IN)
  await sql`vacuum analyze`
  // Otherwise a checkpoint could come while a side is measured, which then writes every changed
  // page twice.
  await sql`checkpoint`
  return { url, uncountedUrl: cluster.url(uncounted), sql, recipes, samples: await sample(sql), close: () => close() }
}

/**
 * A catalog has more words the more coffees it has, but all seeded ones together have a hundred.
 */
const WORDS_IN = 50
const knowMoreWords = (sql: Sql, count: number) => sql`
  insert into coffee_words (word)
  select translate(left(md5(n::text), 4 + n % 6), '0123456789', 'ghijklmnop')
  from generate_series(1, ${count}::int) n`

async function withoutTriggers(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  for (const table of ['recipes', 'votes', 'brew_logs']) await sql`alter table ${sql(table)} disable trigger user`
  await sql`vacuum analyze`
  await sql.end()
}

/** The people and things that requests name. Popular ones are drawn more often. */
async function sample(sql: Sql) {
  const people = await sql<{ id: number }[]>`select user_id as id from palates order by md5(user_id::text) limit 400`
  const { sign } = jwtSessions(BENCH_SECRET, () => new Date())
  return {
    tokens: await Promise.all(people.map(({ id }) => sign({ id, sessionVersion: 1 }))),
    people: people.map(({ id }) => id),
    recipes: await sql<{ id: number; coffeeId: number; coffeeSlug: string; roasterSlug: string }[]>`
      select recipes.id, coffee_profile_id as coffee_id, coffees.slug as coffee_slug, roasters.slug as roaster_slug
      from recipes
      join coffees on coffees.id = recipes.coffee_profile_id
      join roasters on roasters.id = recipes.roaster_id
      order by md5(recipes.id::text)
      limit 400`,
    styles: await sql<{ method: string; roastLevel: string; grindRange: string; grinderId: number }[]>`
      select brew_method as method, roast_level, grind_range, grinder_id
      from recipes
      where grind_range is not null
        and is_listed
      order by md5(id::text)
      limit 400`,
    // Each can be found by its words alone, since no other number begins with theirs. Each has
    // enough recipes for a page.
    coffees: await sql<{ id: number; words: string }[]>`
      select id, lower(split_part(name, ' ', -3)) || ' ' || id as words
      from coffees
      where recipe_count between 5 and 40
        and id * 10 > (select max(id) from coffees)
      order by md5(id::text)
      limit 200`,
    // Coffees of one place and origin, found by words that are not a typo of others: a handful per
    // page of coffees.
    handfuls: (
      await sql<{ words: string }[]>`
        with known as (
          select distinct unnest(string_to_array(search_text, ' ')) as word
          from coffees
        )
        select lower(origin_word || ' ' || place_word) as words
        from coffees
        cross join lateral (select split_part(name, ' ', 1), split_part(name, ' ', -3)) parts (origin_word, place_word)
        group by origin_word, place_word
        having count(*) between 3 and 20
          and (
            select count(*)
            from coffees other
            where other.search_text like '%' || lower(origin_word) || '%'
              and other.search_text like '%' || lower(place_word) || '%'
          ) < 20
          and not exists (
            select
            from known
            where word not in (lower(origin_word), lower(place_word))
              and greatest(word_similarity(lower(origin_word), word), word_similarity(lower(place_word), word)) > 0.3
          )
        order by 1
        limit 100`
    ).map(({ words }) => words),
    // Each is asked once, so that nothing of it is cached: a place with a number that one coffee
    // has, and a word with two letters swapped next to another.
    fresh: (
      await sql<{ number: string; typo: string }[]>`
        select lower(place_word) || ' ' || id as number,
               lower(place_word) || ' ' || lower(
                 left(origin_word, cut) || substr(origin_word, cut + 2, 1) || substr(origin_word, cut + 1, 1)
                   || substr(origin_word, cut + 3)
               ) as typo
        from coffees
        cross join lateral (select split_part(name, ' ', 1), split_part(name, ' ', -3)) parts (origin_word, place_word)
        cross join lateral (select 1 + id % (length(origin_word) - 2) as cut) typing
        where id > 100
        order by md5(id::text)
        limit 900`
    )
      .flatMap(({ number, typo }) => [number, typo])
      .filter((words, at, all) => all.indexOf(words) === at),
    // About the same size in every world, because a page with all coffees of a roaster grows with
    // their number.
    roasters: (
      await sql<{ slug: string }[]>`select slug from roasters order by abs(coffee_count - 150), id limit 2`
    ).map(({ slug }) => slug),
    grinders: (await sql<{ id: number }[]>`select id from grinders order by id`).map(({ id }) => id),
    machines: await sql<{ id: number; method: string }[]>`
      select distinct on (brew_method) id, brew_method as method
      from machines
      order by brew_method, id`,
  }
}
