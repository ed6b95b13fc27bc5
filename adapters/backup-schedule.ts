import { type BackupPlan, isDue } from './backup-plan.ts'
import type { Env } from './env.ts'
import { errorFields, type Log } from './log.ts'
import { shippedFile } from './shipped.ts'

const LOOK_EVERY_MS = 60_000
const TRY_AGAIN_AFTER_MS = 15 * 60_000

/**
 * Makes backups when they are due, by the plan. A process of its own does it, as `dialin db backup` would: reading all of a
 * database beside requests would slow them down. What was made last the folder says, so a restart changes nothing, and of
 * several instances that share it one is enough. Returns what ends it.
 */
export function scheduleBackups(plan: BackupPlan, env: Env, log: Log): () => Promise<void> {
  let notBefore = 0
  let running: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  const look = async () => {
    if (running || Date.now() < notBefore || !isDue(plan, new Date())) return
    notBefore = Date.now() + TRY_AGAIN_AFTER_MS
    running = Bun.spawn([...program, 'db', 'backup', '--json'], { env, stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()])
    const exit = await running.exited
    running = undefined
    if (exit === 0) {
      const { file, rows, bytes, deleted } = JSON.parse(out)
      log.info('backup made', { file, rows, bytes, deleted })
    } else log.error('backup failed', { exit, error: err.trimEnd().split('\n').at(-1) })
  }
  const tell = (error: unknown) => log.error('backup failed', errorFields(error))
  const start = () => void look().catch(tell)
  start()
  const timer = setInterval(start, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    running?.kill()
    await running?.exited
  }
}

const program = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, shippedFile('cli/main.ts')]
