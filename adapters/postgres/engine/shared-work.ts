import { keepAlive, type Sql, type Transaction, transactUnhurried } from './client.ts'

/** Work that one instance does at a time, and the keys of its locks ("dial" and following). */
const lockKeys = {
  /** Applying one migration. */
  migration: 0x6469616c,
  /** Bringing a database to this release: a backup, then all missing migrations. */
  upgrade: 0x6469616d,
  /** A scheduled backup. */
  backup: 0x6469616e,
}
type SharedWork = keyof typeof lockKeys

/** Takes the lock until the transaction ends; waits while somebody else has it. */
export const waitForTurn = (sql: Transaction, work: SharedWork) => sql`select pg_advisory_xact_lock(${lockKeys[work]})`

/**
 * Does work that nobody else may do at the same time, on connections of its own; returns undefined
 * if somebody else is doing it. It does not wait for them, because that would occupy a connection,
 * and behind a pooler there may be few. Only for a server: the embedded engine does one thing at a
 * time, so this would wait for itself.
 */
export const unlessUnderWay = <T>(sql: Sql, work: SharedWork, run: () => Promise<T>) =>
  transactUnhurried(sql, async sql => {
    const [free] = await sql`select where pg_try_advisory_xact_lock(${lockKeys[work]})`
    // This transaction does nothing but hold the lock.
    return free && { result: await keepAlive(sql, run) }
  })
