import type { Person } from '../../core/accounts/model.ts'
import { Fault } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { errorFields } from '../program/log.ts'
import type { CallerDeps } from './caller.ts'
import type { Access, Endpoint } from './endpoint.ts'
import type { FaultDeps } from './fault-replies.ts'
import type { HeldBodies } from './held-bodies.ts'
import { type Authenticate, isSigned } from './session.ts'
import type { Uploads } from './uploads.ts'

/** What the pipeline works with. */
export interface PipelineDeps extends FaultDeps, CallerDeps {
  /** The same over a replica, for reading, while there is one that keeps up. */
  portsAtReplica: () => Ports | undefined
  authenticate: Authenticate
  heldBodies: HeldBodies
  uploads: Uploads
  isOwnOrigin: (origin: string) => boolean
  /** Where somebody goes who must be signed in for a page. */
  signInForPage: (request: Request, ports: Ports) => Promise<Response>
  /** Tests look at every reply through its schema; in service that is not paid for. */
  checkReply?: ((endpoint: Endpoint, reply: unknown) => void) | undefined
}

const SLOW_BODY_MS = 1000

/** Who sends a request, and its body. Cheaper work first: nobody has us hold what they send before we know who it is. */
export async function receive(
  request: Request,
  access: Access,
  read: ((who: Person | undefined) => Promise<Buffer<ArrayBuffer>>) | false | undefined,
  { ports: { clock }, authenticate }: PipelineDeps,
) {
  const who = access === 'public' ? undefined : await authenticate(request, access)
  if (!read) return { who, sent: Buffer.alloc(0) }
  const knownAt = clock().getTime()
  const sent = await read(who)
  // Who sends slowly must not act under a session that ended meanwhile.
  const isSlow = who && clock().getTime() - knownAt > SLOW_BODY_MS
  return { who: isSlow ? await authenticate(request, access) : who, sent }
}

type Read = <T>(request: Request, read: (ports: Ports) => Promise<T>, isFound?: (answer: T) => boolean) => Promise<T>

/**
 * Who does not say who they are has nothing of their own to miss, and may read at a replica. What is not found there, or
 * fails, is asked again at the primary.
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
