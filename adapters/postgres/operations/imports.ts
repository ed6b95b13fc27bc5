import type { PlannedBag } from '../../../core/portability/bag.ts'
import { bagFields, keepCoffeesOf } from '../brews/bags.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { replaced, written } from '../queries/columns.ts'

const importedFields = [...bagFields, 'userId', 'importKey', 'parentKey'] as const
/**
 * What a later file may update, as long as nobody has changed the bag here: not when it was added,
 * nor its coffee.
 */
const toldAgain = bagFields.filter(field => field !== 'coffeeProfileId' && field !== 'createdAt')

interface ImportedBag {
  importKey: string
  coffeeProfileId: number | null
  isNew: boolean
}

/**
 * A bag of a coffee in the catalog is linked to that coffee, which is added to the person's
 * library; any other bag is theirs alone. Returns the keys that were new. One transaction with a
 * few statements, however many bags: the embedded engine serves nobody else meanwhile.
 */
export const importBags = (sql: Sql, userId: number, bags: readonly PlannedBag[]) =>
  transact(sql, async sql => {
    const coffees = await coffeesOf(sql, bags)
    const rows = bags.map((bag, at) => ({ ...bag, userId, coffeeProfileId: coffees[at] ?? null }))
    const put = await sql<ImportedBag[]>`
      insert into bags as mine ${written(sql, 'bags', importedFields, rows)}
      on conflict (user_id, import_key) do update
      set ${replaced(sql, toldAgain)},
          coffee_profile_id = coalesce(mine.coffee_profile_id, excluded.coffee_profile_id)
      where mine.edited_at is null
      returning import_key, coffee_profile_id, xmax = 0 as is_new`
    const fresh = new Set(put.filter(({ isNew }) => isNew).map(({ importKey }) => importKey))
    if (fresh.size > 0) await keepCoffeesOf(sql, sql`user_id = ${userId} and import_key = any(${[...fresh]})`)
    return fresh
  })

/** The coffee of each bag: the one it names by id, else the one with its name. */
export async function coffeesOf(sql: Sql | Transaction, bags: readonly PlannedBag[]) {
  const rows = await sql<{ id: number | null }[]>`
    select called.id
    from unnest(
      ${bags.map(({ roasterMatchName }) => roasterMatchName)}::text[],
      ${bags.map(({ name }) => name)}::text[]
    ) with ordinality as wanted(roaster, name, at)
    ${coffeeCalled(sql)}
    order by wanted.at`
  return rows.map(({ id }, at) => bags[at]?.coffeeProfileId ?? id)
}

/** The coffee that `wanted` names, ignoring case and accents; of several, the most brewed. */
export const coffeeCalled = (sql: Sql | Transaction) => sql`
  left join lateral (
    select coffees.id
    from roasters
    join coffees on coffees.roaster_id = roasters.id
    where roasters.match_name = wanted.roaster
      and fold(coffees.name) = fold(wanted.name)
    order by coffees.recipe_count desc, coffees.id
    limit 1
  ) called on true`
