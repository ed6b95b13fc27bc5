import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { type Env, writtenIn } from './env.ts'
import { isEncoded, UNENCODED } from './variables.ts'

/** Where the database is. */
export interface Place {
  /** A PostgreSQL server; undefined means the embedded engine in dataDir. */
  databaseUrl: string | undefined
  dataDir: string
}

export const placeIn = (env: Env): Place => ({
  databaseUrl: databaseUrlFrom('DATABASE_URL', writtenIn(env, 'DATABASE_URL')),
  dataDir: folderOf(
    env.DATA_DIR || '.dialin',
    'DATA_DIR must be a folder; the address of a server belongs in DATABASE_URL.',
  ),
})

/**
 * Parses a command-line option: a PostgreSQL address, or a folder with (or for) an embedded
 * database.
 */
export const placeOf = (option: string, text: string): Place =>
  isDatabaseUrl(text)
    ? { databaseUrl: databaseUrlFrom(option, text), dataDir: '' }
    : {
        databaseUrl: undefined,
        dataDir: folderOf(
          text,
          `${option} must be a folder, or an address that starts with postgres:// or postgresql://.`,
        ),
      }

const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//i.test(text)

/** Error messages never repeat the value: it may contain a password. */
export function databaseUrlFrom(name: string, text: string | undefined) {
  if (!text) return undefined
  if (!isDatabaseUrl(text))
    throw new ConfigError(`${name} must be an address that starts with postgres:// or postgresql://.`)
  if (!isEncoded(text)) throw new ConfigError(`${name} ${UNENCODED}`)
  if (!URL.canParse(databaseAddress(text).first))
    throw new ConfigError(`${name} must be an address like postgres://user@host:5432/dialin.`)
  refuseOddParts(name, new URL(databaseAddress(text).first))
  return text
}

/**
 * Refuses forms that other programs accept, or that are typing errors, but that the driver would
 * pass on to the server or not understand.
 */
function refuseOddParts(name: string, { pathname, searchParams }: URL) {
  if (!isDatabaseName(pathname.slice(1)))
    throw new ConfigError(
      `${name} must have the name of the database after the host, and settings after a ?: postgres://user@host:5432/dialin?sslmode=require. Escape other characters in the name: %26 for &, %3D for =.`,
    )
  const isSocket = searchParams.get('host')?.startsWith('/')
  const misplaced = ['user', 'password', 'dbname', 'hostaddr', ...(isSocket ? [] : ['host', 'port'])]
  const found = misplaced.find(key => searchParams.has(key))
  if (found)
    throw new ConfigError(
      `${name} has ${found} after the ?. Put it before, as in postgres://user@host:5432/dialin, and a password as user:password or in PGPASSWORD.`,
    )
  for (const [key, known] of Object.entries(knownValues)) {
    const value = searchParams.get(key)
    if (value !== null && !known.includes(value))
      throw new ConfigError(`${name} has an unknown ${key}. Use one of ${known.join(', ')}.`)
  }
}

const knownValues = {
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  target_session_attrs: ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'],
}

/** PostgreSQL truncates names longer than 63 bytes. */
function isDatabaseName(path: string) {
  try {
    const name = decodeURIComponent(path)
    return !/[&=;]/.test(path) && !/\p{Cc}/u.test(name) && Buffer.byteLength(name) <= 63
  } catch {
    return false
  }
}

/**
 * Translates an address into driver options where the driver reads it differently from other
 * programs: a socket folder, a user without a host, IPv6, special characters in a database name.
 */
export function toldToDriver(databaseUrl: string) {
  const { hosts, first } = databaseAddress(databaseUrl)
  const url = new URL(first)
  const host = serverIn(databaseUrl)
  const port = Number(url.searchParams.get('port') || url.port) || undefined
  const database = decodeURIComponent(url.pathname.slice(1))
  for (const key of ['host', 'port']) url.searchParams.delete(key)
  return {
    address: hosts.length > 1 ? databaseUrl : url.href,
    options: {
      ...(database && { database }),
      ...(hosts.length === 1 &&
        (host.startsWith('[') ? { host: [host.slice(1, -1)], port: [port ?? 5432] } : { host, port })),
    },
  }
}

/**
 * The host of an address: a name or a socket folder. Without one, PGHOST or localhost, as in other
 * PostgreSQL programs.
 */
function serverIn(databaseUrl: string) {
  const { hosts, first } = databaseAddress(databaseUrl)
  const { hostname, searchParams } = new URL(first)
  return searchParams.get('host') ?? (hosts[0] ? decodeURIComponent(hostname) : process.env.PGHOST || 'localhost')
}

/** A mistyped address must not become a folder of that name. */
function folderOf(text: string, sentence: string) {
  if (text === '' || text === '-' || /^(?!\.|[a-z]:[\\/])[^/\\]*[:@]/i.test(text))
    throw new ConfigError(`${sentence} If that really is the name of a folder, put ./ before it.`)
  return resolve(text)
}

/** Whether an embedded database exists, or the address of a server is set. */
export const hasDatabase = ({ databaseUrl, dataDir }: Place) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'pglite'))

/** The database's name for messages, without the password. */
export function placeName({ databaseUrl, dataDir }: Place) {
  if (databaseUrl === undefined) return dataDir
  const { hosts, first } = databaseAddress(databaseUrl)
  const named = hosts.length > 1 ? hosts.map(host => host.replace(/:\d+$/, '')).join(',') : serverIn(databaseUrl)
  return `PostgreSQL ${named}${new URL(first).pathname}`
}

/**
 * An address may list several hosts, one of which is the primary:
 * postgres://me@one:5432,other:5432/dialin.
 */
export function databaseAddress(text: string) {
  const named = /^\w+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(text)?.[1] ?? ''
  const hosts = named.split(',')
  // `URL` rejects an address with a user but no host.
  const first = named ? text.replace(named, hosts[0] ?? '') : text.replace(/^\w+:\/\/([^@/?]*@)?/, '$&localhost')
  return { hosts, first }
}
