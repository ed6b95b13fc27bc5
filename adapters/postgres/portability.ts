import type { Portability } from '../../core/portability/portability.ts'
import { insertBrews } from './brews.ts'
import type { Sql } from './client.ts'
import { importBags } from './imports.ts'
import { personalDataOf } from './personal-data.ts'

export function portabilityIn(sql: Sql): Portability {
  return {
    everything: userId => personalDataOf(sql, userId),

    importedBefore: async (userId, { bags, brews }) => ({
      bags: await keysAmong(sql, 'bags', userId, bags),
      brews: await keysAmong(sql, 'brew_logs', userId, brews),
    }),

    import: async (userId, bags, brews) => {
      const added = { bags: new Set<string>(), brews: new Set<string>(), completed: new Set<string>() }
      for (const set of inSets(bags, BAGS_AT_ONCE))
        for (const key of await importBags(sql, userId, set)) added.bags.add(key)
      const known = await importedBags(sql, userId)
      for (const set of inSets(brews, BREWS_AT_ONCE)) {
        const rows = set.map(({ bagKey, ...brew }) => ({ ...brew, userId, ...known.get(bagKey) }))
        for (const { importKey, isNew } of await insertBrews(sql, rows))
          if (importKey) (isNew ? added.brews : added.completed).add(importKey)
      }
      return added
    },
  }
}

/** The embedded engine does one thing at a time, and nobody should wait for it longer than 200 ms. */
const BAGS_AT_ONCE = 20
const BREWS_AT_ONCE = 100
const KEYS_AT_ONCE = 1000

function* inSets<T>(rows: readonly T[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function keysAmong(sql: Sql, table: 'bags' | 'brew_logs', userId: number, keys: readonly string[]) {
  const known = new Set<string>()
  for (const set of inSets(keys, KEYS_AT_ONCE)) {
    const rows = await sql<{ importKey: string }[]>`
      select import_key
      from ${sql(table)}
      where user_id = ${userId}
        and import_key = any(${set})`
    for (const { importKey } of rows) known.add(importKey)
  }
  return known
}

async function importedBags(sql: Sql, userId: number) {
  const rows = await sql<{ importKey: string; bagId: number; coffeeProfileId: number | null }[]>`
    select import_key, id as bag_id, coffee_profile_id
    from bags
    where user_id = ${userId}`
  return new Map(rows.map(({ importKey, ...bag }) => [importKey, bag]))
}
