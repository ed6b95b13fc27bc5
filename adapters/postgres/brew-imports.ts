import type { NewBrew } from '../../core/brews/brews.ts'
import { type BrewRow, importedBrewFields } from './brew-columns.ts'
import type { Sql, Transaction } from './client.ts'
import { quotedColumn, rowsOf, written } from './columns.ts'

/**
 * None of a coffee that is not there. Each coffee is looked up by itself: of "exists" the planner would read them all
 * into memory first. What the person has imported already gets what it lacks, and keeps what it has: the coffee, the
 * measures, and together the grinder and the setting as that is on its dial.
 */
export const insertBrews = (sql: Sql | Transaction, brews: readonly BrewRow[]) => sql<ImportedBrew[]>`
  insert into brew_logs as mine ${written(sql, 'brew_logs', importedBrewFields, brews)}
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

/** Of brews that the person has those that `insertBrews` would fill in. */
export const lackingBrews = (sql: Sql, userId: number, brews: readonly BrewRow[]) => sql<{ importKey: string }[]>`
  select mine.import_key
  from (${rowsOf(sql, 'brew_logs', importedBrewFields, brews)}) excluded
  join brew_logs mine on mine.user_id = ${userId} and mine.import_key = excluded.import_key
  where ${groundNow(sql)}
     or ${lacking(sql)}`

interface ImportedBrew {
  importKey: string | null
  /** Else it was here, and was filled in. */
  isNew: boolean
}

const groundNow = (sql: Sql | Transaction) => sql`(mine.grinder_id is null and excluded.grinder_id is not null)`
/** Of every field but the grind whether what a file has is taken where the brew here has nothing. */
const isFilledLater: Record<Exclude<keyof NewBrew, 'grinderId' | 'grindSetting' | 'grindIndex'>, boolean> = {
  bagId: true,
  coffeeProfileId: true,
  tdsPercent: true,
  beverageGrams: true,
  bloomSeconds: true,
  firstDripSeconds: true,
  isFavourite: true,
  isBest: true,
  method: false,
  machineId: false,
  recipeId: false,
  doseGrams: false,
  waterGrams: false,
  grindSettingText: false,
  waterTempF: false,
  brewTimeSeconds: false,
  daysOffRoast: false,
  outcome: false,
  notes: false,
  rating: false,
  tasteProfile: false,
  extractionFeedback: false,
}
const filledLater = Object.entries(isFilledLater).flatMap(([field, isFilled]) =>
  isFilled ? [quotedColumn(field)] : [],
)
const filledIn = (sql: Sql | Transaction) =>
  sql.unsafe(filledLater.map(column => `${column} = coalesce(mine.${column}, excluded.${column})`).join(', '))
const lacking = (sql: Sql | Transaction) =>
  sql.unsafe(filledLater.map(column => `(mine.${column} is null and excluded.${column} is not null)`).join(' or '))
