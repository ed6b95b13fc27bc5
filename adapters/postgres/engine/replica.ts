import type { Config } from '../../config/config.ts'
import { errorFields, type Log } from '../../program/log.ts'
import { type Database, openDatabase, type Sql } from './client.ts'

interface Replica extends Pick<Database, 'sql' | 'close'> {
  /** Whether it answers, and has everything that the primary had five seconds ago. */
  isFit: () => boolean
}

const LOOK_EVERY_MS = 1000
const MOST_BEHIND_MS = 5000
/** For how long the last successful look counts. */
const LOOK_LASTS_MS = 3 * LOOK_EVERY_MS

/** A streaming replica of the primary, to read from while it keeps up. */
export async function openReplica(primary: Sql, url: string, config: Config, log: Log): Promise<Replica> {
  const { sql, close } = await openDatabase({ ...config, databaseUrl: url }, { connect_timeout: 2 }, 'standby')
  /** How far the primary had written its log, and when we asked; oldest first. */
  const marks: Array<{ at: number; place: string }> = []
  let seenAt = -Infinity
  let wasFit = true
  let looking = false

  const isFit = () => performance.now() - seenAt < LOOK_LASTS_MS

  const look = async () => {
    const at = performance.now()
    const place = await writtenUpTo(primary)
    if (place) marks.push({ at, place })
    while ((marks[1]?.at ?? Infinity) < at - MOST_BEHIND_MS) marks.shift()
    // While the primary is away, its last known position stays the one to compare with.
    const needed = marks.findLast(mark => mark.at <= at - MOST_BEHIND_MS) ?? marks[0]
    if (needed && (await holds(sql, needed.place))) seenAt = performance.now()
  }

  const lookOnce = async () => {
    if (looking) return
    looking = true
    try {
      await look()
    } catch (error) {
      log.debug('the replica does not answer', errorFields(error))
    } finally {
      looking = false
    }
    if (isFit() === wasFit) return
    wasFit = isFit()
    if (wasFit) log.info('the replica is read again', {})
    else log.warn('the replica is away or behind; visitors read from the primary', {})
  }

  await lookOnce()
  const timer = setInterval(lookOnce, LOOK_EVERY_MS)
  return {
    sql,
    isFit,
    close: async withinSeconds => {
      clearInterval(timer)
      await close(withinSeconds)
    },
  }
}

/** Whether the replica gets, in time, to where the primary is now. */
export async function catchesUp(primary: Sql, replica: Sql) {
  const place = await writtenUpTo(primary)
  const last = performance.now() + MOST_BEHIND_MS
  while (place !== undefined && !(await holds(replica, place))) {
    if (performance.now() > last) return false
    await Bun.sleep(100)
  }
  return true
}

export async function isStandby(sql: Sql) {
  const [row] = await sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`
  return row?.is === true
}

const writtenUpTo = (primary: Sql) =>
  primary<{ place: string }[]>`select pg_current_wal_lsn()::text as place`.then(
    rows => rows[0]?.place,
    () => undefined,
  )

/** A server that was promoted to primary replays nothing, and is no longer a replica. */
async function holds(replica: Sql, place: string) {
  const [row] = await replica<{ holds: boolean }[]>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${place}::pg_lsn as holds`
  return row?.holds === true
}
