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
  /** Set by NODE_ENV, or by a BASE_URL that is not on this machine. */
  production: boolean
  /** The address to listen on. */
  host: string
  /** 0 asks for any free port. */
  port: number
  /** Where people reach the service; undefined means the address it listens on. */
  baseUrl: string | undefined
  /** A streaming replica of the database, for what visitors read; undefined for commands. */
  databaseReadUrl: string | undefined
  /** Most connections to the server; the same number again to its replica. */
  databaseConnections: number
  /**
   * The time limit for a statement of a request, on a server; undefined for commands, which may
   * take longer.
   */
  statementTimeoutMs: number | undefined
  sessionSecret: string
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  allowedOrigins: string[]
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The client id of the phone app. */
  appleClientId: string | undefined
  /** The client id for sign-in in a browser. */
  appleServicesId: string | undefined
  appleJwksUrl: string
  /** Who may create an account. */
  signUp: SignUp
  /** Whether apps without a document of their own may register. */
  mayAppsRegister: boolean
  /** Where picture files are stored; undefined means in the database. */
  pictures: PicturePlace
  backups: BackupPlan
  /** Who may read metrics, and where; undefined means nobody. */
  metrics: MetricsPlace | undefined
  /**
   * How long the service keeps serving after it is told to stop, so that a load balancer notices
   * that it is not ready.
   */
  drainSeconds: number
  logLevel: LogLevel
}

/** The largest request body, unless the route sets its own limit. */
export const MAX_BODY_BYTES = 64 * 1024
/**
 * Every route has its own, much smaller limit and stops reading there. This one is so high that the
 * server never rejects a request before our own code does.
 */
export const SERVER_BODY_BYTES = 2 ** 40

export type LogLevel = (typeof logLevels)[number]

/**
 * The service's configuration. In production, important settings have no default: leave one out
 * only by setting it to `none`.
 */
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
  new ConfigError(`${name} is missing: in production, ${neededInProduction[name]}.`)

/** The value that leaves a setting out explicitly. */
const NONE = 'none'

export const readConfig = (env: Env): Config => withSecret(env, settingsIn(env))

/** Runs last because it may create a folder: a start that is refused leaves none behind. */
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
    // Without a support address, use the sender's: better than one that nobody reads.
    supportEmail: variableIn(env, 'SUPPORT_EMAIL') ?? mailFrom?.split(/[\s<>]+/).find(isMailbox) ?? NO_SUPPORT_EMAIL,
    allowedOrigins: variableIn(env, 'ALLOWED_ORIGINS') ?? [],
    trustedProxies: variableIn(env, 'TRUSTED_PROXIES') ?? [],
    appleClientId: variableIn(env, 'APPLE_CLIENT_ID'),
    appleServicesId: variableIn(env, 'APPLE_SERVICES_ID'),
    appleJwksUrl: variableIn(env, 'APPLE_JWKS_URL') ?? 'https://appleid.apple.com/auth/keys',
    signUp: variableIn(env, 'SIGNUP') ?? 'open',
    mayAppsRegister: variableIn(env, 'APP_REGISTRATION') === 'on',
    pictures: picturePlaceIn(env),
    backups: backupPlanIn(env, place.dataDir),
    metrics: metricsPlaceIn(env, port),
    drainSeconds: variableIn(env, 'DRAIN_SECONDS') ?? 0,
    logLevel: variableIn(env, 'LOG_LEVEL') ?? 'info',
  }
}

const isMailbox = (word: string) => word.includes('@')

/**
 * Where people reach the service. Without BASE_URL that is this machine; with port 0 the real port
 * is unknown until the service listens.
 */
export const siteAddress = ({ baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>) =>
  baseUrl ?? `http://localhost:${port}`

/**
 * For a command that only reads: it signs nothing that outlives it, so it gets a throwaway secret
 * and stores none.
 */
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
