import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import type { Route } from '../../adapters/http/endpoint.ts'
import { accessOf, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { type Cluster, postgresPrograms, startCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/recipes.ts'
import { prepare, temporaryFolder } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** A primary, a streaming replica of it, and the service over both. */
let primary: Cluster
let standby: Cluster
let replica: postgres.Sql
let world: TestWorld

beforeAll(async () => {
  const programs = postgresPrograms() ?? ''
  primary = await startCluster(programs)
  await prepare({ databaseUrl: primary.url('postgres'), dataDir: temporaryFolder() })
  standby = await startCluster(programs, { standbyOf: primary })
  replica = postgres(standby.url('postgres'), { max: 1 })
  world = await startWorld({ databaseUrl: primary.url('postgres'), databaseReadUrl: standby.url('postgres') })
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
const comment = async (id: number, as: { token: string }) => {
  const body = { body: 'Sweet at 24.' }
  expect((await world.call(`POST /api/recipes/${id}/comments`, { as, body })).status).toBe(201)
}
const commentsOn = async (id: number, as?: { token: string }) =>
  (await world.call(`GET /api/recipes/${id}/comments`, { as })).body.comments.length

test('visitors read at the replica; who writes sees it at once, and what is not there yet is found', async () => {
  const person = await world.person()
  const recipe = await publish(world, person)
  await hasCaughtUp()
  await replica`select pg_wal_replay_pause()`
  await comment(recipe.id, person)
  expect(await commentsOn(recipe.id, person)).toBe(1)
  expect(await commentsOn(recipe.id)).toBe(0)
  const cookie = { cookie: `svc_session=${person.token}` }
  expect((await world.call(`GET /api/recipes/${recipe.id}/comments`, { headers: cookie })).body.comments.length).toBe(1)

  const newer = await publish(world, person)
  expect((await world.call(`GET /api/recipes/${newer.id}`)).status).toBe(200)
  const { body: shared } = await world.call(`POST /api/recipes/${newer.id}/share`)
  expect((await world.call(`GET ${new URL(shared.shareUrl).pathname}`)).status).toBe(200)

  await replica`select pg_wal_replay_resume()`
  expect(await eventually(async () => (await commentsOn(recipe.id)) === 1)).toBe(true)
})

test('a replica that is five seconds behind is not read until it has caught up', async () => {
  const person = await world.person()
  const recipe = await publish(world, person)
  await hasCaughtUp()
  await replica`select pg_wal_replay_pause()`
  await comment(recipe.id, person)
  expect(await commentsOn(recipe.id)).toBe(0)
  expect(await eventually(async () => (await commentsOn(recipe.id)) === 1)).toBe(true)
  expect(world.portsAtReplica()).toBeUndefined()
  await replica`select pg_wal_replay_resume()`
  expect(await eventually(() => world.portsAtReplica() !== undefined)).toBe(true)
})

test('nothing that a visitor reads writes at the replica', async () => {
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
  expect(world.portsAtReplica()).toBeDefined()
  for (const path of reads) expect([path, (await world.call(`GET ${path}`)).status < 500]).toEqual([path, true])
  expect(world.logLines.filter(line => line.includes('failed at the replica'))).toEqual([])
})

test('while the replica is away, the primary answers for it', async () => {
  const recipe = await publish(world, await world.person())
  await replica.end()
  await standby.crash()
  expect((await world.call(`GET /api/recipes/${recipe.id}`)).status).toBe(200)
  expect(await eventually(() => world.portsAtReplica() === undefined)).toBe(true)
  expect((await world.call('GET /api/health')).body.status).toBe('healthy')
  await standby.restart()
  expect(await eventually(() => world.portsAtReplica() !== undefined)).toBe(true)
  expect((await world.call(`GET /api/recipes/${recipe.id}`)).status).toBe(200)
})
