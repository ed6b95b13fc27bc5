import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../adapters/postgres/client.ts'
import { miscounted } from '../support/recount.ts'
import { engine, type FreshDatabase, freshDatabase } from '../support/templates.ts'
import { emptyLedger, type Ground, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { askProcess, type ServiceProcess, startProcess } from './process.ts'

/** Two and a half minutes of 64 connections that read and write: no error, flat memory, no connection left over. */
const CONNECTIONS = 64
const SECONDS = 150
/** An engine grows to what its work needs before its memory says anything. */
const WARM_SECONDS = 60
/**
 * The least memory of the last twenty seconds against that of the first twenty after it is warm: what is collected comes
 * and goes in waves of a third, a leak lifts their floor.
 */
const MOST_GROWTH = 1.25
/** What the pool may hold, and one that looks. */
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
  const end = performance.now() + SECONDS * 1000
  const odd: string[] = []
  let answered = 0
  const someone = async () => {
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
  const memory: number[] = []
  const watch = setInterval(() => memory.push(memoryMb()), 500)
  await Promise.all(Array.from({ length: CONNECTIONS }, someone))
  clearInterval(watch)
  const leastFrom = (second: number) => Math.min(...memory.slice(second * 2, second * 2 + 40))
  const [early, late] = [leastFrom(WARM_SECONDS), leastFrom(SECONDS - 20)]

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
    `${engine}: ${answered} answers in ${SECONDS} s, memory ${Math.round(early)} MB then ${Math.round(late)} MB, ${sessions?.count ?? 'shared'} sessions`,
  )
  expect(odd).toEqual([])
  expect(ledger.odd).toEqual([])
  expect(missing).toEqual([])
  expect(counters).toEqual([])
  expect(late).toBeLessThan(early * MOST_GROWTH)
  expect(sessions?.count ?? 0).toBeLessThanOrEqual(MOST_SESSIONS)
})
