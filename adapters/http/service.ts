import type { World } from '../compose.ts'
import { type Config, SERVER_BODY_BYTES, siteAddress } from '../config/config.ts'
import { openMetrics } from '../metrics/metrics.ts'
import type { Log } from '../program/log.ts'
import { errorFields } from '../program/log.ts'
import { clientsBehind } from './address.ts'
import { createApp } from './app.ts'
import type { Endpoint, PageDeclaration } from './endpoint.ts'
import { endpoints } from './endpoints/index.ts'
import { heldBodies } from './held-bodies.ts'
import { listenForMetrics, metricsDoor, metricsRoute } from './metrics.ts'
import { faultPage } from './pages/error.ts'
import { pages } from './pages/index.ts'
import { signInForPage } from './pages/sent-form.ts'
import { authenticator } from './session.ts'
import { uploadsIn } from './uploads.ts'

export interface Service {
  url: string
  port: number
  /** The port of the metrics, if they have their own. */
  metricsPort: number | undefined
  /**
   * Reports that it is not ready, but keeps serving for `drainSeconds` (by default not at all) or
   * until `hurried` resolves. Then it stops listening and lets requests and mail under way finish,
   * for at most ten seconds.
   */
  stop: (drainSeconds?: number, hurried?: Promise<void>) => Promise<void>
}

interface ServiceOptions {
  /** Routes from outside this adapter: other doors that the main program opens here. */
  doors?: PageDeclaration[]
  checkReply?: (endpoint: Endpoint, reply: unknown) => void
  /** Runs just before the service listens, to free its port. */
  beforeListening?: () => Promise<void>
}

const REFRESH_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 10 * 60_000
const FINISH_WITHIN_MS = 10_000

/**
 * Requests that arrived before a stop may still wait in the kernel, on connections that the server
 * has not accepted or considers idle, and would be cut off. Each of these pauses lets the server
 * read.
 */
async function untilRead() {
  for (let pause = 0; pause < 5; pause++) await Bun.sleep(20)
}

/**
 * Serves a world over HTTP and sweeps it regularly. When it stops, it closes the world and its
 * postman, which the main program has started.
 */
export async function startService(
  world: World,
  config: Config,
  log: Log,
  options: ServiceOptions = {},
): Promise<Service> {
  const { ports } = world
  const allowed = new Set(config.allowedOrigins)
  const isOwnOrigin = (origin: string) => origin === ports.site.baseUrl || allowed.has(origin)
  const metrics = config.metrics && openMetrics({ figures: world.figures, clock: ports.clock, backups: config.backups })
  const answerMetrics = config.metrics && metrics && metricsDoor(config.metrics, metrics.text)
  const listener = config.metrics?.listener
  const deps = {
    ports,
    portsAtReplica: world.portsAtReplica,
    limits: world.limits,
    authenticate: authenticator({ ...ports, reader: world.sessionReader }, isOwnOrigin),
    clients: clientsBehind(config.trustedProxies),
    counts: metrics?.requests,
    log,
    storeFault: world.storeFault,
    heldBodies: heldBodies(),
    uploads: uploadsIn(config.dataDir, ports.clock, log),
    isOwnOrigin,
    faultPage,
    signInForPage,
    checkReply: options.checkReply,
  }
  const app = createApp(
    [
      ...endpoints,
      ...(options.doors ?? []),
      ...pages.map(page => ({ ...page, undocumented: true as const })),
      ...(answerMetrics && !listener ? [metricsRoute(answerMetrics)] : []),
    ],
    deps,
    isOwnOrigin,
  )
  const metricsServer = answerMetrics && listener && listenForMetrics(listener, answerMetrics, log)
  await options.beforeListening?.()
  // By default Elysia shares a port that is already taken; we want an error.
  app.listen({
    hostname: config.host,
    port: config.port,
    reusePort: false,
    maxRequestBodySize: SERVER_BODY_BYTES,
    idleTimeout: 30,
    // Without this, an error that no handler catches is answered with a page that shows our source,
    // unless NODE_ENV is production.
    development: false,
    error: error => {
      log.error('failed outside the framework', errorFields(error))
      return Response.json({ error: 'Something went wrong on our side. Try again in a moment.' }, { status: 500 })
    },
  })
  const { server } = app
  if (!server?.port) throw new Error('The server did not start.')
  ports.site.baseUrl = siteAddress({ baseUrl: config.baseUrl, port: server.port })
  // So that a command that makes links can tell whether they will work here.
  await ports.lastStart.note(ports.clock()).catch(error => log.warn('start not noted', errorFields(error)))
  const every = (ms: number, name: string, work: () => Promise<void>) =>
    setInterval(() => work().catch(error => log.warn(`${name} failed`, errorFields(error))), ms)
  // Recipes follow a curve only after this service knows it.
  const refresh = async () => {
    await world.refresh()
    await world.followCurves()
  }
  const chores = [every(SWEEP_EVERY_MS, 'sweep', world.sweep), every(REFRESH_EVERY_MS, 'refresh', refresh)]

  return {
    url: ports.site.baseUrl,
    port: server.port,
    metricsPort: metricsServer?.port,
    stop: async (drainSeconds = 0, hurried) => {
      ports.health.isStopping = true
      const drained = drainSeconds > 0 && Bun.sleep(drainSeconds * 1000)
      await (drained && hurried ? Promise.race([drained, hurried]) : drained)
      for (const chore of chores) clearInterval(chore)
      await untilRead()
      const finished = Promise.all([server.stop(), world.postman.stop()])
      await Promise.race([finished, Bun.sleep(FINISH_WITHIN_MS - 500)])
      await server.stop(true)
      await metricsServer?.stop()
      metrics?.stop()
      await world.close()
    },
  }
}
