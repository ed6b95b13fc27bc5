import { tenths } from '../../core/rounding.ts'
import type { NoteReply } from '../metrics/requests.ts'
import type { Log } from '../program/log.ts'

interface RequestContext {
  request: Request
  set: { status?: number | string; headers: Record<string, unknown> }
}

/**
 * Logs one line per request, with an id that the reply carries too. Only the path is logged,
 * because a query may contain a token. This wraps the handler: a hook after the response would cost
 * more than the rest of the request's way through the framework. `note` counts the request for the
 * metrics, if they are on.
 */
export function logged<C extends RequestContext, R>(
  log: Log,
  answer: (context: C) => R | Promise<R>,
  note: NoteReply | undefined,
) {
  return async (context: C): Promise<R> => {
    const start = performance.now()
    const { request, set } = context
    const id = crypto.randomUUID()
    set.headers['x-request-id'] = id
    const reply = await answer(context)
    const status = reply instanceof Response ? reply.status : (set.status ?? 200)
    const ms = performance.now() - start
    note?.(Number(status), ms)
    log.info('request', lineOf(request, status, ms, id))
    return reply
  }
}

const lineOf = ({ method, url }: Request, status: number | string, ms: number, id: string) => ({
  id,
  method,
  path: loggedPath(url),
  status,
  ms: tenths(ms),
})

function loggedPath(url: string) {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const to = url.indexOf('?', from)
  return url.slice(from, to === -1 ? undefined : to)
}
