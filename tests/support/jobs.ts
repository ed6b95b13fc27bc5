import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

export type Engine = 'embedded' | 'postgres'

/** Files that one process runs one after another: loading the service and its engine takes longer than most files. */
export interface Job {
  engine: Engine | undefined
  files: string[]
  /** After all others, with nothing beside it. */
  isAlone?: boolean
}

/**
 * Each has all of the one before it: what answers with figures, on one engine; pages, pictures and the demonstration; what
 * starts programs and servers of its own or is large, and on both engines whatever has a database and no browser.
 * Torture is what takes minutes, and nothing else.
 */
export const tiers = ['fast', 'usual', 'all', 'torture'] as const
export type Tier = (typeof tiers)[number]

interface Wanted {
  tier: Tier
  /** Those that there are. Every file runs on the first, unless its name says another. */
  engines: readonly [Engine, ...Engine[]]
  /** Files with this in their name cannot run here. */
  lacking: string[]
  /** Files with one of these in their name only; all, if none is given. */
  only: string[]
}

/** All test files in the order that ends soonest: what takes long by its nature first. */
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
    // Mostly waiting for servers of their own: beside everything else.
    ...grouped('postgres', engines.includes('postgres') ? files.filter(isOnServers) : [], 14),
    // What a browser shows does not depend on the engine: once is enough.
    ...grouped(first, files.filter(isInBrowser), torture ? 1 : 5),
    ...grouped(
      undefined,
      files.filter(each => !isInWorld(each) && !isInBrowser(each) && !isOnServers(each)),
      fast ? 40 : 20,
    ),
    // Such an engine compiles what it does often anew in every process; of few files most start engines of their own.
    ...on('embedded', everywhere ? 44 : 20),
    // Last, and small enough to end together.
    ...on('postgres', fast ? 30 : 20),
  ]
  const hasRounds = ({ files }: Job) => Number(files.some(file => file.includes('kill.torture')))
  return jobs.map(job => ({ ...job, isAlone: hasMillion(job) })).toSorted((a, b) => hasRounds(b) - hasRounds(a))
}

/** It takes both cores for minutes, and others would wait for longer than they may. */
const hasMillion = ({ engine, files }: Job) =>
  engine === 'postgres' && files.some(file => file.includes('backup.torture'))

interface TestFile {
  file: string
  source: string
}

const isInWorld = ({ source }: TestFile) => /support\/(world|templates)/.test(source)

const isInBrowser = ({ file }: TestFile) => file.includes('.browser.')

/** Pages, pictures and the demonstration, which take longer than what answers with figures. */
const isShown = (each: TestFile) =>
  isInBrowser(each) || /support\/(browsing|crawl|pictures|qr)|seedDemo\(/.test(each.source)

/** By its name alone; that nothing else starts a program is a law. Half of the time of a run of all. */
export const isHeavy = (file: string) => /\.(program|server)\.|\/large-/.test(file)

/** Dealt to and fro, what is heavy and then the longest first, so that all groups take about as long. */
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
