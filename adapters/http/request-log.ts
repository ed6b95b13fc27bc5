import { Elysia } from 'elysia'
import type { Log } from '../log.ts'

/** One line a request, and an id that the reply carries too. Paths only: a query may hold a token. */
export function requestLog(log: Log) {
  const started = new WeakMap<Request, number>()
  return new Elysia({ name: 'request-log' })
    .onRequest(({ request, set }) => {
      set.headers['x-request-id'] = crypto.randomUUID()
      started.set(request, performance.now())
    })
    .onAfterResponse({ as: 'global' }, ({ request, set, responseValue }) => {
      const since = started.get(request)
      log.info('request', {
        id: set.headers['x-request-id'],
        method: request.method,
        path: pathIn(request.url),
        status: responseValue instanceof Response ? responseValue.status : (set.status ?? 200),
        ms: since === undefined ? undefined : Math.round((performance.now() - since) * 10) / 10,
      })
    })
}

function pathIn(url: string) {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const to = url.indexOf('?', from)
  return url.slice(from, to === -1 ? undefined : to)
}
