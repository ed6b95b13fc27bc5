import { afterAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promtool } from '../support/prometheus.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-alerts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
copyFileSync('docs/hosting/alerts.yml', join(folder, 'alerts.yml'))

const { groups } = Bun.YAML.parse(readFileSync('docs/hosting/alerts.yml', 'utf8')) as {
  groups: { rules: { alert: string; labels: Record<string, string> }[] }[]
}
const rules = groups.flatMap(group => group.rules)

/** One figure every 15 seconds, in the notation of Prometheus: `0+3x720` begins with 0, and grows by 3 for three hours. */
type Series = Record<string, string>
const at = 'job="dialin",instance="one"'
const requests = 'dialin_http_request_duration_seconds'

/** A good day, with what may happen on one. */
const well: Series = {
  [`up{${at}}`]: '1x720',
  [`dialin_database_up{pool="write",${at}}`]: '1x720',
  // Down for nine minutes.
  [`dialin_database_up{pool="read",${at}}`]: '1x200 0x35 1x484',
  // One in 1,500 fails.
  [`${requests}_count{route="/",status="200",${at}}`]: '0+150x720',
  [`${requests}_count{route="/",status="500",${at}}`]: '0+0.1x720',
  [`${requests}_bucket{route="/",le="0.01",${at}}`]: '0+149x720',
  [`${requests}_bucket{route="/",le="1",${at}}`]: '0+150x720',
  [`${requests}_bucket{route="/",le="+Inf",${at}}`]: '0+150x720',
  // A person imports all their brews.
  [`${requests}_bucket{route="/api/user/import",le="1",${at}}`]: '0x720',
  [`${requests}_bucket{route="/api/user/import",le="+Inf",${at}}`]: '0+10x720',
  // One mailbox is full, the others are not.
  [`dialin_outbox_oldest_age_seconds{${at}}`]: '0+15x720',
  [`dialin_mails_sent_total{${at}}`]: '0+1x720',
  [`dialin_mails_given_up_total{${at}}`]: '0x720',
  [`dialin_events_dropped_total{${at}}`]: '0x720',
  // Time starts at 0 here, which is when the last backup was made.
  [`dialin_backup_last_success_timestamp_seconds{${at}}`]: '0x720',
  [`dialin_backup_interval_seconds{${at}}`]: '86400x720',
  [`dialin_event_loop_delay_seconds_bucket{le="0.005",${at}}`]: '0+29x720',
  [`dialin_event_loop_delay_seconds_bucket{le="0.1",${at}}`]: '0+30x720',
  [`dialin_event_loop_delay_seconds_bucket{le="+Inf",${at}}`]: '0+30x720',
}

interface Case {
  /** The differences from a good day. */
  series: Series
  /** When the alert must not fire yet or any more, and when it must. */
  quiet: string[]
  fires: string
  /** Its labels, besides the severity. */
  labels?: Record<string, string>
  summary: string
}
const one = { job: 'dialin', instance: 'one' }

