import postgres from 'postgres'
import type { CoffeeByMethod } from '../../../core/coffees/coffees.ts'
import type { CoffeeRef } from '../../../core/coffees/ref.ts'
import type { CoffeeChanges } from '../../../core/portal/coffees.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsOf, selected } from '../queries/columns.ts'
import { pictureOwnedBy } from './pictures.ts'

/** The facts that a roaster or a person gives about a coffee. */
export const coffeeFields = fieldsOf<Omit<CoffeeChanges, 'slug'>>({
  name: true,
  roastLevel: true,
  coffeeType: true,
  origin: true,
  flavorProfile: true,
  description: true,
  acidityLevel: true,
  bodyLevel: true,
  processingMethod: true,
  buyUrl: true,
})
export const insertedCoffeeFields = ['roasterId', 'slug', 'submittedBy', 'createdAt', ...coffeeFields]

/** The sort key for the order that the roaster chose, as in the index. */
export const placeColumn = `(lpad(coffees.place::text, 7, '0') || fold(coffees.name))`
export const placeKey = (sql: Sql | Transaction) => sql.unsafe(placeColumn)

/** For queries over `coffees` and `roasters`. */
export const coffeeFacts = (sql: Sql | Transaction) => sql`
  ${coffeeFactColumns(sql)},
  roasters.name as roaster_name,
  roasters.slug as roaster_slug,
  ${pictureOwnedBy(sql, 'coffees', 'picture')}`

export const coffeeFactColumns = (sql: Sql | Transaction) =>
  selected(sql, 'coffees', ['id', 'slug', ...coffeeFields, 'recipeCount', 'createdAt'])

/** The source of each field of a `CoffeeRef`. The id is first: `nested` checks it for null. */
const refSources: Record<keyof CoffeeRef, string> = {
  id: 'coffees.id',
  name: 'coffees.name',
  slug: 'coffees.slug',
  roasterName: 'roasters.name',
}
/** For rows with a `coffee_profile_id`: their coffee, or null. */
export const coffeeBehind = (sql: Sql | Transaction, table: string) => ({
  columns: sql.unsafe(
    Object.entries(refSources)
      .map(([field, source]) => `${source} as "coffee.${postgres.fromCamel(field)}"`)
      .join(', '),
  ),
  joins: sql`
    left join coffees on coffees.id = ${sql(`${table}.coffeeProfileId`)}
    left join roasters on roasters.id = coffees.roaster_id`,
})

/** Makes an insert do nothing if the coffee does not exist. */
export const ofKnownCoffee = (sql: Sql | Transaction, { coffeeProfileId }: { coffeeProfileId: number | null }) =>
  coffeeProfileId === null ? sql`` : sql`where exists (select from coffees where id = ${coffeeProfileId})`

/** Pairs of a coffee and a method, as rows `brewed`. */
export const coffeesByMethod = (sql: Sql, of: readonly CoffeeByMethod[]) => sql`
  unnest(
    ${of.map(({ coffeeId }) => coffeeId)}::int[],
    ${of.map(({ method }) => method)}::text[]
  ) brewed (coffee_id, method)`
