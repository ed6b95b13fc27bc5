import type { PendingQuery, Row } from 'postgres'
import type { Pieces } from '../../../core/pieces.ts'
import type { NamedKind, PersonalData, PersonalRow } from '../../../core/portability/portability.ts'
import type { Sql } from '../engine/client.ts'
import { listed } from '../queries/columns.ts'
import { type Keys, rowOf } from '../queries/page.ts'
import { accountFields, type PersonalTable, partTables, personalTables, tablesByAddress } from './personal-tables.ts'

export async function personalDataOf(sql: Sql, userId: number): Promise<PersonalData> {
  const [account = {}] = await sql<PersonalRow[]>`
    select ${listed(sql, accountFields)}
    from users
    where id = ${userId}`
  const data: PersonalData['data'] = {}
  for (const [name, held] of Object.entries(personalTables))
    data[name] = piecesOf(sql, held, sql`${sql(held.by)} = ${userId}`)
  for (const [name, held] of Object.entries(partTables))
    data[name] = piecesOf(
      sql,
      held,
      sql`${sql(held.by)} in (select id from ${sql(held.of.table)} where ${sql(held.of.by)} = ${userId})`,
    )
  for (const [name, held] of Object.entries(tablesByAddress)) {
    const isTheirs = account.emailVerifiedAt ? sql`${sql(held.by)} = ${account.email as string}` : sql`false`
    data[name] = piecesOf(sql, held, isTheirs)
  }
  const seen = Object.fromEntries(Object.keys(idColumns).map(kind => [kind, new Set<number>()])) as Seen
  for (const [name, pieces] of Object.entries(data)) data[name] = noting(pieces, seen)
  return { account, data, names: namesOf(sql, seen) }
}

/** How many rows are read at once. With the longest notes, that takes milliseconds. */
const PIECE = 200

/** Small statements, so that no transaction stays open while a slow client reads. */
async function* piecesOf(sql: Sql, { table, fields, order }: PersonalTable, where: PendingQuery<Row[]>) {
  const key = sql.unsafe(order.join(', '))
  let last: Keys | undefined
  do {
    const rows: (PersonalRow & { keys: Keys })[] = await sql<(PersonalRow & { keys: Keys })[]>`
      select ${listed(sql, fields)}, json_build_array(${key}) as keys
      from ${sql(table)}
      where ${where}
        ${last ? sql`and (${key}) > ${rowOf(sql, last)}` : sql``}
      order by ${key}
      limit ${PIECE}`
    yield rows.map(({ keys: _, ...row }): PersonalRow => row)
    last = rows.length === PIECE ? rows.at(-1)?.keys : undefined
  } while (last)
}

type Seen = Record<NamedKind, Set<number>>

/** The columns in which the ids of each kind may be. */
const idColumns: Record<NamedKind, readonly string[]> = {
  coffees: ['coffeeProfileId'],
  roasters: ['roasterId'],
  grinders: ['grinderId'],
  machines: ['machineId'],
  filters: ['filterId'],
  recipes: ['recipeId', 'communityRecipeId', 'parentId'],
}

/** Remembers the ids it sees, to look up their names afterwards. */
async function* noting(pieces: Pieces<PersonalRow>, seen: Seen) {
  for await (const piece of pieces) {
    for (const row of piece) note(row, seen)
    yield piece
  }
}

function note(row: PersonalRow, seen: Seen) {
  for (const [kind, columns] of Object.entries(idColumns))
    for (const column of columns) if (row[column] != null) seen[kind as NamedKind].add(row[column] as number)
}

/** Recipes come first, because they refer to further ids. */
function namesOf(sql: Sql, seen: Seen): Record<NamedKind, Pieces<PersonalRow>> {
  const slugged = (kind: NamedKind, facts: string) =>
    named(
      seen[kind],
      ids =>
        sql<PersonalRow[]>`select id, slug, ${sql.unsafe(facts)} from ${sql(kind)} where id = any(${ids}) order by id`,
    )
  const recipes = named(
    seen.recipes,
    ids => sql<PersonalRow[]>`
      select id, coffee_profile_id, grinder_id, machine_id, grind_setting, dose_grams, water_grams,
             roaster_recipe_id is not null as by_roaster, version, edited_at, created_at
      from recipes
      where id = any(${ids})
      order by id`,
  )
  return {
    recipes: noting(recipes, seen),
    coffees: named(
      seen.coffees,
      ids => sql<PersonalRow[]>`
        select coffees.id, coffees.name, coffees.slug, roasters.name as roaster_name, roasters.slug as roaster_slug,
               roast_level, coffee_type, origin, flavor_profile, processing_method
        from coffees
        join roasters on roasters.id = coffees.roaster_id
        where coffees.id = any(${ids})
        order by coffees.id`,
    ),
    roasters: slugged('roasters', 'name'),
    // One that somebody described has no name here. The person's own are exported as they said them.
    grinders: named(
      seen.grinders,
      ids => sql<PersonalRow[]>`
        select id, slug, brand, model
        from grinders
        where id = any(${ids})
          and not is_described
        order by id`,
    ),
    machines: slugged('machines', 'brand, model'),
    filters: slugged('filters', 'name'),
  }
}

async function* named(seen: Set<number>, read: (ids: number[]) => Promise<readonly PersonalRow[]>) {
  const ids = [...seen].sort((one, other) => one - other)
  for (let at = 0; at < ids.length; at += PIECE) yield read(ids.slice(at, at + PIECE))
}
