import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName } from '../../adapters/config/backup-plan.ts'
import { eventually } from '../support/eventually.ts'
import { samplesIn } from '../support/metrics.ts'
import { promtool, startPrometheus } from '../support/prometheus.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const TOKEN = 'a token for tests only'
const folder = mkdtempSync(join(tmpdir(), 'dialin-prometheus-'))
const read = (file: string) => readFileSync(`docs/hosting/${file}`, 'utf8')

let world: TestWorld
let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let address: string
beforeAll(async () => {
  const backups = { folder, keep: 7, everyHours: 24 }
  writeFileSync(join(folder, backupName(new Date())), 'a backup')
  world = await startWorld({ metrics: { listener: { host: '127.0.0.1', port: 0 }, token: TOKEN }, backups })
  address = `127.0.0.1:${world.metricsPort}`
  const token = join(folder, 'token')
  writeFileSync(token, TOKEN)
  const configuration = read('prometheus.yml')
    .replace('127.0.0.1:9464', address)
    .replace(/#authorization: .*/, `authorization: { credentials_file: ${token} }`)
    .replaceAll('15s', '1s')
  prometheus = await startPrometheus(configuration, read('alerts.yml'))
})
afterAll(async () => {
  await prometheus.stop()
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const metrics = async () =>
  (await fetch(`http://${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()

/** Every expression of the dashboard, as Prometheus gets it. */
const expressions = [...read('grafana.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
  (JSON.parse(text) as string).replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
)

test('its own tool finds nothing wrong with names, types, units and texts', async () => {
  await world.call('GET /api/grinders')
  expect(await promtool(['check', 'metrics'], await metrics())).toBe('')
})

test('a server reads them with the configuration in docs/hosting, and counts as we do', async () => {
  const asked = 7
  for (let at = 0; at < asked; at++) await world.call(`GET /api/coffees/${90_000 + at}`)
  const route = '{route="/api/coffees/:id",status="404"}'
  const seen = () => prometheus.query(`dialin_http_request_duration_seconds_count${route}`)
  const [count] = await eventually(async () => {
    const found = await seen()
    return (found[0]?.value ?? 0) >= asked && found
  })
  expect(count?.metric).toMatchObject({ job: 'dialin', instance: address, method: 'GET' })
  expect(count?.value).toBe(asked)
  const inAll = await prometheus.query(
    'dialin_http_request_duration_seconds_bucket{route="/api/coffees/:id",le="+Inf"}',
  )
  expect(inAll.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThanOrEqual(asked)
  expect(await prometheus.query('up{job="dialin"} == 1')).toHaveLength(1)
  expect(await prometheus.query('dialin_database_up == 1')).toHaveLength(1)
  // It has our description of each.
  const told = await prometheus.ask<Record<string, [{ type: string; help: string }]>>('metadata')
  expect(told.dialin_outbox_waiting_mails).toEqual([
    { type: 'gauge', help: 'Emails waiting to be sent.', unit: '' } as never,
  ])
})

describe('what docs/hosting provides', () => {
  test('is accepted by Prometheus, including alerts, none of which fires if all is well', async () => {
    writeFileSync(join(folder, 'prometheus.yml'), read('prometheus.yml'))
    writeFileSync(join(folder, 'alerts.yml'), read('alerts.yml'))
    expect(await promtool(['check', 'config', join(folder, 'prometheus.yml')])).toBe('')
    interface Rule {
      name: string
      state: string
      health: string
    }
    const { rules } = await eventually(async () => {
      const { groups } = await prometheus.ask<{ groups: { rules: Rule[] }[] }>('rules')
      return groups[0]?.rules.every(({ health }) => health !== 'unknown') && groups[0]
    })
    expect(rules.filter(({ state, health }) => state === 'firing' || health !== 'ok')).toEqual([])
    expect(rules.length).toBeGreaterThan(8)
  })

  test('queries nothing that does not exist, on the dashboard and in the alerts', async () => {
    await world.call('POST /api/auth/login', { body: {}, from: '203.0.113.9' })
    const there = new Set([...samplesIn(await metrics()).map(({ name }) => name), 'dialin_rate_limited_requests_total'])
    const named = [...expressions, read('alerts.yml')].flatMap(text => text.match(/\b(dialin|process)_\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(name => !there.has(name))).toEqual([])
    // And shows all of them.
    const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    const shown = new Set(named.map(family))
    expect([...there].map(family).filter(name => !shown.has(name))).toEqual([])
  })

  test('is a dashboard whose queries Prometheus understands, most of them with a result', async () => {
    expect(expressions.length).toBeGreaterThan(30)
    await eventually(async () => (await prometheus.query('count(rate(process_cpu_seconds_total[1m]))'))[0]?.value === 1)
    const answers = await Promise.all(
      expressions.map(async text => [text, (await prometheus.query(text)).length] as const),
    )
    const silent = answers.filter(([, length]) => length === 0).map(([text]) => text)
    // Nothing has failed, and no request was refused.
    expect(silent.filter(text => !/5\.\.|rate_limited/.test(text))).toEqual([])
  })
})
