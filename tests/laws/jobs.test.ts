import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { type Tier, testJobs, tiers } from '../support/jobs.ts'

const wanted = { engines: ['postgres', 'embedded'] as const, lacking: [], only: [] }

test('a million recipes are backed up by a run of torture, with nothing beside it', () => {
  const alone = testJobs({ ...wanted, tier: 'torture' }).filter(({ isAlone }) => isAlone)
  expect(alone).toEqual([{ engine: 'postgres', files: ['tests/torture/backup.torture.test.ts'], isAlone: true }])
})

test('each run has all of the smaller one, a run of all has every file on every engine that it names, and torture the rest', () => {
  const runIn = (tier: Tier) =>
    testJobs({ ...wanted, tier }).flatMap(({ engine, files }) => files.map(file => `${file} ${engine ?? ''}`))
  const [fast, usual, all, torture] = tiers.map(tier => runIn(tier))
  expect([fast, usual].map(runs => runs?.filter(run => !(runs === fast ? usual : all)?.includes(run)))).toEqual([
    [],
    [],
  ])
  const files = new Set([...(all ?? []), ...(torture ?? [])].map(run => run.split(' ')[0] ?? ''))
  expect([...files].sort()).toEqual([...new Glob('tests/**/*.test.{ts,tsx}').scanSync()].sort())
  for (const runs of [fast, usual, all, torture]) expect(new Set(runs).size).toBe(runs?.length ?? 0)
})
