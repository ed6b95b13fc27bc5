import { LRUCache } from 'lru-cache'
import type { Accounts } from '../../core/accounts/accounts.ts'
import { type ApiTokens, isApiToken } from '../../core/accounts/api-tokens.ts'
import { deviceIn } from '../../core/accounts/device.ts'
import type { Person } from '../../core/accounts/model.ts'
import { mayDo } from '../../core/accounts/scopes.ts'
import type { Secrets } from '../../core/accounts/secrets.ts'
import type { Connections } from '../../core/apps/model.ts'
import { opensPath } from '../../core/apps/resources.ts'
import { isAccessToken } from '../../core/apps/tokens.ts'
import { Fault } from '../../core/errors.ts'
import { type Members, memberFor } from '../../core/portal/members.ts'
import type { SessionReader } from '../auth/sessions.ts'
import { SESSION_SECONDS } from '../auth/sessions.ts'
import { cookieIn } from './cookies.ts'
import type { Access, Declaration } from './endpoint.ts'
import { ScopeFault } from './faults.ts'

const COOKIE = 'svc_session'
const NOTED_EVERY_MS = 10 * 60_000
const MOST_NOTED = 10_000

/** The part of a route that says who may call it. */
export interface AccessRule {
  access: Access
  scope?: Declaration['scope']
}

export type Authenticate = (request: Request, rule: AccessRule) => Promise<Person | undefined>

interface KnownPeople {
  reader: SessionReader
  accounts: Pick<Accounts, 'personOf' | 'noteSession'>
  apiTokens: Pick<ApiTokens, 'personWith' | 'noteUse'>
  connections: Pick<Connections, 'personWith' | 'noteUse'>
  secrets: Pick<Secrets, 'hash'>
  members: Members
  clock: () => Date
}

/** Finds out who sends a request and whether they may; throws a Fault if not. */
export function authenticator(
  { reader, accounts, apiTokens, connections, secrets, members, clock }: KnownPeople,
  isOwnOrigin: (origin: string) => boolean,
): Authenticate {
  /** When each session or key was last noted, by its id. */
  const notedAt = new LRUCache<string, number>({ max: MOST_NOTED })
  async function noteUse(id: string, write: (now: Date) => Promise<void>) {
    const now = clock()
    if (now.getTime() - (notedAt.get(id) ?? 0) < NOTED_EVERY_MS) return
    notedAt.set(id, now.getTime())
    // A database that cannot be written to must not keep anybody from reading.
    await write(now).catch(() => {})
  }

  async function personBySession(token: string) {
    const session = await reader.read(token)
    return session && accounts.personOf(session)
  }

  /** Whose API token or access token this is; undefined if it doesn't work here. */
  async function personByKey(token: string, { url }: Request) {
    const keys = isApiToken(token) ? apiTokens : connections
    const person = await keys.personWith(secrets.hash(token), clock())
    const isElsewhere = person?.key?.kind === 'app' && !opensPath(person.key.resource, new URL(url).pathname)
    return isElsewhere ? undefined : person
  }

  function note(person: Person, { headers }: Request) {
    const { id: userId, key, sessionId, sessionVersion } = person
    if (key) {
      const { kind, id } = key
      return noteUse(`${kind} ${id}`, now => (kind === 'token' ? apiTokens : connections).noteUse(id, now))
    }
    const device = deviceIn(headers.get('user-agent') ?? '')
    return noteUse(sessionId, now => accounts.noteSession({ userId, sessionId, sessionVersion, device, now }))
  }

  return async (request, { access, scope }) => {
    if (access === 'public') return undefined
    const isForVisitors = access === 'anyone' || access === 'optional'
    const bearer = bearerOf(request)
    const token = bearer ?? cookieIn(request, COOKIE)
    const byKey = bearer !== undefined && (isApiToken(bearer) || isAccessToken(bearer))
    const person = byKey ? await personByKey(bearer, request) : token && (await personBySession(token))
    if (!person) {
      // A stale cookie must not lock a browser out of public pages. A stale Bearer token is up to
      // the client to renew.
      if (access === 'anyone' || (access === 'optional' && bearer === undefined)) return undefined
      throw new Fault('not-signed-in', signInAgain(token))
    }
    if (bearer === undefined) refuseForeignSite(request, isOwnOrigin)
    await note(person, request)
    if (byKey && !opens(person, scope)) {
      if (isForVisitors) return undefined
      throw lacking(scope)
    }
    if (access !== 'roaster') return person
    return memberFor(person, members, new URL(request.url).searchParams.get('roaster') || undefined)
  }
}

const opens = (person: Person, scope: AccessRule['scope']) =>
  scope !== undefined && (scope === 'any' || mayDo(person, scope))

function signInAgain(token: string | undefined) {
  if (token && isAccessToken(token))
    return 'This access token has expired, was revoked, or is for another address; refresh it, or ask the person again.'
  if (token && isApiToken(token)) return 'This API token has expired or was revoked; create a new one on /me/keys.'
  return token
    ? 'The session has ended; sign in again.'
    : 'Sign in first, and send the session cookie or an Authorization: Bearer token.'
}

const lacking = (scope: AccessRule['scope']) =>
  scope === undefined || scope === 'any'
    ? new Fault('not-allowed', 'API tokens and apps can’t do this; sign in and do it yourself.')
    : new ScopeFault(scope)

/** Whether a request carries credentials, valid or not. */
export const isSigned = (request: Request) => (bearerOf(request) ?? cookieIn(request, COOKIE)) !== undefined

export const sessionCookie = (token: string, secure: boolean) =>
  `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}${secure ? '; Secure' : ''}`

export const clearedCookie = (secure: boolean) =>
  `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`

/** Whether a reply sets or clears the session cookie. */
export const setsSession = (headers: Headers) => headers.getSetCookie().some(cookie => cookie.startsWith(`${COOKIE}=`))

/** Whether the browser sends a session cookie, valid or not. */
export const hasSessionCookie = (request: Request) => Boolean(cookieIn(request, COOKIE))

function bearerOf(request: Request) {
  const header = request.headers.get('authorization')
  if (header === null) return undefined
  // Any other scheme is not meant for us, but perhaps for a proxy.
  return /^Bearer( |$)/i.test(header) ? header.slice(7).trim() : undefined
}

/**
 * A page on another site cannot send JSON without a preflight request, but it can send a form as
 * text/plain, which must not sign anybody in. Clients other than browsers send no Origin, and may
 * use any media type.
 */
export function refuseForeignForm({ headers }: Request, isOwnOrigin: (origin: string) => boolean) {
  const origin = headers.get('origin')
  if (origin === null ? headers.get('sec-fetch-site') !== 'cross-site' : isOwnOrigin(origin)) return
  if (/^application\/(\w[\w.-]*\+)?json\b/i.test(headers.get('content-type') ?? '')) return
  throw new Fault('not-allowed', 'Pages on other origins must send the body as application/json (Content-Type).')
}

/**
 * Browsers send the cookie with every request to us, so a request that changes something must also
 * show that it comes from our own pages.
 */
function refuseForeignSite(request: Request, isOwnOrigin: (origin: string) => boolean) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const ours = origin === null ? request.headers.get('sec-fetch-site') === 'same-origin' : isOwnOrigin(origin)
  if (ours) return
  throw new Fault(
    'not-allowed',
    'Nothing was changed, because this request didn’t come from one of our pages. Go back, reload the page and try again. API clients must send Authorization: Bearer, or an allowed Origin.',
  )
}
