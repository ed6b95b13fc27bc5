import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import postgres from 'postgres'
import { openWorld } from '../../adapters/compose.ts'
import { backupName } from '../../adapters/config/backup-plan.ts'
import { readConfig } from '../../adapters/config/config.ts'
import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { unlessUnderWay } from '../../adapters/postgres/engine/shared-work.ts'
import { readBackup } from '../../adapters/postgres/operations/backup-file.ts'
import { createLog } from '../../adapters/program/log.ts'
import { commit } from '../../adapters/program/release.ts'
import { DAY_MS } from '../../core/dates.ts'
import { version } from '../../package.json' with { type: 'json' }
import { dialin, dialinProcess } from '../cli/cli.ts'
import { contents as contentsBut, fillOddly } from '../support/contents.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  copyOfDatabase,
  embeddedCopy,
  emptyDatabase,
  engine,
  type FreshDatabase,
  freshDatabase,
  visited,
} from '../support/templates.ts'
import { besideWork } from '../support/waiting.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'one.backup.zst')
const envOf = ({ dataDir, databaseUrl }: FreshDatabase): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})
const backup = (place: FreshDatabase, ...args: string[]) => dialin(['db', 'backup', ...args], envOf(place))
const restore = (place: FreshDatabase, ...args: string[]) => dialin(['db', 'restore', ...args], envOf(place))
const query = <T>(place: FreshDatabase, text: string): Promise<T[]> =>
  visited(place, async sql => [...(await sql.unsafe<(T & Record<string, unknown>)[]>(text))])
