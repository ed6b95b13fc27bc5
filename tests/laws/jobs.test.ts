import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { isHeavy, type Tier, testJobs, tiers } from '../support/jobs.ts'
import { importsOf } from './sources.ts'

const wanted = { engines: ['postgres', 'embedded'] as const, lacking: [], only: [] }
const testFiles = [...new Glob('tests/**/*.test.{ts,tsx}').scanSync()].sort()
const runsIn = (tier: Tier) =>
  testJobs({ ...wanted, tier }).flatMap(({ engine, files }) => files.map(file => `${file} ${engine ?? 'once'}`))

test('a million recipes are backed up by a run of torture, with nothing beside it', () => {
  const alone = testJobs({ ...wanted, tier: 'torture' }).filter(({ isAlone }) => isAlone)
  expect(alone).toEqual([{ engine: 'postgres', files: ['tests/torture/backup.torture.test.ts'], isAlone: true }])
})

test('each run has all of the smaller one, nothing twice, and only the largest is on both engines', () => {
  const [fast = [], usual = [], all = [], torture = []] = tiers.map(runsIn)
  for (const [smaller, larger] of [
    [fast, usual],
    [usual, all],
  ] as const)
    expect(smaller.filter(run => !larger.includes(run))).toEqual([])
  for (const runs of [fast, usual, all, torture]) expect(new Set(runs).size).toBe(runs.length)
  expect(usual.filter(run => run.endsWith(' embedded'))).toEqual([])
})

test('what CI runs, all and torture, has every file: in a browser and without a database once, else on each engine that its name allows', () => {
  const enginesOf = (file: string) => {
    if (file.includes('.server.') || file.includes('.browser.')) return ['postgres']
    if (!hasDatabase(file)) return ['once']
    return file.includes('.embedded.') ? ['embedded'] : ['embedded', 'postgres']
  }
  const expected = testFiles.flatMap(file => enginesOf(file).map(engine => `${file} ${engine}`))
  expect([...runsIn('all'), ...runsIn('torture')].sort()).toEqual(expected.sort())
})

/** By whatever it imports of our tests, however far. */
function hasDatabase(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  if (/^tests\/support\/(world|templates)\.ts$/.test(file)) return true
  const values = readFileSync(file, 'utf8').match(/^import (?!type ).*? from '\..*?'/gms) ?? []
  return importsOf(file)
    .filter(
      target => target.startsWith('tests/') && values.some(line => line.endsWith(`/${target.split('/').at(-1)}'`)),
    )
    .some(target => hasDatabase(target, seen))
}

/** What starts a program, in a file itself or by what it has of others. */
const STARTS =
  /Bun\.(?:spawn|\$)|child_process|StdioClientTransport|dialin(?:Process|OnTerminal)|\bran\(|(?:support\/(?:boot|cluster|killable|machine|pooler|prometheus|proxies|ran|unit)|torture\/process)\.ts/g

/** Those that are gone at once, and bring no code of ours with them. */
const harmless: Record<string, string[]> = {
  'tests/cli/doctor.test.ts': [
    "Bun.spawnSync(['mount', '-t', 'tmpfs', ",
    "Bun.spawnSync(['umount', small])",
    "Bun.spawnSync(['openssl', 'req', '-x509', ",
  ],
  'tests/cli/import.test.ts': ['Bun.$`mkfifo '],
  'tests/config/hosting.test.ts': ["Bun.spawnSync(['sh', '-ec', withoutProgram]"],
}

test('who starts a program says so in the name of the file, for the usual run leaves it out by that', () => {
  const offences = testFiles
    .filter(file => !isHeavy(file) && !file.includes('.torture.') && file !== 'tests/laws/jobs.test.ts')
    .flatMap(file => {
      const source = readFileSync(file, 'utf8')
      const rest = (harmless[file] ?? []).reduce((text, snippet) => text.replace(snippet, ''), source)
      return [...rest.matchAll(STARTS)].map(([found]) => `${file} has ${found}`)
    })
  expect(offences).toEqual([])
  for (const [file, snippets] of Object.entries(harmless))
    expect(snippets.filter(snippet => !readFileSync(file, 'utf8').includes(snippet))).toEqual([])
})
