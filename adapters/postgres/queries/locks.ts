import type { Fragment } from 'postgres'
import type { Sql, Transaction } from '../engine/client.ts'

/**
 * The order in which a transaction locks rows of several tables, so that no two wait for each other: a person, recipes,
 * coffees, roasters; of one table by id. It is the order in which triggers count what is done with a recipe: there, in its
 * coffee, in its roaster. Who begins at the other end (a coffee whose recipes follow it, a roaster whose coffees do) locks
 * those first, and before that the publishing for it. Whoever meets a circle nonetheless is told to try again (faults.ts).
 */
export const lockRecipes = (
  sql: Transaction,
  which: Fragment,
  strength: 'to-change' | 'to-remove' = 'to-change',
) => sql<{ coffeeProfileId: number }[]>`
  select coffee_profile_id
  from recipes
  where ${which}
  order by id
  ${lock(sql, strength)}`

/**
 * Holds the recipe, and before it the person, for a row that tells what they did with it and that is counted there: a vote, a
 * rating, a save, a brew. Who writes such a row holds its recipe, so that nobody who has the recipe waits for one of them.
 */
export const holdRecipe = (sql: Transaction, recipeId: number | Fragment, userId: number, which = sql`true`) => sql`
  with ${heldRecipe(sql, recipeId, userId, which)}
  select
  from recipe`

/** The same as the part `recipe` of a statement: no row where there is no such recipe. */
export const heldRecipe = (sql: Sql | Transaction, recipeId: number | Fragment, userId: number, which: Fragment) => sql`
  person as materialized (
    select
    from users
    where id = ${userId}
    for key share
  ), recipe as materialized (
    select id, created_by
    from recipes
    where id = ${recipeId}
      and ${which}
      and exists (select from person)
    for no key update
  )`

/**
 * Who locks all recipes of a coffee and then the coffee takes this alone before both: a recipe that were published in
 * between would not be locked, and whoever had it by then would wait for the coffee. Those who publish share it.
 */
export const lockPublishing = (sql: Transaction, coffeeId: number | Fragment, how: 'alone' | 'shared') =>
  how === 'alone'
    ? sql`select pg_advisory_xact_lock(hashtext('publishing'), ${coffeeId})`
    : sql`select pg_advisory_xact_lock_shared(hashtext('publishing'), ${coffeeId})`

export const lockCoffees = (sql: Transaction, which: Fragment) => sql`
  select
  from coffees
  where ${which}
  order by id
  ${lock(sql, 'to-change')}`

/** What is only changed may still be pointed at by new rows; what goes may not. */
const lock = (sql: Sql | Transaction, strength: 'to-change' | 'to-remove') =>
  strength === 'to-remove' ? sql`for update` : sql`for no key update`
