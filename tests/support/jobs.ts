import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

export type Engine = 'embedded' | 'postgres'

/** Files that one process runs one after another: loading the service and its engine takes longer than most files. */
export interface Job {
  engine: Engine | undefined
  files: string[]
}

interface Wanted {
  engines: readonly Engine[]
  /** Files with this in their name cannot run here. */
  lacking: string[]
  /** Files with one of these in their name only; all, if none is given. */
  only: string[]
  /** Nothing that starts programs or further engines. */
  fast: boolean
  /** What takes minutes, or everything else. */
  torture: boolean
}

/** An embedded engine compiles what it does often anew in every process; those on a server come last, small enough to end together. */
const FILES_A_PROCESS = { embedded: 44, postgres: 20 }

/** All test files in the order that ends soonest: what takes long by its nature first. */
export function testJobs({ engines, lacking, only, fast, torture }: Wanted): Job[] {
  const files = [...new Glob('tests/**/*.test.{ts,tsx}').scanSync()]
    .filter(file => file.includes('.torture.') === torture)
    .filter(file => only.length === 0 || only.some(part => file.includes(part)))
    .filter(file => !lacking.some(part => file.includes(part)))
    .map(file => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(each => !(fast && startsPrograms(each)))
  const isInWorld = ({ source }: TestFile) => /support\/(world|templates)/.test(source)
  const isInBrowser = ({ file }: TestFile) => file.includes('.browser.')
  const isOnServers = ({ file }: TestFile) => file.includes('.server.') && !torture
  const inWorld = files.filter(each => isInWorld(each) && !isInBrowser(each) && !isOnServers(each))
  const on = (engine: Engine) =>
    engines.includes(engine)
      ? grouped(
          engine,
          inWorld.filter(each => runsOn(engine, engines, each)),
          torture ? 1 : FILES_A_PROCESS[engine],
        )
      : []
  const jobs = [
    // Mostly waiting for servers of their own: beside everything else.
    ...grouped('postgres', engines.includes('postgres') ? files.filter(isOnServers) : [], 14),
    // What a browser shows does not depend on the engine: once is enough.
    ...grouped(engines.at(-1), files.filter(isInBrowser), torture ? 1 : 3),
    ...grouped(
      undefined,
      files.filter(each => !isInWorld(each) && !isOnServers(each)),
      20,
    ),
    ...on('embedded'),
    ...on('postgres'),
  ]
  const hasRounds = ({ files }: Job) => Number(files.some(file => file.includes('kill.torture')))
  return jobs.toSorted((a, b) => hasRounds(b) - hasRounds(a))
}

interface TestFile {
  file: string
  source: string
}

/** In the file itself, or by what it has of others: those take seconds each. */
const startsPrograms = ({ source }: TestFile) =>
  /Bun\.spawn|StdioClientTransport|dialin(Process|OnTerminal)|embeddedCopy|seedDemo|support\/(killable|prometheus|proxies)/.test(
    source,
  )

function runsOn(engine: Engine, engines: readonly Engine[], { file, source }: TestFile) {
  if (file.includes('.server.')) return engine === 'postgres'
  if (file.includes('.embedded.')) return engine === 'embedded'
  // What moves between the engines needs both to be there.
  return !source.includes('embeddedCopy') || engines.includes('embedded')
}

/** Dealt like cards, the longest first, so that all groups take about as long. */
function grouped(engine: Engine | undefined, files: TestFile[], size: number): Job[] {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, (): Job => ({ engine, files: [] }))
  const longestFirst = files.toSorted(
    (a, b) => Number(startsPrograms(b)) - Number(startsPrograms(a)) || b.source.length - a.source.length,
  )
  for (const [at, { file }] of longestFirst.entries()) groups[at % groups.length]?.files.push(file)
  return groups
}
