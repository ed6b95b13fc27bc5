import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bare } from '../cli/cli.ts'
import { miscounted } from '../support/recount.ts'
import { emptyDatabase, engine, type FreshDatabase, freshDatabase, visited } from '../support/templates.ts'
import { emptyLedger, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { askProcess, type ServiceProcess, startProcess, TORTURE_SECRET } from './process.ts'

/**
 * A million on a server, for which `tests/support/jobs.ts` runs this last and alone (7 GB of disk).
 * Fewer on the embedded engine, which lets nobody in while its files are copied: use
 * `RECIPES=1000000 bun run test:torture backup` for as many.
 */
const RECIPES = Number(process.env.RECIPES ?? { postgres: 1_000_000, embedded: 30_000 }[engine])
/**
 * Whatever the number of recipes. The embedded engine has its own memory in the process of the
 * command.
 */
const MOST_MB = { postgres: 400, embedded: 1200 }
/**
 * How much longer the slowest request takes during a backup than before it. A server blocks nobody:
 * this is what a statement may take before it fails, on a busier machine. The embedded engine lets
 * nobody in while its files are copied, which depends on their size.
 */
const MOST_WAIT_MS = { postgres: 5000, embedded: 5000 + RECIPES * 0.02 }
/** How much a backup may slow down others on the same processor. */
const BUSIER = 3
const MB = 1024 * 1024
/** A million take longer than anything else may, and less than all of CI. */
const MOST_MS = 60 * 60_000

const envOf = ({ dataDir, databaseUrl }: FreshDatabase) => ({
  ...bare,
  SESSION_SECRET: TORTURE_SECRET,
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

async function dialin(place: FreshDatabase, ...args: string[]) {
  const started = performance.now()
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], { env: envOf(place), stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const exit = await child.exited
  if (exit !== 0) throw new Error(err)
  const seconds = (performance.now() - started) / 1000
  return { out, seconds, memory: (child.resourceUsage()?.maxRSS ?? 0) / MB }
}

test(
  `${RECIPES.toLocaleString('en')} recipes, backed up while people write, restored and verified`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialin-backup-'))
    const mailbox = await openMailbox()
    let service: ServiceProcess | undefined
    let ended = false
    try {
      const place = await freshDatabase()
      await dialin(place, 'seed', '--scale', `${RECIPES}`)
      const ground = await visited(place, prepareGround)
      service = await startProcess({ ...envOf(place), SMTP_URL: mailbox.url })
      const { url } = service

      const ledger = emptyLedger()
      /** Four people, each writing until told to stop; returns the longest wait. */
      const people = async (goesOn: (written: number) => boolean) => {
        let longest = 0
        const someone = async () => {
          for (let written = 0; goesOn(written); written++) {
            const asked = performance.now()
            await writeSomething(url, ledger, ground)
            longest = Math.max(longest, performance.now() - asked)
          }
        }
        await Promise.all(Array.from({ length: 4 }, someone))
        return longest
      }
      const longestBefore = await people(written => written < 10)
      const before = structuredClone(ledger)
      const writing = people(() => !ended)
      const file = join(folder, 'backup.zst')
      const made = await dialin(place, 'db', 'backup', file, '--json')
      ended = true
      const longest = await writing
      const meanwhile = ledger.people.length + ledger.votes.length - before.people.length - before.votes.length
      expect((await askProcess(url, 'GET /api/health')).status).toBe(200)
      await service.end('SIGTERM')

      const target = await emptyDatabase()
      const restored = await dialin(target, 'db', 'restore', file, '--json')
      const { rows } = JSON.parse(made.out)
      console.log(
        `${engine}: ${rows.toLocaleString('en')} rows in ${Math.round(statSync(file).size / 1e6)} MB; backup ${Math.round(made.seconds)} s, ${Math.round(made.memory)} MB of memory, ${meanwhile} people and votes meanwhile, the longest wait of a write ${Math.round(longest)} ms (before: ${Math.round(longestBefore)} ms); restore ${Math.round(restored.seconds)} s, ${Math.round(restored.memory)} MB`,
      )
      await visited(target, async sql => {
        expect(
          await missingFrom(
            sql,
            { ...before, subjects: [], events: { ...before.events, sent: ledger.events.sent } },
            [],
          ),
        ).toEqual([])
        expect(await miscounted(sql)).toEqual([])
      })
      expect(ledger.odd).toEqual([])
      expect(meanwhile).toBeGreaterThan(0)
      expect(longest).toBeLessThan(MOST_WAIT_MS[engine] + BUSIER * longestBefore)
      expect(made.memory).toBeLessThan(MOST_MB[engine])
      expect(restored.memory).toBeLessThan(MOST_MB[engine])
    } finally {
      ended = true
      await service?.end()
      await mailbox.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  MOST_MS,
)
