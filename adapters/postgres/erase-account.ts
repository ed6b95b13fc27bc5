import type { Accounts } from '../../core/accounts/accounts.ts'
import type { Sql } from './client.ts'
import { transact } from './client.ts'
import { lockCoffees, lockRecipes } from './locks.ts'
import { leaveRoasters } from './members.ts'

export const eraseAccountIn = (sql: Sql): Pick<Accounts, 'erase'> => ({
  erase: (userId, now) =>
    transact(sql, async sql => {
      const [account] = await sql<{ email: string; isProven: boolean }[]>`
        select email, email_verified_at is not null as is_proven
        from users
        where id = ${userId}
        for update`
      if (!account) return false
      const { email, isProven } = account
      // What the cascade recounts, or takes the person's name off.
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
      await leaveRoasters(sql, userId, now)
      await sql`delete from users where id = ${userId}`
      // An address that was never proven may be somebody else's, and what is kept under it theirs.
      if (!isProven) return true
      await sql`delete from outbox where recipient = ${email} or reply_to::citext = ${email}`
      await sql`delete from roaster_invitations where email = ${email}`
      await sql`delete from account_invitations where email = ${email}`
      await sql`delete from contact_messages where email = ${email}`
      await sql`delete from demo_requests where email = ${email}`
      await sql`delete from subscribers where email = ${email}`
      await sql`update roasters set contact_email = null where contact_email = ${email}`
      return true
    }),
})
