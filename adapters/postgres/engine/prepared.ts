import { Fault } from '../../../core/errors.ts'
import { placeName } from '../../config/place.ts'
import { isPooled, openDatabase, transact } from './client.ts'
import { isForgotten, withoutPreparing } from './faults.ts'

/**
 * Tries whether prepared statements are found again; a Fault with what to do about it if not. A pooler hands each transaction to
 * whichever connection is free, and an older pooler does not take prepared statements along. Where the address has
 * `prepare=false` none are prepared, so nothing is tried.
 */
export async function forgetfulFault(place: Parameters<typeof openDatabase>[0]): Promise<Fault | undefined> {
  if (place.databaseUrl === undefined || isPooled(place.databaseUrl)) return undefined
  const [own, other] = [await openDatabase(place), await openDatabase(place)]
  // In a transaction the driver cannot prepare anew what is not found.
  const ask = () => transact(own.sql, sql => sql`select 1 as prepared`)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await ask()
      const error = await transact(other.sql, async sql => {
        // This transaction takes the connection that `ask` used last, so that `ask` gets another, if the pooler has one free.
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

/** Tries: another client may have taken the connection that `ask` used last. */
const ROUNDS = 3
const NO_OTHER_MS = 1000
