import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import type { Route } from '../../adapters/http/endpoint.ts'
import { accessOf, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { dialin } from '../cli/cli.ts'
import { type Cluster, postgresPrograms, startCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { sampled } from '../support/metrics.ts'
import { promtool } from '../support/prometheus.ts'
import { publish } from '../support/recipes.ts'
import { prepare, temporaryFolder } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** A primary, a streaming replica of it, and the service over both. */
let primary: Cluster
let standby: Cluster
let replica: postgres.Sql
let world: TestWorld
const TOKEN = 'a token for tests only'
const metrics = async () => (await world.call('GET /metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text

beforeAll(async () => {
  const programs = postgresPrograms() ?? ''
  primary = await startCluster(programs)
  await prepare({ databaseUrl: primary.url('postgres'), dataDir: temporaryFolder() })
  standby = await startCluster(programs, { standbyOf: primary })
  replica = postgres(standby.url('postgres'), { max: 1 })
  world = await startWorld({
    databaseUrl: primary.url('postgres'),
    databaseReadUrl: standby.url('postgres'),
    metrics: { listener: undefined, token: TOKEN },
  })
})
afterAll(async () => {
  await world.stop()
  await replica.end()
  await Promise.all([primary.stop(), standby.stop()])
})

const hasCaughtUp = async () => {
  const [{ place } = { place: '' }] = await world.sql<{ place: string }[]>`select pg_current_wal_lsn()::text as place`
  return eventually(async () => {
    const [row] = await replica<{ is: boolean }[]>`select pg_last_wal_replay_lsn() >= ${place}::pg_lsn as is`
    return row?.is
  })
}
/** Pausing is asynchronous, so wait until it has taken effect. */
const standsStill = async () => {
  await replica`select pg_wal_replay_pause()`
  return eventually(async () => {
    const [row] = await replica<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`
    return row?.state === 'paused'
  })
}
const comment = async (id: number, as: { token: string }) => {
  const body = { body: 'Sweet at 24.' }
  expect((await world.call(`POST /api/recipes/${id}/comments`, { as, body })).status).toBe(201)
}
const commentsOn = async (id: number, as?: { token: string }) =>
  (await world.call(`GET /api/recipes/${id}/comments`, { as })).body.comments.length

/**
 * With a paused replica; retried if the machine was so busy that the replica was no longer used.
 */
async function behind<T>(look: () => Promise<T>): Promise<T> {
  await hasCaughtUp()
  await eventually(() => world.portsAtReplica() !== undefined)
  await standsStill()
  let seen: T
  let wasAsked = true
  // Throughout: a late check may find it usable again, although nobody used it meanwhile.
  const noteIfAsked = () => {
    wasAsked &&= world.portsAtReplica() !== undefined
  }
  const watch = setInterval(noteIfAsked, 1)
  try {
    seen = await look()
    noteIfAsked()
  } finally {
    clearInterval(watch)
    await replica`select pg_wal_replay_resume()`
  }
  return wasAsked ? seen : behind(look)
}

test('visitors read from the replica; people see their own writes at once, and missing rows are found', async () => {
  const person = await world.person()
  const seen = await behind(async () => {
    const recipe = await publish(world, person)
    return { recipe, found: (await world.call(`GET /api/recipes/${recipe.id}`)).status }
  })
  expect(seen.found).toBe(200)
  const { recipe } = seen
  const cookie = { cookie: `svc_session=${person.token}` }
  const [before, ofPerson, ofCookie, ofVisitor, shared] = await behind(async () => {
    const before = await commentsOn(recipe.id)
    await comment(recipe.id, person)
    return [
      before,
      await commentsOn(recipe.id, person),
      (await world.call(`GET /api/recipes/${recipe.id}/comments`, { headers: cookie })).body.comments.length,
      await commentsOn(recipe.id),
      (await world.call(`POST /api/recipes/${recipe.id}/share`)).body.shareUrl as string,
    ] as const
  })
  expect([ofPerson, ofCookie, ofVisitor]).toEqual([before + 1, before + 1, before])
  expect((await world.call(`GET ${new URL(shared).pathname}`)).status).toBe(200)
  expect(await eventually(async () => (await commentsOn(recipe.id)) === before + 1)).toBe(true)
})

test('a replica that is five seconds behind is not used until it has caught up', async () => {
  const person = await world.person()
  const recipe = await publish(world, person)
  await hasCaughtUp()
  await standsStill()
  try {
    await comment(recipe.id, person)
    expect(await eventually(() => world.portsAtReplica() === undefined)).toBe(true)
    expect(await commentsOn(recipe.id)).toBe(1)
  } finally {
    await replica`select pg_wal_replay_resume()`
  }
  expect(await eventually(() => world.portsAtReplica() !== undefined)).toBe(true)
})

test('no read by a visitor writes to the replica', async () => {
  const person = await world.person()
  const recipe = await publish(world, person)
  await hasCaughtUp()
  const example: Record<string, string> = { id: `${recipe.id}`, slug: 'comandante-c40-mk4' }
  const readsOf = (route: Route) =>
    methodsOf(route)[0] === 'GET' && !['member', 'roaster'].includes(accessOf(route))
      ? [pathOf(route).replace(/:(\w+)/g, (_, name) => example[name] ?? 'some')]
      : []
  const reads = [...endpoints, ...pages].flatMap(readsOf)
  expect(reads.length).toBeGreaterThan(30)
  await eventually(() => world.portsAtReplica() !== undefined)
  for (const path of reads) expect([path, (await world.call(`GET ${path}`)).status < 500]).toEqual([path, true])
  expect(world.logLines.filter(line => line.includes('failed at the replica'))).toEqual([])
})

test('the metrics say whether the primary and the replica answer, in a form that Prometheus accepts', async () => {
  await world.call('GET /api/recipes/1')
  await eventually(() => world.portsAtReplica() !== undefined)
  const text = await metrics()
  for (const pool of ['write', 'read']) expect([pool, sampled(text, 'dialin_database_up', { pool })]).toEqual([pool, 1])
  if (Bun.which('promtool')) expect(await promtool(['check', 'metrics'], text)).toBe('')
})

test('everything can be copied from the replica, although no audit line can be written there', async () => {
  await hasCaughtUp()
  await world.sql`create database elsewhere`
  const places = ['--from', standby.url('postgres'), '--to', primary.url('elsewhere')]
  const { exit, err } = await dialin(['db', 'copy', ...places])
  expect([exit, err]).toEqual([0, expect.stringContaining('/postgres, because the database is read-only')])
})

test('a command that writes there says where to write instead', async () => {
  const { exit, err } = await dialin(['users', 'invite', 'new@people.example'], {
    DATABASE_URL: standby.url('postgres'),
    DATA_DIR: temporaryFolder(),
  })
  expect([exit, err]).toEqual([1, expect.stringMatching(/use the address of (a|the) primary/)])
})

test('a service does not start on a replica in place of its primary, and the doctor says why', async () => {
  const env = { DATABASE_URL: standby.url('postgres'), DATA_DIR: temporaryFolder(), SESSION_SECRET: '-'.repeat(32) }
  const sentence = '/postgres is a standby, which is read-only'
  expect(await dialin(['serve'], env)).toMatchObject({
    exit: 1,
    err: expect.stringContaining(`${sentence}; use the address of the primary.`),
  })
  expect(await dialin(['doctor'], env)).toMatchObject({ exit: 1, out: expect.stringContaining(sentence) })
})

test('the doctor says whether a replica is one, follows this database and keeps up', async () => {
  const found = async (DATABASE_READ_URL: string) => {
    const env = { DATABASE_URL: primary.url('postgres'), DATABASE_READ_URL, DATA_DIR: temporaryFolder() }
    const { out } = await dialin(['doctor', '--json'], { ...env, SESSION_SECRET: '-'.repeat(32) })
    const { findings } = JSON.parse(out) as { findings: { about: string; is: string; says: string }[] }
    return findings.flatMap(({ about, is, says }) => (about === 'replica' ? `${is}: ${says}` : []))
  }
  expect(await found(standby.url('postgres'))).toEqual([expect.stringMatching(/^well: .* keeps up$/)])
  expect(await found(primary.url('postgres'))).toEqual([expect.stringMatching(/^wrong: .* is not a standby/)])
  await world.sql`create database unfollowed`
  await hasCaughtUp()
  expect(await found(standby.url('unfollowed'))).toEqual([
    expect.stringMatching(/^wrong: .* is a standby of a different database/),
  ])
  expect(await found('postgres://me@127.0.0.1:9/dialin')).toEqual([expect.stringMatching(/^wrong: .* does not answer/)])
  await standsStill()
  const [held] = await replica<{ place: string }[]>`select pg_last_wal_replay_lsn()::text as place`
  await world.person()
  // A test primary writes its log a moment after it has confirmed the commit.
  await eventually(async () => {
    const [row] = await world.sql<{ is: boolean }[]>`select pg_current_wal_lsn() > ${held?.place ?? ''}::pg_lsn as is`
    return row?.is
  })
  expect(await found(standby.url('postgres'))).toEqual([expect.stringMatching(/^worth a look: .* behind, so visitors/)])
  await replica`select pg_wal_replay_resume()`
})

test('while the replica is unreachable, the primary answers for it', async () => {
  const recipe = await publish(world, await world.person())
  await replica.end()
  await standby.crash()
  expect((await world.call(`GET /api/recipes/${recipe.id}`)).status).toBe(200)
  expect(await eventually(() => world.portsAtReplica() === undefined)).toBe(true)
  expect((await world.call('GET /api/health')).body.status).toBe('healthy')
  const text = await metrics()
  expect(['write', 'read'].map(pool => sampled(text, 'dialin_database_up', { pool }))).toEqual([1, 0])
  await standby.restart()
  expect(await eventually(() => world.portsAtReplica() !== undefined)).toBe(true)
  expect((await world.call(`GET /api/recipes/${recipe.id}`)).status).toBe(200)
})
