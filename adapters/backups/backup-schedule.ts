import { type BackupPlan, isDue } from '../config/backup-plan.ts'
import type { Env } from '../config/env.ts'
import { errorFields, type Log } from '../program/log.ts'
import { shippedFile } from '../program/shipped.ts'

const LOOK_EVERY_MS = 60_000
const TRY_AGAIN_AFTER_MS = 15 * 60_000

/**
 * Makes backups when the plan says they are due. Each runs `dialin db backup` in a separate
 * process, because reading a whole database next to requests would slow them down. The time of the
 * last backup is read from the folder, so a restart changes nothing. If several instances share the
 * folder, the command lets only one of them make the backup. Returns a function that stops the
 * schedule.
 */
export function scheduleBackups(
  plan: BackupPlan,
  env: Env,
  log: Log,
  { lookEveryMs = LOOK_EVERY_MS, tryAgainAfterMs = TRY_AGAIN_AFTER_MS } = {},
): () => Promise<void> {
  let notBefore = 0
  let running: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  const look = async () => {
    if (running || Date.now() < notBefore || !isDue(plan, new Date())) return
    notBefore = Date.now() + tryAgainAfterMs
    running = Bun.spawn([...program, 'db', 'backup', '--if-due', '--json'], {
      // The audit log must not name the person who started the service with sudo: they did not ask
      // for this backup.
      env: { ...env, SUDO_USER: '', DOAS_USER: '' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    try {
      const [out, err, exit] = await Promise.all([
        new Response(running.stdout).text(),
        new Response(running.stderr).text(),
        running.exited,
      ])
      if (exit !== 0) return log.error('backup failed', { exit, error: err.trimEnd().split('\n').at(-1) })
      const { file, rows, bytes, deleted } = JSON.parse(out)
      if (file) log.info('backup made', { file, rows, bytes, deleted })
    } finally {
      running = undefined
    }
  }
  const tell = (error: unknown) => log.error('backup failed', errorFields(error))
  const start = () => void look().catch(tell)
  start()
  const timer = setInterval(start, lookEveryMs)
  return async () => {
    clearInterval(timer)
    running?.kill()
    await running?.exited
  }
}

const program = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, shippedFile('cli/main.ts')]
