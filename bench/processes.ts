import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/cluster.ts'
import { eventually } from '../tests/support/eventually.ts'

export const BENCH_SECRET = 'a secret for benchmarks only, long enough'
export const root = join(import.meta.dir, '..')

export interface Server {
  port: number
  /** The most memory it has used, in megabytes. */
  peakMegabytes: () => number
  stop: () => Promise<void>
}

/** The service as in production, on this database. Requests may set their own client address. */
export const startServiceProcess = (databaseUrl: string, env: Record<string, string> = {}) =>
  startServer([process.execPath, 'cli/serve.ts'], {
    ...production,
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  })

/** A program that listens on the given port. Its output is discarded. */
export async function startServer(command: string[], env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'dialin-bench-'))
  const child = Bun.spawn(command, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', SESSION_SECRET: BENCH_SECRET, DATA_DIR: dataDir, ...env, PORT: String(port) },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = new Response(child.stderr).text()
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`\`${command.join(' ')}\` did not start: ${await said}`)
    return fetch(`http://localhost:${port}/api/health`).catch(() => undefined)
  })
  return {
    port,
    peakMegabytes: () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  BASE_URL: 'none',
  SMTP_URL: 'none',
  LOG_LEVEL: 'info',
}
