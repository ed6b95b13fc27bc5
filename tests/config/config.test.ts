import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, readConfigToRead, readServiceConfig } from '../../adapters/config/config.ts'
import { ConfigError } from '../../adapters/config/config-error.ts'
import { placeName } from '../../adapters/config/place.ts'

const secret = 'a secret that is long enough for anyone'
const read = (env: Record<string, string>) => readConfig({ SESSION_SECRET: secret, ...env })

describe('the configuration', () => {
  test('has sensible defaults', () => {
    expect(read({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      baseUrl: undefined,
      databaseUrl: undefined,
      smtpUrl: undefined,
      allowedOrigins: [],
      trustedProxies: [],
      appleJwksUrl: 'https://appleid.apple.com/auth/keys',
      logLevel: 'info',
    })
    expect(read({}).dataDir).toEndWith('/.dialin')
  })

  test('accepts a PostgreSQL address with several hosts, and names it without its password', () => {
    const several = 'postgres://me:a,b@one.example:5432,other.example/dialin'
    expect(read({ DATABASE_URL: several }).databaseUrl).toBe(several)
    expect(placeName({ databaseUrl: several, dataDir: '' })).toBe('PostgreSQL one.example,other.example/dialin')
  })

  test('serves metrics to nobody by default, on a port to this machine, and elsewhere if told', () => {
    expect(read({}).metrics).toBeUndefined()
    expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({
      listener: { host: '127.0.0.1', port: 9464 },
      token: undefined,
    })
    expect(read({ METRICS_PORT: '0', METRICS_HOST: '::', METRICS_TOKEN: secret }).metrics).toEqual({
      listener: { host: '::', port: 0 },
      token: secret,
    })
  })

  test('accepts a replica for the service, and says what is missing', () => {
    const service = (env: Record<string, string>) => readServiceConfig({ SESSION_SECRET: secret, ...env })
    const [one, other] = ['postgres://me@one.example/dialin', 'postgres://me@other.example/dialin']
    expect(service({ DATABASE_URL: one, DATABASE_READ_URL: other }).databaseReadUrl).toBe(other)
    expect(() => service({ DATABASE_READ_URL: other })).toThrow('DATABASE_READ_URL needs DATABASE_URL')
    expect(() => service({ DATABASE_URL: one, DATABASE_READ_URL: 'other' })).toThrow(
      'DATABASE_READ_URL must be an address that starts with postgres://',
    )
  })

  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
    [{ BASE_URL: 'dialin.example' }, 'BASE_URL must be an address that starts with https:// or http://.'],
    [{ BASE_URL: 'https://dialin.example/app' }, 'BASE_URL must name origins like'],
    [{ BASE_URL: 'http://dialin.example' }, 'BASE_URL must be https, unless it names this machine'],
    [{ HOST: 'http://here' }, 'HOST must be an address to listen on'],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'DATABASE_URL must be an address that starts with postgres://'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address'],
    [{ SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL must be an email address'],
    [{ ALLOWED_ORIGINS: 'https://a.example, b.example' }, 'ALLOWED_ORIGINS must name origins'],
    [{ PICTURES_DIR: 'p', PICTURES_S3_BUCKET: 'b' }, 'PICTURES_DIR and PICTURES_S3_BUCKET are two places'],
    [{ BACKUP_KEEP: '3' }, 'BACKUP_KEEP needs BACKUP_DIR'],
    [{ BACKUP_DIR: 'none', BACKUP_EVERY_HOURS: '3' }, 'BACKUP_EVERY_HOURS needs BACKUP_DIR'],
    [{ BACKUP_DIR: 'b', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number of at least 1'],
    [{ BACKUP_DIR: 'b', BACKUP_EVERY_HOURS: 'daily' }, 'BACKUP_EVERY_HOURS must be a number of hours'],
    [{ METRICS_PORT: 'some' }, 'METRICS_PORT must be a number from 0 to 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST needs METRICS_PORT'],
    [{ METRICS_PORT: '9464', METRICS_HOST: 'http://here' }, 'METRICS_HOST must be an address to listen on'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters long.'],
    [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS must be a whole number from 2 to 200'],
    [{ DATABASE_CONNECTIONS: 'all' }, 'DATABASE_CONNECTIONS must be a whole number from 2 to 200'],
    [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    [{ PICTURES_S3_KEY_ID: 'k' }, 'PICTURES_S3_KEY_ID needs PICTURES_S3_BUCKET'],
    [{ PICTURES_S3_BUCKET: 'b', PICTURES_S3_KEY_ID: 'k' }, 'PICTURES_S3_SECRET is missing'],
    [
      { PICTURES_S3_BUCKET: 'b', PICTURES_S3_KEY_ID: 'k', PICTURES_S3_SECRET: 's', PICTURES_S3_ENDPOINT: 'here' },
      'PICTURES_S3_ENDPOINT must be an address',
    ],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must list addresses'],
    [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES must list addresses'],
    [{ APPLE_JWKS_URL: 'keys' }, 'APPLE_JWKS_URL must be an address'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must be at least 32 characters long.'],
    [{ NODE_ENV: 'production', SESSION_SECRET: '' }, 'SESSION_SECRET is missing'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
  ])('refuses %j with a sentence that names it, and makes no folder', (given, sentence) => {
    const env = given as unknown as Record<string, string>
    expect(() => read(env)).toThrow(sentence)
    const DATA_DIR = join(tmpdir(), `dialin-config-${crypto.randomUUID()}`)
    expect(() => readServiceConfig({ DATA_DIR, SESSION_SECRET: 'none', ...env })).toThrow(ConfigError)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  describe('in production', () => {
    const complete = { BASE_URL: 'https://dialin.example', SMTP_URL: 'none', SESSION_SECRET: secret }

    test.each(Object.keys(complete))('starts only with %s set, even if to none', name => {
      const DATA_DIR = join(tmpdir(), `dialin-config-${crypto.randomUUID()}`)
      const lacking = { ...complete, SESSION_SECRET: 'none', NODE_ENV: 'production', [name]: '', DATA_DIR }
      expect(() => readServiceConfig(lacking)).toThrow(`${name} is missing`)
      expect(existsSync(DATA_DIR)).toBe(false)
      const folder = mkdtempSync(join(tmpdir(), 'dialin-config-'))
      const left = { ...complete, DATA_DIR: folder, NODE_ENV: 'production', [name]: 'none' }
      expect(readServiceConfig(left)).toMatchObject({ production: true, host: '0.0.0.0', smtpUrl: undefined })
    })

    test.each([
      ['https://dialin.example', true],
      ['http://localhost:3000', false],
      ['https://127.0.0.1', false],
      ['http://[::1]:3000', false],
    ])('is where people reach it at another machine, whatever NODE_ENV says: %s', (address, production) => {
      expect(readServiceConfig({ ...complete, NODE_ENV: 'test', BASE_URL: address }).production).toBe(production)
    })

    test('listens on HOST', () => {
      expect(readServiceConfig({ ...complete, HOST: '::1' }).host).toBe('::1')
    })
  })

  test('reads secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialin-config-'))
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), `${text}\n`)
      return join(folder, name)
    }
    const given = {
      SESSION_SECRET_FILE: file('secret', secret),
      SMTP_URL_FILE: file('smtp', 'smtp://me:hunter2@mail.example'),
      DATABASE_URL_FILE: file('database', 'postgres://me:hunter2@db/x'),
      DATABASE_READ_URL_FILE: file('replica', 'postgres://me:hunter2@other/x'),
      PICTURES_S3_BUCKET: 'b',
      PICTURES_S3_KEY_ID: 'k',
      PICTURES_S3_SECRET_FILE: file('bucket', 's'),
      METRICS_TOKEN_FILE: file('metrics', 'known to Prometheus'),
    }
    expect(readServiceConfig(given)).toMatchObject({
      sessionSecret: secret,
      smtpUrl: 'smtp://me:hunter2@mail.example',
      databaseUrl: 'postgres://me:hunter2@db/x',
      databaseReadUrl: 'postgres://me:hunter2@other/x',
      pictures: { bucket: { secretAccessKey: 's' } },
      metrics: { listener: undefined, token: 'known to Prometheus' },
    })
    expect(readConfigToRead(given).databaseUrl).toBe('postgres://me:hunter2@db/x')
    const production = {
      ...given,
      NODE_ENV: 'production',
      BASE_URL: 'https://dialin.example',
      MAIL_FROM: 'me@mail.example',
    }
    expect(readServiceConfig(production).production).toBe(true)
    expect(() => read(given)).toThrow('SESSION_SECRET and SESSION_SECRET_FILE are both set')
    expect(() => read({ SMTP_URL_FILE: join(folder, 'none') })).toThrow('which does not exist or cannot be read')
    // An empty file would mean "not set", and two lines are ambiguous.
    expect(() => read({ DATABASE_URL_FILE: file('empty', ' ') })).toThrow(
      `DATABASE_URL_FILE names ${join(folder, 'empty')}, which is empty`,
    )
    const two = { METRICS_TOKEN_FILE: file('two', 'the old one of 16\nthe new one of 16') }
    expect(() => read(two)).toThrow(`METRICS_TOKEN_FILE names ${join(folder, 'two')}, which has more than one line`)
    expect(() => read(two)).not.toThrow('of 16')
  })

  test('does not repeat a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toThrow('hunter2')
    for (const password of ['hun@ter2', 'hun/ter2', '4/ter2', 'hun?ter2', 'hun#ter2', 'hun%ter2']) {
      const env = { SMTP_URL: `smtp://me:${password}@mail.example` }
      expect(() => read(env)).toThrow('SMTP_URL contains a character with a special meaning in an address')
      expect(() => read(env)).not.toThrow('ter2')
    }
    expect(read({ SMTP_URL: 'smtps://me:hun%40ter2@mail.example:465' }).smtpUrl).toBeDefined()
  })

  test('creates a session secret in development and keeps it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialin-config-'))
    const first = readConfig({ DATA_DIR: folder })
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: folder }).sessionSecret).toBe(first.sessionSecret)
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
  })
})
