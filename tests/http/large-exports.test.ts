import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { createApp } from '../../adapters/http/app.ts'
import { endpointInPieces } from '../../adapters/http/endpoint.ts'
import { portability } from '../../adapters/http/endpoints/portability.ts'
import { heldBodies } from '../../adapters/http/held-bodies.ts'
import type { PipelineDeps } from '../../adapters/http/receive.ts'
import { createLog } from '../../adapters/program/log.ts'
import * as field from '../../core/fields.ts'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { eventually } from '../support/eventually.ts'
import { waitBeside } from '../support/waiting.ts'
import { checkReply, type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const exportOf = async (as: Someone) => (await world.call('GET /api/user/export', { as })).body

/** Many brews a minute apart, three of them at each instant. */
const brewALot = (as: Someone, count: number) => world.sql`
  insert into brew_logs (user_id, method, notes, import_key, created_at, brewed_at)
  select ${as.id}, 'v60', repeat('notes ', 200) || n, 'brew-' || n, at, at
  from generate_series(1, ${count}) n
  cross join lateral (select ${world.clock.now()}::timestamptz - n / 3 * interval '1 minute' as at) brewed`

test('an export of 28 MB makes nobody wait a tenth of a second', async () => {
  const ann = await world.person()
  await brewALot(ann, 17_000)
  const take = async () => {
    const reply = await fetch(`${world.url}/api/user/export`, { headers: { authorization: `Bearer ${ann.token}` } })
    let bytes = 0
    for await (const part of reply.body as unknown as AsyncIterable<Uint8Array>) bytes += part.length
    expect(bytes).toBeGreaterThan(25_000_000)
  }
  expect(await waitBeside(world, take)).toBeLessThan(100)
})

test('a large export contains what was imported, and importing it again adds nothing', async () => {
  const ann = await world.person()
  const BEANS = Array.from({ length: 450 }, (_, at) => aBean(`bean-${at}`, { name: `Lot ${at}`, roaster: 'Exporters' }))
  const BREWS = Array.from({ length: 1000 }, (_, at) =>
    aBrew(`brew-${at}`, { note: `“Cup” ${at} 🍵`, bean: `bean-${at % 450}` }),
  )
  const file = anExport({ BEANS, BREWS })
  const bring = () => world.call('POST /api/user/import', { as: ann, body: file })
  expect((await bring()).body).toMatchObject({ beans: { taken: 450 }, brews: { taken: 1000 } })
  const everything = await exportOf(ann)
  for (const endpoint of portability.slice(0, 1)) checkReply(endpoint, everything)
  const { brewLogs, bags } = everything.data
  const notes = (rows: { notes: string }[]) => rows.map(row => row.notes).sort()
  expect(notes(brewLogs)).toEqual(notes(BREWS.map(({ note }) => ({ notes: note }))))
  expect(bags).toHaveLength(450)
  const named = new Map(bags.map((bag: { id: number; name: string }) => [bag.id, bag.name]))
  const coffeeOf = (at: number) => brewLogs.find((row: { notes: string }) => row.notes === `“Cup” ${at} 🍵`).bagId
  expect([named.get(coffeeOf(0)), named.get(coffeeOf(999))]).toEqual(['Lot 0', 'Lot 99'])
  expect((await bring()).body).toMatchObject({ beans: { alreadyHere: 450 }, brews: { alreadyHere: 1000 } })
  expect((await exportOf(ann)).data).toEqual(everything.data)
})

test('an export while rows come and go has every row that stays, once', async () => {
  const ann = await world.person()
  await brewALot(ann, 3000)
  const reply = await fetch(`${world.url}/api/user/export`, { headers: { authorization: `Bearer ${ann.token}` } })
  await world.sql`delete from brew_logs where user_id = ${ann.id} and id % 10 = 0`
  await world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', notes: 'Meanwhile.' } })
  const { data } = JSON.parse(await reply.text())
  const keys = data.brewLogs.map((row: { importKey: string | null }) => row.importKey)
  const stayed = await world.sql`select import_key from brew_logs where user_id = ${ann.id} and import_key is not null`
  expect(new Set(keys).size).toBe(keys.length)
  expect(stayed.filter(({ importKey }) => !keys.includes(importKey))).toEqual([])
})

test('an export whose account is deleted meanwhile is cut off, so that it cannot pass for complete', async () => {
  const ann = await world.person()
  await brewALot(ann, 6000)
  const reply = await fetch(`${world.url}/api/user/export`, { headers: { authorization: `Bearer ${ann.token}` } })
  expect((await world.call('DELETE /api/user/account', { as: ann })).status).toBe(200)
  const taken = await reply.json().catch(() => 'cut off')
  // On a fast machine all of it was sent before.
  if (taken !== 'cut off') expect(taken.data.brewLogs).toHaveLength(6000)
})

/** A reply in pieces over a real connection, and how reading it ended. */
async function served(read: () => AsyncGenerator<{ id: number; more: string }[]>) {
  const state = { ended: false, lines: [] as string[] }
  const shelf = endpointInPieces({
    route: 'GET /shelf',
    summary: 'A shelf',
    access: 'public',
    input: field.nothing,
    reply: v.object({ none: v.array(v.number()), bags: v.array(v.object({ id: v.number() })), full: v.boolean() }),
    run: async () => ({ none: nothing(), bags: watched(), full: true }),
  })
  async function* nothing(): AsyncGenerator<number[]> {}
  async function* watched() {
    try {
      yield* read()
    } finally {
      state.ended = true
    }
  }
  const deps = {
    ports: { site: { baseUrl: 'http://localhost' }, health: { isStopping: false } },
    portsAtReplica: () => undefined,
    log: createLog('error', line => state.lines.push(line)),
    heldBodies: heldBodies(),
    storeFault: () => undefined,
  } as unknown as PipelineDeps
  const { server } = createApp([shelf], deps, () => false).listen(0)
  return { state, url: `http://localhost:${server?.port}/shelf`, stop: () => server?.stop(true) }
}

const bag = (id: number) => ({ id, more: 'than the schema declares '.repeat(10_000) })

test('a reply in pieces is the JSON of the whole, with what its schema declares', async () => {
  const { url, stop } = await served(async function* () {
    yield [bag(1), bag(2)]
    yield []
    yield [bag(3)]
  })
  const reply = await fetch(url)
  expect(reply.headers.get('content-type')).toBe('application/json')
  expect(await reply.text()).toBe('{"none":[],"bags":[{"id":1},{"id":2},{"id":3}],"full":true}')
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  await stop()
})

/** The client's Accept-Encoding; the first of each pair is what it gets. */
const encodings = [
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['gzip', 'gzip, deflate, br, zstd'],
  ['br', 'br'],
  ['br', 'gzip;q=0.5, br'],
  ['identity', 'zstd'],
] as const
const unpack = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
}

