import postgres from 'postgres'
import type { Config } from '../../config/config.ts'
import { databaseAddress, type Place, placeName, toldToDriver } from '../../config/place.ts'
import { embeddedSocket } from './embedded.ts'

export type Sql = postgres.Sql<Record<never, never>>
export type Transaction = postgres.TransactionSql<Record<never, never>>

export interface Database {
  sql: Sql
  /** Where the rows are, in words for people. Never contains a password. */
  place: string
  /** Ends what is under way within this many seconds, five by default. */
  close: (withinSeconds?: number) => Promise<void>
}

/** Opens the configured database: a server, or the embedded engine behind the same protocol. */
export async function openDatabase(
  config: Place & Partial<Pick<Config, 'statementTimeoutMs' | 'databaseConnections'>>,
  patience: { connect_timeout?: number } = {},
  role: 'primary' | 'standby' = 'primary',
): Promise<Database> {
  if (config.databaseUrl) {
    // With several hosts, the driver uses the one that has this role now.
    const several = databaseAddress(config.databaseUrl).hosts.length > 1
    const told = toldToDriver(config.databaseUrl)
    const sql = postgres(told.address, {
      ...options,
      max: config.databaseConnections ?? options.max,
      // The driver takes lists of hosts, its types do not.
      ...(told.options as object),
      ...patience,
      ...(several && { target_session_attrs: role }),
      connection: { ...options.connection, ...sessionSettings(config) },
    })
    return { sql, place: placeName(config), close: (timeout = 5) => sql.end({ timeout }) }
  }
  const engine = await embeddedSocket(config.dataDir)
  // `socket` is in the driver's documentation, but not in its types.
  const shared = { ...options, socket: engine.connect, user: 'postgres', database: 'postgres', max: 8 }
  const sql = postgres(shared)
  return {
    sql,
    place: placeName(config),
    close: async (timeout = 5) => {
      await sql.end({ timeout })
      await engine.close()
    },
  }
}

/** Whether the address says that it is behind a pooler in transaction mode. */
export const isPooled = (databaseUrl = '') => /[?&]prepare=false\b/.test(databaseUrl)

/**
 * Commands run statements without a time limit, whatever the role or the database says. Requests
 * have a limit, and generic plans (planner.ts says why). A pooler refuses connections that ask for
 * either setting. Behind one, the role has the limit (docs/postgresql.md), long work lifts it for
 * its transaction (`transactUnhurried`), and every statement is planned anew.
 */
function sessionSettings({ databaseUrl, statementTimeoutMs }: Parameters<typeof openDatabase>[0]) {
  if (isPooled(databaseUrl)) return {}
  return statementTimeoutMs === undefined
    ? { statement_timeout: 0 }
    : { statement_timeout: statementTimeoutMs, plan_cache_mode: 'force_generic_plan' }
}

/**
 * Runs `work` in a transaction, like `sql.begin`, but typed as what `work` returns. Within a
 * transaction it makes a savepoint. Call the parameter of `work` `sql` as well, to hide the
 * connection around it: a statement sent there by mistake would be outside the transaction, and on
 * the embedded engine would wait forever for its end.
 */
export function transact<T>(sql: Sql | Transaction, work: (sql: Transaction) => Promise<T>): Promise<T> {
  return (isUnderWay(sql) ? sql.savepoint(work) : sql.begin(work)) as Promise<T>
}

const isUnderWay = (sql: Sql | Transaction): sql is Transaction => 'savepoint' in sql

/** One transaction for code that expects a database: everything it does, or nothing. */
export const transactAll = <T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> =>
  transact(sql, sql => work(sql as unknown as Sql))

/** A transaction without a limit on how long statements may take. */
export function transactUnhurried<T>(sql: Sql | Transaction, work: (sql: Transaction) => Promise<T>): Promise<T> {
  return transact(sql, async sql => {
    await sql`set local statement_timeout = 0`
    return work(sql)
  })
}

/**
 * Sends an empty statement every second while `work` goes on elsewhere. A transaction that waits in silence is ended by
 * PgBouncer's query_timeout, which counts from the last thing we sent, and by any limit on idle transactions.
 */
export async function keepAlive<T>(sql: Transaction, work: () => Promise<T>): Promise<T> {
  let isWaiting = false
  const timer = setInterval(async () => {
    if (isWaiting) return
    isWaiting = true
    // If the transaction has failed, the code that uses it gets the error.
    await sql`select`.catch(() => {})
    isWaiting = false
  }, KEEP_ALIVE_MS)
  return work().finally(() => clearInterval(timer))
}
const KEEP_ALIVE_MS = 1000

/** A name like `roaster._count` has parts (nested.ts), and each is converted by itself. */
const camelParts = (column: string) => column.split('.').map(postgres.toCamel).join('.')

/**
 * An instant as ISO text, cut to milliseconds. The server's UTC format is cut as text; anything
 * else goes through a Date, which takes longer.
 */
function isoInstant(text: string) {
  if (!IN_UTC.test(text)) return new Date(text).toISOString()
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.length < 3 ? fraction.padEnd(3, '0') : fraction.slice(0, 3)}Z`
}
/** The server omits trailing zeros of the fraction, and the point if nothing follows it. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

const options = {
  max: 10,
  connect_timeout: 10,
  // Seconds between attempts to reach a server that is away: short at first and never more than
  // one, so that we soon notice when it is back. The driver's own pauses grow to twenty.
  backoff: (tries: number) => Math.min(1, 0.05 * 2 ** tries),
  onnotice: () => {},
  connection: { application_name: 'dialin', TimeZone: 'UTC' },
  transform: { column: { to: postgres.fromCamel, from: camelParts }, undefined: null },
  types: {
    // Instants as ISO text. Text goes to the server as it is, so a cursor keeps microseconds.
    instant: {
      to: 1184,
      from: [1114, 1184],
      serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
      parse: isoInstant,
    },
    day: { to: 1082, from: [1082], serialize: (text: string) => text, parse: (text: string) => text },
    number: { to: 1700, from: [20, 1700], serialize: String, parse: Number },
  },
} satisfies postgres.Options<Record<string, postgres.PostgresType>>
