import postgres from 'postgres'
import { Fault } from '../../../core/errors.ts'
import { isUnproven } from '../../program/certificate.ts'
import type { Transaction } from './client.ts'

/** What a caller may be told about a database error; undefined if it is a bug of ours. */
export function storeFault(error: unknown): Fault | undefined {
  if (isUnreachable(error))
    return new Fault('service-down', 'The service cannot reach its database; try again shortly.')
  // A foreign key: something that the request names was there when we looked, and is gone now.
  if (codeOf(error) === '23503')
    return new Fault('not-found', 'Something this request refers to has just been deleted. Reload and try again.')
  if (codeOf(error) === STATEMENT_TIMED_OUT)
    return new Fault('service-down', 'This took too long; try again later, or ask for less.')
  if (isDiskFull(error))
    return new Fault('service-down', 'The disk of this service is full, so nothing was saved; try again later.')
  if (metAnother(error)) return new Fault('service-down', 'Someone else changed this at the same time. Try again.')
  return undefined
}

/** What the operator can do about a database that does not let us work. `place` is its name. */
export function placeFault(error: unknown, place: string): Fault | undefined {
  const remedy = remedyFor(error)
  if (remedy !== undefined) return new Fault('invalid', `${place} ${remedy}`)
  return isUnreachable(error) || NO_ROUTE.test(codeOf(error))
    ? new Fault('service-down', `${place} does not answer; check that it is running and that its address is right.`)
    : undefined
}

/** Why a database cannot be read, to follow its name, for callers that can do without it. */
export function whyUnread(error: unknown): string {
  return remedyFor(error) ?? (isRefusal(error) ? 'answers, but its grinders cannot be read.' : 'does not answer.')
}

export const isWithoutTable = (error: unknown) => codeOf(error) === '42P01'

/** What to do if a setting is refused: one in the database's address, or one of ours. */
export function settingFault(error: unknown, place: string, databaseUrl = ''): Fault | undefined {
  const isPoolers = codeOf(error) === PROTOCOL_VIOLATION && /startup parameter/.test(String(error))
  if (!isPoolers && !REFUSED_SETTING.includes(codeOf(error))) return undefined
  // Only the name, because the value may be a secret.
  const [, setting] = /parameter(?: in options)?:? "?([\w.]+)/.exec(String(error)) ?? []
  const said = setting ? `the setting ${setting}` : 'a setting'
  if (isPoolers && setting && !databaseUrl.includes(setting))
    return new Fault(
      'invalid',
      `${place} is behind a pooler that does not accept ${said}, which the service needs; ${withoutPreparing}`,
    )
  return new Fault('invalid', `${place} does not accept ${said} in its address (after the ?); remove it.`)
}

/**
 * What to do if a migration is stopped by something in the database that is not ours, because of
 * its name, because it depends on something of ours, or because of its owner; or by a missing
 * extension.
 */
export function migrationFault(
  error: unknown,
  session: { user: string; database: string } | undefined,
): Fault | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  const { code, message, detail = '' } = error
  const [first] = detail.split('\n')
  const [, extension] = /^extension "(\w+)" is not available/.exec(message) ?? []
  if (extension)
    return new Fault(
      'invalid',
      `The server of the database does not have the extension ${extension}; install it there (on Debian it is part of postgresql, elsewhere of postgresql-contrib).`,
    )
  if (TAKEN_NAMES.includes(code))
    return new Fault(
      'invalid',
      `Something in the database that is not Dialin's already has a name that Dialin needs (${message}); give Dialin a database of its own, or rename it.`,
    )
  if (NEEDED.includes(code) && first)
    return new Fault(
      'invalid',
      `Something in the database that is not Dialin's depends on what this release changes (${first}); drop it, start Dialin, and create it again afterwards.`,
    )
  if (code === NOT_ALLOWED && session)
    return new Fault(
      'invalid',
      `The database does not let this user upgrade it to this release (${message}); as a superuser, run in that database: ${grantFor(message, session)}; docs/postgresql.md has the commands for everything at once.`,
    )
  return undefined
}

