import postgres from 'postgres'
import type { BrewReview, NewBrew } from '../../../core/brews/brews.ts'
import { BrewLog, review, type StoredBrew } from '../../../core/brews/model.ts'
import { coffeeBehind } from '../catalog/coffee-columns.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsIn, fieldsOf, selected, writtenRow } from '../queries/columns.ts'
import { part } from '../queries/nested.ts'
import { recipeFields } from '../recipes/recipe-columns.ts'

/** The columns of a brew log. The others of a reply are worked out from these, or joined. */
const brewFields = fieldsIn(
  BrewLog,
  ...(['coffeeGrams', 'ratio', 'grindLabel', 'extractionPercent', 'coffee', 'bag', 'machine', 'grinder'] as const),
)
export const reviewFields = Object.keys(review) as (keyof BrewReview)[]

/** What a brew has from the community recipe it is brewed by: not what its author says of the cup. */
export const brewedByRecipe = recipeFields.filter(
  field => brewFields.some(other => other === field) && !reviewFields.some(other => other === field),
)
const loggedFields = [...brewFields.filter(field => field !== 'id' && field !== 'savedAsRecipe'), 'userId', 'bagId']

/** What is written of an imported brew: also the key that it is known by when the same file comes again. */
export const importedBrewFields = [...loggedFields, 'importKey', 'savedAsRecipe']
/** What leaves by the export of an account. */
export const exportedBrewFields = ['id', ...importedBrewFields.filter(field => field !== 'userId')]

/** A brew as it comes: logged, brewed by a community recipe, or imported. What is left out is unknown. */
export type BrewRow = Partial<NewBrew> &
  Pick<NewBrew, 'method'> & { userId: number; createdAt: Date | string; importKey?: string }

export const brewRow = (sql: Sql | Transaction, brew: BrewRow) => writtenRow(sql, loggedFields, datedBrew(brew))

/** What does not say when it was brewed was brewed when it was logged. */
export const datedBrew = (brew: BrewRow) => ({ ...brew, brewedAt: brew.brewedAt ?? brew.createdAt })

/** A brew as the store gives it, for any query over `brew_logs` with these joins. */
export function brewWithCoffee(sql: Sql | Transaction) {
  const { columns, joins } = coffeeBehind(sql, 'brewLogs')
  return {
    columns: sql`${selected(sql, 'brewLogs', brewFields)}, ${columns}, ${bagOfBrew(sql)},
      coalesce(coffees.roast_level, bags.roast_level) as roast_level`,
    joins: sql`${joins} left join bags on bags.id = brew_logs.bag_id`,
  }
}

const bagColumns = fieldsOf<NonNullable<StoredBrew['bag']>>({ id: true, name: true, roasterName: true }).map(
  postgres.fromCamel,
)
export const bagOfBrew = (sql: Sql | Transaction) => part(sql, 'bags', 'bag', bagColumns)
