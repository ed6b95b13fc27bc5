import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { type Env, secretIn } from './env.ts'

/** Where the rows lie. */
export interface Place {
  /** A PostgreSQL server; undefined means the embedded engine in dataDir. */
  databaseUrl: string | undefined
  dataDir: string
}

export const placeIn = (env: Env): Place => ({
  databaseUrl: databaseUrlFrom('DATABASE_URL', secretIn(env, 'DATABASE_URL')),
  dataDir: folderOf(
    env.DATA_DIR || '.dialin',
    'DATA_DIR must be a folder; the address of a server belongs in DATABASE_URL.',
  ),
})

/** What an option names: a PostgreSQL address, or a folder with (or for) an embedded database. */
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

/** No sentence repeats the value: it may hold a password. */
export function databaseUrlFrom(name: string, text: string | undefined) {
  if (!text) return undefined
  if (!isDatabaseUrl(text))
    throw new ConfigError(`${name} must be an address that starts with postgres:// or postgresql://.`)
  if (!isEncoded(text))
    throw new ConfigError(
      `${name} holds a character that means something else in an address: in a name or password write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.`,
    )
  if (!URL.canParse(databaseAddress(text).first))
    throw new ConfigError(`${name} must be an address like postgres://user@host:5432/dialin.`)
  return text
}

/** One @ at most, and before the path: behind it would be told what is a password. */
function isEncoded(text: string) {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(text) ?? []
  try {
    decodeURIComponent(authority)
  } catch {
    return false
  }
  return !rest.includes('@') && authority.split('@').length <= 2
}

/** A slip in an address must not become a folder of that name. */
function folderOf(text: string, sentence: string) {
  if (text === '' || text === '-' || /^(?!\.|[a-z]:[\\/])[^/\\]*[:@]/i.test(text))
    throw new ConfigError(`${sentence} For a folder of so odd a name put ./ before it.`)
  return resolve(text)
}

/** Whether there is a database, or at least an address of one. */
export const hasDatabase = ({ databaseUrl, dataDir }: Place) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'pglite'))

/** What to tell a person about a place; no password. */
export function placeName({ databaseUrl, dataDir }: Place) {
  if (databaseUrl === undefined) return dataDir
  const { hosts, first } = databaseAddress(databaseUrl)
  return `PostgreSQL ${hosts.map(host => host.replace(/:\d+$/, '')).join(',')}${new URL(first).pathname}`
}

/** An address may name several hosts, one of which is the primary: postgres://me@one:5432,other:5432/dialin. */
export function databaseAddress(text: string) {
  const named = /^\w+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(text)?.[1] ?? ''
  const hosts = named.split(',')
  return { hosts, first: text.replace(named, hosts[0] ?? '') }
}
