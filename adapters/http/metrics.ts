import { createHash, timingSafeEqual } from 'node:crypto'
import { ConfigError } from '../config/config-error.ts'
import type { MetricsPlace } from '../config/metrics-place.ts'
import { METRICS_MEDIA } from '../metrics/text.ts'
import { fileTrouble } from '../program/file-trouble.ts'
import { errorFields, type Log } from '../program/log.ts'
import type { PageDeclaration } from './endpoint.ts'

const PATH = '/metrics'

type AnswerMetrics = (request: Request) => Promise<Response>

/** Answers requests for the metrics that carry the token, if one is configured. */
export function metricsDoor({ token }: MetricsPlace, text: () => Promise<string>): AnswerMetrics {
  const isKnown = token === undefined ? () => true : knows(token)
  return async request => {
    if (!isKnown(request.headers.get('authorization')))
      return Response.json(
        { error: 'Metrics need the token from METRICS_TOKEN.' },
        { status: 401, headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' } },
      )
    return new Response(await text(), { headers: { 'content-type': METRICS_MEDIA, 'cache-control': 'no-store' } })
  }
}

/** Compares hashes, so that the time a comparison takes says nothing about the token. */
function knows(token: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(`Bearer ${token}`)
  return (header: string | null) => timingSafeEqual(hash((header ?? '').replace(/^bearer /i, 'Bearer ')), expected)
}

/** On the port of the service, beside its other routes. */
export const metricsRoute = (answer: AnswerMetrics): PageDeclaration => ({
  route: `GET ${PATH}`,
  summary: 'Figures of the service, for Prometheus',
  media: METRICS_MEDIA,
  undocumented: true,
  respond: request => answer(request),
})

/**
 * Serves the metrics on a port of their own. Returns that port and a function that stops the
 * server.
 */
export function listenForMetrics({ host, port }: { host: string; port: number }, answer: AnswerMetrics, log: Log) {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      development: false,
      routes: { [PATH]: { GET: request => answer(request) } },
      fetch: () => new Response(`Metrics are at ${PATH}.\n`, { status: 404 }),
      error: error => {
        log.error('metrics failed', errorFields(error))
        return new Response('Something went wrong on our side.\n', { status: 500 })
      },
    })
    log.info('metrics listening', { host, port: server.port })
    return { port: server.port, stop: () => server.stop(true) }
  } catch (error) {
    const known = fileTrouble(error, PATH)
    throw known ? new ConfigError(known.message.replace(/\b(HOST|PORT)\b/, 'METRICS_$1')) : error
  }
}
