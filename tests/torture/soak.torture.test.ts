import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { miscounted } from '../support/recount.ts'
import { engine, type FreshDatabase, freshDatabase } from '../support/templates.ts'
import { emptyLedger, type Ground, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { askProcess, type ServiceProcess, startProcess } from './process.ts'

/** Two and a half minutes of 64 connections that read and write: no error, flat memory, no connection left over. */
const CONNECTIONS = 64
const SECONDS = 150
/**
 * Compares the least memory of a minute with that of the minute before: it varies by a third for a
 * minute at a time, while a leak raises the minimum.
 */
const WINDOW_SECONDS = 60
const MOST_GROWTH = 0.25
/**
 * An engine grows to what its work needs, on a slow machine for minutes, while a leak keeps
 * growing: so it is measured this many times.
 */
const MOST_LOOKS = 3
/** The size of the pool, and one that looks. */
const MOST_SESSIONS = 11

let place: FreshDatabase
let ground: Ground
let service: ServiceProcess
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const ledger = emptyLedger()

beforeAll(async () => {
  mailbox = await openMailbox()
  place = await freshDatabase()
  const { sql, close } = await openDatabase(place)
  ground = await prepareGround(sql)
  await close()
  service = await startProcess({
    DATA_DIR: place.dataDir,
    SMTP_URL: mailbox.url,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })
})
afterAll(async () => {
  await mailbox.close()
})

const reads = () => [
  '/api/recipes',
  '/api/recipes/search?brewMethod=v60&sort=newest',
  '/api/coffees?q=gatomboya',
  '/api/roasters?limit=50',
  '/api/v1/convert?from=comandante-c40-mk4&to=1zpresso-k-ultra&setting=24',
  '/api/grinders',
  `/api/coffees/${ground.coffeeId}`,
  '/api/browse/recipes?page=2',
  `/api/discover?grinderId=${ground.grinderId}`,
]

const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024

test(`${CONNECTIONS} connections read and write for ${SECONDS} seconds`, async () => {
  for (let n = 0; n < 6; n++) await writeSomething(service.url, ledger, ground)
  const odd: string[] = []
  let answered = 0
  const someone = async (end: number) => {
    while (performance.now() < end) {
      if (Math.random() < 0.2) await writeSomething(service.url, ledger, ground)
      else {
        const path = reads()[answered % reads().length] as string
        const { status } = await askProcess(service.url, `GET ${path}`)
        if (status !== 200 && odd.length < 20) odd.push(`${status} ${path}`)
      }
      answered++
    }
  }
  const soakFor = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return Promise.all(Array.from({ length: CONNECTIONS }, () => someone(end)))
  }
  const memory: number[] = []
  const watch = setInterval(() => memory.push(memoryMb()), 500)
  const samples = 2 * WINDOW_SECONDS
  const lateFloor = () => Math.min(...memory.slice(-samples))
  const earlyFloor = () => Math.min(...memory.slice(-2 * samples, -samples))
  await soakFor(SECONDS)
  const most = earlyFloor() * MOST_GROWTH
  const growths = [lateFloor() - earlyFloor()]
  while ((growths.at(-1) ?? 0) > most && growths.length < MOST_LOOKS) {
    await soakFor(WINDOW_SECONDS)
    growths.push(lateFloor() - earlyFloor())
  }
  clearInterval(watch)

  const { sql, close } = await openDatabase(place)
  const [sessions] = place.databaseUrl
    ? await sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`
    : []
  const missing = await missingFrom(sql, ledger, mailbox.letters)
  const counters = await miscounted(sql)
  await close()
  await service.end('SIGTERM')
  console.log(
    `${engine}: ${answered} answers, at least ${Math.round(lateFloor())} MB in the last minute, ${growths.map(Math.round).join(', ')} more than in the one before, ${sessions?.count ?? 'shared'} sessions`,
  )
  expect(odd).toEqual([])
  expect(ledger.odd).toEqual([])
  expect(missing).toEqual([])
  expect(counters).toEqual([])
  expect(growths.at(-1)).toBeLessThanOrEqual(most)
  expect(sessions?.count ?? 0).toBeLessThanOrEqual(MOST_SESSIONS)
})
