import type { HealthSource, Ready } from '../../core/health/health.ts'
import { checkHealth, checkLive } from '../../core/health/health.ts'
import { version } from '../../package.json'
import { type Config, SERVER_BODY_BYTES } from '../config/config.ts'
import type { Log } from '../program/log.ts'
import { commit } from '../program/release.ts'
import { wantsPage } from './fault-replies.ts'

const WHY = 'The database is being backed up and upgraded.'
const SORRY = 'The service is being upgraded; try again shortly.'

/**
 * Answers at the port of the service while the database on a server is backed up and migrated,
 * which may take minutes. It says that the process is alive, and 503 to everything else. The
 * embedded engine gets none of this, because it works in this thread and would delay the replies.
 * Neither does PORT=0, because its port is announced only once there is a service.
 */
export function upgradeDoor({ host, port, databaseUrl }: Config, log: Log) {
  let server: Bun.Server<undefined> | undefined
  return {
    open: () => {
      if (databaseUrl === undefined || port === 0) return
      server = Bun.serve({
        hostname: host,
        port,
        reusePort: false,
        maxRequestBodySize: SERVER_BODY_BYTES,
        development: false,
        fetch: answer,
      })
      log.info('upgrading', { host, port })
    },
    close: async () => {
      await server?.stop(true)
      server = undefined
    },
  }
}

const notYet: HealthSource = {
  uptime: () => process.uptime(),
  version,
  commit,
  isStopping: false,
  checkDatabase: async () => undefined,
  fullDisk: async () => undefined,
}

async function answer(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store', connection: 'close' }
  const refused = { status: 503, headers: { ...headers, 'retry-after': '5' } }
  // The Host header can be anything, so this need not be a valid URL.
  const [, path] = /^\w+:\/\/[^/]*([^?#]*)/.exec(request.url) ?? []
  switch (`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`) {
    case 'GET /api/health/live':
      return Response.json(await checkLive({}, { health: notYet }), { headers })
    case 'GET /api/health/ready':
      return Response.json(
        { status: 'not-ready', reason: WHY, database: null, forwarded: null } satisfies Ready,
        refused,
      )
    case 'GET /api/health':
      return Response.json(await checkHealth({}, { health: notYet, clock: () => new Date() }), refused)
    default:
      return wantsPage(request) ? new Response(`${SORRY}\n`, refused) : Response.json({ error: SORRY }, refused)
  }
}
