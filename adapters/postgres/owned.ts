import type { Belonging, Belongings, Owned } from '../../core/equipment/owned.ts'
import type { Sql } from './client.ts'
import { transact } from './client.ts'

export const ownedIn = (sql: Sql): Owned => ({
  grinders: belongingsIn(sql, 'user_grinders', 'grinder_id'),
  machines: belongingsIn(sql, 'user_machines', 'machine_id'),
  filters: belongingsIn(sql, 'user_filters', 'filter_id'),
})

function belongingsIn(sql: Sql, tableName: string, itemName: string): Belongings {
  const table = sql(tableName)
  const item = sql(itemName)
  const belonging = sql`${item} as item_id, is_default, nickname, created_at`

  return {
    list: async userId => sql<Belonging[]>`
      select ${belonging}
      from ${table}
      where user_id = ${userId}
      order by is_default desc, created_at, ${item}`,

    put: (userId, itemId, { isDefault, nickname }, now) =>
      transact(sql, async sql => {
        // Two new defaults at once take turns; the index on is_default would refuse the second.
        await sql`select from users where id = ${userId} for no key update`
        if (isDefault)
          await sql`
            update ${table}
            set is_default = false
            where user_id = ${userId}
              and is_default
              and ${item} <> ${itemId}`
        const [row] = await sql<Belonging[]>`
          insert into ${table} as mine (user_id, ${item}, is_default, nickname, created_at)
          values (${userId}, ${itemId}, ${isDefault ?? false}, ${nickname ?? null}, ${now})
          on conflict (user_id, ${item}) do update
          set is_default = case when ${isDefault === undefined} then mine.is_default else excluded.is_default end,
              nickname = case when ${nickname === undefined} then mine.nickname else excluded.nickname end
          returning ${belonging}`
        return row as Belonging
      }),

    remove: async (userId, itemId) => {
      await sql`delete from ${table} where user_id = ${userId} and ${item} = ${itemId}`
    },
  }
}
