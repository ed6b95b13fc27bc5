import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { commit } from '../../adapters/program/release.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** As another release would leave them. */
async function withoutMigration<T>(work: () => Promise<T>) {
  const removed = await world.sql`delete from migrations where name like '%-equipment.sql' returning name, checksum`
  try {
    return await work()
  } finally {
    await world.sql`insert into migrations ${world.sql([...removed])}`
  }
}

describe('health', () => {
  test('is healthy if the database answers and has all migrations', async () => {
    const { status, body } = await world.call('GET /api/health')
    const [applied] = await world.sql`select count(*)::int as count from migrations`
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/Z$/),
      uptime: expect.any(Number),
      version: '1.0.0',
      commit,
      checks: {
        database: { status: 'healthy', latencyMs: expect.any(Number) },
        migrations: { status: 'healthy', applied: applied?.count },
      },
    })
  })

  test('is unhealthy, and 503, if a migration is missing', async () => {
    const { status, body } = await withoutMigration(() => world.call('GET /api/health'))
    expect([status, body.status, body.checks.migrations.status]).toEqual([503, 'unhealthy', 'unhealthy'])
  })

  test('is unhealthy if the database is unreachable', async () => {
    const cut = await startWorld()
    await cut.database.close()
    const { status, body } = await cut.call('GET /api/health')
    expect([status, body.status, body.checks.database]).toEqual([
      503,
      'unhealthy',
      { status: 'unhealthy', latencyMs: null },
    ])
    const login = await cut.call('POST /api/auth/login', { body: { email: 'a@b.example', password: 'whatever' } })
    expect([login.status, login.body.error]).toEqual([503, 'The service cannot reach its database; try again shortly.'])
    await cut.abandon()
  })
})

describe('a probe', () => {
  test('learns that the process is alive, and that it is ready', async () => {
    const live = await world.call('GET /api/health/live')
    expect([live.status, live.body]).toEqual([200, { status: 'live', uptime: expect.any(Number), version: '1.0.0' }])
    const ready = await world.call('GET /api/health/ready')
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', reason: null, database: expect.stringMatching(/^[0-9a-f]{32}$/), forwarded: 'trusted' },
    ])
    for (const { headers } of [live, ready]) expect(headers.get('cache-control')).toBe('no-store')
  })

  test('finds an instance not ready if its database lacks a migration', async () => {
    const { status, body, headers } = await withoutMigration(() => world.call('GET /api/health/ready'))
    expect([status, body, headers.get('cache-control')]).toEqual([
      503,
      {
        status: 'not-ready',
        reason: 'The database lacks migrations of this release.',
        database: expect.any(String),
        forwarded: 'trusted',
      },
      'no-store',
    ])
  })

  test('finds an instance alive but not ready if its database is unreachable', async () => {
    const cut = await startWorld()
    await cut.database.close()
    const ready = await cut.call('GET /api/health/ready')
    expect([ready.status, ready.body]).toEqual([
      503,
      { status: 'not-ready', reason: 'The database does not answer.', database: null, forwarded: 'trusted' },
    ])
    expect((await cut.call('GET /api/health/live')).status).toBe(200)
    await cut.abandon()
  })

  test('learns which database an instance uses: the same as other instances on it, but not as its copy', async () => {
    const databaseOf = async (of: TestWorld) => (await of.call('GET /api/health/ready')).body.database
    const copy = await startWorld()
    const beside = await startWorld({ databaseUrl: world.config.databaseUrl, dataDir: world.config.dataDir })
    const own = await databaseOf(world)
    expect([await databaseOf(beside), await databaseOf(world), (await databaseOf(copy)) === own]).toEqual([
      own,
      own,
      false,
    ])
    await beside.stop()
    await copy.stop()
  })

  test('is not rate limited', async () => {
    const asked = Array.from({ length: 400 }, (_, at) =>
      world.call(`GET /api/health/${at % 2 ? 'live' : 'ready'}`, { from: '203.0.113.77' }),
    )
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})
