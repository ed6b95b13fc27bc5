import type { NewBrew } from '../../../core/brews/brews.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { quotedColumn, rowsOf, written } from '../queries/columns.ts'
import { type BrewRow, datedBrew, importedBrewFields } from './brew-columns.ts'

/**
 * Inserts imported brews, except those of a coffee that does not exist. Each coffee is looked up by
 * itself, because for `exists` the planner would read all coffees. A brew that was imported before
 * keeps its values, and gets those it lacks: grinder and setting only together, because a setting
 * belongs to a dial.
 */
export const insertBrews = (sql: Sql | Transaction, brews: readonly BrewRow[]) => sql<ImportedBrew[]>`
  insert into brew_logs as mine ${written(sql, 'brew_logs', importedBrewFields, brews.map(datedBrew))}
  where coffee_profile_id is null
     or (select true from coffees where id = coffee_profile_id)
  on conflict (user_id, import_key) where import_key is not null do update
  set grinder_id = coalesce(mine.grinder_id, excluded.grinder_id),
      grind_setting = case when ${groundNow(sql)} then excluded.grind_setting else mine.grind_setting end,
      grind_index = case when ${groundNow(sql)} then excluded.grind_index else mine.grind_index end,
      ${filledIn(sql)}
  where ${groundNow(sql)}
     or ${lacking(sql)}
  returning import_key, xmax = 0 as is_new`

/** The brews in which `insertBrews` would fill something in. */
export const lackingBrews = (sql: Sql, userId: number, brews: readonly BrewRow[]) => sql<{ importKey: string }[]>`
  select mine.import_key
  from (${rowsOf(sql, 'brew_logs', importedBrewFields, brews.map(datedBrew))}) excluded
  join brew_logs mine on mine.user_id = ${userId} and mine.import_key = excluded.import_key
  where ${groundNow(sql)}
     or ${lacking(sql)}`

interface ImportedBrew {
  importKey: string | null
  /** False if the brew existed and something was filled in. */
  isNew: boolean
}

const groundNow = (sql: Sql | Transaction) => sql`(mine.grinder_id is null and excluded.grinder_id is not null)`
/** What an import fills in if the brew lacks it. `groundNow` decides about the grind. */
const filledLater = (
  [
    'bagId',
    'coffeeProfileId',
    'style',
    'tdsPercent',
    'beverageGrams',
    'bloomSeconds',
    'firstDripSeconds',
    'isFavourite',
    'isBest',
  ] satisfies (keyof NewBrew)[]
).map(quotedColumn)
const filledIn = (sql: Sql | Transaction) =>
  sql.unsafe(filledLater.map(column => `${column} = coalesce(mine.${column}, excluded.${column})`).join(', '))
const lacking = (sql: Sql | Transaction) =>
  sql.unsafe(filledLater.map(column => `(mine.${column} is null and excluded.${column} is not null)`).join(' or '))
