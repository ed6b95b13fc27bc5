import type { Palate } from '../../core/taste/palate.ts'
import type { Palates } from '../../core/taste/palates.ts'
import type { Sql } from './client.ts'
import { transact } from './client.ts'

export function palatesIn(sql: Sql): Palates {
  const dimensions = sql`acidity, body, sweetness, bitterness, complexity, aftertaste, strength, roast, explorer`

  return {
    of: async userId => {
      const [palate] = await sql<Palate[]>`select ${dimensions} from palates where user_id = ${userId}`
      return palate
    },

    change: (userId, decide) =>
      transact(sql, async sql => {
        // The person's row is the lock: before the first change there is no palate to lock.
        await sql`select from users where id = ${userId} for no key update`
        const [before = null] = await sql<Palate[]>`select ${dimensions} from palates where user_id = ${userId}`
        const palate = decide(before)
        if (palate === null) return null
        await sql`
          insert into palates (user_id, ${dimensions})
          values (
            ${userId}, ${palate.acidity}, ${palate.body}, ${palate.sweetness}, ${palate.bitterness},
            ${palate.complexity}, ${palate.aftertaste}, ${palate.strength}, ${palate.roast}, ${palate.explorer}
          )
          on conflict (user_id) do update
          set acidity = excluded.acidity,
              body = excluded.body,
              sweetness = excluded.sweetness,
              bitterness = excluded.bitterness,
              complexity = excluded.complexity,
              aftertaste = excluded.aftertaste,
              strength = excluded.strength,
              roast = excluded.roast,
              explorer = excluded.explorer`
        return palate
      }),
  }
}
