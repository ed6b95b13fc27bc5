import { Fault } from '../../core/errors.ts'
import { hasDatabase, type Place, placeName } from '../config/place.ts'
import type { Database } from '../postgres/engine/client.ts'
import { openDatabase } from '../postgres/engine/client.ts'
import { settingFault } from '../postgres/engine/faults.ts'
import { troubleOf } from './trouble.ts'

/** For commands that need an existing database. */
export function refuseNoDatabase(place: Place) {
  if (!hasDatabase(place))
    throw new Fault(
      'invalid',
      `There is no database in ${placeName(place)} yet; start the service once, then try again.`,
    )
}

/** Opens a database and checks that it answers; errors name the database. */
export async function reachDatabase(
  place: Parameters<typeof openDatabase>[0],
  role: 'primary' | 'standby' = 'primary',
): Promise<Database> {
  const named = (error: unknown) => {
    const fault = settingFault(error, placeName(place), place.databaseUrl) ?? troubleOf(error, placeName(place))
    // A server without TLS closes the connection, just like one that is shutting down.
    return fault?.code === 'service-down' && asksForTls(place)
      ? new Fault('service-down', `${fault.message} Its address asks for TLS (sslmode); check that it supports TLS.`)
      : (fault ?? error)
  }
  const database = await openDatabase(place, {}, role).catch(error => {
    throw named(error)
  })
  try {
    await Promise.race([database.sql`select 1`, noAnswer(ANSWERS_WITHIN_MS)])
    return database
  } catch (error) {
    await database.close(0)
    throw named(error)
  }
}

const asksForTls = ({ databaseUrl = '' }: Place) =>
  /[?&](sslmode=(allow|require|verify-\w+)|ssl=|sslrootcert=)/.test(databaseUrl)

/** The driver retries forever if something accepts its connections and closes them. */
const ANSWERS_WITHIN_MS = 15_000

/** Rejects with a timeout after `ms`. */
export const noAnswer = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), ms).unref()
  })
