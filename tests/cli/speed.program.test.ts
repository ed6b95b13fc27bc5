import { expect, test } from 'bun:test'
import { freshDatabase } from '../support/templates.ts'
import { bare, dialin } from './cli.ts'

const { dataDir, databaseUrl } = await freshDatabase()
const beside = { ...bare, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
// The first command reads the database and leaves a cache for the others.
await dialin(['grinders', 'list'], beside)

const processorMs = async (args: string[], env: Record<string, string>) => {
  const child = Bun.spawn([process.execPath, ...args], { env, stdout: 'ignore' })
  await child.exited
  return Number(child.resourceUsage()?.cpuTime.total) / 1000
}

/**
 * Loading two of the libraries takes 25 ms on a machine where an answer may take 150; a busy one
 * slows both.
 */
const yardstick = ['-e', "await import('commander'); await import('valibot')"]
const MOST_TIMES = 150 / 25

// Processor time, side by side; `bun run bench` measures elapsed time.
test.each([
  ['without a database', bare],
  ['beside a database', beside],
])('an answer takes at most six times what loading two libraries takes, %s', async (_, env) => {
  for (const args of [
    ['convert', 'c40 mk4', '24', 'k ultra'],
    ['chart', 'encore'],
    ['grinders', 'list'],
  ]) {
    let [best, unit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 10 && !(best / unit < MOST_TIMES); round++) {
      unit = Math.min(unit, await processorMs(yardstick, env))
      best = Math.min(best, await processorMs(['cli/main.ts', ...args], env))
    }
    expect(best / unit).toBeLessThan(MOST_TIMES)
  }
})
