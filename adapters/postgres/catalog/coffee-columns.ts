import postgres from 'postgres'
import type { CoffeeByMethod } from '../../../core/coffees/coffees.ts'
import type { CoffeeRef } from '../../../core/coffees/ref.ts'
import type { CoffeeChanges } from '../../../core/portal/coffees.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { fieldsOf, selected } from '../queries/columns.ts'
import { pictureOwnedBy } from './pictures.ts'

/** What is said of a coffee. */
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

/** Where a coffee stands among its roaster's: as an index has it. */
export const placeColumn = `(lpad(coffees.place::text, 7, '0') || fold(coffees.name))`
export const placeKey = (sql: Sql | Transaction) => sql.unsafe(placeColumn)

/** A coffee, in any query over `coffees` and `roasters`. */
export const coffeeFacts = (sql: Sql | Transaction) => sql`
  ${coffeeFactColumns(sql)},
  roasters.name as roaster_name,
  roasters.slug as roaster_slug,
  ${pictureOwnedBy(sql, 'coffees', 'picture')}`

export const coffeeFactColumns = (sql: Sql | Transaction) =>
  selected(sql, 'coffees', ['id', 'slug', ...coffeeFields, 'recipeCount', 'createdAt'])

/** Where each field of a `CoffeeRef` comes from; the id first, as `nested` tells by it whether there is one. */
const refSources: Record<keyof CoffeeRef, string> = {
  id: 'coffees.id',
  name: 'coffees.name',
  slug: 'coffees.slug',
  roasterName: 'roasters.name',
}
/** The coffee of a row with a `coffee_profile_id`, null where it has none: for any query with these joins. */
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

/** Nothing is written of a coffee that is not there. */
export const ofKnownCoffee = (sql: Sql | Transaction, { coffeeProfileId }: { coffeeProfileId: number | null }) =>
  coffeeProfileId === null ? sql`` : sql`where exists (select from coffees where id = ${coffeeProfileId})`

/** Coffees, each by one method, as rows to look for what is of each. */
export const coffeesByMethod = (sql: Sql, of: readonly CoffeeByMethod[]) => sql`
  unnest(
    ${of.map(({ coffeeId }) => coffeeId)}::int[],
    ${of.map(({ method }) => method)}::text[]
  ) brewed (coffee_id, method)`
