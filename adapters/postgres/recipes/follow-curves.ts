import { indexOnDial } from '../../../core/grind/given.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { grindRangeOf } from '../../../core/recipes/ranges.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { metAnother } from '../engine/faults.ts'
import { inSets } from '../queries/in-sets.ts'
import { first } from '../queries/rows.ts'

/**
 * Recipes follow the curve of their grinder after it was changed: their setting is the fact, and
 * their index comes from it, unless their author had calibrated. A roaster's recipe is written for
 * any grinder and keeps its index. Always by the record that the grinder has now, so it may be
 * interrupted, repeated and run twice at once. Returns how many recipes changed.
 *
 * Each statement is short and each transaction changes few recipes, because people vote meanwhile:
 * a recipe is in 17 indexes, and the embedded engine does one thing at a time.
 */
export async function followCurves(sql: Sql, now: Date): Promise<number> {
  const changed = await sql<{ grinderId: number }[]>`
    select distinct grinder_id
    from grinder_revisions
    where settled_at is null`
  let moved = 0
  for (const { grinderId } of changed) {
    moved += await followCurve(sql, grinderId)
    // A service reads the curve again every minute, and stores recipes by the one before until then.
    await sql`
      update grinder_revisions
      set settled_at = ${now}
      where grinder_id = ${grinderId}
        and settled_at is null
        and coalesce(reverted_at, applied_at) <= ${new Date(now.getTime() - EVERYBODY_KNOWS_AFTER_MS)}`
  }
  return moved
}

const EVERYBODY_KNOWS_AFTER_MS = 2 * 60_000
const IDS_AT_ONCE = 2000
const CHANGED_AT_ONCE = 20

interface GroundRecipe {
  id: number
  grindSetting: number
  grindIndex: number
  grindRange: string | null
}

async function followCurve(sql: Sql, grinderId: number) {
  const [last] = await sql<{ id: number | null }[]>`select max(id) as id from recipes`
  let moved = 0
  for (let after = 0; after < (last?.id ?? 0); after += IDS_AT_ONCE) {
    const grinder = await recordOf(sql, grinderId)
    const recipes = await sql<GroundRecipe[]>`
      select id, grind_setting, grind_index, grind_range
      from recipes
      where id > ${after}
        and id <= ${after + IDS_AT_ONCE}
        and grinder_id = ${grinderId}
        and ${follows(sql)}
      order by id`
    for (const some of inSets(
      recipes.filter(recipe => isOff(recipe, grinder)),
      CHANGED_AT_ONCE,
    ))
      moved += await patiently(() =>
        transact(sql, sql =>
          moveSome(
            sql,
            grinderId,
            some.map(({ id }) => id),
          ),
        ),
      )
  }
  return moved
}

const follows = (sql: Sql | Transaction) => sql`(not author_calibrated and roaster_recipe_id is null)`

async function recordOf(sql: Sql | Transaction, grinderId: number, lock = sql``) {
  const row = await first(sql<{ record: Grinder }[]>`select record from grinders where id = ${grinderId} ${lock}`)
  if (!row) throw new Error(`Grinder ${grinderId} has gone.`)
  return row.record
}

/** Null where the dial is too short for the setting: nothing to follow. */
const newIndex = ({ grindSetting }: GroundRecipe, grinder: Grinder) => indexOnDial(grinder, grindSetting)

function isOff(recipe: GroundRecipe, grinder: Grinder) {
  const index = newIndex(recipe, grinder)
  return index !== null && index !== recipe.grindIndex
}

async function moveSome(sql: Transaction, grinderId: number, ids: readonly number[]) {
  // Shared, so that nobody changes the curve while recipes follow it.
  const grinder = await recordOf(sql, grinderId, sql`for share`)
  const recipes = await sql<GroundRecipe[]>`
    select id, grind_setting, grind_index, grind_range
    from recipes
    where id = any(${[...ids]})
      and grinder_id = ${grinderId}
      and ${follows(sql)}
    order by id
    for no key update`
  const off = recipes.filter(recipe => isOff(recipe, grinder))
  const given = off.map(recipe => {
    const grindIndex = newIndex(recipe, grinder) as number
    return { ...recipe, grindIndex, newRange: grindRangeOf(grindIndex) }
  })
  await sql`
    update recipes
    set grind_index = given.grind_index
    from unnest(${given.map(({ id }) => id)}::int[], ${given.map(({ grindIndex }) => grindIndex)}::float8[])
      given (id, grind_index)
    where recipes.id = given.id`
  // By themselves: the trigger that counts recipes by range runs for each row that names its columns.
  const ranged = given.filter(({ grindRange, newRange }) => grindRange !== newRange)
  if (ranged.length > 0)
    await sql`
      update recipes
      set grind_range = given.grind_range
      from unnest(${ranged.map(({ id }) => id)}::int[], ${ranged.map(({ newRange }) => newRange)}::text[])
        given (id, grind_range)
      where recipes.id = given.id`
  return given.length
}

const MOST_TRIES = 5

/** Who publishes on the same grinder at this moment may wait for us while we wait for them. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES || !metAnother(error)) throw error
    }
}
