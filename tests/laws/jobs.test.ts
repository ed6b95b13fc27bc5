import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { isHeavy, type Tier, testJobs, tiers } from '../support/jobs.ts'
import { filesIn } from '../support/report.ts'
import { importsOf } from './sources.ts'

const wanted = { engines: ['postgres', 'embedded'] as const, lacking: [], only: [] }
const testFiles = [...new Glob('tests/**/*.test.{ts,tsx}').scanSync()].sort()
const runsIn = (tier: Tier) =>
  testJobs({ ...wanted, tier }).flatMap(({ engine, files }) => files.map(file => `${file} ${engine ?? 'once'}`))

test('a million recipes are backed up in the torture run, with nothing else running', () => {
  const alone = testJobs({ ...wanted, tier: 'torture' }).filter(({ isAlone }) => isAlone)
  expect(alone).toEqual([{ engine: 'postgres', files: ['tests/torture/backup.torture.test.ts'], isAlone: true }])
})

test('each run includes the smaller one, nothing twice, and only the largest uses both engines', () => {
  const [fast = [], usual = [], all = [], torture = []] = tiers.map(runsIn)
  for (const [smaller, larger] of [
    [fast, usual],
    [usual, all],
  ] as const)
    expect(smaller.filter(run => !larger.includes(run))).toEqual([])
  for (const runs of [fast, usual, all, torture]) expect(new Set(runs).size).toBe(runs.length)
  expect(usual.filter(run => run.endsWith(' embedded'))).toEqual([])
})

test("CI's two runs, all and torture, cover every file: browser tests and those without a database once, others on each engine that the name allows", () => {
  const enginesOf = (file: string) => {
    if (file.includes('.server.') || file.includes('.browser.')) return ['postgres']
    if (!hasDatabase(file)) return ['once']
    return file.includes('.embedded.') ? ['embedded'] : ['embedded', 'postgres']
  }
  const expected = testFiles.flatMap(file => enginesOf(file).map(engine => `${file} ${engine}`))
  expect([...runsIn('all'), ...runsIn('torture')].sort()).toEqual(expected.sort())
})

/** Judging by everything it imports from our tests, directly or not. */
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

/** Matches code that starts a program, in the file itself or in what it imports. */
const STARTS =
  /Bun\.(?:spawn|\$)|child_process|StdioClientTransport|dialin(?:Process|OnTerminal)|\bran\(|(?:support\/(?:boot|cluster|killable|machine|pooler|prometheus|proxies|ran|unit)|torture\/process)\.ts/g

/** Programs that end at once and do not run our code. */
const harmless: Record<string, string[]> = {
  'tests/cli/doctor.test.ts': [
    "Bun.spawnSync(['mount', '-t', 'tmpfs', ",
    "Bun.spawnSync(['umount', small])",
    "Bun.spawnSync(['openssl', 'req', '-x509', ",
  ],
  'tests/cli/import.test.ts': ['Bun.$`mkfifo '],
  'tests/config/hosting.test.ts': ["Bun.spawnSync(['sh', '-ec', withoutProgram]"],
}

test('a test that starts a program says so in its file name, by which the usual run leaves it out', () => {
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

test('a report names the tests of a file that failed, and those that were skipped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-report-'))
  const report = join(folder, 'report.xml')
  writeFileSync(
    report,
    `<testsuites name="bun test" tests="4" assertions="1" failures="2" skipped="1" time="0.06">
  <testsuite name="a.test.ts" file="a.test.ts" tests="4" assertions="1" failures="2" skipped="1" time="0.5" hostname="vm">
    <testcase name="passes" classname="" time="0.1" file="a.test.ts" line="2" assertions="0" />
    <testcase name="says &quot;no&quot; &amp; fails" classname="" time="0.2" file="a.test.ts" line="3" assertions="1">
      <failure type="AssertionError" message="expect(received).toBe(expected)">at a.test.ts:3:42</failure>
    </testcase>
    <testsuite name="in a block" file="a.test.ts" line="4" tests="2" assertions="0" failures="1" skipped="1" time="0" hostname="vm">
      <testcase name="throws" classname="in a block" time="0" file="a.test.ts" line="4" assertions="0">
        <failure type="Error" message="x">Error: x</failure>
      </testcase>
      <testcase name="is left out" classname="in a block" time="0" file="a.test.ts" line="5" assertions="0">
        <skipped />
      </testcase>
    </testsuite>
  </testsuite>
</testsuites>`,
  )
  expect((await filesIn(report)).get('a.test.ts')).toEqual({
    tests: 4,
    failures: 2,
    failed: ['says "no" & fails', 'throws'],
    skipped: ['is left out'],
    seconds: 0.5,
  })
  rmSync(folder, { recursive: true })
})
