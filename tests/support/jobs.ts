import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

export type Engine = 'embedded' | 'postgres'

/**
 * Files that one process runs one after another, because loading the service and its engine takes
 * longer than most files.
 */
export interface Job {
  engine: Engine | undefined
  files: string[]
  /** Runs after all others, with nothing next to it. */
  isAlone?: boolean
}

/**
 * Each tier includes the previous one: tests of figures, on one engine; pages, pictures and the
 * demo; tests that start programs and servers or are large, and both engines for everything with a
 * database and no browser. Torture has what takes minutes, and nothing else.
 */
export const tiers = ['fast', 'usual', 'all', 'torture'] as const
export type Tier = (typeof tiers)[number]

interface Wanted {
  tier: Tier
  /** The available engines. Every file runs on the first, unless its name says another. */
  engines: readonly [Engine, ...Engine[]]
  /** Files with this in their name cannot run here. */
  lacking: string[]
  /** Only files with one of these in their name; all if empty. */
  only: string[]
}

/** All test files in the order that finishes soonest: the longest first. */
export function testJobs({ tier, engines: [first, ...others], lacking, only }: Wanted): Job[] {
  const fast = tier === 'fast'
  const torture = tier === 'torture'
  const everywhere = tier === 'all' || torture
  const engines = everywhere ? [first, ...others] : [first]
  const files = [...new Glob('tests/**/*.test.{ts,tsx}').scanSync()]
    .filter(file => file.includes('.torture.') === torture)
    .filter(file => only.length === 0 || only.some(part => file.includes(part)))
    .filter(file => !lacking.some(part => file.includes(part)))
    .filter(file => everywhere || !isHeavy(file))
    .map(file => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(each => !(fast && isShown(each)))
  const isOnServers = ({ file }: TestFile) => file.includes('.server.') && !torture
  const inWorld = files.filter(each => isInWorld(each) && !isInBrowser(each) && !isOnServers(each))
  const runsOn = (engine: Engine, { file }: TestFile) => {
    if (!engines.includes(engine)) return false
    if (file.includes('.server.')) return engine === 'postgres'
    if (file.includes('.embedded.')) return engine === 'embedded'
    return true
  }
  const on = (engine: Engine, size: number) =>
    grouped(
      engine,
      inWorld.filter(each => runsOn(engine, each)),
      torture ? 1 : size,
    )
  const jobs = [
    // Mostly waiting for their own servers, so they run next to everything else.
    ...grouped('postgres', engines.includes('postgres') ? files.filter(isOnServers) : [], 14),
    // What a browser shows does not depend on the engine, so once is enough.
    ...grouped(first, files.filter(isInBrowser), torture ? 1 : 5),
    ...grouped(
      undefined,
      files.filter(each => !isInWorld(each) && !isInBrowser(each) && !isOnServers(each)),
      fast ? 40 : 20,
    ),
    // This engine recompiles its hot code in every process; with few files, most of them start
    // their own engines.
    ...on('embedded', everywhere ? 44 : 20),
    // Last, and small enough to finish together.
    ...on('postgres', fast ? 30 : 20),
  ]
  const hasRounds = ({ files }: Job) => Number(files.some(file => file.includes('kill.torture')))
  return jobs.map(job => ({ ...job, isAlone: hasMillion(job) })).toSorted((a, b) => hasRounds(b) - hasRounds(a))
}

/** It takes both cores for minutes, and others would wait longer than they may. */
const hasMillion = ({ engine, files }: Job) =>
  engine === 'postgres' && files.some(file => file.includes('backup.torture'))

interface TestFile {
  file: string
  source: string
}

const isInWorld = ({ source }: TestFile) => /support\/(world|templates)/.test(source)

const isInBrowser = ({ file }: TestFile) => file.includes('.browser.')

/** Pages, pictures and the demo, which take longer than tests of figures. */
const isShown = (each: TestFile) =>
  isInBrowser(each) || /support\/(browsing|crawl|pictures|qr)|seedDemo\(/.test(each.source)

/**
 * By its name only; a law checks that nothing else starts a program. Half of the time of a complete
 * run.
 */
export const isHeavy = (file: string) => /\.(program|server)\.|\/large-/.test(file)

/**
 * Dealt back and forth, heavy ones and then the longest first, so that all groups take about the
 * same time.
 */
function grouped(engine: Engine | undefined, files: TestFile[], size: number): Job[] {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, (): Job => ({ engine, files: [] }))
  const longestFirst = files.toSorted(
    (a, b) => Number(isHeavy(b.file)) - Number(isHeavy(a.file)) || b.source.length - a.source.length,
  )
  for (const [at, { file }] of longestFirst.entries()) {
    const along = at % (2 * groups.length)
    groups[Math.min(along, 2 * groups.length - 1 - along)]?.files.push(file)
  }
  return groups
}
