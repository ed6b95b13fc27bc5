import type { NewCoffee } from '../../core/coffees/coffees.ts'
import type { PlannedBean } from '../../core/portability/plan.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { insertCoffees } from './coffees.ts'
import { written } from './columns.ts'
import { libraryFields } from './library.ts'
import { freeSlug, slugsInTurn } from './naming.ts'

type ImportedBean = Omit<PlannedBean, 'coffee'> & { coffee: NewCoffee }

/**
 * Beans become coffees of the library, and their roasters and coffees are made where there are none; the keys that were
 * new. One transaction, a few statements however many beans: the embedded engine serves nobody else meanwhile.
 */
export const importBeans = (sql: Sql, userId: number, beans: readonly ImportedBean[], now: Date) =>
  transact(sql, async sql => {
    // Whoever holds the roasters decides whether a coffee is new.
    const roasters = await roastersNamed(sql, beans, now)
    const wanted = beans.map(bean => ({ ...bean, roasterId: roasters.get(bean.coffee.roaster.matchName) as number }))
    let coffees = await coffeesOf(sql, wanted)
    const missing = new Map(
      wanted.flatMap(({ roasterId, coffee }, at) =>
        coffees[at]?.id ? [] : [[`${roasterId} ${coffees[at]?.folded}`, { ...coffee, roasterId }]],
      ),
    )
    if (missing.size > 0) {
      await insertCoffees(sql, [...missing.values()])
      coffees = await coffeesOf(sql, wanted)
    }
    const ids = coffees.map(({ id }) => id as number)
    const added = await sql<{ importKey: string }[]>`
      insert into imported_beans (user_id, import_key, coffee_profile_id, created_at)
      select ${userId}, bean.import_key, bean.coffee_id, ${now}
      from unnest(${beans.map(({ importKey }) => importKey)}::text[], ${ids}::int[]) as bean(import_key, coffee_id)
      on conflict do nothing
      returning import_key`
    const fresh = new Set(added.map(({ importKey }) => importKey))
    await sql`
      insert into coffee_library ${written(
        sql,
        'coffee_library',
        libraryFields,
        beans
          .map((bean, at) => ({ ...bean, userId, coffeeProfileId: ids[at] }))
          .filter(({ importKey }) => fresh.has(importKey)),
      )}
      on conflict do nothing`
    return fresh
  })

/** The ids of the beans' roasters by their match names. All are locked, in one order everywhere, until the transaction ends. */
async function roastersNamed(sql: Transaction, beans: readonly ImportedBean[], now: Date) {
  const byName = new Map(beans.map(({ coffee: { roaster } }) => [roaster.matchName, roaster]))
  while (true) {
    const known = await sql<{ id: number; matchName: string }[]>`
      select id, match_name
      from roasters
      where match_name = any(${[...byName.keys()]})
      order by match_name
      for no key update`
    const ids = new Map(known.map(({ id, matchName }) => [matchName, id]))
    if (ids.size === byName.size) return ids
    const wanted = slugsInTurn([...byName.values()].filter(({ matchName }) => !ids.has(matchName)))
    // Of two who make one at once, the second waits for the first and then finds theirs.
    await sql`
      insert into roasters (name, match_name, slug, created_at)
      select
        wanted.name, wanted."matchName",
        ${freeSlug(sql, sql`wanted.slug`, sql`select from roasters where slug = candidate`, sql`wanted.turn`)}, ${now}
      from jsonb_to_recordset(${sql.json(wanted)}) as wanted(name text, "matchName" text, slug text, turn int)
      order by wanted."matchName"
      on conflict do nothing`
  }
}

/** For each bean the coffee of that name, however it is written; of several the one with the most recipes. */
async function coffeesOf(sql: Transaction, wanted: readonly { roasterId: number; coffee: NewCoffee }[]) {
  return sql<{ id: number | null; folded: string }[]>`
    select known.id, fold(wanted.name) as folded
    from unnest(
      ${wanted.map(({ roasterId }) => roasterId)}::int[],
      ${wanted.map(({ coffee }) => coffee.name)}::text[]
    ) with ordinality as wanted(roaster_id, name, at)
    left join lateral (
      select id
      from coffees
      where roaster_id = wanted.roaster_id
        and fold(name) = fold(wanted.name)
      order by recipe_count desc, id
      limit 1
    ) known on true
    order by wanted.at`
}
