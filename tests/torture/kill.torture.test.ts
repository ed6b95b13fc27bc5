import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import type { Cluster } from '../support/cluster.ts'
import { killableDatabase } from '../support/killable.ts'
import { miscounted } from '../support/recount.ts'
import { engine, type FreshDatabase } from '../support/templates.ts'
import { emptyLedger, type Ground, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { type ServiceProcess, startProcess } from './process.ts'

/**
 * Fifty times kill -9 in the middle of mixed writes. On the embedded engine the service and its
 * engine die together; on PostgreSQL the service and the server in turns, and a service whose
 * server died continues by itself.
 */
const ROUNDS = 50
const WRITERS = 8
/** A round is killed after at most this many writes. */
const MOST_WRITES = 60

let cluster: Cluster | undefined
let place: FreshDatabase
let ground: Ground
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const ledger = emptyLedger()

beforeAll(async () => {
  mailbox = await openMailbox()
  ;({ place, cluster } = await killableDatabase(async sql => {
    ground = await prepareGround(sql)
  }))
})
afterAll(async () => {
  await mailbox.close()
  await cluster?.stop()
})

/** Kinds with too few acknowledged writes to prove anything. */
const tooFew = () =>
  (['people', 'recipes', 'votes', 'logs', 'comments', 'follows', 'subjects', 'imported'] as const).filter(
    kind => ledger[kind].length <= 20,
  )

const start = () =>
  startProcess({
    DATA_DIR: place.dataDir,
    SMTP_URL: mailbox.url,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })

test(`nothing acknowledged is lost over ${ROUNDS} rounds of kill -9`, async () => {
  let service: ServiceProcess = await start()
  for (let n = 0; n < 4; n++) await writeSomething(service.url, ledger, ground)
  // A slow machine acknowledges less between two kills, and the kind of write is random, so it
  // continues until there are enough.
  let kills = 0
  while (kills < ROUNDS || (tooFew().length > 0 && kills < 2 * ROUNDS)) {
    kills++
    const { url } = service
    const enough = Promise.withResolvers<void>()
    let left = Math.ceil(Math.random() * MOST_WRITES)
    let dying = false
    const write = async () => {
      while (!dying) {
        await writeSomething(url, ledger, ground)
        if (--left === 0) enough.resolve()
      }
    }
    const writers = Array.from({ length: WRITERS }, write)
    await enough.promise
    if (cluster && kills % 2 === 0) {
      await cluster.crash()
      await Bun.sleep(50)
      dying = true
      await cluster.restart()
      await Promise.all(writers)
      if (!service.isAlive()) throw new Error(`The service died with its server: ${service.said()}`)
    } else {
      dying = true
      await service.end('SIGKILL')
      await Promise.all(writers)
      service = await start()
    }
  }
  await service.end('SIGTERM')

  const { sql, close } = await openDatabase(place)
  const missing = await missingFrom(sql, ledger, mailbox.letters)
  const counters = await miscounted(sql)
  const queued = await sql<{ id: string }[]>`select id::text from outbox`
  await close()
  console.log(
    `${engine}: ${kills} kills, acknowledged: ${Object.entries(ledger)
      .filter(([, entries]) => Array.isArray(entries))
      .map(([kind, entries]) => `${entries.length} ${kind}`)
      .join(
        ', ',
      )}, ${ledger.events.acknowledged} of ${ledger.events.sent} events; ${mailbox.letters.length} mails, ${queued.length} still queued`,
  )
  expect(missing).toEqual([])
  expect(counters).toEqual([])
  expect(ledger.odd).toEqual([])
  expect(tooFew()).toEqual([])
  // One mail per cause; mailboxes recognize a repetition by its Message-ID.
  const bySubject = Map.groupBy(mailbox.letters, ({ subject }) => subject)
  const twice = [...bySubject].filter(
    ([subject, letters]) => subject.includes('Torture') && new Set(letters.map(({ messageId }) => messageId)).size > 1,
  )
  expect(twice).toEqual([])
})
