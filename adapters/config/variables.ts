import { isIP } from 'node:net'
import * as v from 'valibot'
import { signUps } from '../../core/site.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export const UNENCODED =
  'contains a character with a special meaning in an address. In a name or password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.'

const anyText = v.string()

/** Completes a message that starts with the name of a variable. */
const mustBe = (what: string) => (issue: v.BaseIssue<unknown>) => `must be ${what}; it is "${issue.input}".`

const textLike = (pattern: RegExp, what: string) => v.pipe(anyText, v.regex(pattern, mustBe(what)))

const numberIn = (pattern: RegExp, least: number, most: number, what: string) =>
  v.pipe(textLike(pattern, what), v.transform(Number), v.minValue(least, mustBe(what)), v.maxValue(most, mustBe(what)))

const upToThreeDigits = (least: number, most: number) =>
  numberIn(/^\d{1,3}$/, least, most, `a whole number from ${least} to ${most}`)

const port = numberIn(/^\d{1,5}$/, 0, 65_535, 'a number from 0 to 65535 (0 for any free port)')

const host = textLike(/^[\w.:-]+$/, 'an address to listen on, such as 127.0.0.1 or 0.0.0.0')

/** The message does not repeat the address: it may contain a password. */
const address = (...protocols: string[]) =>
  v.check<string, string>(
    address => URL.canParse(address) && protocols.includes(new URL(address).protocol),
    `must be an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}.`,
  )

const origin = v.check<string, (issue: v.CheckIssue<string>) => string>(
  origin => URL.canParse(origin) && new URL(origin).origin === origin,
  ({ input }) => `must name origins like https://app.example.com, without a path; it has "${input}".`,
)

const proxies = v.check<string, (issue: v.CheckIssue<string>) => string>(
  isAddressOrRange,
  ({ input }) => `must list addresses or ranges like 10.0.0.0/8; it has "${input}".`,
)

const commaList = (item: v.GenericPipeItem<string, string>) =>
  v.pipe(
    anyText,
    v.transform(list =>
      list
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== ''),
    ),
    v.array(v.pipe(anyText, item)),
  )

/** Without this check, part of a password could be taken for the host and shown in a message. */
const encoded = v.check<string, string>(isEncoded, UNENCODED)

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, mustBe(`one of ${words.join(', ')}`))

/**
 * Every environment variable that configures the service. The compiler prevents others from being
 * read.
 */
export const variables = {
  NODE_ENV: anyText,
  HOST: host,
  PORT: port,
  BASE_URL: v.pipe(
    anyText,
    address('https:', 'http:'),
    v.transform(address => address.replace(/\/$/, '')),
    origin,
    v.check(
      origin => origin.startsWith('https:') || isLocalAddress(origin),
      ({ input }) => `must be https, unless it names this machine (http://localhost:…); it is "${input}".`,
    ),
  ),
  DATABASE_URL: anyText,
  DATABASE_READ_URL: anyText,
  DATABASE_CONNECTIONS: upToThreeDigits(2, 200),
  DATA_DIR: anyText,
  SESSION_SECRET: v.pipe(anyText, v.minLength(32, 'must be at least 32 characters long.')),
  SMTP_URL: v.pipe(anyText, encoded, address('smtp:', 'smtps:')),
  MAIL_FROM: textLike(
    /^([^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/,
    'an address like "Dialin <hello@example.com>"',
  ),
  SUPPORT_EMAIL: textLike(/^[^@\s]+@[^@\s]+$/, 'an email address'),
  SIGNUP: oneOf(signUps),
  APP_REGISTRATION: oneOf(['on', 'off']),
  ALLOWED_ORIGINS: commaList(origin),
  TRUSTED_PROXIES: commaList(proxies),
  APPLE_CLIENT_ID: anyText,
  APPLE_SERVICES_ID: anyText,
  APPLE_JWKS_URL: v.pipe(anyText, address('https:', 'http:')),
  PICTURES_DIR: anyText,
  PICTURES_S3_BUCKET: anyText,
  PICTURES_S3_KEY_ID: anyText,
  PICTURES_S3_SECRET: anyText,
  PICTURES_S3_ENDPOINT: v.pipe(anyText, address('https:', 'http:')),
  PICTURES_S3_REGION: anyText,
  BACKUP_DIR: anyText,
  BACKUP_EVERY_HOURS: numberIn(/^\d+(\.\d+)?$/, 0.1, Number.MAX_VALUE, 'a number of hours, at least 0.1'),
  BACKUP_KEEP: numberIn(/^\d+$/, 1, Number.MAX_SAFE_INTEGER, 'a whole number of at least 1'),
  METRICS_PORT: port,
  METRICS_HOST: host,
  // Wrong tokens are not rate-limited, so this one must be impossible to guess.
  METRICS_TOKEN: v.pipe(anyText, v.minLength(16, 'must be at least 16 characters long.')),
  DRAIN_SECONDS: upToThreeDigits(0, 300),
  LOG_LEVEL: oneOf(logLevels),
} as const

/** Whether an address names this machine. */
export const isLocalAddress = (address: string) =>
  URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

function isAddressOrRange(range: string) {
  const [address = '', bits, ...rest] = range.split('/')
  const version = isIP(address)
  const widest = version === 4 ? 32 : 128
  return version !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest))
}

/**
 * Whether special characters are percent-encoded: the address decodes and has at most one @, before
 * the path.
 */
export function isEncoded(url: string) {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  try {
    decodeURIComponent(authority)
  } catch {
    return false
  }
  return !rest.includes('@') && authority.split('@').length <= 2
}
