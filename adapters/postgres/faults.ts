import postgres from 'postgres'
import { Fault } from '../../core/errors.ts'
import { isUnproven } from '../certificate.ts'
import type { Transaction } from './client.ts'

/** What a caller may know of an error of the database; undefined where it is a bug of ours, or none of the database. */
export function storeFault(error: unknown): Fault | undefined {
  if (isUnreachable(error))
    return new Fault('service-down', 'The service cannot reach its database; try again shortly.')
  // A foreign key: what the request names was there when it was looked at, and is gone.
  if (codeOf(error) === '23503')
    return new Fault('not-found', 'Something that this request names has just been removed; look again.')
  if (codeOf(error) === STATEMENT_TIMED_OUT)
    return new Fault('service-down', 'This took too long; try again later, or ask for less.')
  if (MET_ANOTHER.includes(codeOf(error)))
    return new Fault('service-down', 'Somebody else was changing the same thing at this moment; try again.')
  return undefined
}

/** What whoever runs the service can do about a database that does not let us work, by its name. */
export function placeFault(error: unknown, place: string): Fault | undefined {
  const remedy = remedies[codeOf(error)] ?? (isUnproven(error) ? unproven : undefined)
  if (remedy !== undefined) return new Fault('invalid', `${place} ${remedy}`)
  return isUnreachable(error) || NO_ROUTE.test(codeOf(error))
    ? new Fault('service-down', `${place} does not answer; is it running, and is its address right?`)
    : undefined
}

/** The same of one that lets nobody begin who asks for such settings: those that its address has behind the ?, or ours. */
export function settingFault(error: unknown, place: string, databaseUrl = ''): Fault | undefined {
  const isPoolers = codeOf(error) === PROTOCOL_VIOLATION && /startup parameter/.test(String(error))
  if (!isPoolers && !REFUSED_SETTING.includes(codeOf(error))) return undefined
  // The name alone: a value may be a secret.
  const [, setting] = /parameter(?: in options)?:? "?([\w.]+)/.exec(String(error)) ?? []
  const said = setting ? `the setting ${setting}` : 'a setting'
  if (isPoolers && setting && !databaseUrl.includes(setting))
    return new Fault(
      'invalid',
      `${place} has a pooler before it that does not take ${said}, which the service asks for; ${withoutPreparing}`,
    )
  return new Fault('invalid', `${place} does not take ${said} as its address has it behind the ?; leave that out.`)
}

/** What somebody else has in the database may stop a migration: by its name, by what it needs, or by whose it is. */
export function migrationFault(error: unknown): Fault | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  const { code, message, detail = '' } = error
  const [first] = detail.split('\n')
  if (TAKEN_NAMES.includes(code))
    return new Fault(
      'invalid',
      `The database already has something that is not Dialin's by a name that Dialin needs (${message}); give Dialin a database of its own, or rename it.`,
    )
  if (NEEDED.includes(code) && first)
    return new Fault(
      'invalid',
      `Something in the database that is not Dialin's needs what this release changes (${first}); drop it, start, and make it again afterwards.`,
    )
  if (code === NOT_ALLOWED)
    return new Fault(
      'invalid',
      `The database does not let this user bring it to this release (${message}); make the user the owner of it and of its tables.`,
    )
  return undefined
}

export const withoutPreparing =
  'put prepare=false behind the ? of its address: postgres://user@host:6432/dialin?prepare=false.'

/** A prepared statement that is not found, in a transaction that has failed by it; or one of that name that somebody else made. */
export const isForgotten = (error: unknown) => ['26000', '25P02', '42P05'].includes(codeOf(error))

/** Not known, not such a value, not while it runs. */
const REFUSED_SETTING = ['42704', '22023', '55P02']
/** What PgBouncer says by it is in its words alone: whatever it refuses has this code. */
const PROTOCOL_VIOLATION = '08P01'

/** Tables, indexes and views; functions; triggers and constraints. */
const TAKEN_NAMES = ['42P07', '42723', '42710']
/** What is to go, or to be of another type. */
const NEEDED = ['2BP01', '0A000']
const NOT_ALLOWED = '42501'

const NO_ROUTE = /^(ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|SASL\w*)$/

const remedies: Record<string, string> = {
  '28P01': 'does not take this user or password; look at both in its address.',
  '28000': 'does not let this user in; look at its address, and at pg_hba.conf of the server.',
  '3D000': 'does not exist on that server; make it with createdb, then try again.',
  [NOT_ALLOWED]: 'does not let this user do it; make the user the owner of it and of its tables.',
  '25006': 'may only be read; give the address of the primary.',
  '53100': 'has no room left on its disk; make some, then try again. Nothing half done was saved.',
  [PROTOCOL_VIOLATION]: 'or a pooler before it refuses what it is sent; look at the log there.',
  // A standby says so, too, of tables that it does not have.
  '0A000': 'cannot do what this needs; give the address of a primary, of PostgreSQL 15 or newer.',
}

const unproven =
  'does not prove who it is, as its address wants; name it as its certificate does, and its authority in NODE_EXTRA_CA_CERTS; sslmode=require asks for no proof.'

const STATEMENT_TIMED_OUT = '57014'
/** A circle of waiting transactions, and two whose work does not add up. Of those that met, one went through. */
const MET_ANOTHER = ['40P01', '40001']

/** A database that cannot be reached is a passing state, not a bug: the caller may try again. */
const isUnreachable = (error: unknown) => lostConnection.test(codeOf(error))

/** A part of a transaction, of which nothing is left where what it reads is broken, or not as ours is: false then. */
export async function unlessUnreadable(
  sql: Transaction,
  part: (sql: Transaction) => Promise<unknown>,
): Promise<boolean> {
  try {
    await sql.savepoint(part)
    return true
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

/** Whether the database has answered, with an error: what a part of a transaction asked for is undone, and it goes on. */
export const isRefusal = (error: unknown) => error instanceof postgres.PostgresError && !isUnreachable(error)

/** Other tables and columns than ours, or damaged ones. Who may not read them, waits in a circle or has no room is none of that. */
const isUnreadable = (error: unknown) => error instanceof postgres.PostgresError && /^(42(?!501)|XX)/.test(error.code)

/** Whether a unique index has refused a row. */
export const isTaken = (error: unknown, index: string) =>
  error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === index

/** The name is an IANA one, but this server's time zone data is older than it. */
export const isUnknownTimeZone = (error: unknown) => codeOf(error) === '22023'

// postgres.js and socket codes; class 57P is the server shutting down, 53300 too many connections, 25006 a standby that is
// not the primary yet.
const lostConnection =
  /^(CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|53300|25006|ERR_SOCKET.*)$/

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
