import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Glob } from 'bun'
import { browserProgram } from './support/browser.ts'
import { type Cluster, postgresPrograms, startCluster } from './support/cluster.ts'
import { embeddedTemplate, prepare, temporaryFolder } from './support/templates.ts'

/**
 * `bun run test [part of a file's name …]`: format, lint, types, and every test. A file that works with the world
 * runs on both engines (`.server.` or `.embedded.` in its name: on that one only), each time over a database of its
 * own; files run side by side, and what measures time (`.alone.`) by itself at the end. Last line: N passed, N failed.
 * `bun run test:torture` runs what takes minutes (`.torture.`): crashes, failover, hostile requests, load.
 */
interface Job {
  name: string
  command: string[]
  env?: Record<string, string>
}

const inCi = Boolean(process.env.CI)
const torture = process.argv.includes('--torture')
const only = process.argv.slice(2).filter(word => !word.startsWith('--'))
let passed = 0
let failed = 0

const programs = postgresPrograms()
if (!programs) missing('PostgreSQL', 'the tests on a real PostgreSQL', 'apt-get install postgresql')
const bouncer = Bun.which('pgbouncer') ?? (existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : undefined)
if (!bouncer) missing('PgBouncer', 'the test behind a connection pooler', 'apt-get install pgbouncer')
if (!browserProgram) missing('Chromium', 'the browser tests', 'apt-get install chromium')

const checks: Job[] = [
  { name: 'format and lint', command: ['bunx', 'biome', 'ci', '--reporter=summary', '.'] },
  { name: 'types', command: ['bunx', 'tsc', '--noEmit'] },
]
const [template, cluster] = await Promise.all([embeddedTemplate(), programs ? preparedCluster(programs) : undefined])
// A run that is interrupted leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    await cluster?.stop()
    rmSync(template, { recursive: true, force: true })
    process.exit(130)
  })

let jobs = [...(only.length > 0 || torture ? [] : checks), ...testFiles().flatMap(jobsOf)]
try {
  const alone = jobs.filter(({ name }) => name.includes('.alone.'))
  jobs = jobs.filter(job => !alone.includes(job))
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker))
  for (const job of alone) await run(job)
} finally {
  await cluster?.stop()
  rmSync(template, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function missing(what: string, tests: string, remedy: string) {
  console.log(`skipped: ${tests}, because ${what} is not on this machine; ${remedy} brings it.`)
  if (inCi) failed++
}

async function preparedCluster(programs: string): Promise<Cluster> {
  const cluster = await startCluster(programs)
  await prepare({ databaseUrl: cluster.url('postgres'), dataDir: temporaryFolder() })
  return cluster
}

function testFiles() {
  const files = [...new Glob('tests/**/*.test.{ts,tsx}').scanSync()].sort()
  // The slowest kinds first, so that nobody waits for one of them at the end.
  const slow = (file: string) =>
    file.includes('.browser.') ? 0 : readFileSync(file, 'utf8').includes('support/world') ? 1 : 2
  return files
    .filter(file => file.includes('.torture.') === torture)
    .filter(file => only.length === 0 || only.some(part => file.includes(part)))
    .filter(file => browserProgram !== undefined || !file.includes('.browser.'))
    .filter(file => bouncer !== undefined || !file.includes('pgbouncer'))
    .sort((a, b) => slow(a) - slow(b))
}

function jobsOf(file: string): Job[] {
  const source = readFileSync(file, 'utf8')
  const job = (engine: string, env: Record<string, string>): Job => ({
    name: `${file}${engine}`,
    command: ['bun', 'test', '--timeout', torture ? '600000' : '60000', `./${file}`],
    env,
  })
  if (!/support\/(world|templates)/.test(source)) return [job('', {})]
  const onEmbedded = { TEST_ENGINE: 'embedded', TEST_EMBEDDED_TEMPLATE: template }
  const onServer = { ...onEmbedded, TEST_ENGINE: 'postgres', TEST_DATABASE_TEMPLATE: cluster?.url('postgres') ?? '' }
  if (file.includes('.embedded.')) return [job(' (embedded)', onEmbedded)]
  // What a browser shows does not depend on the engine: once is enough.
  if (file.includes('.browser.') && cluster) return [job(' (postgres)', onServer)]
  if (file.includes('.server.')) return cluster ? [job(' (postgres)', onServer)] : []
  return [job(' (embedded)', onEmbedded), ...(cluster ? [job(' (postgres)', onServer)] : [])]
}

async function worker() {
  for (let job = jobs.shift(); job; job = jobs.shift()) await run(job)
}

async function run({ name, command, env }: Job) {
  const start = performance.now()
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(err)?.[1] ?? 0)
  const isTest = command[1] === 'test'
  const [good, bad] = isTest ? [count('pass'), count('fail')] : [code === 0 ? 1 : 0, 0]
  // A file that crashes, or holds no test, is a failure even if nothing in it failed.
  const broken = code !== 0 || good + bad === 0
  passed += good
  failed += broken ? Math.max(1, bad) : bad
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${broken ? 'FAIL' : 'ok  '} ${name} · ${good} passed${broken ? `, ${Math.max(1, bad)} failed` : ''} · ${seconds} s`,
  )
  if (torture) console.log(out.split('\n').slice(1).join('\n').trim())
  if (broken) console.log(`${out}\n${err}`)
}
