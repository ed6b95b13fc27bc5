import type postgres from 'postgres'
import type { Drinkers } from '../../../core/drinkers/drinkers.ts'
import { MOST_DRINKERS, type StoredDrinker } from '../../../core/drinkers/model.ts'
import type { Palate } from '../../../core/taste/palate.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { isTaken } from '../engine/faults.ts'
import { affectsAny, first } from '../queries/rows.ts'

export function drinkersIn(sql: Sql): Drinkers {
  return {
    list: userId => sql<StoredDrinker[]>`
      select id, name, colour, palate
      from drinkers
      where user_id = ${userId}
      order by id`,

    add: (userId, { name, colour, palate }, now) =>
      unlessTaken(
        transact(sql, async sql => {
          // Two requests take turns, so that each counts the other's.
          await sql`select from users where id = ${userId} for no key update`
          return first(sql<StoredDrinker[]>`
            insert into drinkers (user_id, name, colour, palate, created_at)
            select ${userId}, ${name}, ${colour}, ${stored(sql, palate)}, ${now}
            where (select count(*) from drinkers where user_id = ${userId}) < ${MOST_DRINKERS}
            returning id, name, colour, palate`)
        }),
      ),

    change: (userId, id, decide) =>
      unlessTaken(
        transact(sql, async sql => {
          const before = await first(sql<StoredDrinker[]>`
            select id, name, colour, palate
            from drinkers
            where user_id = ${userId}
              and id = ${id}
            for no key update`)
          if (!before) return undefined
          const { name, colour, palate } = decide(before)
          return first(sql<StoredDrinker[]>`
            update drinkers
            set name = ${name},
                colour = ${colour},
                palate = ${stored(sql, palate)}
            where id = ${id}
            returning id, name, colour, palate`)
        }),
      ),

    remove: (userId, id) => affectsAny(sql`delete from drinkers where user_id = ${userId} and id = ${id}`),
  }
}

const stored = (sql: Transaction, palate: Palate | null) => palate && sql.json(palate as postgres.JSONValue)

async function unlessTaken<Result>(change: Promise<Result>): Promise<Result | 'name-taken'> {
  try {
    return await change
  } catch (error) {
    if (isTaken(error, 'drinkers_name')) return 'name-taken'
    throw error
  }
}
