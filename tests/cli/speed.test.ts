import { expect, test } from 'bun:test'
import { freshDatabase } from '../support/templates.ts'
import { bare, dialin } from './cli.ts'

const { dataDir, databaseUrl } = await freshDatabase()
const beside = { ...bare, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
// Whoever comes first asks the database and leaves a cache for the others.
await dialin(['grinders', 'list'], beside)

// Processor time: a command hardly waits, so that this is what it takes on a quiet machine, and the same on a busy
// one. `bun bench/cli.ts` looks at the clock on the wall.
test.each([
  ['without a database', bare],
  ['beside a database', beside],
])('an answer takes at most 150 ms %s', async (_, env) => {
  for (const args of [
    ['convert', 'c40 mk4', '24', 'k ultra'],
    ['chart', 'encore'],
    ['grinders', 'list'],
  ]) {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 10 && best > 150; round++) {
      const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], { env, stdout: 'ignore' })
      await child.exited
      best = Math.min(best, Number(child.resourceUsage()?.cpuTime.total) / 1000)
    }
    expect(best).toBeLessThan(150)
  }
})
