import type postgres from 'postgres'
import type { DescribedByOne, GrinderProposals } from '../../../core/equipment/grinder-proposals.ts'
import { type Sql, transact } from '../engine/client.ts'
import { lockRecipes } from '../queries/locks.ts'

export const grinderProposalsIn = (sql: Sql): GrinderProposals => ({
  described: async () => {
    const rows = await sql<(Omit<DescribedByOne, 'calibration'> & { own: DescribedByOne['calibration'] })[]>`
      select grinders.id,
             owner_id,
             own_record as record,
             case
               when calibration is not null then jsonb_build_object('calibration', calibration, 'tasted', tasted)
             end as own
      from grinders
      left join user_grinders on user_grinders.user_id = owner_id and user_grinders.grinder_id = grinders.id
      where owner_id is not null
        and not is_rejected
      order by grinders.id`
    return rows.map(({ own, ...row }) => ({ ...row, calibration: own }))
  },

  accept: (record, owners) =>
    transact(sql, async sql => {
      const [people, ids] = [owners.map(({ ownerId }) => ownerId), owners.map(({ id }) => id)]
      await sql`select from users where id = any(${people}::int[]) order by id for no key update`
      const [row] = await sql<{ id: number }[]>`
        insert into grinders (record)
        values (${sql.json(record as postgres.JSONValue)})
        returning id`
      const id = row?.id as number
      for (const { id: before, ownerId, calibration } of owners)
        await sql`
          update user_grinders
          set grinder_id = ${id},
              calibration = ${calibration ? sql.json(calibration) : null}::jsonb
          where user_id = ${ownerId}
            and grinder_id = ${before}`
      await lockRecipes(sql, sql`created_by = any(${people}::int[]) and grinder_id = any(${ids}::int[])`)
      await sql`
        update recipes
        set grinder_id = ${id}
        where created_by = any(${people}::int[])
          and grinder_id = any(${ids}::int[])`
      // A roaster's recipe names no person.
      await sql`update roaster_recipes set grinder_id = ${id} where grinder_id = any(${ids}::int[])`
      for (const table of ['brew_logs', 'personal_recipes'])
        await sql`
          update ${sql(table)}
          set grinder_id = ${id}
          where user_id = any(${people}::int[])
            and grinder_id = any(${ids}::int[])`
      await sql`update grinders set owner_id = null where id = any(${ids}::int[])`
      return id
    }),

  reject: async ids => {
    await sql`update grinders set is_rejected = true where id = any(${[...ids]}::int[])`
  },
})
