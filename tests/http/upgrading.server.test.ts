import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../adapters/postgres/engine/client.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { thisRelease } from '../../adapters/program/release.ts'
import { dialin } from '../cli/cli.ts'
import { freePort } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { emptyDatabase, type FreshDatabase } from '../support/templates.ts'

const all = readMigrations()
const children: Bun.Subprocess[] = []
const folders: string[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let place: FreshDatabase
let database: Database
let port: number
beforeEach(async () => {
  place = await emptyDatabase()
  folders.push(place.dataDir)
  database = await openDatabase(place)
  await migrate(database.sql, all.slice(0, -1))
  port = await freePort()
})
const applied = async () => (await database.sql`select from migrations`).length

function start() {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'serve', '--port', `${port}`], {
    env: { PATH: '', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  children.push(child)
  return child
}
const ask = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, options)
const answers = () => ask('/api/health/live').catch(() => undefined)

/** A backup waits for a locked table. */
async function whileBackupWaits(work: () => Promise<void>) {
  await database.sql.begin(async sql => {
    await sql`lock table users in access exclusive mode`
    await work()
  })
}

test("while a server's database is backed up and upgraded, the process is alive and answers nothing else", async () => {
  let child: ReturnType<typeof start> | undefined
  await whileBackupWaits(async () => {
    child = start()
    const live = await eventually(answers)
    expect([live.status, await live.json()]).toEqual([
      200,
      { status: 'live', uptime: expect.any(Number), version: '1.0.0' },
    ])
    expect((await ask('/api/health/live?', { method: 'HEAD', headers: { host: '[' } })).status).toBe(200)
    const ready = await ask('/api/health/ready')
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '5',
      {
        status: 'not-ready',
        reason: 'The database is being backed up and upgraded.',
        database: null,
        forwarded: null,
      },
    ])
    for (const [path, options] of [
      ['/api/grinders', {}],
      ['/api/auth/login', { method: 'POST', body: '{}' }],
      ['/embed/widget.js', {}],
      ['/', { headers: { accept: 'text/html' } }],
      ['/api/health/live', { method: 'POST' }],
      ['/api/health', {}],
    ] as const) {
      const { status, headers } = await ask(path, options)
      expect([path, status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
        path,
        503,
        '5',
        'no-store',
      ])
    }
    expect(await (await ask('/', { headers: { accept: 'text/html' } })).text()).toBe(
      'The service is being upgraded; try again shortly.\n',
    )
    expect(await dialin(['health'], { PORT: `${port}` })).toMatchObject({
      exit: 3,
      out: `unhealthy: Dialin ${thisRelease}, database unhealthy\n`,
    })
    expect(await applied()).toBe(all.length - 1)
  })
  await eventually(async () => (await ask('/api/health/ready').catch(() => undefined))?.status === 200)
  expect((await ask('/api/grinders')).status).toBe(200)
  expect(await applied()).toBe(all.length)
  expect(readdirSync(join(place.dataDir, 'backups'))).toHaveLength(1)
  child?.kill()
  expect(await child?.exited).toBe(0)
  expect(await miscounted(database.sql)).toEqual([])
  await database.close()
})

test('if the port is taken, or no backup can be made, it exits and nothing has changed', async () => {
  const other = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response('mine') })
  const told = start()
  expect([await told.exited, await new Response(told.stderr).text()]).toEqual([
    1,
    expect.stringContaining(`Port ${port} is in use by another program`),
  ])
  await other.stop(true)
  expect([await applied(), existsSync(join(place.dataDir, 'backups'))]).toEqual([all.length - 1, false])
  await Bun.write(join(place.dataDir, 'backups'), 'no folder')
  const refused = start()
  expect(await refused.exited).toBe(1)
  expect([await applied(), await answers()]).toEqual([all.length - 1, undefined])
  await database.close()
})
