import { Fault } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import type { Log } from '../program/log.ts'
import { errorFields } from '../program/log.ts'
import type { Reply } from './compress.ts'
import type { Context } from './context.ts'
import { faultOfBody, ScopeFault, statusOf } from './faults.ts'
import { signInForMcp } from './oauth/metadata.ts'

export interface FaultDeps {
  ports: Ports
  log: Log
  /** What the caller may be told about a database error; undefined for any other error. */
  storeFault: (error: unknown) => Fault | undefined
  /** Renders a fault as a page for people. */
  faultPage: (fault: Fault, request: Request, ports: Ports) => Promise<Response>
}

/** People get a page, programs get JSON. */
export async function faultFor(fault: Fault, context: Context, { faultPage, ports }: FaultDeps): Promise<Reply> {
  const json = faultReply(fault, context)
  const { request, set } = context
  const { pathname } = new URL(request.url)
  if (fault.code === 'not-signed-in' && pathname === ports.site.paths.ownMcp())
    set.headers['www-authenticate'] = signInForMcp(ports)
  if (!wantsPage(request) || /^\/(api|embed|assets)\//.test(pathname)) return json
  const page = await faultPage(fault, request, ports)
  delete set.headers['content-type']
  page.headers.set('cache-control', 'no-store')
  return page
}

export const wantsPage = (request: Request) => (request.headers.get('accept') ?? '').includes('text/html')

/** What the caller may be told about an error. The details go to the log. */
export function asFault(error: unknown, { request, set }: Context, { log, storeFault }: FaultDeps): Fault {
  if (error instanceof Fault) return faultOfBody(error)
  const id = String(set.headers['x-request-id'] ?? '')
  // The client hung up while sending the body: nothing went wrong on our side, and nobody reads the
  // reply.
  if (error instanceof Error && error.name === 'AbortError') {
    log.info('client hung up', { id, method: request.method })
    return new Fault('invalid', 'The request body was cut short. Send it again.')
  }
  const fault = storeFault(error)
  const told = { id, method: request.method, ...errorFields(error) }
  // Another request removed something first. That is nobody's mistake, so it is not logged as an
  // error.
  if (fault?.code === 'not-found') log.info('removed meanwhile', told)
  else log.error('failed', told)
  return (
    fault ??
    new Fault('internal', `Something went wrong on our side. If this keeps happening, send us the request ID ${id}.`)
  )
}

export function faultReply(fault: Fault, { set }: Pick<Context, 'set'>) {
  set.status = statusOf(fault)
  set.headers['content-type'] = 'application/json'
  set.headers['cache-control'] = 'no-store'
  if (fault.code === 'not-signed-in') set.headers['www-authenticate'] = 'Bearer'
  if (fault instanceof ScopeFault)
    set.headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${fault.scope}"`
  if (fault.code === 'too-many-requests') set.headers['retry-after'] ??= '3600'
  if (fault.code === 'service-down') set.headers['retry-after'] = '5'
  // Most of the body is still on its way, and nobody will read it.
  if (fault.code === 'too-large') set.headers.connection = 'close'
  return JSON.stringify({ error: fault.message })
}
