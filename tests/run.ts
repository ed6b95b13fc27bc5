import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from './support/cluster.ts'
import { type Engine, type Tier, testJobs, tiers } from './support/jobs.ts'
import { neededPrograms } from './support/programs.ts'
import { type FileReport, filesIn } from './support/report.ts'
import { embeddedTemplate, prepare, temporaryFolder } from './support/templates.ts'

const usage = `bun run test [--fast | --all] [part of a file's name …]
bun run test:torture [part of a file's name …]

Format, lint, types, laws and tests, each file over a database of its own: rules, endpoints, commands and pages, in a real browser,
on PostgreSQL where it is installed, else on the embedded engine.

  --fast   for the loop while working: no pages or pictures, and nothing over the demonstration's data
  --all    also what starts programs (".program.") or servers (".server.") of its own or is large ("large-"), and whatever has a
           database and no browser on both engines; so do files that are named
  --help   this text

test:torture runs what takes minutes (".torture."): crashes, failover, hostile requests, load; and prints what it says.
CI runs --all and then test:torture.

Last line: N passed, N failed; and, if any, N skipped.`

const flags = process.argv.slice(2).filter(word => word.startsWith('--'))
const only = process.argv.slice(2).filter(word => !word.startsWith('--'))
if (flags.some(flag => !['--fast', '--all', '--torture'].includes(flag))) {
  console.log(usage)
  process.exit(flags.includes('--help') ? 0 : 2)
}
const tier: Tier = flags.includes('--torture')
  ? 'torture'
  : flags.includes('--all') || only.length > 0
    ? 'all'
    : flags.includes('--fast')
      ? 'fast'
      : 'usual'
const torture = tier === 'torture'
/** Tests run most code only a few times, so the last JIT compiler never pays off. */
const LESS_COMPILING = { BUN_JSC_useFTLJIT: '0' }
/**
 * The type checker needs little more memory without garbage collection, and a quarter less time.
 */
const LESS_CLEARING = { GOGC: 'off' }

// All temporary files are in one folder, in memory if there is room: test databases need no disk.
const inMemory = '/dev/shm'
const ROOM_BYTES = 8 * 2 ** 30
const litter = mkdtempSync(join(!torture && roomIn(inMemory) > ROOM_BYTES ? inMemory : tmpdir(), 'dialin-tests-'))
// PostgreSQL runs as a user of its own.
chmodSync(litter, 0o711)
process.env.TMPDIR = litter

type NamedTests = Pick<FileReport, 'failed' | 'skipped'>
const none: NamedTests = { failed: [], skipped: [] }
let passed = 0
let failed = 0
const skipped: string[] = []

const programs = neededPrograms.postgresql.found
const browser = 'chromium-headless-shell'
for (const [name, { found, tests, from }] of Object.entries(neededPrograms))
  if (!found && tiers.indexOf(from) <= tiers.indexOf(tier)) missing(name, tests)

const reports = temporaryFolder()
let cluster: Promise<Cluster> | undefined
let template: Promise<string> | undefined
const engines: readonly [Engine, ...Engine[]] = programs ? ['postgres', 'embedded'] : ['embedded']
const wanted = {
  engines,
  lacking: [
    ...(neededPrograms[browser].found ? [] : ['.browser.']),
    ...(neededPrograms['firefox-esr'].found ? [] : ['firefox.browser']),
    ...(neededPrograms['webkit2gtk-driver'].found && neededPrograms.xvfb.found ? [] : ['webkit.browser']),
    ...(neededPrograms.pgbouncer.found ? [] : ['pgbouncer']),
    ...(neededPrograms.prometheus.found ? [] : ['prometheus']),
  ],
  only,
}
const jobs = testJobs({ ...wanted, tier })
const meant = (word: string) => testJobs({ ...wanted, only: [word], tier }).length > 0
const unmet = only.filter(word => !meant(word))
if (unmet.length > 0) {
  console.log(`No test file that can run here has ${unmet.map(word => `"${word}"`).join(' or ')} in its name.`)
  rmSync(litter, { recursive: true, force: true })
  process.exit(2)
}
const checks = [
  { name: 'format and lint', env: {}, command: ['bunx', 'biome', 'ci', '--reporter=summary', '.'] },
  // Several checkers would each check much of the same code.
  { name: 'types', env: LESS_CLEARING, command: ['bunx', 'tsc', '--noEmit', '--checkers', '1'] },
]
const work = [
  ...(only.length > 0 || torture ? [] : checks.map(check => () => runCheck(check))),
  ...jobs.filter(({ isAlone }) => !isAlone).map(job => () => runTests(job)),
]
const last = jobs.filter(({ isAlone }) => isAlone).map(job => () => runTests(job))

