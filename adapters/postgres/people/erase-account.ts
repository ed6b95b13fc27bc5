import type { Accounts } from '../../../core/accounts/accounts.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { lockCoffees, lockRecipes } from '../queries/locks.ts'
import { affectsAny } from '../queries/rows.ts'
import { leaveRoasters } from './members.ts'

export const eraseAccountIn = (sql: Sql): Pick<Accounts, 'close' | 'erase'> => ({
  close: (userId, now) =>
    affectsAny(sql`
      update users
      set closing_at = ${now},
          disabled_at = coalesce(disabled_at, ${now}),
          name = null,
          session_version = session_version + 1
      where id = ${userId}
        and closing_at is null`),

  erase: async (userId, now, mostBrews = Infinity) =>
    (await eraseLongLists(sql, userId, mostBrews)) && transact(sql, sql => eraseRest(sql, userId, now)),
})

/** Erases closed accounts with long logs, or whose erasure was interrupted. */
export async function eraseClosed(sql: Sql, now: Date) {
  const closed = await sql<{ id: number }[]>`select id from users where closing_at is not null`
  for (const { id } of closed) await eraseAccountIn(sql).erase(id, now)
}

/** Few: each changes the counters of a recipe, and the embedded engine does one thing at a time. */
const ROWS_AT_ONCE = 100

/** Long lists first: 60,000 brews at once would block the embedded engine for a second. */
async function eraseLongLists(sql: Sql, userId: number, mostBrews: number) {
  let erased = ROWS_AT_ONCE
  for (let all = 0; erased === ROWS_AT_ONCE; all += erased) {
    if (all >= mostBrews) return false
    erased = await eraseSomeBrews(sql, userId)
  }
  // After the brews, which refer to bags.
  for (const table of ['personal_recipes', 'coffee_library', 'bags'])
    while ((await eraseSome(sql, table, userId)) === ROWS_AT_ONCE);
  return true
}

const eraseSomeBrews = (sql: Sql, userId: number) =>
  transact(sql, async sql => {
    await sql`select from users where id = ${userId} for key share`
    const brews = await sql<{ id: number; recipeId: number | null }[]>`
      select id, recipe_id
      from brew_logs
      where user_id = ${userId}
      order by brewed_at desc, id desc
      limit ${ROWS_AT_ONCE}`
    const recipes = await lockRecipes(sql, sql`id = any(${brews.flatMap(({ recipeId }) => recipeId ?? [])}::int[])`)
    await lockCoffees(sql, sql`id = any(${recipes.map(({ coffeeProfileId }) => coffeeProfileId)}::int[])`)
    const { count } = await sql`delete from brew_logs where id = any(${brews.map(({ id }) => id)}::int[])`
    return count
  })

async function eraseSome(sql: Sql, table: string, userId: number) {
  const { count } = await sql`
    delete from ${sql(table)}
    where ctid = any(array(select ctid from ${sql(table)} where user_id = ${userId} limit ${ROWS_AT_ONCE}))`
  return count
}

async function eraseRest(sql: Transaction, userId: number, now: Date) {
  const [account] = await sql<{ email: string; isProven: boolean }[]>`
    select email, email_verified_at is not null as is_proven
    from users
    where id = ${userId}
    for update`
  if (!account) return false
  const { email, isProven } = account
  // The recipes that the cascade recounts, or removes the person's name from.
  const recipes = await lockRecipes(
    sql,
    sql`id in (
      select id from recipes where created_by = ${userId}
      union all
      select recipe_id from votes where user_id = ${userId}
      union all
      select recipe_id from ratings where user_id = ${userId}
      union all
      select recipe_id from comments where user_id = ${userId}
      union all
      select community_recipe_id from saved_recipes where user_id = ${userId}
      union all
      select recipe_id from brew_logs where user_id = ${userId}
    )`,
  )
  await lockCoffees(
    sql,
    sql`id in (
      select unnest(${recipes.map(({ coffeeProfileId }) => coffeeProfileId)}::int[])
      union all
      select id from coffees where submitted_by = ${userId}
    )`,
  )
  await sql`
    select from roasters
    where id in (select roaster_id from roaster_follows where user_id = ${userId})
       or id in (select roaster_id from roaster_members where user_id = ${userId})
       or (${isProven} and contact_email = ${email})
    order by id
    for no key update`
  // So that two accounts that are erased at once count their votes and stars in the same order.
  await sql`
    select from technique_counts
    where technique in (
      select technique from technique_votes where user_id = ${userId}
      union all
      select technique from technique_ratings where user_id = ${userId}
    )
    order by technique
    for no key update`
  await leaveRoasters(sql, userId, now)
  await sql`delete from users where id = ${userId}`
  // An address that was never proven may be somebody else's, and so may be what is stored under it.
  if (!isProven) return true
  await sql`delete from outbox where recipient = ${email} or reply_to::citext = ${email}`
  await sql`delete from roaster_invitations where email = ${email}`
  await sql`delete from account_invitations where email = ${email}`
  await sql`delete from contact_messages where email = ${email}`
  await sql`delete from demo_requests where email = ${email}`
  await sql`delete from subscribers where email = ${email}`
  await sql`update roasters set contact_email = null where contact_email = ${email}`
  return true
}
