import type { Fragment } from 'postgres'
import type { Sql, Transaction } from '../engine/client.ts'
import { first } from './rows.ts'

/**
 * The order in which a transaction locks rows of several tables, so that no two wait for each
 * other: a person, recipes, coffees, roasters; within a table, by id. It is the order in which
 * triggers count what is done with a recipe: on the recipe, on its coffee, on its roaster. A
 * transaction that changes a coffee together with its recipes therefore takes the publishing lock,
 * locks the recipes, and then the coffee; one that changes a roaster locks its coffees first. A
 * request that runs into a deadlock nonetheless is told to try again (faults.ts).
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
 * Moving or deleting a brew locks it and then the bags that count it; deleting a bag locks them the
 * other way round. Both lock the person first, so that they cannot deadlock.
 */
export const takeTurn = (sql: Transaction, userId: number) =>
  sql`select from users where id = ${userId} for no key update`

/**
 * Locks a person whose session has not ended, so that what is about to end it waits. Undefined if it
 * has.
 */
export const holdSession = (sql: Transaction, userId: number, sessionVersion: number) =>
  first(sql<{ email: string; isProven: boolean }[]>`
    select email, email_verified_at is not null as is_proven
    from users
    where id = ${userId}
      and session_version = ${sessionVersion}
      and disabled_at is null
    for no key update`)

/**
 * Locks the person and then the recipe, for a row that records what they did with it and is counted
 * there: a vote, a rating, a save, a brew. Everybody who writes such a row locks its recipe, so
 * that nobody who has locked the recipe waits for one of these rows.
 */
export const holdRecipe = (sql: Transaction, recipeId: number | Fragment, userId: number, which = sql`true`) => sql`
  with ${heldRecipe(sql, recipeId, userId, which)}
  select
  from recipe`

/** The same as the CTE `recipe` of a statement: it has no row if there is no such recipe. */
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
 * A transaction that locks all recipes of a coffee and then the coffee takes this lock alone before
 * both. Otherwise a recipe that is published in between would not be locked, and whoever has locked
 * that one would wait for the coffee. Those who publish share the lock.
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

/** A changed row can still be referenced by new rows, a row that is to be removed cannot. */
const lock = (sql: Sql | Transaction, strength: 'to-change' | 'to-remove') =>
  strength === 'to-remove' ? sql`for update` : sql`for no key update`
