import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { type Cluster, postgresPrograms, startCluster } from '../../tests/support/cluster.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { ask, type CheckedRequest, type Generator, startGenerator } from '../load/load.ts'
import { type Server, startServiceProcess } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtMost } from '../row.ts'
import { median, quantile } from '../statistics.ts'
import { type Samples, seedWorld, settings } from '../worlds.ts'
import { any, anyAddress } from './questions.ts'

const WRITES_THEN_READS = 200
const group = 'a primary and one streaming replica'

/**
 * Compares the service on a primary alone with the service on a primary and a standby: what load
 * stays on the primary, and whether people see their own writes.
 */
export async function readsAtReplica(effort: Effort): Promise<BenchRow[]> {
  const programs = postgresPrograms() ?? ''
  // Commits are flushed; otherwise they would reach the standby only when the log is written next.
  const streamed = { ...settings, wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }
  const primary = await startCluster(programs, { settings: streamed })
  const { url, samples, close } = await seedWorld(primary, effort.small, false)
  await close()
  const standby = await startCluster(programs, { settings: streamed, standbyOf: primary })
  const replicaUrl = standby.url(new URL(url).pathname.slice(1))
  const alone = await startServiceProcess(url)
  const both = await startServiceProcess(url, { DATABASE_READ_URL: replicaUrl })
  const generator = startGenerator()
  try {
    const requests = mixed(samples)
    const measured = { alone: [] as Spent[], both: [] as Spent[] }
    for (const service of [alone, both]) await generator.load(service.port, requests, 2 * effort.seconds)
    for (let round = 0; round < effort.rounds; round++) {
      measured.alone.push(await spentBy(primary, standby, alone, generator, requests, effort))
      measured.both.push(await spentBy(primary, standby, both, generator, requests, effort))
    }
    const of = (side: keyof typeof measured, what: keyof Spent) => median(measured[side].map(spent => spent[what]))
    const told = (side: keyof typeof measured) =>
      `primary ${of(side, 'primary').toFixed(2)} ms, replica ${of(side, 'replica').toFixed(2)} ms a request, ${Math.round(of(side, 'rate'))}/s`
    return [
      {
        group,
        name: "the primary's work",
        measured: `${told('both')}; alone ${told('alone')}`,
        ...mustBeAtMost(of('both', 'primary') / of('alone', 'primary'), 0.5),
      },
      ...(await ownNextReads(both, samples)),
    ]
  } finally {
    await generator.stop()
    await Promise.all([alone.stop(), both.stop()])
    await standby.stop()
    await primary.stop()
  }
}

/**
 * Of twenty requests, seventeen are reads by visitors, two are reads by members, and one is a vote.
 */
const mixed = (samples: Samples): CheckedRequest[] =>
  Array.from({ length: 4000 }, (_, at): CheckedRequest => {
    const headers = { 'x-forwarded-for': anyAddress() }
    const member = { ...headers, authorization: `Bearer ${any(samples.tokens)}` }
    const recipe = any(samples.recipes).id
    if (at % 20 === 0)
      return {
        method: 'POST',
        path: `/api/community-recipes/${recipe}/vote`,
        headers: member,
        body: JSON.stringify({ vote: any(['UP', 'DOWN']) }),
        status: 200,
      }
    const path = any([
      `/api/recipes/${recipe}`,
      `/api/browse/recipes?page=${1 + (at % 5)}`,
      `/api/recipes/search?q=${encodeURIComponent(any(samples.coffees).words)}`,
    ])
    return { method: 'GET', path, headers: at % 20 < 3 ? member : headers, status: 200 }
  })

/** Milliseconds of processor time per request, and requests per second. */
interface Spent {
  primary: number
  replica: number
  rate: number
}

async function spentBy(
  primary: Cluster,
  standby: Cluster,
  { port }: Server,
  generator: Generator,
  requests: CheckedRequest[],
  { seconds }: Effort,
): Promise<Spent> {
  const before = await Promise.all([processorTime(primary), processorTime(standby)])
  const { done, rate } = await generator.load(port, requests, seconds)
  const after = await Promise.all([processorTime(primary), processorTime(standby)])
  return { primary: (after[0] - before[0]) / done, replica: (after[1] - before[1]) / done, rate }
}

/** Of all its running processes, in milliseconds. Linux counts in hundredths of a second. */
async function processorTime(cluster: Cluster): Promise<number> {
  const sql = postgres(cluster.url('postgres'), { max: 1 })
  const processes = await sql<{ pid: number }[]>`select pid from pg_stat_activity where pid <> pg_backend_pid()`
  await sql.end()
  return processes.reduce((sum, { pid }) => {
    const [, figures = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = figures.split(' ').slice(11, 13).map(Number)
    return sum + 10 * ((user ?? 0) + (system ?? 0))
  }, 0)
}

/** A person comments and reads at once; then a visitor reads until the comment is there, too. */
async function ownNextReads({ port }: Server, { tokens, recipes }: Samples): Promise<BenchRow[]> {
  let unseen = 0
  const behind: number[] = []
  for (let time = 0; time < WRITES_THEN_READS; time++) {
    const path = `/api/recipes/${any(recipes).id}/comments`
    const headers = { 'x-forwarded-for': anyAddress(), authorization: `Bearer ${tokens[time % tokens.length]}` }
    const body = `Sweet at ${crypto.randomUUID()}.`
    await ask(port, { method: 'POST', path, headers, body: JSON.stringify({ body }), status: 201 })
    const written = performance.now()
    const own = await ask(port, { method: 'GET', path, headers, status: 200 })
    if (!own.includes(body)) unseen++
    await eventually(async () =>
      (await ask(port, { method: 'GET', path, headers: { 'x-forwarded-for': anyAddress() }, status: 200 })).includes(
        body,
      ),
    )
    behind.push(performance.now() - written)
  }
  const told = [0.5, 0.95].map(share => quantile(behind, share).toFixed(1)).join(' / ')
  return [
    {
      group,
      name: 'own writes not seen by the next read',
      measured: `${WRITES_THEN_READS} comments; seen by visitors after ${told} ms (median / p95)`,
      figure: String(unseen),
      bar: '= 0',
      passed: unseen === 0,
    },
  ]
}
