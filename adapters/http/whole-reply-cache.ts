import type { Ports } from '../../core/ports.ts'
import type { NoteReply } from '../metrics/requests.ts'
import type { Log } from '../program/log.ts'
import { isLastOnConnection } from './connection.ts'
import type { Endpoint, Route } from './endpoint.ts'
import { accessOf, methodsOf } from './endpoint.ts'
import { loggedById } from './request-log.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** A reply as it left us, and what it was made from. */
interface Sent {
  bytes: Uint8Array<ArrayBuffer>
  headers: Headers
  source: unknown
  /** Writes the line of a request that it answers. */
  log: (id: string) => void
}

/** Of all replies together; beyond it all are forgotten. */
const MOST_BYTES = 8 * 1024 * 1024

/** Whether everybody who asks in the same words gets the same reply, until its source changes. */
export const isSameForAll = (route: Route) =>
  methodsOf(route)[0] === 'GET' &&
  route.cache?.source !== undefined &&
  !route.limit &&
  accessOf(route) === 'public' &&
  !(route as Partial<Endpoint>).allowedSites

/**
 * Answers such a route at the server's door, before the pipeline and its reply cache: what was asked in the same words
 * before, of a source that is still the same, is sent again as it was. Everything else takes the whole way.
 */
export function wholeReplyCache(ports: Ports, log: Log) {
  const replies = new Map<string, Sent>()
  let held = 0

  const remember = async (key: string, source: unknown, request: Request, wholeWay: Answer) => {
    const response = await wholeWay(request)
    if (response.status !== 200) return response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const headers = new Headers(response.headers)
    headers.delete('connection')
    held += bytes.length + key.length
    if (held > MOST_BYTES) {
      replies.clear()
      held = bytes.length + key.length
    }
    if (held <= MOST_BYTES) replies.set(key, { bytes, headers, source, log: loggedById(log, request) })
    return onConnectionOf(request, new Response(bytes, { headers }))
  }

  return ({ cache }: Route, wholeWay: Answer, note?: NoteReply): Answer =>
    request => {
      const { headers, method, url } = request
      // HEAD has no body to send again; whoever comes from another page, or knows the reply, gets headers of their own.
      if (method !== 'GET' || headers.get('origin') !== null || headers.get('if-none-match') !== null)
        return wholeWay(request)
      const source = cache?.source?.(ports)
      const key = `${headers.get('accept-encoding') ?? ''} ${url}`
      const sent = replies.get(key)
      if (!sent || sent.source !== source) return remember(key, source, request, wholeWay)
      const id = crypto.randomUUID()
      sent.log(id)
      note?.(200, 0)
      // Headers are copied as they are; out of an object each is looked at again.
      const reply = new Response(sent.bytes, { headers: sent.headers })
      reply.headers.set('x-request-id', id)
      return onConnectionOf(request, reply)
    }
}

function onConnectionOf(request: Request, reply: Response) {
  if (isLastOnConnection(request)) reply.headers.set('connection', 'close')
  return reply
}
