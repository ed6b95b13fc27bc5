import type { OwnedEquipment, OwnedItem, OwnedItems } from '../../../core/equipment/owned-equipment.ts'
import { type Sql, transact } from '../engine/client.ts'
import { changed } from '../queries/columns.ts'

export const ownedEquipmentIn = (sql: Sql): OwnedEquipment => ({
  grinders: ownedItemsIn(sql, 'user_grinders', 'grinder_id'),
  machines: ownedItemsIn(sql, 'user_machines', 'machine_id'),
  filters: ownedItemsIn(sql, 'user_filters', 'filter_id'),
})

function ownedItemsIn(sql: Sql, tableName: string, itemName: string): OwnedItems {
  const table = sql(tableName)
  const item = sql(itemName)
  const columns = sql`${item} as item_id, is_default, nickname, created_at`

  return {
    list: async userId => sql<OwnedItem[]>`
      select ${columns}
      from ${table}
      where user_id = ${userId}
      order by is_default desc, created_at, ${item}`,

    put: (userId, itemId, said, now) =>
      transact(sql, async sql => {
        // Two new defaults take turns; otherwise the unique index would refuse the second.
        await sql`select from users where id = ${userId} for no key update`
        if (said.isDefault)
          await sql`
            update ${table}
            set is_default = false
            where user_id = ${userId}
              and is_default
              and ${item} <> ${itemId}`
        const [row] = await sql<OwnedItem[]>`
          insert into ${table} as mine (user_id, ${item}, is_default, nickname, created_at)
          values (${userId}, ${itemId}, ${said.isDefault ?? false}, ${said.nickname ?? null}, ${now})
          on conflict (user_id, ${item}) do update
          set ${changed(sql, 'mine', ['isDefault', 'nickname'], said)}
          returning ${columns}`
        return row as OwnedItem
      }),

    remove: async (userId, itemId) => {
      await sql`delete from ${table} where user_id = ${userId} and ${item} = ${itemId}`
    },
  }
}
