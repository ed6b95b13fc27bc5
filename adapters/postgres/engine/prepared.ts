import { Fault } from '../../../core/errors.ts'
import { placeName } from '../../config/place.ts'
import { isPooled, openDatabase, transact } from './client.ts'
import { isForgotten, withoutPreparing } from './faults.ts'

/**
 * Tests whether prepared statements are found again, and returns a Fault with what to do if not. A
 * pooler hands each transaction to any free connection, and an older pooler does not take prepared
 * statements along. With `prepare=false` in the address none are prepared, so nothing is tested.
 */
export async function forgetfulFault(place: Parameters<typeof openDatabase>[0]): Promise<Fault | undefined> {
  if (place.databaseUrl === undefined || isPooled(place.databaseUrl)) return undefined
  const [own, other] = [await openDatabase(place), await openDatabase(place)]
  // In a transaction, the driver cannot prepare a statement again if it is not found.
  const ask = () => transact(own.sql, sql => sql`select 1 as prepared`)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await ask()
      const error = await transact(other.sql, async sql => {
        // Takes the connection that `ask` used last, so that `ask` gets another if one is free.
        await sql.unsafe('select')
        const asked = ask().then(
          () => undefined,
          (error: unknown) => error,
        )
        await Promise.race([asked, Bun.sleep(NO_OTHER_MS)])
        return { asked }
      }).then(({ asked }) => asked)
      if (isForgotten(error))
        return new Fault(
          'invalid',
          `${placeName(place)} is behind a pooler that does not keep prepared statements, so some requests would fail; ${withoutPreparing}`,
        )
      if (error) throw error
    }
    return undefined
  } finally {
    await Promise.all([own.close(), other.close()])
  }
}

/** Several, because another client may have taken the connection that `ask` used last. */
const ROUNDS = 3
const NO_OTHER_MS = 1000
