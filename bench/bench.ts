import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startGenerator } from './load/load.ts'
import { startServer, startServiceProcess } from './processes.ts'
import { markdownTable, results } from './report.ts'
import { type BenchRow, type Effort, mustBeAtMost } from './row.ts'
import { compareCached } from './rows/cached.ts'
import { impressionsBesideReads } from './rows/impressions.ts'
import { readsAtReplica } from './rows/replica.ts'
import { compareSides } from './rows/sides.ts'
import { compareSizes } from './rows/size.ts'
import { startTimes } from './rows/starts.ts'
import { type SeededWorld, seedWorld, startPostgres } from './worlds.ts'

const help = `bun run bench [--quick] [--only PART,…]

Measures the service side by side with others and with itself over more data, in a PostgreSQL of its own; prints one
table and writes bench/results.md. Under ten minutes on a quiet machine; exits 1 when a row is missed.

  --quick   a first look in under two minutes: less data, fewer and shorter rounds, no results.md
  --only    sides, cached, size, impressions, starts: some of them, no results.md;
            replica: a primary and one streaming replica, which is measured by itself alone (docs/scale.md)
`

const whole: Effort = { rounds: 5, seconds: 1, small: 10_000, large: 1_000_000, samples: 80 }
const quick: Effort = { rounds: 3, seconds: 0.5, small: 2000, large: 20_000, samples: 12 }
const usual = ['starts', 'size', 'sides', 'cached', 'impressions'] as const
const parts = [...usual, 'replica'] as const
type BenchPart = (typeof parts)[number]
/** The parts that send many requests at once. */
const loaded: BenchPart[] = ['sides', 'cached', 'impressions']

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, help: { type: 'boolean' }, only: { type: 'string' } },
})
const asked = (values.only?.split(',') ?? usual) as BenchPart[]
const unknown = asked.find(part => !parts.includes(part))
if (values.help || unknown) {
  console.log(unknown ? `There is no part "${unknown}".\n\n${help}` : help)
  process.exit(unknown ? 2 : 0)
}

const effort = values.quick ? quick : whole
const began = performance.now()
const rows = await measureAll()
const minutes = (performance.now() - began) / 60_000
console.log(markdownTable(rows))
if (values.quick || values.only) console.log('\nA part of the whole, or quick: bench/results.md stays as it is.')
else await Bun.write(join(import.meta.dir, 'results.md'), await results(rows, effort, minutes))
process.exit(rows.every(({ passed }) => passed) ? 0 : 1)

/** Starts what is measured, and stops it whatever happens. */
async function measureAll(): Promise<BenchRow[]> {
  const ends: (() => Promise<unknown>)[] = []
  const until = async <T>(made: T | Promise<T>, end: (made: T) => Promise<unknown>) => {
    const one = await made
    ends.unshift(() => end(one))
    return one
  }
  const does = (part: BenchPart) => asked.includes(part)
  try {
    const rows: BenchRow[] = []
    if (does('starts')) rows.push(...(await told('starts', startTimes(effort))))
    if (does('replica')) rows.push(...(await told('replica', readsAtReplica(effort))))
    if (asked.every(part => ['starts', 'replica'].includes(part))) return rows
    const cluster = await until(startPostgres(), ({ stop }) => stop())
    const seeded = (recipes: number, copied = false) =>
      until(told(`${recipes} recipes`, seedWorld(cluster, recipes, copied)), ({ close }) => close())
    const small = await seeded(effort.small, does('sides'))
    if (does('size')) rows.push(...(await told('size', compareSizes(small, await seeded(effort.large), effort))))
    if (asked.some(part => loaded.includes(part))) rows.push(...(await underLoad(small, until, does)))
    return rows
  } finally {
    for (const end of ends) await end()
  }
}

async function underLoad(
  world: SeededWorld,
  until: <T>(made: T | Promise<T>, end: (made: T) => Promise<unknown>) => Promise<T>,
  does: (part: BenchPart) => boolean,
): Promise<BenchRow[]> {
  const stop = ({ stop }: { stop: () => Promise<void> }) => stop()
  const rows: BenchRow[] = []
  const service = await until(startServiceProcess(world.url), stop)
  const generator = await until(startGenerator(), stop)
  if (does('sides')) {
    const env = (url: string) => ({ DATABASE_URL: url, NODE_ENV: 'production' })
    const bare = await until(startServer([process.execPath, 'bench/sides/bare.ts'], env(world.url)), stop)
    const fastify = await until(startServer(['node', 'bench/sides/fastify.mjs'], env(world.uncountedUrl)), stop)
    rows.push(...(await told('sides', compareSides({ service, bare, fastify }, world, generator, effort))))
  }
  if (does('cached')) rows.push(...(await told('cached', compareCached(service, generator, effort))))
  if (does('impressions')) {
    const other = await until(startGenerator(), stop)
    const both = [generator, other] as const
    rows.push(...(await told('impressions', impressionsBesideReads(service, world, both, effort))))
  }
  const megabytes = service.peakMegabytes()
  rows.push({
    group: 'memory',
    name: 'the most under this load',
    measured: 'resident',
    ...mustBeAtMost(megabytes, 200, ' MB'),
  })
  return rows
}

/** Prints to standard error what was done and how long it took. */
async function told<T>(what: string, work: Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work
  console.error(`${what}: ${Math.round((performance.now() - started) / 1000)} s`)
  return done
}
