import { randomBytes } from 'node:crypto'
import { NO_SUPPORT_EMAIL, type SignUp } from '../../core/site.ts'
import { type BackupPlan, backupPlanIn } from './backup-plan.ts'
import { ConfigError } from './config-error.ts'
import { type Env, variableIn, writtenIn } from './env.ts'
import { type MetricsPlace, metricsPlaceIn } from './metrics-place.ts'
import { type PicturePlace, picturePlaceIn } from './picture-place.ts'
import { databaseUrlFrom, type Place, placeIn } from './place.ts'
import { secretMadeIn } from './session-secret.ts'
import { isLocalAddress, type logLevels } from './variables.ts'

export interface Config extends Place {
  /** NODE_ENV says so, or an address that is not this machine's. */
  production: boolean
  /** The address to listen on. */
  host: string
  /** 0 asks for any free port. */
  port: number
  /** Where people reach the service; undefined means the address it listens on. */
  baseUrl: string | undefined
  /** A streaming replica of it, for what visitors read; undefined for commands. */
  databaseReadUrl: string | undefined
  /** At most so many at once to a server, and as many to its replica. */
  databaseConnections: number
  /** The longest that a statement of a request may take on a server; undefined for commands, which may take their time. */
  statementTimeoutMs: number | undefined
  sessionSecret: string
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  allowedOrigins: string[]
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The app's, in whose name a phone asks for an identity token. */
  appleClientId: string | undefined
  /** The site's, for the same in a browser. */
  appleServicesId: string | undefined
  appleJwksUrl: string
  /** Who may make an account. */
  signUp: SignUp
  /** Where the bytes of pictures lie; undefined means the database. */
  pictures: PicturePlace
  backups: BackupPlan
  /** Who may read figures of the service, and where; undefined: nobody. */
  metrics: MetricsPlace | undefined
  /** How long it goes on serving after it is told to end, so that a load balancer sees that it is not ready. */
  drainSeconds: number
  logLevel: LogLevel
}

/** What a request may bring at any door, unless its route says otherwise. */
export const MAX_BODY_BYTES = 64 * 1024
/** Each route has its own, much smaller bound and reads no further; this one only keeps the server from answering for us. */
export const SERVER_BODY_BYTES = 2 ** 40

export type LogLevel = (typeof logLevels)[number]

/** For the service: in production nothing that matters is left to a default, unless the word for that is given. */
export function readServiceConfig(env: Env): Config {
  const settings = {
    ...settingsIn(env),
    databaseReadUrl: databaseReadUrlOf(env),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  }
  if (settings.production && !env.BASE_URL) throw missing('BASE_URL')
  if (settings.production && !writtenIn(env, 'SMTP_URL')) throw missing('SMTP_URL')
  return withSecret(env, settings)
}

const STATEMENT_TIMEOUT_MS = 5000

const neededInProduction = {
  BASE_URL: 'say where people reach the service, such as https://dialin.example.com, or none for this machine only',
  SMTP_URL: 'say which server sends mail, or none to have it written to files',
  SESSION_SECRET: 'set it to at least 32 random characters, or none to have one made and kept in DATA_DIR',
}

const missing = (name: keyof typeof neededInProduction) =>
  new ConfigError(`${name} is missing: in production ${neededInProduction[name]}.`)

/** Left out in so many words. */
const NONE = 'none'

export const readConfig = (env: Env): Config => withSecret(env, settingsIn(env))

/** Last, for it may make a folder: a start that is refused leaves none behind. */
const withSecret = <Settings extends Omit<Config, 'sessionSecret'>>(env: Env, settings: Settings) => ({
  ...settings,
  sessionSecret: sessionSecretOf(env, settings.production, settings.dataDir),
})

function settingsIn(env: Env): Omit<Config, 'sessionSecret'> {
  const place = placeIn(env)
  const baseUrl = writtenIn(env, 'BASE_URL') === NONE ? undefined : variableIn(env, 'BASE_URL')
  const production = variableIn(env, 'NODE_ENV') === 'production' || (baseUrl !== undefined && !isLocalAddress(baseUrl))
  const port = variableIn(env, 'PORT') ?? 3000
  const smtpUrl = writtenIn(env, 'SMTP_URL') === NONE ? undefined : variableIn(env, 'SMTP_URL')
  const mailFrom = variableIn(env, 'MAIL_FROM')
  if (production && smtpUrl && !mailFrom)
    throw new ConfigError('MAIL_FROM is missing: with SMTP_URL set, say which address mail comes from.')
  return {
    ...place,
    production,
    host: variableIn(env, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    baseUrl,
    databaseReadUrl: undefined,
    databaseConnections: variableIn(env, 'DATABASE_CONNECTIONS') ?? 10,
    statementTimeoutMs: undefined,
    smtpUrl,
    mailFrom: mailFrom ?? 'Dialin <hello@dialin.example>',
    // Without an address for support, the sender's: better than one that nobody reads.
    supportEmail: variableIn(env, 'SUPPORT_EMAIL') ?? mailFrom?.split(/[\s<>]+/).find(isMailbox) ?? NO_SUPPORT_EMAIL,
    allowedOrigins: variableIn(env, 'ALLOWED_ORIGINS') ?? [],
    trustedProxies: variableIn(env, 'TRUSTED_PROXIES') ?? [],
    appleClientId: variableIn(env, 'APPLE_CLIENT_ID'),
    appleServicesId: variableIn(env, 'APPLE_SERVICES_ID'),
    appleJwksUrl: variableIn(env, 'APPLE_JWKS_URL') ?? 'https://appleid.apple.com/auth/keys',
    signUp: variableIn(env, 'SIGNUP') ?? 'open',
    pictures: picturePlaceIn(env),
    backups: backupPlanIn(env, place.dataDir),
    metrics: metricsPlaceIn(env, port),
    drainSeconds: variableIn(env, 'DRAIN_SECONDS') ?? 0,
    logLevel: variableIn(env, 'LOG_LEVEL') ?? 'info',
  }
}

const isMailbox = (word: string) => word.includes('@')

/** Where people reach the service: without BASE_URL at this machine, and at a port of 0 nobody knows which before it listens. */
export const siteAddress = ({ baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>) =>
  baseUrl ?? `http://localhost:${port}`

/** For a command that only reads, and so seals nothing that outlives it: it needs no secret, and makes none. */
export const readConfigToRead = (env: Env) =>
  readConfig({ ...env, SESSION_SECRET_FILE: undefined, SESSION_SECRET: randomBytes(32).toString('base64url') })

function databaseReadUrlOf(env: Env) {
  const url = databaseUrlFrom('DATABASE_READ_URL', variableIn(env, 'DATABASE_READ_URL'))
  if (url && !writtenIn(env, 'DATABASE_URL'))
    throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL: say which server it is a replica of.')
  return url
}

function sessionSecretOf(env: Env, production: boolean, dataDir: string) {
  const text = writtenIn(env, 'SESSION_SECRET')
  if (text && text !== NONE) return variableIn(env, 'SESSION_SECRET') ?? text
  if (production && text !== NONE) throw missing('SESSION_SECRET')
  return secretMadeIn(dataDir)
}
