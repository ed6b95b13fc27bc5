import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringForward } from '../../adapters/backups/upgrade.ts'
import { backupPlanIn } from '../../adapters/config/backup-plan.ts'
import { openDatabase, type Sql } from '../../adapters/postgres/engine/client.ts'
import { readMigrations } from '../../adapters/postgres/engine/migrate.ts'
import { createLog } from '../../adapters/program/log.ts'
import { dialin } from '../cli/cli.ts'
import { eventually } from '../support/eventually.ts'
import { openPooler } from '../support/pooler.ts'
import { asReleased, migrationOf, nextMigrations } from '../support/releases.ts'
import { ownedBySomebody } from '../support/roles.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase, visited } from '../support/templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-pooled-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an ordinary owner upgrades a release’s database through it, even if that takes longer than its query_timeout', async () => {
  const place = await ownedBySomebody(await emptyDatabase())
  await visited(place, asReleased)
  const pooler = await openPooler(place.databaseUrl ?? '', ['query_timeout = 2', 'server_round_robin = 1'])
  const slow = [1, 2, 3, 4, 5].map(at => migrationOf(`2999-02-01-0${at}-slow.sql`, 'select pg_sleep(0.8);'))
  const migrations = [...readMigrations(), ...nextMigrations, ...slow]
  const { sql, close } = await openDatabase({ ...place, databaseUrl: pooler.url })
  const plan = backupPlanIn({ BACKUP_DIR: folder }, place.dataDir)
  await bringForward(sql, { place, plan, now: new Date(), log: createLog('silent', () => {}), migrations })
  expect(await sql`select from migrations`).toHaveLength(migrations.length)
  expect(readdirSync(folder)).toHaveLength(1)
  await close()
  await pooler.close()
})

describe('a time limit for requests does not cancel a longer command', () => {
  const LIMIT_MS = 1000
  let place: FreshDatabase
  let pooler: Awaited<ReturnType<typeof openPooler>>
  beforeAll(async () => {
    place = await freshDatabase()
    await visited(place, async sql => {
      for (const email of ['ann@people.example', 'bob@people.example'])
        await sql`insert into users (email, created_at) values (${email}, now())`
      const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
      await sql.unsafe(`alter database ${name} set statement_timeout = ${LIMIT_MS}`)
    })
    pooler = await openPooler(place.databaseUrl ?? '')
  })
  afterAll(() => pooler.close())

  /** The result of a command whose statement waits for longer than the limit. */
  const heldUp = (outside: Sql, command: string[], env: Record<string, string>) =>
    outside.begin(async sql => {
      await sql`lock table votes in access exclusive mode`
      const answer = dialin(command, { ...env, DATA_DIR: folder })
      await Promise.race([
        answer,
        eventually(async () => {
          const waiting = await outside`
            select
            from pg_stat_activity
            where datname = current_database()
              and wait_event_type = 'Lock'
              and clock_timestamp() - query_start > ${LIMIT_MS * 1.5} * interval '1 ms'`
          return waiting.length > 0
        }),
      ])
      return { answer }
    })

  const commands = [
    ['db', 'verify'],
    ['db', 'backup', join(folder, 'one.zst'), '--force'],
    ['users', 'delete', 'ANN', '--yes'],
  ]
  test.each(['directly', 'through PgBouncer'])('%s', async how => {
    const url = how === 'directly' ? place.databaseUrl : pooler.url
    await visited(place, async sql => {
      const person = how === 'directly' ? 'ann@people.example' : 'bob@people.example'
      for (const command of commands) {
        const words = command.map(word => word.replace('ANN', person))
        const { answer } = await heldUp(sql, words, { DATABASE_URL: url ?? '' })
        expect([command, await answer]).toEqual([command, expect.objectContaining({ exit: 0 })])
      }
    })
  })
})
