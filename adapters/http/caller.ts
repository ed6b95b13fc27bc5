import type { Person } from '../../core/accounts/model.ts'
import type { Caller } from '../../core/caller.ts'
import { atMost } from '../../core/cut.ts'
import { isHostAllowed } from '../../core/embeds/domains.ts'
import { hostIn } from '../../core/embeds/sightings.ts'
import { Fault } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { type Limits, limitKey } from '../limits/limits.ts'
import type { RequestCounts } from '../metrics/requests.ts'
import type { Clients } from './address.ts'
import type { Context } from './context.ts'
import type { AllowedSites, Route } from './endpoint.ts'
import { FAIR_USE } from './limits.ts'

export interface CallerDeps {
  ports: Ports
  limits: Limits
  clients: Clients
  /** For the metrics; undefined if they are turned off. */
  counts: RequestCounts | undefined
}

/** Each value is looked up only when it is read, because few endpoints read any. */
export function callerOf(
  { request, server }: Pick<Context, 'request' | 'server'>,
  { clients }: Pick<CallerDeps, 'clients'>,
): Caller {
  const header = (name: string) => request.headers.get(name) ?? undefined
  const socketAddress = () => server?.requestIP(request)?.address
  return {
    get address() {
      return clients.addressOf(socketAddress(), request.headers.get('x-forwarded-for'))
    },
    get forwarded() {
      if (!request.headers.has('x-forwarded-for')) return null
      return clients.isTrusted(socketAddress()) ? 'trusted' : 'ignored'
    },
    get userAgent() {
      return header('user-agent') ?? ''
    },
    get referer() {
      return header('referer')
    },
    get origin() {
      return header('origin')
    },
  }
}

/** Returns a function that looks up the client's address when it is called. */
export const clientAddress = (context: Pick<Context, 'request' | 'server'>, deps: Pick<CallerDeps, 'clients'>) => () =>
  callerOf(context, deps).address

export async function refuseTooMany(route: Route, context: Context, deps: CallerDeps) {
  const fault = await tooMany(route, context, deps)
  if (fault) throw fault
}

/** Counts the request against the limit of its route. Returns a Fault if it is refused. */
export async function tooMany(route: Route, context: Context, deps: CallerDeps) {
  if (!route.limit) return
  const { act = route.route, perMinute } = route.limit
  const { address } = callerOf(context, deps)
  const time = await waitFor({ act, by: limitKey(address), perMinute }, context, deps)
  if (time === undefined) return
  const isForm = 'showsAgain' in route
  return new Fault(
    'too-many-requests',
    isForm ? `Too many attempts. Wait ${time}, then send it again.` : `Too many requests; try again in ${time}.`,
  )
}

/** Each API token and each connection of an app has a limit of its own, over all routes and addresses. */
export async function refuseBusyToken(who: Person | undefined, context: Context, deps: CallerDeps) {
  if (who?.key === undefined) return
  const { kind, id } = who.key
  const hit = { act: 'use an API token', by: kind === 'token' ? String(id) : `app ${id}`, perMinute: FAIR_USE }
  const time = await waitFor(hit, context, deps)
  if (time !== undefined)
    throw new Fault('too-many-requests', `This API token sends too many requests; try again in ${time}.`)
}

/** Counts a hit. If it is over the limit, returns how long to wait, in words, and sets Retry-After. */
async function waitFor(
  { act, by, perMinute }: { act: string; by: string; perMinute: number },
  { set }: Context,
  { limits, counts, ports: { clock } }: CallerDeps,
) {
  const wait = await limits.countHit(act, by, perMinute, clock())
  if (wait === undefined) return
  counts?.refused(act)
  set.headers['retry-after'] = String(wait)
  return `${wait} ${wait === 1 ? 'second' : 'seconds'}`
}

/**
 * CORS for a reply that only some sites may show. A request without an Origin does not come from a
 * page of another site, so it is allowed.
 */
export function refuseForeignDomain({ origin }: Caller, sites: AllowedSites, { set }: Context, { site }: Ports) {
  const { domains } = sites
  if (domains.length > 0) {
    set.headers.vary = 'Origin'
    delete set.headers['access-control-allow-origin']
  }
  if (origin === undefined || origin === site.baseUrl) return
  const host = hostIn(origin)
  const isAllowed = isHostAllowed(host ?? '', domains)
  if (host !== undefined) sites.note(host, isAllowed ? 'loaded' : 'refused')
  if (domains.length === 0) return
  if (!isAllowed)
    throw new Fault(
      'not-allowed',
      `Pages on ${atMost(origin, 100)} can’t show this; its owner allows ${domains.join(', ')}.`,
    )
  set.headers['access-control-allow-origin'] = origin
}
