import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { backupName } from '../../adapters/config/backup-plan.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { version } from '../../package.json' with { type: 'json' }
import { openBucket } from '../support/bucket.ts'
import { slowLineTo } from '../support/slow-line.ts'
import { emptyDatabase, engine, freshDatabase, visited } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

let world: TestWorld
const folder = mkdtempSync(join(tmpdir(), 'dialin-doctor-'))
const isRoot = process.getuid?.() === 0

/** Slower than a database should be (100 ms), but only just. */
const FAR_MS = 110
/**
 * The measured statement, sent as text if nothing is prepared. Delaying the others would only take
 * time.
 */
const MEASURED = 'select 1'

/** A disk in memory; false if this machine does not allow one. */
const small = join(folder, 'small')
const mount = (options: string) => {
  mkdirSync(small, { recursive: true })
  return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `mode=700,size=${options}`, 'dialin', small]).exitCode === 0
}
/**
 * Results for a mail server that does not answer and for a slow database, which run next to the
 * other tests.
 */
let unanswered: Promise<string>
let slowlyAnswered: Promise<string> | undefined
let line: Awaited<ReturnType<typeof slowLineTo>> | undefined
const silent = createServer(() => {})
beforeAll(async () => {
  world = await startWorld()
  await new Promise<void>(done => {
    silent.listen(0, '127.0.0.1', done)
  })
  const { port } = silent.address() as AddressInfo
  if (engine === 'postgres') {
    line = await slowLineTo((await freshDatabase()).databaseUrl ?? '', FAR_MS, MEASURED)
    slowlyAnswered = about('database', { ...envOf(world), DATABASE_URL: `${line.url}?prepare=false` })
  }
  unanswered = about('mail', { ...production, ...sender, SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  silent.close()
  await world.stop()
  Bun.spawnSync(['umount', small])
  rmSync(folder, { recursive: true, force: true })
})

/** For checks that need no database: reaching one takes longest. */
const nowhere = { DATA_DIR: join(folder, 'none') }
const production = { NODE_ENV: 'production', BASE_URL: 'none', SESSION_SECRET: 'none', DATA_DIR: join(folder, 'mail') }
const sender = { MAIL_FROM: 'me@mail.example', SUPPORT_EMAIL: 'me@mail.example' }

interface Found {
  about: string
  is: string
  says: string
  remedy?: string
}
const examined = async (env: Record<string, string>) => {
  const { out, exit } = await dialin(['doctor', '--json'], env)
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Found[] }
  expect(exit).toBe(ok ? 0 : 1)
  return findings
}
const about = async (what: string, env: Record<string, string>) => {
  const found = (await examined(env)).filter(each => each.about === what && each.is !== 'well')
  // Every finding comes with a remedy.
  expect(found.filter(({ remedy }) => !remedy)).toEqual([])
  return found.map(({ is, says }) => `${is}: ${says}`).join('\n')
}

test('dialin doctor finds nothing if nothing is wrong, and creates nothing', async () => {
  const env = { ...envOf(world), BASE_URL: world.url }
  const { out, exit } = await dialin(['doctor'], env)
  expect([exit, out.split('\n').filter(line => line !== '' && !line.startsWith('ok  '))]).toEqual([0, []])
  const unmade = join(folder, 'nowhere')
  expect((await examined({ DATA_DIR: unmade })).every(({ is }) => is === 'well')).toBe(true)
  expect(existsSync(unmade)).toBe(false)
})

describe('dialin doctor says what to do about', () => {
  test('a wrong setting, and a missing one that others need', async () => {
    expect(await about('configuration', { PORT: 'eighty' })).toStartWith('wrong: PORT must be a number')
    const { out } = await dialin(['doctor'], { PORT: 'eighty' })
    const { remedy = '' } = (await examined({ PORT: 'eighty' })).find(({ is }) => is === 'wrong') ?? {}
    expect(out).toMatch(/WRONG +configuration/)
    expect([out.includes(remedy), remedy.length > 0]).toEqual([true, true])
    expect(await about('configuration', { NODE_ENV: 'production', DATA_DIR: folder })).toContain('is missing')
  })

  test('a file for a secret that is empty or missing', async () => {
    const empty = join(folder, 'empty')
    writeFileSync(empty, '\n')
    for (const name of ['DATABASE_URL', 'METRICS_TOKEN', 'SESSION_SECRET'])
      expect(await about('configuration', { DATA_DIR: folder, [`${name}_FILE`]: empty })).toBe(
        `wrong: ${name}_FILE names ${empty}, which is empty; write the value into it, or remove ${name}_FILE.`,
      )
    expect(await about('configuration', { DATA_DIR: folder, DATABASE_READ_URL_FILE: '/none' })).toContain(
      'DATABASE_READ_URL_FILE names /none, which does not exist or cannot be read',
    )
  })

  test('metrics that others can read without a token', async () => {
    const env = { ...nowhere, METRICS_PORT: '9464' }
    expect(await about('metrics', { ...env, METRICS_HOST: '0.0.0.0' })).toBe(
      'worth a look: anyone who can reach port 9464 of 0.0.0.0 can read them',
    )
    expect(await about('metrics', env)).toBe('')
    expect(await about('metrics', { ...env, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'of 16 characters' })).toBe('')
  })

  test('invitations that cannot be delivered', async () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'none', SESSION_SECRET: 'none', DATA_DIR: folder }
    const env = { ...production, SMTP_URL: 'none', SIGNUP: 'invite' }
    expect(await about('sign-up', env)).toBe('worth a look: by invitation, and no mail is sent')
    expect(await about('sign-up', { ...env, SIGNUP: 'closed' })).toBe('')
    expect(await about('configuration', { ...env, SIGNUP: 'no' })).toContain(
      'SIGNUP must be one of open, invite, closed',
    )
  })

  test('settings that differ from those of the service', async () => {
    const env = envOf(world)
    expect(await about('settings', env)).toBe('')
    expect(await about('settings', { ...env, SESSION_SECRET: 'z'.repeat(32) })).toBe(
      'worth a look: the service was last started with another SESSION_SECRET, unlike this environment',
    )
    expect(await about('settings', { ...env, BASE_URL: 'http://localhost:9' })).toContain(`with BASE_URL ${world.url}`)
    // Or the secret is one stored in the folder, which is read but not created.
    expect(await about('settings', { ...env, SESSION_SECRET: '' })).toContain('with another SESSION_SECRET')
    const stored = join(world.config.dataDir, 'session-secret')
    expect(existsSync(stored)).toBe(false)
    writeFileSync(stored, world.config.sessionSecret)
    expect(await about('settings', { ...env, SESSION_SECRET: '' })).toBe('')
    rmSync(stored)
    // If it cannot be read, nobody knows whether it differs.
    mkdirSync(stored)
    const found = await examined({ ...env, SESSION_SECRET: '' })
    expect(found.filter(({ is }) => is !== 'well')).toEqual([
      {
        about: 'permissions',
        is: 'wrong',
        says: `${stored} is a folder, but must be a file`,
        remedy: 'Name a file in it.',
      },
    ])
    rmSync(stored, { recursive: true })
  })

  test('a folder that others can read, or whose database belongs to another user', async () => {
    const open = join(folder, 'open')
    mkdirSync(join(open, 'pglite'), { recursive: true })
    chmodSync(open, 0o755)
    const env = { DATA_DIR: open, DATABASE_URL: 'postgres://me@127.0.0.1:9/dialin' }
    expect(await about('permissions', env)).toBe(`wrong: ${open} is open to other users of this machine`)
    chmodSync(open, 0o700)
    expect(await about('permissions', env)).toBe('')
    if (!isRoot) return
    chownSync(join(open, 'pglite'), 65532, 65532)
    expect(await about('permissions', env)).toContain('belongs to a different user than its folder')
  })

  test.skipIf(!isRoot)("root, who must not open another user's database (only root can try)", async () => {
    const dataDir = mkdtempSync(join(folder, 'theirs-'))
    mkdirSync(join(dataDir, 'pglite'))
    writeFileSync(join(dataDir, 'pglite/PG_VERSION'), '17\n')
    const everything = () => [
      dataDir,
      ...readdirSync(dataDir, { recursive: true }).map(name => join(dataDir, `${name}`)),
    ]
    const before = everything()
    for (const path of before) chownSync(path, 65532, 65532)
    const findings = await examined({ DATA_DIR: dataDir })
    expect(findings.find(({ about }) => about === 'permissions')).toMatchObject({
      is: 'worth a look',
      says: `you are root, and ${dataDir} belongs to another user, so its database was not opened`,
      remedy: "Run this as that user: sudo -u '#65532' …",
    })
    expect(findings.filter(({ about }) => about === 'database')).toEqual([])
    expect(everything()).toEqual(before)
    expect(before.filter(path => statSync(path).uid !== 65532)).toEqual([])
    rmSync(dataDir, { recursive: true })
  })

  test('a file where a folder should be', async () => {
    const file = join(folder, 'no-folder')
    writeFileSync(file, '')
    expect(await about('permissions', { DATA_DIR: file })).toBe(`wrong: ${file} is a file`)
    expect((await examined({ DATA_DIR: file })).filter(({ about }) => about === 'database')).toEqual([])
    const PICTURES_DIR = join(file, 'pictures')
    expect(await about('disk', { ...nowhere, PICTURES_DIR })).toBe(`wrong: ${PICTURES_DIR} is a file, or is inside one`)
  })

  test('a secret file that everybody may read', async () => {
    const file = join(folder, 'secret')
    writeFileSync(file, 'a secret that is long enough for anyone')
    const env = { ...nowhere, SESSION_SECRET_FILE: file }
    chmodSync(file, 0o644)
    expect(await about('permissions', env)).toBe(
      `wrong: ${file} (SESSION_SECRET_FILE) is open to all users of this machine`,
    )
    chmodSync(file, 0o640)
    expect(await about('permissions', env)).toBe('')
  })

  test('a full disk', async () => {
    // Nobody can write here.
    const full = '/proc/dialin'
    expect(await about('disk', { DATA_DIR: full })).toBe(`wrong: 0 MB left for ${full}`)
    const elsewhere = { ...nowhere, BACKUP_DIR: full }
    expect(await about('disk', elsewhere)).toMatch(
      /^wrong: (0 MB left for \/proc\/dialin|\/proc\/dialin is not writable)$/,
    )
    const pictures = { ...nowhere, PICTURES_DIR: full }
    expect(await about('disk', pictures)).toBe(
      (await about('disk', elsewhere)).replaceAll(elsewhere.BACKUP_DIR, pictures.PICTURES_DIR),
    )
    expect(await about('disk', { ...pictures, PICTURES_DIR: join(folder, 'pictures') })).toBe('')
    if (engine === 'postgres') return
    const large = join(world.config.dataDir, 'pglite', 'large')
    const { bavail, bsize } = statfsSync(world.config.dataDir)
    writeFileSync(large, '')
    // It has this size, but takes no space.
    truncateSync(large, bavail * bsize)
    expect(await about('disk', envOf(world))).toMatch(
      /^worth a look: [\d.]+ [MG]B left, and the database takes [\d.]+ GB$/,
    )
    rmSync(large)
  })

  test.skipIf(!isRoot || !mount('64m'))('a disk without room, or to read only (only root can make one)', async () => {
    const DATA_DIR = join(small, 'data')
    expect(await about('disk', { DATA_DIR })).toBe(`wrong: 67 MB left for ${DATA_DIR}`)
    const elsewhere = { ...nowhere, BACKUP_DIR: join(small, 'backups') }
    expect(await about('disk', elsewhere)).toBe(`wrong: 67 MB left for ${elsewhere.BACKUP_DIR}`)
    writeFileSync(join(small, 'letters'), Buffer.alloc(63e6))
    expect(await about('disk', { DATA_DIR })).toBe(`wrong: 4 MB left for ${DATA_DIR}`)
    expect(mount('64m,remount,ro')).toBe(true)
    expect(await about('disk', elsewhere)).toBe(`wrong: ${elsewhere.BACKUP_DIR} is not writable`)
  })

  test.skipIf(isRoot)('a folder for backups that cannot be written (root can write anywhere)', async () => {
    const BACKUP_DIR = join(folder, 'closed')
    mkdirSync(BACKUP_DIR, { mode: 0o500 })
    expect(await about('disk', { ...nowhere, BACKUP_DIR })).toBe(`wrong: ${BACKUP_DIR} is not writable`)
  })

  test.skipIf(!isRoot)('folders that it cannot read, one by one (only root can be another user)', async () => {
    const shut = mkdtempSync(join(tmpdir(), 'dialin-shut-'))
    const inside = join(shut, 'inside')
    process.seteuid?.(65534)
    try {
      for (const env of [
        { DATA_DIR: '/nowhere', BACKUP_DIR: inside },
        { DATA_DIR: inside },
        { DATA_DIR: inside, BACKUP_DIR: inside },
      ]) {
        const findings = await examined(env)
        expect(findings.filter(({ says }) => says.includes(inside)).length).toBeGreaterThan(0)
        const seen = new Set(findings.map(({ about }) => about))
        expect(['configuration', 'permissions', 'disk', 'database', 'mail'].filter(name => !seen.has(name))).toEqual([])
      }
    } finally {
      process.seteuid?.(0)
      rmSync(shut, { recursive: true })
    }
  })

  test('a database that does not answer, is newer, or is older', async () => {
    expect(await about('database', { DATA_DIR: folder, DATABASE_URL: 'postgres://me@127.0.0.1:9/dialin' })).toBe(
      'wrong: PostgreSQL 127.0.0.1/dialin does not answer; check that it is running and that its address is right.',
    )
    await world.sql`insert into migrations (name, checksum) values ('2999-01-01-x.sql', '')`
    expect(await about('database', envOf(world))).toContain('wrong: This database was upgraded by a newer release')
    await world.sql`delete from migrations where name = '2999-01-01-x.sql'`
    const { databaseUrl, dataDir } = await emptyDatabase()
    const unused = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    expect(await about('database', unused)).toMatch(/^worth a look: .* is empty$/)
    const older = await emptyDatabase()
    await visited(older, async sql => {
      await migrate(sql, readMigrations().slice(0, -1))
      await sql`comment on table migrations is null`
    })
    const env = { DATA_DIR: older.dataDir, ...(older.databaseUrl && { DATABASE_URL: older.databaseUrl }) }
    expect(await about('database', env)).toContain('is at an older release')
    await visited(older, sql => sql`comment on table migrations is 'upgrade from 1'`)
    expect(await about('database', env)).toContain('is between two releases: its upgrade was interrupted')
    expect(await about('database', envOf(world))).toBe('')
  })

  if (engine === 'postgres')
    test('a database that is slow to reach, or whose clock is wrong', async () => {
      expect(await slowlyAnswered).toMatch(/^worth a look: .* answers after \d{3,} ms$/)
      await line?.close()
      // This clock stops here, the server's continues.
      const setAt = performance.now()
      setSystemTime(new Date(Date.now() + 90_000))
      const [, apart] =
        /^wrong: this machine and the database are (\d+) s apart$/.exec(await about('clock', envOf(world))) ?? []
      setSystemTime()
      expect(Number(apart)).toBeLessThanOrEqual(91)
      expect(Number(apart)).toBeGreaterThanOrEqual(Math.floor(89 - (performance.now() - setAt) / 1000))
      expect(await about('clock', envOf(world))).toBe('')
    })

  test('mail that cannot be delivered', async () => {
    expect(await about('mail', { ...production, SMTP_URL: 'none' })).toContain('worth a look: written to')
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _, done) => done(null, password === 'right' ? { user: 'me' } : {}),
    })
    await new Promise<void>(done => {
      server.listen(0, '127.0.0.1', done)
    })
    const { port } = server.server.address() as AddressInfo
    const mail = (user: string) =>
      about('mail', { ...production, ...sender, SMTP_URL: `smtp://${user}127.0.0.1:${port}` })
    expect(await mail('')).toBe('')
    expect(await mail('me:right@')).toBe('')
    expect(await mail('me:hunter2@')).toBe(`wrong: 127.0.0.1:${port} does not accept this user and password`)
    await new Promise<void>(done => {
      server.close(done)
    })
    expect(await mail('')).toBe(`wrong: 127.0.0.1:${port} does not respond like a mail server`)

    // With a self-signed certificate.
    const strange = new SMTPServer({ authOptional: true })
    strange.on('error', () => {})
    await new Promise<void>(done => {
      strange.listen(0, '127.0.0.1', done)
    })
    const { port: strangePort } = strange.server.address() as AddressInfo
    const over = (protocol: string) =>
      about('mail', { ...production, ...sender, SMTP_URL: `${protocol}://127.0.0.1:${strangePort}` })
    expect(await over('smtp')).toContain('has a certificate that is not valid')
    expect(await over('smtps')).toContain('no TLS on this port')
    expect(await unanswered).toContain('does not respond like a mail server')
    await new Promise<void>(done => {
      strange.close(done)
    })
  })

  test('a bucket that refuses pictures', async () => {
    const bucket = openBucket()
    const { endpoint, region, bucket: name, accessKeyId, secretAccessKey } = bucket.place.bucket
    const env = {
      ...nowhere,
      PICTURES_S3_BUCKET: name,
      PICTURES_S3_ENDPOINT: endpoint,
      PICTURES_S3_REGION: region,
      PICTURES_S3_KEY_ID: accessKeyId,
      PICTURES_S3_SECRET: secretAccessKey,
    }
    expect((await examined(env)).find(({ about }) => about === 'pictures')?.says).toBe(
      `the bucket ${name} accepts them`,
    )
    expect(bucket.names()).toEqual([])
    expect(await about('pictures', { ...env, PICTURES_S3_SECRET: 'a guess' })).toBe(
      `wrong: the bucket ${name} does not allow this key to put, get and delete (SignatureDoesNotMatch)`,
    )
    expect(await about('pictures', { ...env, PICTURES_S3_BUCKET: 'other' })).toBe(
      'wrong: the bucket other is not there (NoSuchBucket)',
    )
    await bucket.stop()
    expect(await about('pictures', env)).toStartWith(`wrong: the bucket ${name} cannot be reached`)
  })

  test('backups that are not made, or no longer made', async () => {
    const planned = join(folder, 'planned')
    const env = { ...nowhere, BACKUP_DIR: planned }
    expect(await about('backups', env)).toBe(`worth a look: ${planned} does not exist, so there is no backup`)
    mkdirSync(planned)
    expect(await about('backups', env)).toBe(`worth a look: there is none in ${planned}`)
    await Bun.write(join(planned, backupName(new Date(0))), 'rows')
    expect(await about('backups', env)).toContain('is older than it should be')
    await Bun.write(join(planned, backupName(new Date())), 'rows')
    expect(await about('backups', env)).toBe('')
    const production = { NODE_ENV: 'production', BASE_URL: 'none', SMTP_URL: 'none', SESSION_SECRET: 'none' }
    expect(await about('backups', { ...production, DATA_DIR: join(folder, 'none') })).toBe(
      'worth a look: none are scheduled',
    )
  })

  test("files that only have a backup's name", async () => {
    const BACKUP_DIR = join(folder, 'strays')
    mkdirSync(BACKUP_DIR)
    const [ahead, empty] = [new Date('2099-01-01'), new Date()].map(at => join(BACKUP_DIR, backupName(at)))
    writeFileSync(`${ahead}`, 'of a clock that was off')
    writeFileSync(`${empty}`, '')
    expect(await about('backups', { ...nowhere, BACKUP_DIR })).toBe(
      [
        `worth a look: ${ahead} is dated in the future, so it does not count as a backup`,
        `worth a look: ${empty} is empty, so it does not count as a backup`,
        `worth a look: there is none in ${BACKUP_DIR}`,
      ].join('\n'),
    )
  })

  test.skipIf(!Bun.which('openssl'))('an address whose certificate proves nothing', async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map(name => join(folder, name)) as [string, string]
    const made = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ]
    Bun.spawnSync(['openssl', 'req', '-x509', '-days', '2', ...made])
    const tls = { key: Bun.file(key), cert: Bun.file(cert) }
    const server = Bun.serve({ port: 0, tls, fetch: () => Response.json({}) })
    const BASE_URL = `https://localhost:${server.port}`
    expect(await about('proxy', { ...envOf(world), BASE_URL })).toStartWith(
      `wrong: the certificate at ${BASE_URL} is not valid for localhost`,
    )
    await server.stop(true)
  })

  if (engine === 'postgres')
    test('a database that does not exist', async () => {
      const url = new URL(world.config.databaseUrl ?? '')
      url.pathname = '/nowhere'
      const findings = await examined({ ...envOf(world), DATABASE_URL: url.href })
      expect(findings.find(({ about }) => about === 'database')).toMatchObject({
        says: `PostgreSQL ${url.hostname}/nowhere does not exist on that server`,
        remedy: 'Create it with createdb, then try again.',
      })
    })

  test('a proxy that the service does not trust, and trust in everybody', async () => {
    const behind = async (service: TestWorld) => {
      const proxy = Bun.serve({
        port: 0,
        fetch: ({ url }) =>
          fetch(new URL(new URL(url).pathname, service.url), { headers: { 'x-forwarded-for': '127.0.0.1' } }),
      })
      const BASE_URL = `http://localhost:${proxy.port}`
      const found = await about('proxy', { ...envOf(service), BASE_URL })
      await proxy.stop(true)
      return found.replace(BASE_URL, 'it')
    }
    const believing = async (trustedProxies: string[]) => {
      const service = await startWorld({ trustedProxies })
      return behind(service).finally(() => service.stop())
    }
    expect(await believing([])).toBe(
      'wrong: it leads here through a proxy that is not in TRUSTED_PROXIES, so all its clients share one rate limit',
    )
    expect(await believing(['10.0.0.0/8'])).toContain('through a proxy that is not in TRUSTED_PROXIES')
    expect(await behind(world)).toBe('')
    for (const TRUSTED_PROXIES of ['0.0.0.0/0', '::/0'])
      for (const place of [envOf(world), { ...nowhere, BASE_URL: 'none' }])
        expect(await about('proxy', { ...place, TRUSTED_PROXIES })).toContain(
          `wrong: TRUSTED_PROXIES includes ${TRUSTED_PROXIES}`,
        )
    // In parts, in other notations, and for only half of the address space.
    const everybody = [
      ['0.0.0.0/1', '128.0.0.0/1'],
      ['::ffff:0.0.0.0/96'],
      ['::ffff:0:0/97'],
      ['::/1'],
      ['2000::/3'],
      ['2000::/4', '3000::/4'],
    ]
    const nobody = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.1', '::1', 'fc00::/7', '2001:db8::/32']
    const env = { ...nowhere, BASE_URL: 'none' }
    for (const ranges of everybody) {
      const TRUSTED_PROXIES = [...nobody, ...ranges, ...ranges].join(', ')
      expect(await about('proxy', { ...env, TRUSTED_PROXIES })).toStartWith(
        `wrong: TRUSTED_PROXIES includes ${ranges.join(', ')}, `,
      )
    }
    expect(await about('proxy', { ...env, TRUSTED_PROXIES: [...nobody, '8000::/1'].join(', ') })).toBe('')
  })

  test('an address that does not lead here, and a proxy that is not trusted', async () => {
    const env = envOf(world)
    expect(await about('proxy', { ...env, BASE_URL: 'http://localhost:9' })).toContain('does not answer here')
    const other = Bun.serve({ port: 0, fetch: () => Response.json({ hello: 'there' }) })
    expect(await about('proxy', { ...env, BASE_URL: `http://localhost:${other.port}` })).toContain(
      'wrong: something else answers',
    )
    await other.stop(true)
    const { body } = await world.call('GET /api/health')
    const older = Bun.serve({ port: 0, fetch: () => Response.json({ ...body, version: '0.9.0' }) })
    expect(await about('proxy', { ...env, BASE_URL: `http://localhost:${older.port}` })).toBe(
      `worth a look: http://localhost:${older.port} is Dialin 0.9.0, this is ${version}`,
    )
    await older.stop(true)
    const copy = await startWorld()
    expect(await about('proxy', { ...env, BASE_URL: copy.url })).toBe(
      `wrong: ${copy.url} is a Dialin with a different database`,
    )
    expect(await about('proxy', { ...nowhere, BASE_URL: copy.url })).toStartWith('wrong: ')
    await copy.sql`alter table migrations rename to set_aside`
    expect(await about('proxy', { ...env, BASE_URL: copy.url })).toBe(
      `worth a look: ${copy.url} leads to a Dialin that is not ready: The database does not answer.`,
    )
    await copy.sql`alter table set_aside rename to migrations`
    await copy.stop()
    const open = { ...env, BASE_URL: 'https://dialin.localhost:9', SMTP_URL: 'none' }
    expect(await about('proxy', { ...open, BASE_URL: 'https://nowhere.invalid' })).toContain(
      'wrong: the name nowhere.invalid cannot be resolved here',
    )
    expect(await about('proxy', open)).toContain('TRUSTED_PROXIES is empty')
    for (const all of ['0.0.0.0/0', '::/0'])
      expect(await about('proxy', { ...open, TRUSTED_PROXIES: `127.0.0.1, ${all}` })).toContain(
        `wrong: TRUSTED_PROXIES includes ${all}`,
      )
    expect(await about('proxy', { ...open, TRUSTED_PROXIES: '127.0.0.1' })).not.toContain('TRUSTED_PROXIES')
  })
})
