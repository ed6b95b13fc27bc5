import type { Person } from '../../core/accounts/model.ts'
import { Fault } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { errorFields } from '../program/log.ts'
import { type CallerDeps, refuseBusyToken } from './caller.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import type { FaultDeps } from './fault-replies.ts'
import type { HeldBodies } from './held-bodies.ts'
import { type AccessRule, type Authenticate, isSigned } from './session.ts'
import type { Uploads } from './uploads.ts'

export interface PipelineDeps extends FaultDeps, CallerDeps {
  /** The same ports reading from a replica, while there is one that keeps up. */
  portsAtReplica: () => Ports | undefined
  authenticate: Authenticate
  heldBodies: HeldBodies
  uploads: Uploads
  isOwnOrigin: (origin: string) => boolean
  /** The reply to a visitor who must sign in to see a page. */
  signInForPage: (request: Request, ports: Ports) => Promise<Response>
  /** Tests check every reply against its schema. The service does not, to save the time. */
  checkReply?: ((endpoint: Endpoint, reply: unknown) => void) | undefined
}

const SLOW_BODY_MS = 1000

/**
 * Authenticates, then reads the body, in this order: authentication is cheaper, and no body is held
 * before we know whose it is.
 */
export async function receive(
  context: Context,
  rule: AccessRule,
  read: ((who: Person | undefined) => Promise<Buffer<ArrayBuffer>>) | false | undefined,
  deps: PipelineDeps,
) {
  const { request } = context
  const { authenticate } = deps
  const { clock } = deps.ports
  const askedAt = clock().getTime()
  const who = rule.access === 'public' ? undefined : await authenticate(request, rule)
  await refuseBusyToken(who, context, deps)
  if (!read) return { who, sent: Buffer.alloc(0) }
  const sent = await read(who)
  // Somebody who sends slowly must not act under a session that has ended meanwhile.
  const isSlow = who && clock().getTime() - askedAt > SLOW_BODY_MS
  return { who: isSlow ? await authenticate(request, rule) : who, sent }
}

type Read = <T>(request: Request, read: (ports: Ports) => Promise<T>, isFound?: (answer: T) => boolean) => Promise<T>

/**
 * Requests without credentials may read from a replica, because nobody can miss a change of their
 * own there. If something is not found there, or reading fails, the primary is asked.
 */
export function reading({ ports, portsAtReplica, log }: PipelineDeps, onlyReads: boolean): Read {
  return (request, read, isFound = () => true) => {
    const there = onlyReads && portsAtReplica()
    if (!there || isSigned(request)) return read(ports)
    return read(there).then(
      answer => (isFound(answer) ? answer : read(ports)),
      error => {
        if (!(error instanceof Fault)) log.warn('failed at the replica', errorFields(error))
        return read(ports)
      },
    )
  }
}
