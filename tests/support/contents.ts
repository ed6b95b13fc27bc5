import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { composeAll } from './recipes.ts'

/** Everything in a database except one column, table by table, in a fixed order. */
export async function contents(sql: Sql, except = '') {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and relname <> 'migrations'`
  const all: Record<string, string> = {}
  for (const { name } of tables) {
    // Lines about a database as a whole are only in that one.
    const rows = name === 'audit' ? sql`(select * from audit where not starts_with(act, 'db '))` : sql(name)
    const [row] = await sql`
      select md5(string_agg(said, '|' order by said)) as sum
      from (select (to_jsonb(one) - ${except}::text)::text as said from ${rows} one) line`
    all[name] = row?.sum
  }
  return all
}

/**
 * A little of everything that could be lost on the way: microseconds, quotes, bytes, fractions,
 * counters.
 */
export async function fillOddly(sql: Sql) {
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
  await sql`insert into audit (at, who, act, on_kind, on_id, details) values (now(), 'ann', 'users disable', 'user', 7, '{"x": 1}')`
  await sql`insert into votes (recipe_id, user_id, vote, created_at) select 1, id, 'UP', now() from users limit 7`
  await composeAll(sql)
}
