import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { type Cluster, postgresPrograms, startCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { prepare, temporaryFolder } from '../support/templates.ts'
import { emptyLedger, type Ground, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { call, type ServiceProcess, startProcess } from './process.ts'

/**
 * The primary confirms a commit when its standby has it. The primary dies under load, and the
 * standby is promoted.
 */
const WITHIN_MS = 10_000
const WRITERS = 8

let primary: Cluster
let standby: Cluster
let service: ServiceProcess
let ground: Ground
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const ledger = emptyLedger()
const dataDir = temporaryFolder()

beforeAll(async () => {
  mailbox = await openMailbox()
  primary = await startCluster(postgresPrograms() ?? '', { durable: true })
  const alone = { databaseUrl: primary.url('postgres'), dataDir }
  await prepare(alone)
  const { sql, close } = await openDatabase(alone)
  ground = await prepareGround(sql)
  await close()
  standby = await startCluster(postgresPrograms() ?? '', { durable: true, standbyOf: primary })
  const admin = postgres(primary.url('postgres'), { max: 1 })
  await admin`alter system set synchronous_standby_names = '*'`
  await admin`select pg_reload_conf()`
  await eventually(async () => (await admin`select from pg_stat_replication where sync_state = 'sync'`).length === 1)
  await admin.end()
  service = await startProcess({
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    DATABASE_URL: `postgres://dialin@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
  })
})
afterAll(async () => {
  await service.end('SIGTERM')
  await Promise.all([primary.stop(), standby.stop(), mailbox.close()])
})

test('when the primary dies, the service continues with the standby and has lost nothing', async () => {
  for (let n = 0; n < 4; n++) await writeSomething(service.url, ledger, ground)
  let writing = true
  let writes = 0
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) {
      await writeSomething(service.url, ledger, ground)
      writes++
    }
  })
  await eventually(() => writes > 100)
  await primary.crash()
  const died = performance.now()
  await standby.promote()
  const [person] = ledger.people
  const body = { method: 'v60', doseGrams: 15, waterGrams: 240 }
  await eventually(
    async () => (await call(service.url, 'POST /api/brew-logs', { token: person?.token ?? '', body }))?.status === 201,
  )
  const waited = performance.now() - died
  const before = writes
  await eventually(() => writes > before + 100)
  writing = false
  await Promise.all(writers)

  const { sql, close } = await openDatabase({ databaseUrl: standby.url('postgres'), dataDir })
  const missing = await missingFrom(sql, ledger, mailbox.letters)
  const counters = await miscounted(sql)
  await close()
  console.log(`standby: writing again after ${Math.round(waited)} ms; ${writes} writes`)
  expect(missing).toEqual([])
  expect(counters).toEqual([])
  expect(ledger.odd).toEqual([])
  expect(service.isAlive()).toBe(true)
  expect(waited).toBeLessThan(WITHIN_MS)
})
