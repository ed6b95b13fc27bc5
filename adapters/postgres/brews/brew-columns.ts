import postgres from 'postgres'
import type { BrewReview, NewBrew } from '../../../core/brews/brews.ts'
import { BrewLog, review, type StoredBrew } from '../../../core/brews/model.ts'
import { coffeeBehind } from '../catalog/coffee-columns.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsOf, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { part } from '../queries/nested.ts'
import { recipeFields } from '../recipes/recipe-columns.ts'

/** The columns of a brew log. What else a reply has is derived or joined. */
const brewFields = schemaFields(
  BrewLog,
  ...(['coffeeGrams', 'ratio', 'grindLabel', 'extractionPercent', 'coffee', 'bag', 'machine', 'grinder'] as const),
)
export const reviewFields = Object.keys(review) as (keyof BrewReview)[]

/** What a brew takes from its community recipe: not what the author says about the cup. */
export const brewedByRecipe = recipeFields.filter(
  field => brewFields.some(other => other === field) && !reviewFields.some(other => other === field),
)
const loggedFields = [...brewFields.filter(field => field !== 'id' && field !== 'savedAsRecipe'), 'userId', 'bagId']

/** The columns of an imported brew, with the key by which a second import recognizes it. */
export const importedBrewFields = [...loggedFields, 'importKey', 'savedAsRecipe']
/** The columns in an export of an account. */
export const exportedBrewFields = ['id', ...importedBrewFields.filter(field => field !== 'userId')]

/** A brew to insert: logged, brewed from a recipe, or imported. Missing fields are null. */
export type BrewRow = Partial<NewBrew> &
  Pick<NewBrew, 'method'> & { userId: number; createdAt: Date | string; importKey?: string }

export const brewRow = (sql: Sql | Transaction, brew: BrewRow) => writtenRow(sql, loggedFields, datedBrew(brew))

/** A brew without a date was brewed when it was logged. */
export const datedBrew = (brew: BrewRow) => ({ ...brew, brewedAt: brew.brewedAt ?? brew.createdAt })

/** For queries over `brew_logs`: a brew with its coffee and bag. */
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