// An interrupted run, or one that cannot start what it needs, leaves nothing behind.
const underWay = new Set<Bun.Subprocess>()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    isInterrupted = true
    await cleanUp().finally(() => {
      console.log(`Interrupted: ${passed} passed, ${failed} failed until then`)
      process.exit(130)
    })
  })
try {
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, () => worker(work)))
  await worker(last)
} finally {
  await cleanUp()
}
if (tier === 'fast' || tier === 'usual') sayWhatIsLeft()
if (only.length > 0 && !torture) console.log('Left to a run without names: format, lint and types.')
for (const name of skipped) console.log(`skipped: ${name}`)
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)

/** A green run says what it did not check. */
function sayWhatIsLeft() {
  const count = (jobs: ReturnType<typeof testJobs>) => jobs.reduce((sum, { files }) => sum + files.length, 0)
  const left = count(testJobs({ ...wanted, tier: 'all' })) - count(jobs)
  console.log(`Left to \`bun run test --all\`, which CI runs: ${left} files, or engines for a file.`)
}

function roomIn(folder: string) {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function missing(name: string, tests: string) {
  console.log(`skipped: ${tests}, for want of a program; apt-get install ${name} brings it.`)
  if (process.env.CI) failed++
}

async function worker(queue: typeof work) {
  for (let next = queue.shift(); next; next = queue.shift()) await next()
}

async function runCheck({ name, env, command }: (typeof checks)[number]) {
  const start = performance.now()
  const { code, said } = await spawned(command, env)
  tell(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, (performance.now() - start) / 1000)
  if (code !== 0 && !isInterrupted) console.log(said)
}

async function runTests({ engine, files }: ReturnType<typeof testJobs>[number]) {
  const report = join(reports, `${crypto.randomUUID()}.xml`)
  const command = ['bun', 'test', '--reporter=junit', `--reporter-outfile=${report}`]
  const env = engine && { ...LESS_COMPILING, ...(await placeOf(engine)) }
  const { code, out, said } = await spawned([...command, ...files.map(file => `./${file}`)], env)
  const seen = await filesIn(report)
  let bad = 0
  for (const file of files) {
    // A file that is not in the report crashed, or has no tests.
    const found = seen.get(file) ?? { tests: 1, failures: 1, failed: [], skipped: [], seconds: 0 }
    const { tests, failures, seconds } = found
    const name = engine ? `${file} (${engine})` : file
    skipped.push(...found.skipped.map(test => `${name}: ${test}`))
    tell(name, tests - failures - found.skipped.length, failures, seconds, found)
    bad += failures
  }
  if (code !== 0 && bad === 0) tell(`${files.join(', ')} between the tests`, 0, 1, 0)
  if (isInterrupted) return
  if (torture) console.log(out.split('\n').slice(1).join('\n').trim())
  // Failures come first, so that they are in a log that is cut.
  if (code !== 0 || bad > 0) console.log(said.replaceAll(/^\((pass|skip)\).*\n/gm, ''))
}

/** These lines are in any log that is cut, so they name the failed tests. */
function tell(name: string, good: number, bad: number, seconds: number, named: NamedTests = none) {
  if (isInterrupted) return
  passed += good
  failed += bad
  const bads = [`${bad} failed`, named.failed.map(test => `"${test}"`).join(', ')].filter(Boolean).join(': ')
  const left = named.skipped.length
  console.log(
    `${bad > 0 ? 'FAIL' : 'ok  '} ${name} · ${good} passed${bad > 0 ? `, ${bads}` : ''}${left > 0 ? `, ${left} skipped` : ''} · ${seconds.toFixed(1)} s`,
  )
}

async function spawned(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe', detached: true })
  underWay.add(child)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  underWay.delete(child)
  return { code, out, said: `${out}\n${err}` }
}

/** Where a process finds the templates of its databases, which are made on first use. */
async function placeOf(engine: 'embedded' | 'postgres'): Promise<Record<string, string>> {
  if (tier === 'all' || torture || engine === 'embedded') template ??= embeddedTemplate()
  const embedded = template && { TEST_EMBEDDED_TEMPLATE: await template }
  if (engine === 'embedded') return { ...embedded, TEST_ENGINE: 'embedded' }
  cluster ??= preparedCluster(programs ?? '')
  return { ...embedded, TEST_ENGINE: 'postgres', TEST_DATABASE_TEMPLATE: (await cluster).url('postgres') }
}

async function preparedCluster(programs: string): Promise<Cluster> {
  const cluster = await startCluster(programs)
  try {
    await prepare({ databaseUrl: cluster.url('postgres'), dataDir: temporaryFolder() })
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function cleanUp() {
  work.length = last.length = 0
  // Each leads its own process group, with everything it has started.
  for (const { pid } of underWay) process.kill(-pid, 'SIGKILL')
  await Promise.all([...underWay].map(({ exited }) => exited))
  const started = await cluster?.catch(() => undefined)
  await started?.stop()
  rmSync(litter, { recursive: true, force: true })
}
