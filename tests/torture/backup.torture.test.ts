import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../adapters/postgres/client.ts'
import { bare } from '../cli/cli.ts'
import { miscounted } from '../support/recount.ts'
import { emptyDatabase, engine, type FreshDatabase, freshDatabase } from '../support/templates.ts'
import { emptyLedger, missingFrom, prepareGround, writeSomething } from './ledger.ts'
import { openMailbox } from './mailbox.ts'
import { ask, SESSION_SECRET, startProcess } from './process.ts'

/** `RECIPES=1000000 bun run test:torture backup` for a million. */
const RECIPES = Number(process.env.RECIPES ?? 30_000)
/** Whatever the number of recipes is. The embedded engine keeps its own memory in the process of the command. */
const MOST_MB = { postgres: 400, embedded: 1200 }
const MB = 1024 * 1024
/** A million take longer than anything else may. */
const MOST_MS = 90 * 60_000

const envOf = ({ dataDir, databaseUrl }: FreshDatabase) => ({
  ...bare,
  SESSION_SECRET,
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
    const place = await freshDatabase()
    await dialin(place, 'seed', '--scale', `${RECIPES}`)
    const { sql: prepared, close } = await openDatabase(place)
    const ground = await prepareGround(prepared)
    await close()
    const service = await startProcess({ ...envOf(place), SMTP_URL: mailbox.url })

    const ledger = emptyLedger()
    let ended = false
    let longest = 0
    const someone = async () => {
      while (!ended) {
        const asked = performance.now()
        await writeSomething(service.url, ledger, ground)
        longest = Math.max(longest, performance.now() - asked)
      }
    }
    for (let n = 0; n < 40; n++) await writeSomething(service.url, ledger, ground)
    const before = structuredClone(ledger)
    const writing = Array.from({ length: 4 }, someone)
    const file = join(folder, 'backup.zst')
    const made = await dialin(place, 'db', 'backup', file, '--json')
    ended = true
    await Promise.all(writing)
    const meanwhile = ledger.people.length + ledger.votes.length - before.people.length - before.votes.length
    expect((await ask(service.url, 'GET /api/health')).status).toBe(200)
    await service.end('SIGTERM')

    const target = await emptyDatabase()
    const restored = await dialin(target, 'db', 'restore', file, '--json')
    const { rows } = JSON.parse(made.out)
    console.log(
      `${engine}: ${rows.toLocaleString('en')} rows in ${Math.round(statSync(file).size / 1e6)} MB; backup ${Math.round(made.seconds)} s, ${Math.round(made.memory)} MB of memory, ${meanwhile} people and votes meanwhile, the longest wait of a write ${Math.round(longest)} ms; restore ${Math.round(restored.seconds)} s, ${Math.round(restored.memory)} MB`,
    )
    const { sql, close: end } = await openDatabase(target)
    expect(
      await missingFrom(sql, { ...before, subjects: [], events: { ...before.events, sent: ledger.events.sent } }, []),
    ).toEqual([])
    expect(await miscounted(sql)).toEqual([])
    await end()
    await mailbox.close()
    rmSync(folder, { recursive: true, force: true })
    expect(ledger.odd).toEqual([])
    expect(meanwhile).toBeGreaterThan(0)
    expect(made.memory).toBeLessThan(MOST_MB[engine])
    expect(restored.memory).toBeLessThan(MOST_MB[engine])
  },
  MOST_MS,
)
