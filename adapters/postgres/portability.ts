import type { Portability } from '../../core/portability/portability.ts'
import { insertBrews } from './brews.ts'
import type { Sql, Transaction } from './client.ts'
import { transactUnhurried } from './client.ts'
import { insertCoffee } from './coffees.ts'
import { roasterNamed } from './naming.ts'
import { personalDataOf } from './personal-data.ts'

export function portabilityIn(sql: Sql): Portability {
  return {
    everything: userId =>
      sql.begin('isolation level repeatable read read only', sql => personalDataOf(sql, userId)) as ReturnType<
        Portability['everything']
      >,

    import: (userId, beans, brews, now) =>
      transactUnhurried(sql, async sql => {
        // Imports of one person take turns: the second finds what the first has brought.
        await sql`select from users where id = ${userId} for no key update`
        const known = await importedBeans(sql, userId)
        const fresh = beans.filter(({ importKey }) => !known.has(importKey))
        // Roasters are locked as they are met; in the same order everywhere, so that two imports do not wait for each other.
        const inOrder = fresh.toSorted((one, other) =>
          one.coffee.roaster.matchName < other.coffee.roaster.matchName ? -1 : 1,
        )
        for (const { importKey, coffee, personalNotes, rating, createdAt } of inOrder) {
          // Whoever holds the roaster decides whether the coffee is new.
          const roaster = await roasterNamed(sql, coffee.roaster, now)
          const coffeeId = (await coffeeOf(sql, roaster.id, coffee.name)) ?? (await insertCoffee(sql, coffee))
          await sql`
            insert into imported_beans (user_id, import_key, coffee_profile_id, created_at)
            values (${userId}, ${importKey}, ${coffeeId}, ${now})
            on conflict do nothing`
          await sql`
            insert into coffee_library (user_id, coffee_profile_id, personal_notes, rating, created_at)
            values (${userId}, ${coffeeId}, ${personalNotes}, ${rating}, ${createdAt})
            on conflict do nothing`
        }
        const coffees = await importedBeans(sql, userId)
        const added = await insertBrews(
          sql,
          brews.map(({ beanKey, ...brew }) => ({ ...brew, userId, coffeeProfileId: coffees.get(beanKey) ?? null })),
        )
        return {
          beans: new Set(fresh.map(({ importKey }) => importKey)),
          brews: new Set(added.flatMap(({ importKey }) => importKey ?? [])),
        }
      }),
  }
}

/** The coffees that beans have become. */
async function importedBeans(sql: Transaction, userId: number) {
  const rows = await sql<{ importKey: string; coffeeProfileId: number }[]>`
    select import_key, coffee_profile_id
    from imported_beans
    where user_id = ${userId}`
  return new Map(rows.map(({ importKey, coffeeProfileId }) => [importKey, coffeeProfileId]))
}

/** The coffee of that name, however it is written; of several the one with the most recipes. */
async function coffeeOf(sql: Transaction, roasterId: number, name: string) {
  const [row] = await sql<{ id: number }[]>`
    select id
    from coffees
    where roaster_id = ${roasterId}
      and fold(name) = fold(${name})
    order by recipe_count desc, id
    limit 1`
  return row?.id
}
