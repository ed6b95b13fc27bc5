import { keepAlive, type Sql, type Transaction, transactUnhurried } from './client.ts'

/** What one instance does at a time, and the number of its lock: "dialin", and those after it. */
const lockKeys = {
  /** Applying one file of migrations. */
  migration: 0x6469616c,
  /** Bringing a database to this release: a backup, then all migrations that it lacks. */
  upgrade: 0x6469616d,
  /** A scheduled backup. */
  backup: 0x6469616e,
}
type SharedWork = keyof typeof lockKeys

/** Takes the lock until the transaction ends; waits while somebody else has it. */
export const waitForTurn = (sql: Transaction, work: SharedWork) => sql`select pg_advisory_xact_lock(${lockKeys[work]})`

/**
 * Does what others must not do at the same time, on connections of its own; undefined where somebody else is at it. Nobody
 * waits for them in a connection, of which there may be few behind a pooler. Of a server only: it would wait for itself on
 * the embedded engine, which does one thing at a time.
 */
export const unlessUnderWay = <T>(sql: Sql, work: SharedWork, run: () => Promise<T>) =>
  transactUnhurried(sql, async sql => {
    const [free] = await sql`select where pg_try_advisory_xact_lock(${lockKeys[work]})`
    // It has nothing to do but to hold the lock.
    return free && { result: await keepAlive(sql, run) }
  })