test.each(encodings)('a reply in pieces is sent as %s to clients that accept %s', async (encoding, accepted) => {
  const { url, stop } = await served(async function* () {
    for (let id = 0; id < 50; id++) yield [bag(id), bag(id)]
  })
  const reply = await fetch(url, { headers: { 'accept-encoding': accepted }, decompress: false })
  expect(reply.headers.get('content-encoding') ?? 'identity').toBe(encoding)
  expect(reply.headers.get('vary')).toContain('Accept-Encoding')
  const bytes = unpack[encoding](new Uint8Array(await reply.arrayBuffer()))
  expect(JSON.parse(new TextDecoder().decode(bytes)).bags).toHaveLength(100)
  await stop()
})

test.each(encodings)(
  'a reply in pieces as %s whose client (%s) disconnects is not read any further',
  async (_, accepted) => {
    const { state, url, stop } = await served(async function* () {
      for (let id = 0; ; id++) yield Array.from({ length: 10_000 }, () => bag(id))
    })
    const leaving = new AbortController()
    const reply = await fetch(url, { signal: leaving.signal, headers: { 'accept-encoding': accepted } })
    await reply.body?.getReader().read()
    leaving.abort()
    expect(await eventually(() => state.ended)).toBe(true)
    await stop()
  },
)

test.each(encodings)(
  'a client that goes away from a reply as %s (%s) while it is read is no error',
  async (_, accepted) => {
    const reading = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { state, url, stop } = await served(async function* () {
      yield Array.from({ length: 100 }, (_, id) => bag(id))
      reading.resolve()
      await left.promise
      for (let id = 0; id < 100; id++) yield [bag(id)]
    })
    const leaving = new AbortController()
    const taken = fetch(url, { signal: leaving.signal, headers: { 'accept-encoding': accepted } })
      .then(reply => reply.text())
      .catch(() => 'gone')
    await reading.promise
    leaving.abort()
    expect(await taken).toBe('gone')
    // By the time this is answered, the server knows that the client has left.
    await fetch(url, { method: 'HEAD' })
    left.resolve()
    expect(await eventually(() => state.ended)).toBe(true)
    await stop()
    expect(state.lines).toEqual([])
  },
)

test.each(encodings)(
  'a reply in pieces as %s that fails is cut off: nobody (%s) takes a part for the whole',
  async (_, accepted) => {
    const { state, url, stop } = await served(async function* () {
      yield [bag(1)]
      throw new Error('the database is gone')
    })
    const taken = fetch(url, { headers: { 'accept-encoding': accepted }, decompress: false })
      .then(reply => reply.arrayBuffer())
      .catch(() => 'cut off')
    expect(await taken).toBe('cut off')
    await eventually(() => state.lines.length > 0)
    expect(state.lines.join()).toContain('the database is gone')
    await stop()
  },
)