const cases: Record<string, Case> = {
  DialinDown: {
    series: { [`up{${at}}`]: '1x20 0x699' },
    quiet: ['5m', '6m'],
    fires: '8m',
    labels: one,
    summary: 'one does not answer.',
  },
  DialinDatabaseDown: {
    series: { [`dialin_database_up{pool="write",${at}}`]: '1x20 0x699' },
    quiet: ['5m', '5m45s'],
    fires: '7m',
    labels: { ...one, pool: 'write' },
    summary: 'one does not reach its database.',
  },
  DialinFailing: {
    series: { [`${requests}_count{route="/",status="500",${at}}`]: '0+3x720' },
    quiet: ['4m'],
    fires: '10m',
    summary: '1.961% of all requests fail; the log says why (event failed).',
  },
  DialinSlow: {
    series: {
      [`${requests}_bucket{route="/",le="1",${at}}`]: '0+140x720',
      [`${requests}_bucket{route="/",le="2.5",${at}}`]: '0+150x720',
      [`${requests}_bucket{route="/",le="0.01",${at}}`]: '0+100x720',
    },
    quiet: ['9m'],
    fires: '15m',
    summary: 'One request in a hundred takes more than 2.275s.',
  },
  DialinReplicaBehind: {
    series: { [`dialin_database_up{pool="read",${at}}`]: '1x20 0x699' },
    quiet: ['14m'],
    fires: '16m',
    labels: { ...one, pool: 'read' },
    summary: 'The replica is away or behind; visitors read from the primary.',
  },
  DialinMailStuck: {
    series: { [`dialin_mails_sent_total{${at}}`]: '7x720' },
    quiet: ['14m', '19m'],
    fires: '25m',
    summary: 'Mail has waited for 25m 0s: sign-in links do not arrive.',
  },
  DialinMailGivenUp: {
    series: { [`dialin_mails_given_up_total{${at}}`]: '0x40 1x679' },
    quiet: ['9m', '75m'],
    fires: '15m',
    labels: one,
    summary: 'A mail was refused for good; the log says why (event mail given up).',
  },
  DialinEventsDropped: {
    series: { [`dialin_events_dropped_total{${at}}`]: '0x40 12x679' },
    quiet: ['9m', '25m'],
    fires: '15m',
    labels: one,
    summary: 'What visitors did is not counted: the database was away for too long.',
  },
  DialinBackupOld: {
    series: { [`dialin_backup_interval_seconds{${at}}`]: '1800x720' },
    quiet: ['1h', '1h59m'],
    fires: '2h30m',
    summary: 'No backup for 2h 30m 0s (since 1970: there is none).',
  },
  DialinBusy: {
    series: {
      [`dialin_event_loop_delay_seconds_bucket{le="0.005",${at}}`]: '0+10x720',
      [`dialin_event_loop_delay_seconds_bucket{le="0.1",${at}}`]: '0+20x720',
      [`dialin_event_loop_delay_seconds_bucket{le="0.25",${at}}`]: '0+30x720',
    },
    quiet: ['9m'],
    fires: '15m',
    labels: { instance: 'one' },
    summary: 'one has no processor to spare: everything waits.',
  },
}

interface Expected {
  eval_time: string
  alertname: string
  exp_alerts: { exp_labels: Record<string, string>; exp_annotations: Record<string, string> }[]
}

/** The tool's complaints; empty if the alerts are as expected. */
function tried(name: string, series: Series, expected: Expected[]) {
  const input = Object.entries({ ...well, ...series }).map(([series, values]) => ({ series, values }))
  const file = join(folder, `${name}.test.yml`)
  const tests = [{ interval: '15s', input_series: input, alert_rule_test: expected }]
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '15s', tests }))
  return promtool(['test', 'rules', file])
}
const silent = (alertname: string, eval_time: string): Expected => ({ eval_time, alertname, exp_alerts: [] })

describe('the alerts of docs/hosting', () => {
  test('do not fire on a good day', async () => {
    const times = ['1m', '16m', '30m', '1h', '1h20m', '2h', '2h59m']
    expect(
      await tried(
        'well',
        {},
        rules.flatMap(({ alert }) => times.map(time => silent(alert, time))),
      ),
    ).toBe('')
  })

  test.each(rules)('$alert fires when it should, not before, and no other alert with it', async ({ alert, labels }) => {
    const { series, quiet, fires, labels: of = {}, summary } = cases[alert] as Case
    const fired = { exp_labels: { ...labels, ...of }, exp_annotations: { summary } }
    const said = await tried(alert, series, [
      ...quiet.map(time => silent(alert, time)),
      ...rules.map(other => ({ ...silent(other.alert, fires), exp_alerts: other.alert === alert ? [fired] : [] })),
    ])
    expect(said).toBe('')
  })

  test('are all tested here', () => {
    expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  })
})
