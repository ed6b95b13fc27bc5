import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toldToDriver } from '../../adapters/config/place.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { type Cluster, postgresPrograms, startCluster } from '../support/cluster.ts'
import { type FreshDatabase, freshDatabase } from '../support/templates.ts'
import { dialin } from './cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-address-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'hunter2'
let place: FreshDatabase
let url: URL
beforeAll(async () => {
  place = await freshDatabase()
  url = new URL(place.databaseUrl ?? '')
})
const envOf = (address: string) => ({
  ...{ DATABASE_URL: address, DATA_DIR: join(folder, 'data'), SESSION_SECRET: 'x'.repeat(32) },
  BACKUP_DIR: join(folder, 'backups'),
})

test('commands accept an address in a file, as the service does', async () => {
  const file = join(folder, 'address')
  writeFileSync(file, `${url.href}\n`, { mode: 0o600 })
  const { DATABASE_URL: _, ...rest } = envOf('')
  const env = { ...rest, DATABASE_URL_FILE: file }
  const listed = await dialin(['users', 'list'], env)
  expect([listed.exit, listed.out]).toEqual([0, 'There are no accounts.\n'])
  const backup = join(folder, 'filed.zst')
  const made = await dialin(['db', 'backup', backup, '--json'], env)
  expect([made.exit, JSON.parse(made.out).tables]).toEqual([0, expect.arrayContaining([{ name: 'users', rows: 0 }])])
  expect(existsSync(join(rest.DATA_DIR, 'pglite'))).toBe(false)
  const { out } = await dialin(['config'], env)
  expect(out).toMatch(/^DATABASE_URL .*file/m)
})

describe('every command answers a malformed database address with a sentence that repeats no secret', () => {
  /** Of `USER`, at `HOST`, in `NAME`. */
  const odd: Record<string, [string, string]> = {
    'a password after the ?': [`postgres://USER@HOST/NAME?password=${secret}`, 'has password after the ?'],
    'a user there': [`postgres://HOST/NAME?user=USER&password=${secret}`, 'has user after the ?'],
    'a port there': [`postgres://USER:${secret}@HOST/NAME?port=5433`, 'has port after the ?'],
    'a host there': [`postgres://USER:${secret}@HOST/NAME?host=other`, 'has host after the ?'],
    'nothing but that': [`postgres://?password=${secret}`, 'has password after the ?'],
    'an & for the ?': [`postgres://USER@HOST/NAME&password=${secret}`, 'settings after a ?'],
    'a % that means nothing': [`postgres://USER@HOST/%ZZ${secret}`, 'settings after a ?'],
    'a sign that nobody sees': [`postgres://USER@HOST/NAME%00${secret}`, 'settings after a ?'],
    'an unknown sslmode': [`postgres://USER@HOST/NAME?sslmode=${secret}`, 'an unknown sslmode. Use one of disable'],
    'an unknown role': [`postgres://USER@HOST/NAME?target_session_attrs=${secret}`, 'Use one of read-write'],
    'an unknown setting': [`postgres://USER@HOST/NAME?coffee=${secret}`, 'does not accept the setting coffee'],
    'a wrong value of one': [`postgres://USER@HOST/NAME?statement_timeout=${secret}`, 'the setting statement_timeout'],
    'one that is hidden': [`postgres://USER@HOST/NAME?options=-c%20tea%3D${secret}`, 'does not accept the setting tea'],
    'TLS that is not spoken': [`postgres://USER:${secret}@HOST/NAME?sslmode=require`, 'Its address asks for TLS'],
    'a folder without a socket': [`postgres://USER:${secret}@/NAME?host=/nowhere`, '/nowhere/NAME does not answer'],
  }

  test.each(Object.keys(odd))('%s', async what => {
    const [written, sentence] = odd[what] ?? ['', '']
    const address = written.replace('USER', url.username).replace('HOST', url.host).replace('/NAME', url.pathname)
    const said = sentence.replace('/NAME', url.pathname)
    for (const args of [['users', 'list'], ['db', 'verify'], ['db', 'backup'], ['serve']]) {
      const { out, err, exit } = await dialin(args, envOf(address))
      expect([args, out, err]).toEqual([args, '', expect.stringContaining(said)])
      expect([1, 3]).toContain(exit)
      expect(err).not.toContain(secret)
    }
    const found = await dialin(['doctor'], envOf(address))
    expect([found.exit, found.out]).toEqual([1, expect.stringContaining(said)])
    const shown = await dialin(['config'], envOf(address))
    expect([0, 1]).toContain(shown.exit)
    expect(found.out + found.err + shown.out + shown.err).not.toContain(secret)
  })
})

describe('the database is found', () => {
  const isFound = async (address: string) =>
    expect(await dialin(['users', 'list'], envOf(address))).toEqual({
      out: 'There are no accounts.\n',
      err: '',
      exit: 0,
    })

  test('by the folder of a socket, in any spelling', async () => {
    const { sql, close } = await openDatabase(place)
    const [server] = await sql`select current_setting('unix_socket_directories') as socket`
    await close()
    const { username, port, pathname } = url
    await isFound(`postgres://${username}@${pathname}?host=${server?.socket}&port=${port}`)
    await isFound(`postgres://${username}@${encodeURIComponent(server?.socket)}:${port}${pathname}`)
  })

  test('with settings that the server or the driver knows', async () => {
    for (const settings of ['sslmode=prefer', 'sslmode=disable', 'application_name=mine', 'statement_timeout=5000'])
      await isFound(`${url.href}?${settings}`)
  })

  test('by IPv6, and by a name with special characters', () => {
    const told = (address: string) => toldToDriver(address).options
    expect(told('postgres://me@[::1]:5433/dialin')).toEqual({ database: 'dialin', host: ['::1'], port: [5433] })
    expect(told('postgres://me@one:5433/a%26b')).toEqual({ database: 'a&b', host: 'one', port: 5433 })
    expect(told('postgres://me@one,two/dialin')).toEqual({ database: 'dialin' })
  })
})

describe.skipIf(!Bun.which('openssl'))('a certificate', () => {
  let cluster: Cluster
  beforeAll(async () => {
    const made = ['-subj', '/CN=other.example', '-out', join(folder, 'crt'), '-keyout', join(folder, 'key')]
    Bun.spawnSync(['openssl', 'req', '-new', '-x509', '-days', '2', '-nodes', ...made])
    const owner = Bun.spawnSync(['id', '-u', 'postgres']).stdout.toString().trim()
    if (process.getuid?.() === 0) for (const path of ['', 'crt', 'key']) chownSync(join(folder, path), Number(owner), 0)
    const settings = { ssl: 'on', ssl_cert_file: join(folder, 'crt'), ssl_key_file: join(folder, 'key') }
    cluster = await startCluster(postgresPrograms() ?? '', { settings })
  })
  afterAll(() => cluster.stop())

  test('that cannot prove who the server is gets its own message if the address requires the proof', async () => {
    const over = (sslmode: string) => dialin(['users', 'list'], envOf(`${cluster.url('postgres')}?sslmode=${sslmode}`))
    expect(await over('verify-full')).toMatchObject({ exit: 1, err: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
    expect(await over('require')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('start the service on it once'),
    })
  })
})
