import type { PlannedBag } from '../../core/portability/bag.ts'
import { bagFields } from './bags.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { replaced, written } from './columns.ts'
import { libraryFields } from './library.ts'

const importedFields = [...bagFields, 'userId', 'importKey'] as const
/** What a later file may tell anew; when a bag came here, and what it was shared as, stays. */
const toldAgain = bagFields.filter(field => field !== 'coffeeProfileId' && field !== 'createdAt')

interface ImportedBag {
  importKey: string
  coffeeProfileId: number | null
  isNew: boolean
}

/**
 * A bag of a coffee that the catalog has is a bag of that coffee, which the person keeps from then on; any other is
 * theirs alone. The keys that were new. One transaction, a few statements however many bags: the embedded engine
 * serves nobody else meanwhile.
 */
export const importBags = (sql: Sql, userId: number, bags: readonly PlannedBag[]) =>
  transact(sql, async sql => {
    const coffees = await coffeesOf(sql, bags)
    const rows = bags.map((bag, at) => ({
      ...bag,
      userId,
      coffeeProfileId: bag.coffeeProfileId ?? coffees[at]?.id ?? null,
    }))
    const put = await sql<ImportedBag[]>`
      insert into bags as mine ${written(sql, 'bags', importedFields, rows)}
      on conflict (user_id, import_key) do update
      set ${replaced(sql, toldAgain)},
          coffee_profile_id = coalesce(mine.coffee_profile_id, excluded.coffee_profile_id)
      returning import_key, coffee_profile_id, xmax = 0 as is_new`
    const fresh = new Set(put.filter(({ isNew }) => isNew).map(({ importKey }) => importKey))
    const kept = rows.filter(({ importKey, coffeeProfileId }) => coffeeProfileId !== null && fresh.has(importKey))
    if (kept.length > 0)
      await sql`
        insert into coffee_library ${written(sql, 'coffee_library', libraryFields, kept)}
        on conflict do nothing`
    return fresh
  })

/** So many at a time. */
export function* inSets<T>(rows: readonly T[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** For each bag the coffee of that name and roaster, however they are written; of several the one with the most recipes. */
const coffeesOf = (sql: Transaction, bags: readonly PlannedBag[]) => sql<{ id: number | null }[]>`
  select known.id
  from unnest(
    ${bags.map(({ roasterMatchName }) => roasterMatchName)}::text[],
    ${bags.map(({ name }) => name)}::text[]
  ) with ordinality as wanted(roaster, name, at)
  left join roasters on roasters.match_name = wanted.roaster
  left join lateral (
    select id
    from coffees
    where roaster_id = roasters.id
      and fold(name) = fold(wanted.name)
    order by recipe_count desc, id
    limit 1
  ) known on true
  order by wanted.at`
