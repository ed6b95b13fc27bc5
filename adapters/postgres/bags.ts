import type { Bags, BroughtBag } from '../../core/library/bags.ts'
import { type Sql, transact } from './client.ts'
import { fieldsOf, selected } from './columns.ts'
import { literalLimit } from './page.ts'

/** What stands on a bag. Whoever adds a field adds it to the table, to `BroughtBag`, and here. */
export const bagFields = fieldsOf<Omit<BroughtBag, 'id' | 'totalBrews'>>({
  coffeeProfileId: true,
  name: true,
  roasterName: true,
  roastLevel: true,
  coffeeType: true,
  origin: true,
  flavorProfile: true,
  processingMethod: true,
  personalNotes: true,
  rating: true,
  weightGrams: true,
  roastedOn: true,
  frozenOn: true,
  thawedOn: true,
  isArchived: true,
  isFavourite: true,
  createdAt: true,
})

export function bagsIn(sql: Sql): Bags {
  const bag = sql`
    select ${selected(sql, 'bags', ['id', ...bagFields])},
           (select count(*)::int from brew_logs where bag_id = bags.id) as total_brews
    from bags`

  return {
    list: (userId, limit) => sql<BroughtBag[]>`
      ${bag}
      where user_id = ${userId}
      order by created_at desc, id desc
      ${literalLimit(sql, limit)}`,

    byId: async (userId, id) => {
      const [found] = await sql<BroughtBag[]>`
        ${bag}
        where user_id = ${userId}
          and id = ${id}`
      return found
    },

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
        await sql`
          insert into coffee_library (user_id, coffee_profile_id, personal_notes, rating, created_at)
          select user_id, coffee_profile_id, personal_notes, rating, ${now}
          from bags
          where user_id = ${userId}
            and id = any(${ids})
          order by created_at desc, id desc
          limit 1
          on conflict do nothing`
      })
    },
  }
}
