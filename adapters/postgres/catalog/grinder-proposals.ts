import type postgres from 'postgres'
import type { DescribedByOne, GrinderProposals } from '../../../core/equipment/grinder-proposals.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { lockRecipes } from '../queries/locks.ts'

export const grinderProposalsIn = (sql: Sql): GrinderProposals => ({
  described: now => describedIn(sql, now),

  accept: (record, moved, at) =>
    transact(sql, async sql => {
      const [people, ids] = [moved.map(({ owner }) => owner.ownerId), moved.map(({ owner }) => owner.id)]
      await sql`select from users where id = any(${people}::int[]) order by id for no key update`
      await sql`select from grinders where id = any(${ids}::int[]) order by id for no key update`
      await sql`
        select
        from user_grinders
        where user_id = any(${people}::int[])
          and grinder_id = any(${ids}::int[])
        order by user_id, grinder_id
        for no key update`
      const now = new Map((await describedIn(sql, at)).map(one => [one.id, one]))
      if (!moved.every(({ owner }) => Bun.deepEquals(now.get(owner.id), owner))) return undefined
      const [row] = await sql<{ id: number }[]>`
        insert into grinders (record)
        values (${sql.json(record as postgres.JSONValue)})
        returning id`
      const id = row?.id as number
      for (const { owner, calibration: own } of moved)
        await sql`
          update user_grinders
          set grinder_id = ${id},
              was = grinder_id,
              calibration = ${sql.json(own.calibration)},
              tasted = ${sql.json(own.tasted)},
              description = grinders.description
          from grinders
          where user_id = ${owner.ownerId}
            and grinder_id = ${owner.id}
            and grinders.id = grinder_id`
      await lockRecipes(sql, sql`created_by = any(${people}::int[]) and grinder_id = any(${ids}::int[])`)
      await sql`
        update recipes
        set grinder_id = ${id}
        where created_by = any(${people}::int[])
          and grinder_id = any(${ids}::int[])`
      // A roaster's recipe names no person.
      await sql`update roaster_recipes set grinder_id = ${id} where grinder_id = any(${ids}::int[])`
      for (const table of ['brew_logs', 'personal_recipes', 'grind_feedback'])
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

async function describedIn(sql: Sql | Transaction, now: Date): Promise<DescribedByOne[]> {
  const rows = await sql<(Omit<DescribedByOne, 'calibration'> & { own: DescribedByOne['calibration'] })[]>`
    select grinders.id,
           owner_id,
           own_record as record,
           case
             when calibration is not null then jsonb_build_object('calibration', calibration, 'tasted', tasted)
           end as own,
           email_verified_at is not null
             and disabled_at is null
             and closing_at is null
             and users.created_at <= ${now}::timestamptz - interval '1 day' as is_proven
    from grinders
    join users on users.id = owner_id
    left join user_grinders on user_grinders.user_id = owner_id and user_grinders.grinder_id = grinders.id
    where owner_id is not null
      and not is_rejected
    order by grinders.id`
  return rows.map(({ own, ...row }) => ({ ...row, calibration: own }))
}
