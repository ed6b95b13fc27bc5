import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { openWorld } from '../../adapters/compose.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { storeFault } from '../../adapters/postgres/engine/faults.ts'
import { createLog } from '../../adapters/program/log.ts'
import { cuttableLine } from '../support/cuttable-line.ts'
import { eventually } from '../support/eventually.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('connections that die during a request cause a 503 at worst, and the service continues', async () => {
  const person = await world.person()
  const ask = () => world.call('GET /api/auth/me', { as: person })
  expect((await ask()).status).toBe(200)
  const answers = Promise.all(Array.from({ length: 40 }, ask))
  await world.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()`
  for (const { status, body } of await answers)
    if (status !== 200)
      expect([status, body]).toEqual([503, { error: 'The service cannot reach its database; try again shortly.' }])
  expect(await eventually(async () => (await ask()).status === 200)).toBe(true)
})

test('however often connections die, also while connecting, every query is answered and nothing is left over', async () => {
  const { sql, close } = await openDatabase(world.config)
  const answered = (query: Promise<unknown>) => query.then(() => 'ok', storeFault)
  let killing = true
  const asking = Array.from({ length: 40 }, async () => {
    while (killing) expect(await answered(sql`select from users where id = 1`)).toBeDefined()
  })
  for (let kills = 0; kills < 300; kills++)
    await world.sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()`.catch(() => {})
  killing = false
  await Promise.all(asking)
  await close()
})

