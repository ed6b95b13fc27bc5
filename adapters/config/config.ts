import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { NO_SUPPORT_EMAIL, type SignUp, signUps } from '../../core/site.ts'
import { type BackupPlan, backupPlanIn } from './backup-plan.ts'
import { ConfigError } from './config-error.ts'
import { type Env, hostSaid, portSaid, secretIn, type Variable } from './env.ts'
import { type MetricsPlace, metricsPlaceIn } from './metrics-place.ts'
import { type PicturePlace, picturePlaceIn } from './picture-place.ts'
import { databaseUrlFrom, type Place, placeIn, refuseUnencoded } from './place.ts'
import { secretMadeIn } from './session-secret.ts'

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

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** For the service: in production nothing that matters is left to a default, unless the word for that is given. */
export function readServiceConfig(env: Env): Config {
  const settings = {
    ...settingsIn(env),
    databaseReadUrl: databaseReadUrlOf(env),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  }
  if (settings.production && !env.BASE_URL) throw missing('BASE_URL')
  if (settings.production && !secretIn(env, 'SMTP_URL')) throw missing('SMTP_URL')
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
const unlessNone = (text: string | undefined) => (text === NONE ? undefined : text)

export const readConfig = (env: Env): Config => withSecret(env, settingsIn(env))

/** Last, for it may make a folder: a start that is refused leaves none behind. */
const withSecret = <Settings extends Omit<Config, 'sessionSecret'>>(env: Env, settings: Settings) => ({
  ...settings,
  sessionSecret: sessionSecretOf(env, settings.production, settings.dataDir),
})

function settingsIn(env: Env): Omit<Config, 'sessionSecret'> {
  const place = placeIn(env)
  const baseUrl = baseUrlOf(env)
  const production = env.NODE_ENV === 'production' || (baseUrl !== undefined && !isLocalAddress(baseUrl))
  const port = portSaid(env, 'PORT') ?? 3000
  return {
    ...place,
    production,
    host: hostSaid(env, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    baseUrl,
    databaseReadUrl: undefined,
    databaseConnections: wholeNumberSaid(env, 'DATABASE_CONNECTIONS', { least: 2, usual: 10, most: 200 }),
    statementTimeoutMs: undefined,
    smtpUrl: smtpUrlOf(env),
    mailFrom: mailFromOf(env, production),
    // Who writes to people can be written to: better than an address that nobody reads.
    supportEmail:
      addressOf(env, 'SUPPORT_EMAIL') ??
      env.MAIL_FROM?.split(/[\s<>]+/).find(word => word.includes('@')) ??
      NO_SUPPORT_EMAIL,
    allowedOrigins: listedIn(env, 'ALLOWED_ORIGINS').map(origin => exactOrigin('ALLOWED_ORIGINS', origin)),
    trustedProxies: listedIn(env, 'TRUSTED_PROXIES').map(proxyRange),
    appleClientId: env.APPLE_CLIENT_ID || undefined,
    appleServicesId: env.APPLE_SERVICES_ID || undefined,
    appleJwksUrl:
      urlFrom('APPLE_JWKS_URL', env.APPLE_JWKS_URL, ['https:', 'http:']) ?? 'https://appleid.apple.com/auth/keys',
    signUp: wordSaid(env, 'SIGNUP', signUps, 'open'),
    pictures: picturePlaceIn(env),
    backups: backupPlanIn(env, place.dataDir),
    metrics: metricsPlaceIn(env, port),
    drainSeconds: wholeNumberSaid(env, 'DRAIN_SECONDS', { least: 0, usual: 0, most: 300 }),
    logLevel: wordSaid(env, 'LOG_LEVEL', logLevels, 'info'),
  }
}

/** Where people reach the service: without BASE_URL at this machine, and at a port of 0 nobody knows which before it listens. */
export const siteAddress = ({ baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>) =>
  baseUrl ?? `http://localhost:${port}`

/** For a command that only reads, and so seals nothing that outlives it: it needs no secret, and makes none. */
export const readConfigToRead = (env: Env) =>
  readConfig({ ...env, SESSION_SECRET_FILE: undefined, SESSION_SECRET: randomBytes(32).toString('base64url') })

function urlFrom(name: Variable, text: string | undefined, protocols: string[]) {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The value may hold a password, so the sentence does not repeat it.
  if (!url || !protocols.includes(url.protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map(p => `${p}//`).join(' or ')}.`)
  return text
}

function smtpUrlOf(env: Env) {
  const text = unlessNone(secretIn(env, 'SMTP_URL'))
  if (text) refuseUnencoded('SMTP_URL', text)
  return urlFrom('SMTP_URL', text, ['smtp:', 'smtps:'])
}

function databaseReadUrlOf(env: Env) {
  const text = databaseUrlFrom('DATABASE_READ_URL', secretIn(env, 'DATABASE_READ_URL'))
  if (text && !secretIn(env, 'DATABASE_URL'))
    throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL: say which server it is a replica of.')
  return text
}

function baseUrlOf(env: Env) {
  const text = urlFrom('BASE_URL', unlessNone(env.BASE_URL), ['https:', 'http:'])
  if (text === undefined) return undefined
  const origin = exactOrigin('BASE_URL', text.replace(/\/$/, ''))
  if (!origin.startsWith('https:') && !isLocalAddress(origin))
    throw new ConfigError(`BASE_URL must be https, unless it names this machine (http://localhost:…); it is "${text}".`)
  return origin
}

/** Whether an address names this machine. */
export const isLocalAddress = (address: string) => URL.canParse(address) && localNames.has(new URL(address).hostname)
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

function exactOrigin(name: Variable, text: string) {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new ConfigError(`${name} must name origins like https://app.example.com, without a path; it has "${text}".`)
  return text
}

function listedIn(env: Env, name: Variable) {
  return (env[name] ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}

function proxyRange(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  const widest = version === 4 ? 32 : 128
  if (version === 0 || rest.length > 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= widest)))
    throw new ConfigError(`TRUSTED_PROXIES must list addresses or ranges like 10.0.0.0/8; it has "${text}".`)
  return text
}

function addressOf(env: Env, name: Variable) {
  const text = env[name]
  if (!text) return undefined
  if (!/^[^@\s]+@[^@\s]+$/.test(text)) throw new ConfigError(`${name} must be an e-mail address; it is "${text}".`)
  return text
}

function mailFromOf(env: Env, production: boolean) {
  const from = env.MAIL_FROM
  if (!from) {
    const smtpUrl = secretIn(env, 'SMTP_URL')
    if (production && smtpUrl && smtpUrl !== NONE)
      throw new ConfigError('MAIL_FROM is missing: with SMTP_URL set, say which address mail comes from.')
    return 'Dialin <hello@dialin.example>'
  }
  if (!/^([^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(from))
    throw new ConfigError(`MAIL_FROM must be an address like "Dialin <hello@example.com>"; it is "${from}".`)
  return from
}

function wholeNumberSaid(env: Env, name: Variable, { least, usual, most }: Record<'least' | 'usual' | 'most', number>) {
  const text = env[name] || String(usual)
  if (!/^\d{1,3}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}; it is "${text}".`)
  return Number(text)
}

/** One of the words there are. */
function wordSaid<Word extends string>(env: Env, name: Variable, words: readonly Word[], usual: Word): Word {
  const text = env[name] || usual
  const word = words.find(known => known === text)
  if (!word) throw new ConfigError(`${name} must be one of ${words.join(', ')}; it is "${text}".`)
  return word
}

function sessionSecretOf(env: Env, production: boolean, dataDir: string) {
  const given = secretIn(env, 'SESSION_SECRET')
  if (given && given !== NONE) {
    if (given.length < 32) throw new ConfigError('SESSION_SECRET must be at least 32 characters long.')
    return given
  }
  if (production && given !== NONE) throw missing('SESSION_SECRET')
  return secretMadeIn(dataDir)
}
