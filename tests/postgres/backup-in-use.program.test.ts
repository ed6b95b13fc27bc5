import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scheduleBackups } from '../../adapters/backups/backup-schedule.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { createLog } from '../../adapters/program/log.ts'
import { bare, dialin, dialinProcess, envOf } from '../cli/cli.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { emptyDatabase, engine } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-in-use-'))
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  await world.seedDemo()
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup of a service in use is a snapshot of one moment: everything before it, and nothing by halves', async () => {
  const voters = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  const before = await world.sql`select count(*)::int as votes from votes`
  let [ended, votes] = [false, 0]
  const voting = voters.map(async (as, nth) => {
    for (let round = 0; !ended; round++) {
      const route = `POST /api/community-recipes/${1 + ((round * 7 + nth) % 200)}/vote`
      const { status } = await world.call(route, { as, body: { vote: round % 3 ? 'UP' : 'DOWN' } })
      if (status === 200) votes++
    }
  })
  await eventually(() => votes > 5)
  const file = join(folder, 'one.zst')
  const begun = votes
  const made = await dialinProcess(['db', 'backup', file, '--json'], envOf(world))
  const meanwhile = votes - begun
  ended = true
  await Promise.all(voting)
  expect([made.exit, meanwhile > 0]).toEqual([0, true])

  const target = await emptyDatabase()
  const env = { DATA_DIR: target.dataDir, ...(target.databaseUrl && { DATABASE_URL: target.databaseUrl }) }
  expect(await dialin(['db', 'restore', file], env)).toMatchObject({ exit: 0 })
  const { sql, close } = await openDatabase(target)
  const after = await sql`select count(*)::int as votes from votes`
  expect(after[0]?.votes).toBeGreaterThan(before[0]?.votes)
  expect(await miscounted(sql)).toEqual([])
  await close()
})

test('scheduled backups are made next to the service, when they are due', async () => {
  const lines: string[] = []
  const log = createLog('info', line => lines.push(line))
  const plan = { folder: join(folder, 'planned'), keep: 2, everyHours: 24 }
  const end = scheduleBackups(plan, { ...bare, ...envOf(world), BACKUP_DIR: plan.folder }, log)
  const said = await eventually(() => lines.find(line => line.includes('backup')))
  await end()
  expect(JSON.parse(said)).toMatchObject({ level: 'info', event: 'backup made', deleted: [] })
  expect(readdirSync(plan.folder)).toHaveLength(1)
})

test('if several instances find a backup due at the same time, one makes it', async () => {
  const BACKUP_DIR = join(folder, 'shared')
  const asked = Array.from({ length: 3 }, () =>
    dialinProcess(['db', 'backup', '--if-due', '--json'], { ...envOf(world), BACKUP_DIR }),
  )
  const reports = (await Promise.all(asked)).map(({ out, exit }) => [exit, Boolean(JSON.parse(out).file)])
  expect(reports.sort()).toEqual([
    [0, false],
    [0, false],
    [0, true],
  ])
  expect(readdirSync(BACKUP_DIR)).toHaveLength(1)
})

test('a backup whose report cannot be read does not stop the next', async () => {
  const lines: string[] = []
  const log = createLog('info', line => lines.push(line))
  const plan = { folder: join(folder, 'next'), keep: 2, everyHours: 24 }
  const unreadable = new ReadableStream({ start: stream => stream.error(new Error('a broken pipe')) })
  const spawn = spyOn(Bun, 'spawn').mockImplementationOnce((() => ({
    stdout: unreadable,
    stderr: new Response('').body,
    exited: Promise.resolve(0),
  })) as unknown as typeof Bun.spawn)
  const soon = { lookEveryMs: 20, tryAgainAfterMs: 0 }
  const end = scheduleBackups(plan, { ...bare, ...envOf(world), BACKUP_DIR: plan.folder }, log, soon)
  await eventually(() => lines.find(line => line.includes('backup made')))
  await end()
  spawn.mockRestore()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', event: 'backup failed' })
})

if (engine === 'embedded')
  test('an interrupted backup leaves no copy and no partial file', async () => {
    const file = join(folder, 'stopped.zst')
    const child = Bun.spawn([process.execPath, 'cli/main.ts', 'db', 'backup', file], {
      env: { ...bare, ...envOf(world) },
      stderr: 'ignore',
    })
    const copies = () => readdirSync(world.config.dataDir).filter(name => name.startsWith('copy-'))
    await eventually(() => copies().length > 0)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(143)
    expect([copies(), readdirSync(folder).filter(name => name.startsWith('stopped'))]).toEqual([[], []])
    expect((await world.call('GET /api/health')).body.status).not.toBe('unhealthy')
  })
