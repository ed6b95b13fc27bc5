import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld } from '../../adapters/compose.ts'
import { readConfig } from '../../adapters/config/config.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { migrate, readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { createLog } from '../../adapters/program/log.ts'
import { dialin } from '../cli/cli.ts'
import { openPooler, type Pooler } from '../support/pooler.ts'
import { emptyDatabase, freshDatabase } from '../support/templates.ts'
import { besideWork } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Two instances behind one PgBouncer in transaction mode. */
let pooler: Pooler
let instances: TestWorld[]

beforeAll(async () => {
  const { databaseUrl = '' } = await freshDatabase()
  pooler = await openPooler(databaseUrl)
  const settings = { databaseUrl: pooler.url, statementTimeoutMs: 5000 }
  instances = [await startWorld(settings), await startWorld(settings)]
})
afterAll(async () => {
  for (const instance of instances) await instance.stop()
  await pooler.close()
})

test('instances share one database through PgBouncer in transaction mode', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const here = instances[number % 2]
      const there = instances[(number + 1) % 2]
      const person = await here?.person(`Person ${number}`)
      const contact = { name: 'Ann', email: `ann${number}@people.example`, subject: 'Hi', message: 'Hello' }
      const [me, sent] = await Promise.all([
        there?.call('GET /api/auth/me', { as: person }),
        here?.call('POST /api/contact', { body: contact }),
      ])
      return [me?.status, me?.body.user.name, sent?.status]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 60 }, (_, number) => [200, `Person ${number}`, 200]))
  const limited = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      instances[number % 2]?.call('POST /api/subscribe', { from: '203.0.113.99', body: { email: 'a@people.example' } }),
    ),
  )
  expect(limited.filter(answer => answer?.status === 200).length).toBe(3)
  await Promise.all(instances.map(({ postman }) => postman.deliver()))
})

test('more instances than it has connections upgrade a database together, after one backup', async () => {
  const older = await emptyDatabase()
  const { sql, close } = await openDatabase(older)
  await migrate(sql, readMigrations().slice(0, -5))
  const small = await openPooler(older.databaseUrl ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'dialin-upgrade-'))
  const starts = Array.from({ length: 6 }, async () => {
    const env = { SESSION_SECRET: '-'.repeat(32), DATA_DIR: older.dataDir, BACKUP_DIR: folder }
    const config = { ...readConfig(env), databaseUrl: small.url }
    await (
      await openWorld(
        config,
        createLog('silent', () => {}),
      )
    ).close()
  })
  await Promise.all(starts)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(await sql`select from migrations`).toHaveLength(readMigrations().length)
  await close()
  await small.close()
  rmSync(folder, { recursive: true })
})

test('a restore through it is refused while an instance is working, and does not count itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-restore-'))
  const file = join(folder, 'one.zst')
  const through = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder })
  expect(await dialin(['db', 'backup', file], through(pooler.url))).toMatchObject({ exit: 0 })
  const works = async () => instances[0]?.call('GET /api/health')
  const refused = await besideWork(works, dialin(['db', 'restore', file, '--force'], through(pooler.url)))
  expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('Stop the service before you restore') })
  const other = await openPooler((await emptyDatabase()).databaseUrl ?? '')
  expect(await dialin(['db', 'restore', file], through(other.url))).toMatchObject({ exit: 0 })
  await other.close()
  rmSync(folder, { recursive: true })
})

test('its refusals are recognized by their text: an unsupported setting, and nothing else', async () => {
  const said = async (url: string) => (await dialin(['users', 'list'], { DATABASE_URL: url })).err
  expect(await said(`${pooler.url}&coffee=hunter2`)).toContain('does not accept the setting coffee in its address')
  const elsewhere = new URL(pooler.url)
  elsewhere.pathname = '/nowhere'
  expect(await said(elsewhere.href)).toContain(
    '/nowhere or a pooler in front of it refuses the connection; check its log.',
  )
})

test('without prepare=false the service refuses to start and the doctor says so, because it checks in the same way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-pooled-'))
  const through = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder, SESSION_SECRET: '-'.repeat(32) })
  const bare = through(pooler.url.replace('?prepare=false', ''))
  const sentence = 'is behind a pooler that does not accept the setting statement_timeout, which the service needs'
  const refused = await dialin(['serve'], bare)
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining(`${sentence}; add prepare=false`)])
  const found = await dialin(['doctor'], bare)
  expect([found.exit, found.out]).toEqual([1, expect.stringContaining(sentence)])
  expect(found.out).toContain('Add prepare=false to its address')
  expect((await dialin(['doctor'], through(pooler.url))).out).toContain('at this release')
  // A setting in the address itself is reported as such.
  expect((await dialin(['users', 'list'], through(`${bare.DATABASE_URL}?statement_timeout=5000`))).err).toContain(
    'in its address (after the ?); remove it.',
  )
  rmSync(folder, { recursive: true })
})

test('with one that ignores that setting the doctor finds out whether statements get lost', async () => {
  const { databaseUrl = '' } = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'dialin-pooled-'))
  const found = (url: string) =>
    dialin(['doctor'], { DATABASE_URL: url, DATA_DIR: folder, SESSION_SECRET: '-'.repeat(32) })
  const lenient = await openPooler(databaseUrl, ['ignore_startup_parameters = statement_timeout, plan_cache_mode'])
  const bare = await found(lenient.url.replace('?prepare=false', ''))
  expect([bare.exit, bare.out]).toEqual([1, expect.stringContaining('so some requests would fail')])
  expect(bare.out).toContain('Add prepare=false to its address')
  for (const url of [lenient.url, databaseUrl]) expect((await found(url)).out).toContain('at this release')
  await lenient.close()
  rmSync(folder, { recursive: true })
})
