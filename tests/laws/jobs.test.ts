import { expect, test } from 'bun:test'
import { testJobs } from '../support/jobs.ts'

const wanted = { engines: ['postgres', 'embedded'] as const, lacking: [], only: [], everywhere: true, fast: false }

test('a million recipes are backed up by a run of torture, with nothing beside it', () => {
  const alone = testJobs({ ...wanted, torture: true }).filter(({ isAlone }) => isAlone)
  expect(alone).toEqual([{ engine: 'postgres', files: ['tests/torture/backup.torture.test.ts'], isAlone: true }])
})

test('every test runs on some engine in a run of all, and once in a run of each', () => {
  const filesIn = (everywhere: boolean) =>
    new Set(testJobs({ ...wanted, everywhere, torture: false }).flatMap(({ files }) => files))
  expect(filesIn(false)).toEqual(filesIn(true))
})
