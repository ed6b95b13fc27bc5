import type { PlannedBag } from '../../../core/portability/bag.ts'
import type { PlannedBrew } from '../../../core/portability/plan.ts'
import type { Portability } from '../../../core/portability/portability.ts'
import { insertBrews, lackingBrews } from '../brews/brew-imports.ts'
import type { Sql } from '../engine/client.ts'
import { inSets } from '../queries/in-sets.ts'
import { coffeesOf, importBags } from './imports.ts'
import { personalDataOf } from './personal-data.ts'

export function portabilityIn(sql: Sql): Portability {
  return {
    everything: userId => personalDataOf(sql, userId),

    import: async (userId, bags, brews) => {
      const added = { bags: new Set<string>(), brews: new Set<string>(), completed: new Set<string>() }
      for (const set of inSets(bags, BAGS_AT_ONCE))
        for (const key of await importBags(sql, userId, set)) added.bags.add(key)
      const known = await importedBags(sql, userId)
      for (const set of inSets(brews, BREWS_AT_ONCE))
        for (const { importKey, isNew } of await insertBrews(sql, rowsOfBrews(userId, set, known)))
          if (importKey) (isNew ? added.brews : added.completed).add(importKey)
      return added
    },

    wouldImport: async (userId, bags, brews) => {
      const keys = (rows: readonly { importKey: string }[]) => rows.map(({ importKey }) => importKey)
      const completed = new Set<string>()
      const known = await importedBags(sql, userId)
      const had = await bagsHadThen(sql, bags, known)
      for (const set of inSets(brews, BREWS_AT_ONCE))
        for (const { importKey } of await lackingBrews(sql, userId, rowsOfBrews(userId, set, had)))
          completed.add(importKey)
      return {
        bags: new Set(keys(bags)).difference(new Set(known.keys())),
        brews: new Set(keys(brews)).difference(await keysAmong(sql, userId, keys(brews))),
        completed,
      }
    },
  }
}

/** The coffee that a brew names itself takes precedence over that of its bag. */
const rowsOfBrews = (userId: number, brews: readonly PlannedBrew[], bags: ImportedBags) =>
  brews.map(({ bagKey, ...brew }) => {
    const bag = bagKey === null ? undefined : bags.get(bagKey)
    return { ...brew, userId, ...bag, coffeeProfileId: brew.coffeeProfileId ?? bag?.coffeeProfileId ?? null }
  })

/** On the embedded engine nobody should wait longer than 200 ms. */
const BAGS_AT_ONCE = 20
const BREWS_AT_ONCE = 100
const KEYS_AT_ONCE = 1000

async function keysAmong(sql: Sql, userId: number, keys: readonly string[]) {
  const known = new Set<string>()
  for (const set of inSets(keys, KEYS_AT_ONCE)) {
    const rows = await sql<{ importKey: string }[]>`
      select import_key
      from brew_logs
      where user_id = ${userId}
        and import_key = any(${set})`
    for (const { importKey } of rows) known.add(importKey)
  }
  return known
}

/** Bags by their import keys. */
type ImportedBags = ReadonlyMap<string, { bagId: number; coffeeProfileId: number | null }>

/** For a dry run: the bags as they would be after the import. New ones have the id 0. */
async function bagsHadThen(sql: Sql, bags: readonly PlannedBag[], known: ImportedBags): Promise<ImportedBags> {
  const had = new Map(known)
  for (const set of inSets(bags, BAGS_AT_ONCE)) {
    const coffees = await coffeesOf(sql, set)
    for (const [at, { importKey }] of set.entries()) {
      const before = known.get(importKey)
      had.set(importKey, {
        bagId: before?.bagId ?? 0,
        coffeeProfileId: before?.coffeeProfileId ?? coffees[at] ?? null,
      })
    }
  }
  return had
}

async function importedBags(sql: Sql, userId: number): Promise<ImportedBags> {
  const rows = await sql<{ importKey: string; bagId: number; coffeeProfileId: number | null }[]>`
    select import_key, id as bag_id, coffee_profile_id
    from bags
    where user_id = ${userId}`
  return new Map(rows.map(({ importKey, ...bag }) => [importKey, bag]))
}
