import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Sql } from '../../adapters/postgres/engine/client.ts'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import type { Cluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { killableDatabase } from '../support/killable.ts'
import { miscounted } from '../support/recount.ts'
import { type FreshDatabase, visited } from '../support/templates.ts'
import { prepareGround } from '../torture/ledger.ts'
import { askProcess, call, type ServiceProcess, startProcess } from '../torture/process.ts'

/**
 * The database goes away in the middle of an import: PostgreSQL is killed under a running service,
 * or the embedded engine dies with its process.
 */
let cluster: Cluster | undefined
let place: FreshDatabase
let service: ServiceProcess
const start = () =>
  startProcess({ DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) })
beforeAll(async () => {
  // With something in the database, a first start adds no demo data.
  ;({ place, cluster } = await killableDatabase(async sql => {
    await prepareGround(sql)
    await holdImport(sql)
  }))
  service = await start()
})
afterAll(async () => {
  await (service as ServiceProcess | undefined)?.end()
  await cluster?.stop()
})

const BREWS = 3000
const BAGS = 60
const FIRST = 150
const HELD_AT = 1500
const file = () =>
  anExport({
    BEANS: Array.from({ length: BAGS }, (_, at) => aBean(`bean-${at}`, { name: `Lot ${at}` })),
    BREWS: Array.from({ length: BREWS }, (_, at) => aBrew(`brew-${at}`, { bean: `bean-${at % BAGS}` })),
  })

/**
 * Holds the import at one brew, however fast the machine is: nothing can interrupt that statement.
 * The embedded engine and its process do nothing else meanwhile, so a file says how far it is.
 */
async function holdImport(sql: Sql) {
  await sql`
    create function hold() returns trigger language plpgsql as $$
    begin
      execute format('copy (select) to %L', current_setting('data_directory') || '/held');
      loop
        begin
          perform pg_sleep(600);
        exception when query_canceled then
        end;
      end loop;
    end $$`
  await sql`
    create trigger held before insert on brew_logs
    for each row when (new.import_key = ${sql.unsafe(`'brew-${HELD_AT}'`)}) execute function hold()`
}

/**
 * How many brews were confirmed when the import is held: all of the first file, or more if another
 * request is still running.
 */
const heldAfter = (brews: () => Promise<number>) =>
  eventually(async () => {
    if (!cluster) return existsSync(join(place.dataDir, 'pglite/held')) && FIRST
    const total = await brews()
    return total > 400 && total
  })

async function cutOff() {
  if (cluster) {
    await cluster.crash()
    await cluster.restart()
  } else await service.end('SIGKILL')
  await visited(place, sql => sql`drop trigger held on brew_logs`)
  if (!cluster) service = await start()
}

test('confirmed rows are stored, the rest come with the same file, and nothing twice', async () => {
  const registered = { email: 'ann@people.example', password: 'a long enough password' }
  const { token } = (await askProcess(service.url, 'POST /api/auth/register', { body: registered })).body
  const sent = file()
  const first = { ...sent, BREWS: sent.BREWS.slice(0, FIRST) }
  const said = (await askProcess(service.url, 'POST /api/user/import', { token, body: first })).body
  expect([said.beans.taken, said.brews.taken]).toEqual([BAGS, FIRST])

  const coming = call(service.url, 'POST /api/user/import', { token, body: sent })
  const brews = async () => (await askProcess(service.url, 'GET /api/brew-logs?limit=1', { token })).body.total
  const seen = await heldAfter(brews)
  await cutOff()
  const answer = await coming
  // A killed process says nothing; one that loses its database says so.
  if (cluster)
    expect([answer?.status, answer?.body]).toEqual([
      503,
      { error: 'The service cannot reach its database; try again shortly.' },
    ])
  else expect(answer).toBeUndefined()

  const kept = await eventually(
    async () => (await call(service.url, 'GET /api/brew-logs?limit=1', { token }))?.body.total,
  )
  expect([kept >= seen, kept < BREWS]).toEqual([true, true])
  const again = await askProcess(service.url, 'POST /api/user/import', { token, body: sent })
  expect([again.status, again.body.brews, again.body.beans]).toEqual([
    200,
    { taken: BREWS - kept, alreadyHere: kept, notTaken: 0 },
    { taken: 0, alreadyHere: BAGS, notTaken: 0 },
  ])
  expect(await brews()).toBe(BREWS)

  await service.end('SIGTERM')
  const { sql, close } = await openDatabase(place)
  const [stored] = await sql`
    select count(*)::int as brews, count(distinct import_key)::int as keys, count(distinct bag_id)::int as bags
    from brew_logs
    join users on users.id = user_id
    where email = ${registered.email}`
  expect([stored, await miscounted(sql)]).toEqual([{ brews: BREWS, keys: BREWS, bags: BAGS }, []])
  await close()
})
