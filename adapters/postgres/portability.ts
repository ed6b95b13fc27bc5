import type { Portability } from '../../core/portability/portability.ts'
import { insertBrews } from './brews.ts'
import type { Sql } from './client.ts'
import { importBeans } from './imports.ts'
import { personalDataOf } from './personal-data.ts'

export function portabilityIn(sql: Sql): Portability {
  return {
    everything: userId => personalDataOf(sql, userId),

    import: async (userId, beans, brews, now) => {
      const known = await importedBeans(sql, userId)
      const fresh = beans.filter(({ importKey }) => !known.has(importKey))
      // Beans of one roaster beside each other, and roasters in one order: so imports at once wait little for each other.
      const inOrder = fresh.toSorted((one, other) =>
        one.coffee.roaster.matchName < other.coffee.roaster.matchName ? -1 : 1,
      )
      const added = { beans: new Set<string>(), brews: new Set<string>(), completed: new Set<string>() }
      for (const set of inSets(inOrder, BEANS_AT_ONCE))
        for (const key of await importBeans(sql, userId, set, now)) added.beans.add(key)
      const coffees = await importedBeans(sql, userId)
      for (const set of inSets(brews, BREWS_AT_ONCE)) {
        const rows = set.map(({ beanKey, ...brew }) => ({
          ...brew,
          userId,
          coffeeProfileId: coffees.get(beanKey) ?? null,
        }))
        for (const { importKey, isNew } of await insertBrews(sql, rows))
          if (importKey) (isNew ? added.brews : added.completed).add(importKey)
      }
      return added
    },
  }
}

/** The embedded engine does one thing at a time, and nobody should wait for it longer than 200 ms. */
const BEANS_AT_ONCE = 10
const BREWS_AT_ONCE = 100

function* inSets<T>(rows: readonly T[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** The coffees that beans have become. */
async function importedBeans(sql: Sql, userId: number) {
  const rows = await sql<{ importKey: string; coffeeProfileId: number }[]>`
    select import_key, coffee_profile_id
    from imported_beans
    where user_id = ${userId}`
  return new Map(rows.map(({ importKey, coffeeProfileId }) => [importKey, coffeeProfileId]))
}
