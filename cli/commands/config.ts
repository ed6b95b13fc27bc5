import { readConfigToRead } from '../../adapters/config/config.ts'
import { originOf, type Variable, variableNames, writtenIn } from '../../adapters/config/env.ts'
import { placeName } from '../../adapters/config/place.ts'
import { dim, print, printJson, table } from '../print.ts'
import { terminal } from '../terminal.ts'

/** Shows each setting with its value and where that comes from. Secrets are not shown. */
export function config({ json }: { json?: boolean }) {
  const { env } = terminal()
  const found = readConfigToRead(env)
  const isGiven = (name: Variable) => originOf(env, name) !== 'default'
  const listed = (texts: string[]) => texts.join(', ') || 'none'
  const { backups, metrics, pictures } = found
  const bucket = pictures && 'bucket' in pictures ? pictures.bucket : undefined
  const values: Record<Variable, string> = {
    NODE_ENV: found.production ? 'strict, for others' : 'for this machine',
    HOST: found.host,
    PORT: String(found.port),
    BASE_URL: found.baseUrl ?? 'the address it listens on',
    DATABASE_URL: found.databaseUrl ? placeName(found) : 'embedded',
    DATABASE_READ_URL: writtenIn(env, 'DATABASE_READ_URL') ? 'set' : 'none',
    DATABASE_CONNECTIONS: String(found.databaseConnections),
    DATA_DIR: found.dataDir,
    SESSION_SECRET:
      isGiven('SESSION_SECRET') && writtenIn(env, 'SESSION_SECRET') !== 'none' ? 'set' : 'kept in DATA_DIR',
    SMTP_URL: found.smtpUrl ? new URL(found.smtpUrl).host : 'none: mail goes to files',
    MAIL_FROM: found.mailFrom,
    SUPPORT_EMAIL: found.supportEmail,
    SIGNUP: found.signUp,
    APP_REGISTRATION: found.mayAppsRegister ? 'on' : 'off',
    ALLOWED_ORIGINS: listed(found.allowedOrigins),
    TRUSTED_PROXIES: listed(found.trustedProxies),
    APPLE_CLIENT_ID: found.appleClientId ?? 'none',
    APPLE_SERVICES_ID: found.appleServicesId ?? 'none',
    APPLE_JWKS_URL: withoutSecrets(found.appleJwksUrl),
    PICTURES_DIR: pictures && 'folder' in pictures ? pictures.folder : 'none',
    PICTURES_S3_BUCKET: bucket?.bucket ?? 'none',
    PICTURES_S3_KEY_ID: bucket ? 'set' : 'none',
    PICTURES_S3_SECRET: bucket ? 'set' : 'none',
    PICTURES_S3_ENDPOINT: bucket?.endpoint ? withoutSecrets(bucket.endpoint) : 'none',
    PICTURES_S3_REGION: bucket?.region ?? 'none',
    BACKUP_DIR: backups.folder ?? 'none',
    BACKUP_EVERY_HOURS: backups.everyHours === undefined ? 'before an upgrade only' : String(backups.everyHours),
    BACKUP_KEEP: String(backups.keep),
    METRICS_PORT: metrics?.listener ? String(metrics.listener.port) : 'none',
    METRICS_HOST: metrics?.listener?.host ?? 'none',
    METRICS_TOKEN: metrics?.token ? 'set' : 'none',
    DRAIN_SECONDS: String(found.drainSeconds),
    LOG_LEVEL: found.logLevel,
  }
  const rows = variableNames.map(name => ({ name, value: values[name], from: originOf(env, name) }))
  if (json) return printJson(rows)
  print(
    table<(typeof rows)[number]>(
      [
        { heading: 'Variable', of: ({ name }) => name },
        { heading: 'Value', of: ({ value }) => value },
        { heading: 'From', of: ({ from }) => from, paint: dim },
      ],
      rows,
    ),
  )
}

/** An address may contain a password before the host, and a key in its query. */
function withoutSecrets(address: string) {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
