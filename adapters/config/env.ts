import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/**
 * Every variable that says how the service runs: no other is read, the compiler sees to that. What is nobody else's to read is
 * also taken from the file that `NAME_FILE` names.
 */
const variables = {
  NODE_ENV: 'open',
  HOST: 'open',
  PORT: 'open',
  BASE_URL: 'open',
  DATABASE_URL: 'secret',
  DATABASE_READ_URL: 'secret',
  DATABASE_CONNECTIONS: 'open',
  DATA_DIR: 'open',
  SESSION_SECRET: 'secret',
  SMTP_URL: 'secret',
  MAIL_FROM: 'open',
  SUPPORT_EMAIL: 'open',
  SIGNUP: 'open',
  ALLOWED_ORIGINS: 'open',
  TRUSTED_PROXIES: 'open',
  APPLE_CLIENT_ID: 'open',
  APPLE_SERVICES_ID: 'open',
  APPLE_JWKS_URL: 'open',
  PICTURES_DIR: 'open',
  PICTURES_S3_BUCKET: 'open',
  PICTURES_S3_KEY_ID: 'secret',
  PICTURES_S3_SECRET: 'secret',
  PICTURES_S3_ENDPOINT: 'open',
  PICTURES_S3_REGION: 'open',
  BACKUP_DIR: 'open',
  BACKUP_EVERY_HOURS: 'open',
  BACKUP_KEEP: 'open',
  METRICS_PORT: 'open',
  METRICS_HOST: 'open',
  METRICS_TOKEN: 'secret',
  DRAIN_SECONDS: 'open',
  LOG_LEVEL: 'open',
} as const

export type Variable = keyof typeof variables
export type SecretVariable = {
  [Name in Variable]: (typeof variables)[Name] extends 'secret' ? Name : never
}[Variable]

/** What is read of an environment. */
export type Env = { [Name in Variable | `${SecretVariable}_FILE`]?: string | undefined }

export const variableNames = Object.keys(variables) as Variable[]
export const secretNames = variableNames.filter(isSecret)

function isSecret(name: Variable): name is SecretVariable {
  return variables[name] === 'secret'
}

/** Where the value of a variable comes from. */
export function originOf(env: Env, name: Variable): 'default' | 'environment' | 'file' {
  if (isSecret(name) && env[`${name}_FILE`]) return 'file'
  return env[name] ? 'environment' : 'default'
}

/** Others may see an environment, so a secret may be in a file. */
export function secretIn(env: Env, name: SecretVariable): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name]
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set; set one of them.`)
  const text = textOf(file)
  // Nothing is said of what is in it.
  const refused = (what: string) => new ConfigError(`${name}_FILE names ${file}, which ${what}`)
  if (text === undefined) throw refused('is not there or may not be read; look at its owner and mode.')
  if (text === '') throw refused(`is empty; write ${name} into it, or take ${name}_FILE away.`)
  if (/[\r\n]/.test(text)) throw refused(`has more than one line; it must hold ${name} and nothing else.`)
  return text
}

function textOf(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** A port to listen on, if one is said. */
export function portSaid(env: Env, name: Variable): number | undefined {
  const text = env[name]
  if (!text) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535)
    throw new ConfigError(`${name} must be a number from 0 to 65535 (0 for any free port); it is "${text}".`)
  return port
}

/** An address to listen on, if one is said. */
export function hostSaid(env: Env, name: Variable): string | undefined {
  const host = env[name] || undefined
  if (host !== undefined && !/^[\w.:-]+$/.test(host))
    throw new ConfigError(`${name} must be an address to listen on, such as 127.0.0.1 or 0.0.0.0; it is "${host}".`)
  return host
}
