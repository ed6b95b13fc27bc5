import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { cuttableLine } from '../support/cuttable-line.ts'
import { eventually, HANGS_AFTER_MS } from '../support/eventually.ts'
import { miscounted } from '../support/recount.ts'
import { engine, type FreshDatabase, freshDatabase } from '../support/templates.ts'
import { type CheckedRead, checkedRead, isAnswered, type Resident, settleResidents } from './checked-reads.ts'
import { emptyLedger, type Ground, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { call, type ServiceProcess, startProcess } from './process.ts'

/**
 * Mixed load while the connections to the database are cut every second: between two queries, in
 * the middle of rows, and on PostgreSQL also by the server. CUT_SECONDS=600 runs the ten minutes
 * that we promise.
 */
const SECONDS = Number(process.env.CUT_SECONDS ?? 75)
const CLIENTS = 24
const RESIDENTS = 12

let place: FreshDatabase
let ground: Ground
let line: Awaited<ReturnType<typeof cuttableLine>>
/**
 * On the embedded engine, the process that holds it: the service under load reaches it through the
 * proxy.
 */
let holder: ServiceProcess | undefined
let service: ServiceProcess
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let residents: Resident[]
const ledger = emptyLedger()

beforeAll(async () => {
  mailbox = await openMailbox()
  place = await freshDatabase()
  const { sql, close } = await openDatabase(place)
  ground = await prepareGround(sql)
  await close()
  const env = { DATA_DIR: place.dataDir, SMTP_URL: mailbox.url }
  if (place.databaseUrl) {
    const direct = new URL(place.databaseUrl)
    line = await cuttableLine({ host: direct.hostname, port: Number(direct.port) })
    direct.port = String(line.port)
    service = await startProcess({ ...env, DATABASE_URL: direct.href })
  } else {
    holder = await startProcess(env)
    const socket = join(place.dataDir, '.s.PGSQL.5432')
    renameSync(socket, `${socket}.behind`)
    line = await cuttableLine({ path: `${socket}.behind` }, { path: socket })
    service = await startProcess(env)
  }
  residents = await settleResidents(service.url, RESIDENTS)
  while (ledger.recipes.length < 30) await writeSomething(service.url, ledger, ground)
})
afterAll(async () => {
  for (const each of [service, holder]) if (each?.isAlive()) await each.end('SIGKILL')
  await line.close()
  await mailbox.close()
})

const ask = ({ route, token, cookie }: CheckedRead) => call(service.url, route, { token, cookie })

const name = `for ${SECONDS} seconds of cut connections, every reply is to its own request or a 503 that says when to retry`
test(
  name,
  async () => {
    const admin = place.databaseUrl ? postgres(place.databaseUrl, { max: 1 }) : undefined
    const endBackends = (sql: postgres.Sql) => async () => {
      await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()`
    }
    const ways = [line.cutInRows, line.cutNow, ...(admin ? [endBackends(admin)] : [])]
    const wrong: string[] = []
    const counts = { answered: 0, refused: 0, longestMs: 0 }
    const end = performance.now() + SECONDS * 1000

    const client = async () => {
      while (performance.now() < end) {
        if (Math.random() < 0.2) {
          await writeSomething(service.url, ledger, ground)
          continue
        }
        const read = checkedRead(residents, ground, ledger.recipes)
        const begun = performance.now()
        const answer = await ask(read)
        counts.longestMs = Math.max(counts.longestMs, performance.now() - begun)
        if (answer?.status === 503 && Number(answer.headers.get('retry-after')) > 0) counts.refused++
        else if (answer && isAnswered(read, answer)) counts.answered++
        else wrong.push(`${read.route}: ${answer?.status} ${JSON.stringify(answer?.body)?.slice(0, 200)}`)
      }
    }
    let rounds = 0
    const cutter = setInterval(() => void ways[rounds++ % ways.length]?.(), 1000)
    await Promise.all(Array.from({ length: CLIENTS }, client))
    clearInterval(cutter)
    line.cutNow()

    await eventually(async () => (await call(service.url, 'GET /api/health/ready'))?.status === 200)
    for (const { token, email } of residents)
      await eventually(async () => (await call(service.url, 'GET /api/auth/me', { token }))?.body.user?.email === email)
    const isAlive = service.isAlive()
    await service.end('SIGTERM')
    await line.close()
    await holder?.end('SIGTERM')
    await admin?.end()
    const { sql, close } = await openDatabase(place)
    const missing = await missingFrom(sql, ledger, mailbox.letters)
    const counters = await miscounted(sql)
    await close()
    console.log(
      `${engine}: ${SECONDS} s, ${rounds} rounds of cuts, ${line.cuts()} connections cut at the proxy; ${counts.answered} reads answered, ${counts.refused} refused with 503, longest ${Math.round(counts.longestMs)} ms; ${ledger.yes} writes acknowledged, ${ledger.refused} refused with 503; ${wrong.length + ledger.odd.length + ledger.unanswered} wrong replies`,
    )
    expect(isAlive).toBe(true)
    expect(wrong.slice(0, 20)).toEqual([])
    expect(ledger.odd.slice(0, 20)).toEqual([])
    expect(ledger.unanswered).toBe(0)
    expect(missing).toEqual([])
    expect(counters).toEqual([])
    // Proves that the test tested something: connections were lost during requests, and most
    // requests were served.
    expect(line.cuts()).toBeGreaterThan(SECONDS / 2)
    expect(counts.answered).toBeGreaterThan(counts.refused)
  },
  HANGS_AFTER_MS + SECONDS * 1000,
)
