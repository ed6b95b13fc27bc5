import type { PendingQuery, Row } from 'postgres'
import type { RoasterCalled } from '../../../core/coffees/roaster-name.ts'
import type { Sql, Transaction } from '../engine/client.ts'

/** The roasters that a slug or a name may mean. */
export const roasterMeant = (sql: Sql | Transaction, { slug, matchName }: RoasterCalled) => sql<{ id: number }[]>`
  select id
  from roasters
  where slug = ${slug}
     or match_name = ${matchName}`

/**
 * The roaster of this name, added if there is none. If two requests add it at once, the second
 * waits and finds that of the first. The row stays locked, so that coffees get their slugs in turn.
 */
export async function roasterNamed(
  sql: Transaction,
  { name, matchName, slug }: { name: string; matchName: string; slug: string },
  now: Date,
): Promise<{ id: number; name: string; slug: string }> {
  while (true) {
    const [known] = await sql<{ id: number; name: string; slug: string }[]>`
      select id, name, slug
      from roasters
      where match_name = ${matchName}
      for no key update`
    if (known) return known
    await sql`
      insert into roasters (name, match_name, slug, created_at)
      select ${name}, ${matchName}, ${freeSlug(sql, slug, sql`select from roasters where slug = candidate`)}, ${now}
      on conflict do nothing`
  }
}

/**
 * A free slug: the given one, or with a number. Up to 20 it is the lowest that is free, beyond that
 * a random one, so that the ten-thousandth is found as fast as the third. `taken` looks for
 * `candidate`.
 */
export const freeSlug = (
  sql: Transaction,
  slug: string | PendingQuery<Row[]>,
  taken: PendingQuery<Row[]>,
  turn: PendingQuery<Row[]> = sql`1`,
) => sql`(
  select candidate
  from generate_series(case when ${turn} = 1 then 1 else 21 end, 40) n,
       lateral (
         select ${slug}::text || case
           when n = 1 then ''
           when n <= 20 then '-' || n
           else '-' || floor(random() * 1e9)::int
         end as candidate
       ) named
  where not exists (${taken})
  order by n
  limit 1
)`

/** Rows of one statement cannot see each other: only the first of a slug gets a low number. */
export function slugsInTurn<T extends { slug: string }>(rows: readonly T[], within: (row: T) => unknown = () => '') {
  const seen = new Map<string, number>()
  return rows.map(row => {
    const key = `${within(row)} ${row.slug}`
    const turn = (seen.get(key) ?? 0) + 1
    seen.set(key, turn)
    return { ...row, turn }
  })
}

/** Escapes the wildcards of `like`. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