test("the server's message about a closed connection is not taken for the reply to the next query", async () => {
  const { sql, close } = await openDatabase(world.config)
  const asked = sql`select pg_sleep(600)`.then(String, String)
  await eventually(async () => {
    const ended = await world.sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where query = 'select pg_sleep(600)'
        and state = 'active'`
    return ended.length > 0
  })
  expect(await asked).toContain('CONNECTION_CLOSED')
  const answers = await Promise.all(Array.from({ length: 20 }, () => sql`select 1 as one`))
  expect(answers.every(([row]) => row?.one === 1)).toBe(true)
  await close()
})

test('rows from before a connection was cut leave no gap in the next reply', async () => {
  const direct = new URL(world.config.databaseUrl ?? '')
  const line = await cuttableLine({ host: direct.hostname, port: Number(direct.port) })
  direct.port = String(line.port)
  const { sql, close } = await openDatabase({ ...world.config, databaseUrl: direct.href, databaseConnections: 1 })
  await sql`select 1`
  line.cutInRows()
  const cut = await sql`select n from generate_series(1, 10000) n`.then(() => undefined, storeFault)
  expect(cut?.code).toBe('service-down')
  expect([...(await sql`select n from generate_series(1, 3) n`)]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await close()
  await line.close()
})

/**
 * A pool of one connection whose socket a test can refuse or destroy, opened as for the embedded
 * engine.
 */
function poolOverSocket() {
  const { hostname, port, username, pathname } = new URL(world.config.databaseUrl ?? '')
  const line = { isAway: false, socket: undefined as Socket | undefined }
  const socket = async () => {
    if (line.isAway) throw new Error('There is no server.')
    const opened = connect(Number(port), hostname)
    await new Promise(done => opened.once('connect', done))
    line.socket = opened
    return opened
  }
  // `socket` is not in the driver's types.
  const sql = postgres({ socket, user: username, database: pathname.slice(1), max: 1 } as postgres.Options<never>)
  return { sql, line }
}

test('a connection that could not be opened is retried by the next query', async () => {
  const { sql, line } = poolOverSocket()
  line.isAway = true
  expect(await sql`select 1`.then(() => undefined, String)).toContain('There is no server.')
  line.isAway = false
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
  await sql.end()
})

test('a query sent between the error and the end of its connection is answered', async () => {
  const { sql, line } = poolOverSocket()
  await sql`select 1 as one`
  const asked = sql`select pg_sleep(600)`.catch(() => sql`select 1 as one`.then(() => 'answered', String))
  await eventually(
    async () => (await world.sql`select from pg_stat_activity where query like '%pg_sleep(600)'`).length > 0,
  )
  line.socket?.destroy(Object.assign(new Error('The line was cut.'), { code: 'ECONNRESET' }))
  expect(await asked).toMatch(/answered|CONNECTION_CLOSED/)
  await sql.end({ timeout: 1 })
})

test('a query not yet sent when its connection ended does not block the next one', async () => {
  const { sql, line } = poolOverSocket()
  await sql`select 1 as one`
  const unsent = sql`select 1 as one`.then(() => 'answered', String)
  // The driver has it by then, and would send it in the next turn of the event loop.
  for (let step = 0; step < 5; step++) await null
  line.socket?.emit('close', false)
  expect(await unsent).toContain('CONNECTION_CLOSED')
  expect([...(await sql`select 2 as two`)]).toEqual([{ two: 2 }])
  await sql.end({ timeout: 1 })
})

test('a transaction whose connection dies between two statements writes nothing more', async () => {
  const { sql, close } = await openDatabase({ ...world.config, databaseConnections: 1 })
  await world.sql`create table notes (text text)`
  const isOpenAgain = Promise.withResolvers<void>()
  const done = Promise.withResolvers<unknown>()
  const outcome = sql
    .begin(async sql => {
      await sql`insert into notes values ('first')`
      await world.sql`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where query like 'insert into notes%'
          and state = 'idle in transaction'`
      await isOpenAgain.promise
      await sql`insert into notes values ('second')`.then(() => done.resolve('written'), done.resolve)
    })
    .catch(storeFault)
  // Another query opens the same connection again.
  await eventually(async () => (await sql`select 1 as one`.catch(() => [])).length === 1)
  isOpenAgain.resolve()
  expect(storeFault(await done.promise)?.code).toBe('service-down')
  expect(await outcome).toMatchObject({ code: 'service-down' })
  expect([...(await world.sql`select text from notes`)]).toEqual([])
  await world.sql`drop table notes`
  await close()
})

test('a database that takes more than two seconds to answer is unhealthy', async () => {
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  const locked = Promise.withResolvers<void>()
  const lock = world.sql.begin(async sql => {
    await sql`lock table migrations in access exclusive mode`
    locked.resolve()
    await held
  })
  await locked.promise
  const { status, body } = await world.call('GET /api/health')
  release()
  await lock
  expect([status, body.status, body.checks.database]).toEqual([
    503,
    'unhealthy',
    { status: 'unhealthy', latencyMs: null },
  ])
  expect((await world.call('GET /api/health')).status).toBe(200)
})

test('a statement that takes too long is cancelled and answered with 503', async () => {
  const hurried = await startWorld({ statementTimeoutMs: 200 })
  const person = await hurried.person()
  const { sql, close } = await openDatabase({ ...hurried.config, statementTimeoutMs: undefined })
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = sql.begin(async sql => {
    await sql`lock table users in access exclusive mode`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const { status, body, headers } = await hurried.call('GET /api/auth/me', { as: person })
  held.resolve()
  await lock
  expect([status, body.error, headers.get('retry-after')]).toEqual([
    503,
    'This took too long; try again later, or ask for less.',
    '5',
  ])
  expect((await hurried.call('GET /api/auth/me', { as: person })).status).toBe(200)
  await close()
  await hurried.stop()
})

test('startup and background jobs have no such time limit', async () => {
  const hurried = await startWorld({ statementTimeoutMs: 200 })
  const { sql, close } = await openDatabase({ ...hurried.config, statementTimeoutMs: undefined })
  const whileHeld = async <T>(tables: string[], work: () => Promise<T>) => {
    const locked = Promise.withResolvers<void>()
    const lock = sql.begin(async sql => {
      await sql`lock table ${sql(tables)} in access exclusive mode`
      locked.resolve()
      await sql`select pg_sleep(0.5)`
    })
    await locked.promise
    const done = await work()
    await lock
    return done
  }
  for (const table of [
    'rate_limits',
    'magic_links',
    'ended_sessions',
    'api_tokens',
    'app_connections',
    'device_sign_ins',
    'roaster_invitations',
    'recipe_moves',
    'visitor_salts',
    'event_visitors',
  ])
    await whileHeld([table], hurried.sweep)
  const log = createLog('silent', () => {})
  const another = await whileHeld(['grinders', 'machines', 'filters'], () => openWorld(hurried.config, log))
  await another.close()
  await close()
  await hurried.stop()
})
