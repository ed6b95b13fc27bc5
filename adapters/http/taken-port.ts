import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'

/** Ends a start whose port is taken by another program, before it creates and seeds a database. */
export async function refuseTakenPort({ host, port, metrics }: Pick<Config, 'host' | 'port' | 'metrics'>) {
  await tryPort(host, port, 'PORT')
  if (metrics?.listener) await tryPort(metrics.listener.host, metrics.listener.port, 'METRICS_PORT')
}

async function tryPort(hostname: string, port: number, name: string) {
  if (port === 0) return
  try {
    await Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response() }).stop(true)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `Port ${port} is in use by another program; stop that program, or choose another port with ${name} (0 for any free one).`,
    )
  }
}