/** The statement that grants what the server says is missing. */
function grantFor(message: string, { user, database }: { user: string; database: string }) {
  const [, kind, name] = /^must be owner of (table|view|sequence|function|type) (.+)$/.exec(message) ?? []
  if (kind) return `alter ${kind} ${name} owner to "${user}"`
  const [, schema] = /^permission denied for schema (.+)$/.exec(message) ?? []
  if (schema) return `grant usage, create on schema ${schema} to "${user}"`
  const [, extension] = /^permission denied to create extension "(.+)"$/.exec(message) ?? []
  if (extension) return `create extension "${extension}"`
  return `alter database "${database}" owner to "${user}"`
}

export const withoutPreparing = 'add prepare=false to its address: postgres://user@host:6432/dialin?prepare=false.'

/** Not found (26000, then 25P02 until its transaction ends), or its name is taken (42P05). */
export const isForgotten = (error: unknown) => ['26000', '25P02', '42P05'].includes(codeOf(error))

/** The setting is unknown, cannot have this value, or cannot be changed on a running server. */
const REFUSED_SETTING = ['42704', '22023', '55P02']
/** PgBouncer uses this code for everything that it refuses; only the message says what. */
const PROTOCOL_VIOLATION = '08P01'

/** The name is already taken, by a table, index or view; a function; a trigger or constraint. */
const TAKEN_NAMES = ['42P07', '42723', '42710']
/** Something else depends on what is to be dropped, or on a column whose type is to change. */
const NEEDED = ['2BP01', '0A000']
const NOT_ALLOWED = '42501'

const NO_ROUTE = /^(ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|SASL\w*)$/

const remedies: Record<string, string> = {
  '28P01': 'does not accept this user and password; check both in its address.',
  '28000': 'does not let this user in; check its address, and pg_hba.conf on the server.',
  '3D000': 'does not exist on that server; create it with createdb, then try again.',
  '25006': 'is read-only; use the address of the primary.',
  '53100': 'has no space left on its disk; free some, then try again. Nothing was saved halfway.',
  [PROTOCOL_VIOLATION]: 'or a pooler in front of it refuses the connection; check its log.',
  // A standby also reports this for unlogged tables, which it does not have.
  '0A000': 'cannot do what this needs; use the address of a primary with PostgreSQL 15 or newer.',
}

const remedyFor = (error: unknown) =>
  codeOf(error) === NOT_ALLOWED
    ? `does not let this user do it (${(error as Error).message}); make this user the owner of the database and its tables.`
    : (remedies[codeOf(error)] ?? (isUnproven(error) ? unproven : undefined))

const unproven =
  'has a certificate that is not valid for its address; use the host name in the certificate, or set NODE_EXTRA_CA_CERTS for an authority of your own; sslmode=require skips the check.'

const STATEMENT_TIMED_OUT = '57014'
/** A deadlock and a serialization failure: the other transaction went through. */
const MET_ANOTHER = ['40P01', '40001']
export const metAnother = (error: unknown) => MET_ANOTHER.includes(codeOf(error))

/** The disk of the database, or of a folder that we write to. */
export const isDiskFull = (error: unknown) => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))

/** A database that cannot be reached is a passing state, not a bug: the caller may try again. */
const isUnreachable = (error: unknown) => lostConnection.test(codeOf(error)) && !isAboutFile(error)

/** A missing file has the same code as a missing socket. */
const isAboutFile = (error: unknown) =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect'

/** Runs a part of a transaction; undoes it and returns false if the tables are unreadable. */
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

/** Whether the database answered with an error: from a savepoint, work can go on. */
const isRefusal = (error: unknown) => error instanceof postgres.PostgresError && !isUnreachable(error)

/** Tables that are not ours, or damaged; not missing rights (42501) or a full disk. */
const isUnreadable = (error: unknown) => error instanceof postgres.PostgresError && /^(42(?!501)|XX)/.test(error.code)

/** Whether this unique index rejected a row. */
export const isTaken = (error: unknown, index: string) =>
  error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === index

/** The name is a valid IANA one, but newer than this server's time zone data. */
export const isUnknownTimeZone = (error: unknown) => codeOf(error) === '22023'

// postgres.js and socket codes; class 57P is the server shutting down, 53300 too many connections, 25006 a standby that is
// not the primary yet.
const lostConnection =
  /^(CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|53300|25006|ERR_SOCKET.*)$/

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