/** Every session ends with a restore (restore-access.program.test.ts). */
const contents = (sql: Sql) => contentsBut(sql, 'session_version')
const indexesIn = (sql: Sql) => sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`

let source: FreshDatabase
/** The contents, which no test changes. */
let all: Record<string, string>
beforeAll(async () => {
  source = await freshDatabase()
  await visited(source, async sql => {
    await fillOddly(sql)
    // The account with this id was deleted, and nobody else may get the id.
    await sql`insert into users (email, created_at) values ('gone@people.example', now())`
    await sql`delete from users where email = 'gone@people.example'`
    all = await contents(sql)
  })
})

describe('dialin db backup', () => {
  test('writes one file that only its owner can read, and says what is in it', async () => {
    const { exit, out, err } = await dialinProcess(['db', 'backup', file, '--json'], envOf(source))
    expect([exit, err]).toEqual([0, expect.stringContaining('Writing 100%')])
    const report = JSON.parse(out)
    expect(report).toMatchObject({ file, version, commit: commit ?? null, bytes: statSync(file).size })
    expect(report.tables).toContainEqual({ name: 'users', rows: 2500 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const [head = ''] = new TextDecoder().decode(Bun.zstdDecompressSync(readFileSync(file))).split('\n')
    expect(JSON.parse(head)).toMatchObject({
      dialin: 'backup',
      version,
      ...(commit && { commit }),
      tables: report.tables,
    })
    expect(readdirSync(source.dataDir).filter(name => name.startsWith('copy-'))).toEqual([])
    // Columns whose text may contain line ends, which end a row.
    const loose = "select from information_schema.columns where table_schema = 'public' and data_type = 'json'"
    expect(await query(source, loose)).toEqual([])
  })

  test('can write to standard output, and then touches no file', async () => {
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'))
    writeFileSync(join(elsewhere, '-.part'), 'mine')
    const child = Bun.spawn([process.execPath, resolve('cli/main.ts'), 'db', 'backup', '-'], {
      cwd: elsewhere,
      env: { PATH: '', ...envOf(source) },
      stderr: 'ignore',
    })
    writeFileSync(join(folder, 'out.zst'), await new Response(child.stdout).bytes())
    expect(readdirSync(elsewhere)).toEqual(['-.part'])
    const empty = await embeddedCopy('blank')
    expect(await restore(empty, join(folder, 'out.zst'))).toMatchObject({ exit: 0 })
    expect(await visited(empty, contents)).toEqual(all)
  })

  test('does not create an empty database to back up', async () => {
    const nowhere = { databaseUrl: undefined, dataDir: join(folder, 'nowhere') }
    const { exit, err } = await backup(nowhere, join(folder, 'nothing'))
    expect([exit, err]).toEqual([1, expect.stringContaining('There is no database in')])
    expect([existsSync(nowhere.dataDir), existsSync(join(folder, 'nothing'))]).toEqual([false, false])
  })

  test('replaces no file unasked', async () => {
    const taken = join(folder, 'taken.zst')
    await Bun.write(taken, 'of mine')
    const { exit, err } = await backup(source, taken)
    expect([exit, err]).toEqual([1, `${taken} already exists. Name another file, or use --force to replace it.\n`])
    expect(readFileSync(taken, 'utf8')).toBe('of mine')
    expect((await backup(source, taken, '--force')).exit).toBe(0)
    expect(readFileSync(taken, 'utf8')).not.toBe('of mine')
  })

  test.skipIf(!Bun.which('strace'))('has the file on the disk, by its name, before it ends', async () => {
    const traced = join(folder, 'calls')
    const file = join(folder, 'flushed.zst')
    const command = [process.execPath, 'cli/main.ts', 'db', 'backup', file]
    const child = Bun.spawn(
      ['strace', '-f', '--seccomp-bpf', '-y', '-e', 'trace=fsync,rename,renameat,renameat2', '-o', traced, ...command],
      {
        env: { PATH: '', ...envOf(source) },
        stdout: 'ignore',
        stderr: 'ignore',
      },
    )
    expect(await child.exited).toBe(0)
    const calls = readFileSync(traced, 'utf8')
      .split('\n')
      .filter(line => line.includes(folder))
      .map(line => /(fsync|rename)\w*\(.*?(flushed\.zst(?:\.part)?|backups-\w+)[>"]/.exec(line)?.slice(1).join(' '))
    expect(calls).toEqual([
      'fsync flushed.zst.part',
      'rename flushed.zst.part',
      expect.stringContaining('fsync backups-'),
    ])
  })

  test('continues if somebody else deletes the copy that a killed backup left', async () => {
    symlinkSync('nothing', join(source.dataDir, 'copy-gone'))
    expect(await backup(source, join(folder, 'beside.zst'))).toMatchObject({ exit: 0 })
    rmSync(join(source.dataDir, 'copy-gone'))
  })

  test('--if-due makes one if the plan says so', async () => {
    const planned = { ...envOf(source), BACKUP_DIR: join(folder, 'due') }
    const made = () => dialin(['db', 'backup', '--if-due'], planned)
    expect(await made()).toMatchObject({ exit: 0, out: expect.stringContaining(' rows of ') })
    expect(await made()).toMatchObject({ exit: 0, out: 'No backup is due, or one is already being made.\n' })
    expect(readdirSync(planned.BACKUP_DIR)).toHaveLength(1)
    expect(await backup(source, '--if-due')).toMatchObject({ exit: 1, err: expect.stringContaining('BACKUP_DIR') })
  })

  test('without a file goes into the folder of the plan, which keeps as many as planned', async () => {
    const BACKUP_DIR = join(folder, 'kept')
    mkdirSync(BACKUP_DIR)
    const older = [3, 2, 1].map(days => backupName(new Date(Date.now() - days * DAY_MS)))
    for (const name of older) writeFileSync(join(BACKUP_DIR, name), 'rows')
    const planned = { ...envOf(source), BACKUP_DIR, BACKUP_KEEP: '2' }
    const named = await dialin(['db', 'backup', join(folder, 'named.zst'), '--json'], planned)
    expect([named.exit, JSON.parse(named.out).deleted, readdirSync(BACKUP_DIR).sort()]).toEqual([0, [], older])
    const { exit, out } = await dialin(['db', 'backup', '--json'], planned)
    const { file, deleted } = JSON.parse(out)
    expect([exit, deleted.map((path: string) => basename(path)).sort()]).toEqual([0, older.slice(0, 2)])
    expect(readdirSync(BACKUP_DIR).sort()).toEqual([older[2] ?? '', basename(file)].sort())
  })

  test('without a plan goes next to the data', async () => {
    const { exit, out } = await backup(source, '--json')
    expect([exit, dirname(JSON.parse(out).file)]).toEqual([0, join(source.dataDir, 'backups')])
    rmSync(join(source.dataDir, 'backups'), { recursive: true })
  })

  test('says what is wrong with the path of the file, and leaves nothing there', async () => {
    const { exit, err } = await backup(source, join(folder, 'none', 'x'))
    expect([exit, err]).toEqual([1, expect.stringContaining('Check its name and folder')])
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })
})

describe('dialin db restore', () => {
  let target: FreshDatabase
  beforeAll(async () => {
    target = await emptyDatabase()
  })

  test('refuses a database in use, even by force', async () => {
    const { exit, err } = await visited(target, sql =>
      besideWork(() => sql`select 1`, restore(target, file, '--force')),
    )
    expect([exit, err]).toEqual([1, expect.stringContaining('Stop the service before you restore')])
  })

  test('restores everything into an empty database, and ids continue where they were', async () => {
    const { exit, out, err } = await restore(target, file)
    expect([exit, out]).toEqual([0, expect.stringContaining('as they were at')])
    // There was no log and nobody to read.
    expect(err).not.toContain('could not be read')
    const indexes = await visited(source, indexesIn)
    await visited(target, async sql => {
      expect(await contents(sql)).toEqual(all)
      const [next] = await sql`
        insert into users (email, created_at) values ('new@people.example', now()) returning id`
      expect(next?.id).toBe(2502)
      expect(await miscounted(sql)).toEqual([])
      expect(await indexesIn(sql)).toEqual(indexes)
    })
  })

  test('overwrites nothing, unless by force', async () => {
    const target = await freshDatabase()
    const before = await visited(target, async sql => {
      await sql`insert into users (email, created_at) values ('mine@people.example', now())`
      return contents(sql)
    })
    const { exit, err } = await restore(target, file)
    expect([exit, err]).toEqual([1, expect.stringContaining('with the backup, use --force')])
    expect(await visited(target, contents)).toEqual(before)
    expect(await restore(target, file, '--force')).toMatchObject({ exit: 0 })
    expect(await visited(target, contents)).toEqual(all)
  })

  const linesIn = (sql: Sql) =>
    sql<{ id: number; act: string; onId: number | null; details: object }[]>`
      select id, act, on_id, details from audit order by id`
  const addPerson = (sql: Sql) =>
    sql<{ id: number }[]>`
      insert into users (email, created_at) values (gen_random_uuid() || '@people.example', now()) returning id`
  const writeLine = (sql: Sql, act: string, id: number) =>
    sql`insert into audit (at, who, act, on_kind, on_id, details) values (now(), 'ann', ${act}, 'user', ${id}, '{}')`

  test('by force keeps the audit log since the backup, logs the restore, and gives no id twice', async () => {
    const target = await freshDatabase()
    await visited(target, async sql => {
      await addPerson(sql)
      await writeLine(sql, 'users disable', 1)
    })
    const early = join(folder, 'early-log.zst')
    expect(await backup(target, early)).toMatchObject({ exit: 0 })
    const before = await visited(target, async sql => {
      await addPerson(sql)
      await writeLine(sql, 'users enable', 1)
      await writeLine(sql, 'users disable', 2)
      return [...(await linesIn(sql))]
    })
    const { exit, out } = await restore(target, early, '--force')
    expect([exit, out]).toEqual([
      0,
      expect.stringContaining('2 lines of the old audit log that are not in the backup are kept'),
    ])
    const restored = (id: number, kept: number) => ({
      ...{ id, act: 'db restore', onId: null },
      details: { file: early, of: expect.any(String), kept },
    })
    expect(await visited(target, async sql => [...(await linesIn(sql))])).toEqual([...before, restored(5, 2)])
    expect(JSON.parse((await restore(target, early, '--force', '--json')).out)).toMatchObject({ auditLinesKept: 3 })
    await visited(target, async sql => {
      expect([...(await linesIn(sql))]).toEqual([...before, restored(5, 2), restored(6, 3)])
      // The second account was removed by the restore. The next person must not be the one that the
      // line means.
      expect([...(await addPerson(sql))]).toEqual([{ id: 3 }])
      expect(await refusalOf(sql`delete from audit`)).toContain('only ever added to')
    })
  })

  test('by force, over a database with other people: no earlier line refers to one of them', async () => {
    const target = await freshDatabase()
    await visited(target, async sql => {
      await addPerson(sql)
      await writeLine(sql, 'users disable', 1)
    })
    expect(await restore(target, file, '--force')).toMatchObject({ exit: 0 })
    const [kept, restored] = (await visited(target, linesIn)).slice(-2)
    expect(kept).toEqual({ id: expect.any(Number), act: 'users disable', onId: null, details: { number: 1 } })
    expect(restored).toMatchObject({ act: 'db restore', details: { kept: 1 } })
  })

  test('by force continues if the log cannot be read, and says so', async () => {
    const target = await freshDatabase()
    await visited(target, async sql => {
      await writeLine(sql, 'users disable', 1)
      await sql`alter table audit rename column who to whoever`
    })
    const { exit, err, out } = await restore(target, file, '--force', '--json')
    expect([exit, JSON.parse(out).auditLinesKept]).toEqual([0, null])
    expect(err).toContain('The old audit log could not be read')
    expect((await visited(target, linesIn)).at(-1)).toMatchObject({ act: 'db restore', details: { logLost: true } })
  })

  test('leaves a database alone that is not ours, even by force', async () => {
    const target = await emptyDatabase()
    // Some programs have a table with the same name as ours.
    for (const list of [undefined, '(id integer, migration text)', '(name text, checksum text)']) {
      const made = list
        ? `drop table if exists migrations; create table migrations ${list}`
        : 'create table theirs (id integer)'
      await query(target, made)
      const { exit, err } = await restore(target, file, '--force')
      expect([exit, err]).toEqual([1, expect.stringContaining("tables that are not Dialin's (such as theirs)")])
    }
    expect(await query(target, 'select * from theirs')).toEqual([])
  })

  test("also counts functions, and any list of migrations but ours, as somebody else's", async () => {
    const target = await emptyDatabase()
    await query(target, "create function theirs() returns integer language sql as 'select 42'")
    const refused = async (what: string) => {
      const { exit, err } = await restore(target, file, '--force')
      expect([exit, err]).toEqual([1, expect.stringContaining(`The database holds ${what}`)])
    }
    await refused("functions that are not Dialin's (such as theirs)")
    await visited(target, async sql => {
      expect([...(await sql`select theirs()`)]).toEqual([{ theirs: 42 }])
      await sql`drop function theirs`
      await sql`create table migrations (id integer, migration text)`
    })
    await refused("tables that are not Dialin's (such as migrations)")
  })

  if (engine === 'postgres')
    test('waits while somebody upgrades the database', async () => {
      const target = await freshDatabase()
      // A process that starts after the restore has checked for others, under a name that it does
      // not look for.
      const sql: Sql = postgres(target.databaseUrl ?? '', { connection: { application_name: 'later' } })
      const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const upgrade = unlessUnderWay(sql, 'upgrade', async () => {
        held.resolve()
        await letGo.promise
      })
      await held.promise
      const restored = restore(target, file, '--force')
      await eventually(async () => {
        const [row] = await sql`select from pg_locks where locktype = 'advisory' and not granted`
        return row !== undefined
      })
      expect(await sql`select from users`).toHaveLength(0)
      letGo.resolve()
      await upgrade
      expect(await restored).toMatchObject({ exit: 0 })
      expect(await sql`select from users`).toHaveLength(2500)
      await sql.end()
    })

  const damaged = 'is damaged or incomplete'
  const whole = () => readFileSync(file)
  const flipped = (bytes: Buffer, at: number) => {
    bytes[at] = ~(bytes[at] ?? 0)
    return bytes
  }
  test.each<readonly [string, () => Uint8Array, string]>([
    ['short of its last 100 bytes', () => whole().subarray(0, -100), damaged],
    ['changed in one byte', () => flipped(whole(), 90_000), damaged],
    ['with a row that somebody wrote', () => retold(/person77@/, 'person0@'), damaged],
    ['with a row less', () => retold(/^.*person77@.*\n/m, ''), damaged],
    ['no backup at all', () => Buffer.from('coffee'), 'is not a Dialin backup, or it is incomplete'],
    ['of a form to come', () => retold(/"format":1/, '"format":2'), 'in a format that this release cannot read'],
  ])('refuses a file that is %s, before anything is touched', async (_, made, sentence) => {
    const bad = join(folder, 'bad')
    writeFileSync(bad, made())
    const target = { databaseUrl: undefined, dataDir: join(folder, 'untouched') }
    const { exit, err } = await restore(target, bad, '--force')
    expect([exit, err]).toEqual([1, expect.stringContaining(sentence)])
    expect(existsSync(target.dataDir)).toBe(false)
  })
  test('refuses a file with missing last bytes, unless all of its text is there', async () => {
    const bad = join(folder, 'cut')
    const rowsOf = async (bytes: number) => {
      writeFileSync(bad, whole().subarray(0, whole().length - bytes))
      let rows = 0
      const count = (_: string, set: string[]) => {
        rows += set.length
      }
      return readBackup(bad, { take: count }).then(
        () => rows,
        error => String(error),
      )
    }
    const all = await rowsOf(0)
    for (let bytes = 1; bytes <= 64; bytes++) {
      const rows = await rowsOf(bytes)
      if (rows !== all) expect([bytes, rows]).toEqual([bytes, expect.stringContaining(damaged)])
    }
  })
  const retold = (pattern: RegExp, text: string) =>
    Bun.zstdCompressSync(new TextDecoder().decode(Bun.zstdDecompressSync(readFileSync(file))).replace(pattern, text))
})

describe('another release', () => {
  const migrations = readMigrations()
  const beforeLog = migrations.findIndex(({ name }) => name.endsWith('-operations.sql'))
  let early: FreshDatabase
  beforeAll(async () => {
    early = await emptyDatabase()
    await visited(early, async sql => {
      await migrate(sql, migrations.slice(0, beforeLog))
      await sql`insert into users (email, created_at) values ('early@people.example', now())`
    })
  })
  const older = () => copyOfDatabase(early)
  const configOf = (place: FreshDatabase, env: Record<string, string> = {}) =>
    readConfig({ SESSION_SECRET: 'a secret for tests only, long enough', ...envOf(place), ...env })
  const log = createLog('silent', () => {})

  test('older: its backup is restored and upgraded', async () => {
    const file = join(folder, 'early.backup.zst')
    expect(await backup(await older(), file)).toMatchObject({ exit: 0 })
    const target = await emptyDatabase()
    expect(await restore(target, file)).toMatchObject({ exit: 0 })
    await visited(target, async sql => {
      expect((await sql`select email from users`).map(({ email }) => email)).toEqual(['early@people.example'])
      expect(await sql`select from migrations`).toHaveLength(migrations.length)
    })
    // The backup is from before there was a log; the target has one by now.
    expect(await restore(target, file, '--force')).toMatchObject({ exit: 0 })
    expect(await query<{ act: string }>(target, 'select act from audit order by id')).toEqual([
      { act: 'db restore' },
      { act: 'db restore' },
    ])
  })

  test('older: a start makes a backup before it changes anything, once', async () => {
    const place = await older()
    for (let start = 0; start < 2; start++) await (await openWorld(configOf(place), log)).close()
    const [made = '', ...more] = readdirSync(join(place.dataDir, 'backups'))
    expect([made, more]).toEqual([expect.stringContaining('.before-upgrade.'), []])
    const [head = ''] = new TextDecoder()
      .decode(Bun.zstdDecompressSync(readFileSync(join(place.dataDir, 'backups', made))))
      .split('\n')
    expect(JSON.parse(head).migrations).toHaveLength(beforeLog)
  })

  test('older: of several that start together one makes a backup, and all work', async () => {
    const place = await older()
    const folders = Array.from({ length: 3 }, () => mkdtempSync(join(folder, 'starts-')))
    const worlds = await Promise.all(folders.map(BACKUP_DIR => openWorld(configOf(place, { BACKUP_DIR }), log)))
    for (const world of worlds) expect(await world.ports.accounts.list({ search: '', limit: 5 })).toHaveLength(1)
    for (const world of worlds.toReversed()) await world.close()
    expect(folders.flatMap(made => readdirSync(made))).toHaveLength(1)
    expect(await query(place, 'select from migrations')).toHaveLength(migrations.length)
  })

  test('older: no backup is made if none is wanted', async () => {
    const place = await older()
    await (await openWorld(configOf(place, { BACKUP_DIR: 'none' }), log)).close()
    expect(existsSync(join(place.dataDir, 'backups'))).toBe(false)
  })

  test('newer: neither its database nor its backup is touched, and a sentence says so', async () => {
    const place = await freshDatabase()
    await query(place, "insert into migrations (name, checksum) values ('2999-01-01-01-flavour.sql', 'x')")
    const sentence = 'This database was upgraded by a newer release of Dialin (2999-01-01-01-flavour.sql)'
    expect(await refusalOf(openWorld(configOf(place), log))).toContain(sentence)
    expect(await dialin(['users', 'list'], envOf(place))).toMatchObject({
      exit: 1,
      err: expect.stringContaining(sentence),
    })
    const newer = join(folder, 'newer.backup.zst')
    expect(await backup(place, newer)).toMatchObject({ exit: 0 })
    const { exit, err } = await restore(await emptyDatabase(), newer)
    expect([exit, err]).toEqual([1, expect.stringContaining('restore it with that release, or a newer one')])
  })
})
