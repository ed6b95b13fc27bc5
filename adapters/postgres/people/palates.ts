import { neutralPalate, type Palate } from '../../../core/taste/palate.ts'
import type { Palates } from '../../../core/taste/palates.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { listed, replaced, writtenRow } from '../queries/columns.ts'
import { first } from '../queries/rows.ts'

export const palateFields = Object.keys(neutralPalate)

const writtenFields = ['userId', ...palateFields]

export function palatesIn(sql: Sql): Palates {
  return {
    of: async (userId, drinkerId) => (drinkerId ? palateOfDrinker(sql, userId, drinkerId) : palateOf(sql, userId)),

    change: (userId, decide) =>
      transact(sql, async sql => {
        // Locks the person's row, because before the first change there is no palate to lock.
        await sql`select from users where id = ${userId} for no key update`
        const palate = decide((await palateOf(sql, userId)) ?? null)
        if (palate === null) return null
        await sql`
          insert into palates ${writtenRow(sql, writtenFields, { userId, ...palate })}
          on conflict (user_id) do update
          set ${replaced(sql, palateFields)}`
        return palate
      }),
  }
}

/** What they like is unknown until it is said: nobody has the palate of another. */
async function palateOfDrinker(sql: Sql, userId: number, drinkerId: number) {
  const [drinker] = await sql<{ palate: Palate | null }[]>`
    select palate
    from drinkers
    where user_id = ${userId}
      and id = ${drinkerId}`
  return drinker?.palate ?? undefined
}

const palateOf = (sql: Sql | Transaction, userId: number) =>
  first(sql<Palate[]>`select ${listed(sql, palateFields)} from palates where user_id = ${userId}`)
