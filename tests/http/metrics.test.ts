import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName } from '../../adapters/config/backup-plan.ts'
import { pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { startService } from '../../adapters/http/service.ts'
import { backupMetrics } from '../../adapters/metrics/world.ts'
import { createLog } from '../../adapters/program/log.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import { sampled, samplesIn } from '../support/metrics.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const TOKEN = 'a token for tests only'
const known = { authorization: `Bearer ${TOKEN}` }
const DURATION = 'dialin_http_request_duration_seconds'

let world: TestWorld
const folder = mkdtempSync(join(tmpdir(), 'dialin-metrics-'))
const backups = { folder, keep: 7, everyHours: 24 }
beforeAll(async () => {
  world = await startWorld({ metrics: { listener: undefined, token: TOKEN }, backups })
  world.clock.hold()
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const metrics = async () => (await world.call('GET /metrics', { headers: known })).text
/** How many requests of a route ended with this status. */
const counted = (text: string, route: string, status: number) => {
  const [method = '', path = ''] = route.split(' ')
  return sampled(text, `${DURATION}_count`, { method, route: path, status: String(status) }) ?? 0
}

describe('can be read by', () => {
  test('nobody by default: /metrics is a 404 like any unknown path', async () => {
    const plain = await startWorld()
    const { status, body, headers } = await plain.call('GET /metrics', { headers: known })
    expect([status, body]).toEqual([404, { error: 'There is nothing at /metrics. See /docs for all routes.' }])
    expect([headers.get('www-authenticate'), plain.metricsPort]).toEqual([null, undefined])
    await plain.stop()
  })

  test.each<[string, Record<string, string>, string]>([
    ['nothing', {}, ''],
    ['another token', { authorization: 'Bearer a token for tests onlx' }, ''],
    ['the beginning of it', { authorization: 'Bearer a token for' }, ''],
    ['more than it', { authorization: `Bearer ${TOKEN}!` }, ''],
    ['it without its kind', { authorization: TOKEN }, ''],
    ['it as a password', { authorization: `Basic ${btoa(`:${TOKEN}`)}` }, ''],
    ['it in the address', {}, `?token=${encodeURIComponent(TOKEN)}`],
    ['it as a cookie', { cookie: `svc_session=${TOKEN}` }, ''],
  ])('not who sends %s', async (_, headers, query) => {
    const answer = await world.call(`GET /metrics${query}`, { headers: { accept: 'text/html', ...headers } })
    expect([answer.status, answer.headers.get('www-authenticate'), answer.body]).toEqual([
      401,
      'Bearer',
      { error: 'Metrics need the token from METRICS_TOKEN.' },
    ])
  })

  test('clients that send the token', async () => {
    const { status, headers, text } = await world.call('GET /metrics', { headers: known })
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    expect(text).toStartWith('# HELP dialin_build_info ')
    expect((await world.call('HEAD /metrics', { headers: known })).text).toBe('')
    expect((await world.call('POST /metrics', { headers: known })).status).toBe(405)
    expect((await world.call('GET /openapi.json')).text).not.toContain('/metrics')
  })

  test('anybody who reaches their own port, where nothing else is, and they are nowhere else', async () => {
    const apart = await startWorld({ metrics: { listener: { host: '127.0.0.1', port: 0 }, token: undefined } })
    const address = `http://127.0.0.1:${apart.metricsPort}`
    await apart.call('GET /api/health/live')
    const answer = await fetch(`${address}/metrics`)
    expect([answer.status, counted(await answer.text(), 'GET /api/health/live', 200)]).toEqual([200, 1])
    expect((await fetch(`${address}/api/health`)).status).toBe(404)
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await apart.call('GET /metrics')).status).toBe(404)
    await apart.stop()
    await expect(fetch(`${address}/metrics`)).rejects.toThrow()
  })

  test('clients that send the token to that port, if there is one; and a taken port is named', async () => {
    const listener = { host: '127.0.0.1', port: 0 }
    const apart = await startWorld({ metrics: { listener, token: TOKEN } })
    const address = `http://127.0.0.1:${apart.metricsPort}/metrics`
    expect((await fetch(address)).status).toBe(401)
    expect((await fetch(address, { headers: known })).status).toBe(200)
    const taken = {
      ...apart.config,
      metrics: { listener: { ...listener, port: apart.metricsPort ?? 0 }, token: TOKEN },
    }
    const second = startService(
      apart,
      taken,
      createLog('silent', () => {}),
    )
    await expect(second).rejects.toThrow('METRICS_PORT is in use by another program')
    await apart.stop()
  })
})

describe('requests', () => {
  test('are counted by route and status, each once, whichever way they came', async () => {
    const before = await metrics()
    const asked: [string, number, number][] = [
      ['GET /api/coffees/:id', 404, 3],
      ['GET /api/health/live', 200, 2],
      ['GET /about', 200, 2],
      ['GET /embed/widget.js', 200, 3],
      ['GET /api/grinders', 200, 4],
      ['POST /api/mcp', 200, 2],
      ['GET /api/auth/me', 401, 2],
      ['POST /api/subscribe', 400, 1],
      ['any none', 404, 2],
      ['any none', 405, 1],
    ]
    const initialize = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const accept = { accept: 'application/json, text/event-stream' }
    const statuses = [
      ...(await inTurn(3, at => world.call(`GET /api/coffees/${90_000 + at}`))),
      ...(await inTurn(2, at => world.call(`${at ? 'HEAD' : 'GET'} /api/health/live`))),
      ...(await inTurn(2, () => world.call('GET /about', { headers: { accept: 'text/html' } }))),
      ...(await inTurn(3, () => world.call('GET /embed/widget.js'))),
      ...(await inTurn(4, () => world.call('GET /api/grinders'))),
      ...(await inTurn(2, () => world.call('POST /api/mcp', { body: initialize, headers: accept }))),
      ...(await inTurn(2, () => world.call('GET /api/auth/me'))),
      ...(await inTurn(1, () => world.call('POST /api/subscribe', { body: { email: 'nobody' } }))),
      ...(await inTurn(2, at => world.call(`GET /${at ? 'nothing' : 'api/nothing'}`))),
      ...(await inTurn(1, () => world.call('DELETE /api/health'))),
    ]
    expect(statuses).toEqual(asked.flatMap(([, status, times]) => Array<number>(times).fill(status)))
    const after = await metrics()
    const more = asked.map(([route, status]) => counted(after, route, status) - counted(before, route, status))
    expect(more).toEqual(asked.map(([, , times]) => times))
    // And no others, except the previous request for metrics.
    const all = (text: string) =>
      samplesIn(text).reduce((sum, { name, value }) => sum + (name === `${DURATION}_count` ? value : 0), 0)
    expect(all(after) - all(before)).toBe(statuses.length + 1)
  })

  test('have durations whose buckets add up to their count', async () => {
    const text = await metrics()
    const groups = new Map<string, number[]>()
    for (const { name, labels, value } of samplesIn(text).filter(({ name }) => name === `${DURATION}_bucket`)) {
      const { le, ...rest } = labels
      const group = [name, JSON.stringify(rest)].join(' ')
      groups.set(group, [...(groups.get(group) ?? []), value])
      expect(le).toMatch(/^(\d+(\.\d+)?|\+Inf)$/)
    }
    expect(groups.size).toBeGreaterThan(5)
    for (const [group, values] of groups) {
      expect([group, values]).toEqual([group, values.toSorted((a, b) => a - b)])
      const labels = JSON.parse(group.slice(group.indexOf('{')))
      expect(sampled(text, `${DURATION}_count`, labels)).toBe(values.at(-1))
      expect(sampled(text, `${DURATION}_sum`, labels)).toBeGreaterThanOrEqual(0)
    }
  })

  test('cannot invent a label: there are only as many as routes', async () => {
    const places = ['', '/api', '/api/coffees', '/recipes', '/embed', '/api/v1/grinders', '/b', '/roasters', '/metrics']
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']
    // Each method at each path, with and without a suffix.
    const made = Array.from({ length: 2 * places.length * methods.length }, (_, at) => ({
      method: methods[at % methods.length],
      path: `${places[at % places.length]}/made-up-${at}"\\%0A${at % 2 ? `/made-up-${at}` : ''}`,
    }))
    for (const { method, path } of made)
      await world.call(`${method} ${path}`, { headers: { host: 'localhost' } }).catch(() => {})
    const declared = [...endpoints, mcpDoor, ownMcpDoor, ...pages].map(pathOf)
    const patterns = new Set(['none', '/metrics', '/docs', '/docs/:group', '/openapi.json', ...declared])
    const text = await metrics()
    const routes = samplesIn(text).flatMap(({ labels }) => labels.route ?? [])
    expect(routes.filter(route => !patterns.has(route))).toEqual([])
    expect(text).not.toContain('made-up')
    const methodsSaid = new Set(samplesIn(text).flatMap(({ labels }) => labels.method ?? []))
    expect([...methodsSaid].filter(name => !['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'any'].includes(name))).toEqual(
      [],
    )
  })

  test('beyond a limit are counted by the act that is limited', async () => {
    const act = { act: 'sign in by password' }
    const before = sampled(await metrics(), 'dialin_rate_limited_requests_total', act) ?? 0
    const body = { email: 'nobody@people.example', password: 'whatever it is' }
    const statuses = await inTurn(7, () => world.call('POST /api/auth/login', { body, from: '203.0.113.18' }))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(sampled(await metrics(), 'dialin_rate_limited_requests_total', act)).toBe(before + 2)
  })
})

test('mail is counted while it waits, and when it is sent', async () => {
  await world.mails()
  const before = await metrics()
  expect(sampled(before, 'dialin_outbox_waiting_mails')).toBe(0)
  expect(sampled(before, 'dialin_outbox_oldest_age_seconds')).toBe(0)
  await world.call('POST /api/auth/magic-link', { body: { email: (await world.person()).email } })
  world.clock.advance({ seconds: 90 })
  const waiting = await metrics()
  expect(sampled(waiting, 'dialin_outbox_waiting_mails')).toBe(1)
  expect(sampled(waiting, 'dialin_outbox_oldest_age_seconds')).toBeGreaterThanOrEqual(90)
  await world.mails()
  const after = await metrics()
  expect(sampled(after, 'dialin_outbox_waiting_mails')).toBe(0)
  const sent = (text: string) => sampled(text, 'dialin_mails_sent_total') ?? Number.NaN
  expect(sent(after) - sent(before)).toBe(1)
  expect(sampled(after, 'dialin_mails_given_up_total')).toBe(0)
})

test('mail that cannot be delivered is counted as delayed, and then as given up', async () => {
  const folder = join(world.config.dataDir, 'mail')
  renameSync(folder, `${folder}-aside`)
  writeFileSync(folder, 'no folder')
  await world.call('POST /api/auth/magic-link', { body: { email: (await world.person()).email } })
  const before = await metrics()
  const more = (text: string, name: string) => (sampled(text, name) ?? Number.NaN) - (sampled(before, name) ?? 0)
  const counted = ['dialin_mails_delayed_total', 'dialin_mails_given_up_total', 'dialin_outbox_given_up_mails']
  await world.postman.deliver()
  const delayed = await metrics()
  expect(counted.map(name => more(delayed, name))).toEqual([1, 0, 0])
  // It has been retried for days.
  await world.sql`update outbox set attempts = 7, next_attempt_at = created_at`
  await world.postman.deliver()
  const givenUp = await metrics()
  expect(counted.map(name => more(givenUp, name))).toEqual([1, 1, 1])
  expect(sampled(givenUp, 'dialin_outbox_waiting_mails')).toBe(0)
  expect(more(givenUp, 'dialin_mails_sent_total')).toBe(0)
  await world.sql`delete from outbox`
  rmSync(folder)
  renameSync(`${folder}-aside`, folder)
})

test('events are counted when they are written, and separately if beyond the limit', async () => {
  const [roaster] = await world.sql<{ id: number }[]>`
    insert into roasters (slug, name, match_name, created_at)
    values ('counted', 'Counted', 'counted', now())
    returning id`
  const written = async () => sampled(await metrics(), 'dialin_events_written_total') ?? Number.NaN
  const before = await written()
  await Promise.all(
    Array.from({ length: 5 }, () => world.call('POST /api/track', { body: { roasterId: roaster?.id } })),
  )
  await world.ports.events.flush()
  expect((await written()) - before).toBe(5)
  expect(sampled(await metrics(), 'dialin_events_waiting')).toBe(0)
  expect(sampled(await metrics(), 'dialin_events_dropped_total')).toBe(0)

  // Unreachable for so long that no more can wait (32 MB).
  await world.sql`alter table event_visitors rename to away`
  const visitor = { address: '203.0.113.1', userAgent: 'x'.repeat(1_000_000) }
  const event = { kind: 'IMPRESSION', place: 'widget', at: world.clock.now(), roasterId: roaster?.id ?? 0 } as const
  const unknown = { coffeeId: null, recipeId: null, method: null, grinderId: null, source: null }
  const recorded = Array.from({ length: 20 }, () =>
    world.ports.events.record({ ...event, ...unknown, visitor }).catch(() => {}),
  )
  await Promise.all(recorded)
  const away = await metrics()
  expect(['waiting', 'dropped_total'].map(name => sampled(away, `dialin_events_${name}`))).toEqual([17, 3])
  await world.sql`alter table away rename to event_visitors`
  await world.ports.events.flush()
  const back = await metrics()
  expect(['waiting', 'dropped_total'].map(name => sampled(back, `dialin_events_${name}`))).toEqual([0, 3])
  expect((await written()) - before).toBe(5 + 17)
})

test('the engine, the pool, the process and the newest backup are reported', async () => {
  const none = await metrics()
  expect(sampled(none, 'dialin_backup_interval_seconds')).toBe(24 * 3600)
  expect(sampled(none, 'dialin_backup_last_success_timestamp_seconds')).toBe(0)
  expect(none).not.toContain('dialin_backup_last_success_size_bytes')
  const madeAt = new Date('2026-11-15T06:00:00Z')
  writeFileSync(join(folder, backupName(madeAt)), 'a backup')
  // Neither of these is a backup.
  writeFileSync(join(folder, backupName(new Date('2099-01-01T00:00:00Z'))), 'of a clock that was off')
  writeFileSync(join(folder, backupName(new Date('2026-11-15T07:00:00Z'))), '')
  const text = await metrics()
  expect(sampled(text, 'dialin_backup_last_success_timestamp_seconds')).toBe(madeAt.getTime() / 1000)
  expect(sampled(text, 'dialin_backup_last_success_size_bytes')).toBe(8)
  const [{ version } = { version: '' }] = await world.sql<{ version: string }[]>`
    select current_setting('server_version') as version`
  const engine = world.config.databaseUrl ? 'postgres' : 'embedded'
  expect(sampled(text, 'dialin_database_info', { engine, version })).toBe(1)
  expect(sampled(text, 'dialin_database_up', { pool: 'write' })).toBe(1)
  expect(sampled(text, 'dialin_build_info', { version: '1.0.0', bun: Bun.version })).toBe(1)
  expect(sampled(text, 'process_start_time_seconds')).toBeLessThan(Date.now() / 1000)
  expect(sampled(text, 'process_resident_memory_bytes')).toBeGreaterThan(10e6)
})

test('nothing is reported about backups if none are scheduled, whatever is in the folder', () => {
  writeFileSync(join(folder, backupName(new Date('2026-11-14T06:00:00Z'))), 'one before an upgrade')
  expect(backupMetrics({ ...backups, everyHours: undefined }, new Date())).toEqual([])
})

test('while transactions hold every connection the database is down, and waiting counts in the duration of requests', async () => {
  const max = world.config.databaseUrl ? world.config.databaseConnections : 8
  const write = { pool: 'write' }
  const rest = await metrics()
  expect(sampled(rest, 'dialin_database_up', write)).toBe(1)
  const held = Promise.withResolvers<void>()
  const allBegun = Promise.withResolvers<void>()
  // On the embedded engine the first of them prevents the others from beginning, or even
  // connecting.
  let toBegin = world.config.databaseUrl ? max : 1
  const transactions = Array.from({ length: max }, () =>
    world.sql.begin(async sql => {
      await sql`select 1`
      if (--toBegin === 0) allBegun.resolve()
      await held.promise
    }),
  )
  await allBegun.promise
  const askedAt = performance.now()
  const asked = Array.from({ length: 3 }, (_, at) => world.call(`GET /api/coffees/${80_000 + at}`))
  // The metrics query the database, too: they wait for two seconds with the others, and then
  // continue without it.
  const text = await metrics()
  held.resolve()
  await Promise.all(transactions)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404])
  const mostSeconds = (performance.now() - askedAt) / 1000
  expect(sampled(text, 'dialin_database_up', write)).toBe(0)

  const after = await metrics()
  expect(sampled(after, 'dialin_database_up', write)).toBe(1)
  const route = { method: 'GET', route: '/api/coffees/:id', status: '404' }
  const more = (name: string, labels = {}) =>
    (sampled(after, `${DURATION}_${name}`, { ...route, ...labels }) ?? 0) -
    (sampled(rest, `${DURATION}_${name}`, { ...route, ...labels }) ?? 0)
  expect(more('count')).toBe(asked.length)
  expect(more('bucket', { le: '1' })).toBe(0)
  const bounds = samplesIn(after)
    .filter(({ name }) => name === `${DURATION}_bucket`)
    .map(({ labels }) => labels.le ?? '')
  const enough = bounds.find(le => le === '+Inf' || Number(le) >= mostSeconds)
  expect(more('bucket', { le: enough })).toBe(asked.length)
  expect(more('sum')).toBeGreaterThan(asked.length)
  expect(more('sum')).toBeLessThanOrEqual(mostSeconds * asked.length)
})

test('an unreachable database is reported as such, with everything known without it', async () => {
  const cut = await startWorld({ metrics: { listener: undefined, token: TOKEN } })
  await cut.database.close()
  const { status, text } = await cut.call('GET /metrics', { headers: known })
  expect([status, sampled(text, 'dialin_database_up', { pool: 'write' })]).toEqual([200, 0])
  expect(text).not.toContain('dialin_outbox_')
  expect(text).toContain('dialin_mails_sent_total')
  await cut.abandon()
})

test('docs/metrics.md has the type, labels and meaning of each', async () => {
  const rows = [
    ...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `([a-z_]+)` +\| (\w+) +\| (.*?) *\| (.*?) *\|$/gm),
  ]
  const told = rows.map(([, name = '', type = '', labels = '', help = '']) => {
    const names = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)
    return [name, type, names.toSorted().join(' '), help]
  })
  const text = await metrics()
  const found = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)].map(([, name = '', help, type]) => {
    const own = samplesIn(text).filter(
      one => one.name.replace(/_(bucket|sum|count)$/, '') === name || one.name === name,
    )
    const labels = new Set(own.flatMap(one => Object.keys(one.labels)))
    labels.delete('le')
    return [name, type, [...labels].toSorted().join(' '), help]
  })
  expect(found).toEqual(told)
})

/** One after another, so that each finds what the previous one left. */
async function inTurn(times: number, ask: (at: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let at = 0; at < times; at++) statuses.push((await ask(at)).status)
  return statuses
}
