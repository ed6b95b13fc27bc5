import type { Fragment } from 'postgres'
import { type Bags, BroughtBag } from '../../../core/library/bags.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { schemaFields, selected } from '../queries/columns.ts'
import { inSets } from '../queries/in-sets.ts'
import { literalLimit } from '../queries/planner.ts'
import { first } from '../queries/rows.ts'

export const bagFields = schemaFields(BroughtBag, 'id', 'totalBrews')

/**
 * Adds the coffees of these bags to their owner's library, each with the facts of its newest bag. A
 * bag that was frozen has no useful roast date.
 */
export const keepCoffeesOf = (sql: Transaction, those: Fragment, since: Fragment = sql`created_at`) => sql`
  insert into coffee_library (user_id, coffee_profile_id, personal_notes, rating, roasted_on, created_at)
  select distinct on (coffee_profile_id)
         user_id, coffee_profile_id, personal_notes, rating, case when frozen_on is null then roasted_on end, ${since}
  from bags
  where ${those}
    and coffee_profile_id is not null
  order by coffee_profile_id, bags.created_at desc, id desc
  on conflict do nothing`

/** The brews of this many bags are counted at once (library.ts says why). */
const BAGS_AT_ONCE = 50
/** Per bag: counting 60,000 brews would block the embedded engine for 100 ms. */
const MOST_COUNTED = 10_000

export function bagsIn(sql: Sql): Bags {
  const bag = sql`
    select ${selected(sql, 'bags', ['id', ...bagFields])},
           (
             select count(*)::int
             from (
               select
               from brew_logs
               where bag_id = bags.id
               ${literalLimit(sql, MOST_COUNTED)}
             ) counted
           ) as total_brews
    from bags`

  return {
    list: async (userId, limit) => {
      const ids = await sql<{ id: number }[]>`
        select id
        from bags
        where user_id = ${userId}
        order by created_at desc, id desc
        ${literalLimit(sql, limit)}`
      const bags: BroughtBag[] = []
      for (const set of inSets(ids, BAGS_AT_ONCE))
        bags.push(
          ...(await sql<BroughtBag[]>`
            ${bag}
            where id = any(${set.map(({ id }) => id)})
            order by created_at desc, id desc`),
        )
      return bags
    },

    byId: (userId, id) =>
      first(sql<BroughtBag[]>`
        ${bag}
        where user_id = ${userId}
          and id = ${id}`),

    areOf: async (userId, bags, coffeeProfileId, now) => {
      const ids = bags.map(({ id }) => id)
      await transact(sql, async sql => {
        await sql`
          update bags
          set coffee_profile_id = ${coffeeProfileId}
          where user_id = ${userId}
            and id = any(${ids})`
        await sql`
          update brew_logs
          set coffee_profile_id = ${coffeeProfileId}
          where user_id = ${userId}
            and bag_id = any(${ids})
            and coffee_profile_id is null`
        await keepCoffeesOf(sql, sql`user_id = ${userId} and id = any(${ids})`, sql`${now}::timestamptz`)
      })
    },
  }
}
