import type { Person } from '../accounts/model.ts'
import { type Scope, scopes } from '../accounts/scopes.ts'
import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Outside } from '../outside.ts'
import type { Site } from '../site.ts'
import { appCalled } from './clients.ts'
import { type App, CODE_SECONDS, type Connections, type NewConnection } from './model.ts'
import { type OAuthErrorCode, OAuthFault } from './oauth-fault.ts'
import { isAllowedRedirect, LONGEST_REDIRECT, sentBack } from './redirect.ts'
import { resourceCalled } from './resources.ts'

const LONGEST_STATE = 1000
const LONGEST_REQUEST = 2900
const PKCE = /^[A-Za-z0-9._~-]{43,128}$/

/** What an app asks a person for. */
export interface Wish {
  app: App
  redirectUri: string
  state: string | undefined
  scopes: Scope[]
  resource: string
  codeChallenge: string
}

/** Where to send the person, so that the app is told what is wrong with its wish. */
export interface RefusedWish {
  sendTo: string
}

interface AuthorizePorts {
  clock: Clock
  connections: Connections
  outside: Outside
  secrets: Pick<Secrets, 'newKey' | 'hash' | 'keyedHash'>
  site: Pick<Site, 'baseUrl' | 'paths' | 'mayAppsRegister'>
}

/**
 * Reads the query of an authorization request. As long as it isn't certain which app asks and where
 * it may be told, a fault is for the person's eyes, and nobody is redirected.
 */
export async function wishIn(query: URLSearchParams, ports: AuthorizePorts): Promise<Wish | RefusedWish> {
  const once = (name: string) => {
    const all = query.getAll(name)
    if (all.length > 1) throw new OAuthFault('invalid_request', `${name} must be given once.`)
    return all[0]
  }
  // So that a person who signs in first comes back to it.
  if (String(query).length > LONGEST_REQUEST)
    throw new OAuthFault('invalid_request', `The request is too long: ${LONGEST_REQUEST} characters at most.`)
  const app = await appCalled(once('client_id') ?? '', ports)
  const redirectUri = once('redirect_uri') ?? ''
  if (redirectUri.length > LONGEST_REDIRECT || !isAllowedRedirect(redirectUri, app.redirectUris))
    throw new OAuthFault('invalid_request', `The redirect_uri isn’t one that ${app.name} has named.`)
  const state = once('state')
  if (state !== undefined && state.length > LONGEST_STATE)
    throw new OAuthFault('invalid_request', `state must have at most ${LONGEST_STATE} characters.`)
  try {
    if (once('response_type') !== 'code')
      throw new OAuthFault('unsupported_response_type', 'response_type must be code.')
    const codeChallenge = once('code_challenge') ?? ''
    if (once('code_challenge_method') !== 'S256' || !PKCE.test(codeChallenge))
      throw new OAuthFault('invalid_request', 'PKCE is required: send code_challenge, and code_challenge_method=S256.')
    return {
      app,
      redirectUri,
      state,
      scopes: scopesIn(once('scope')),
      resource: resourceCalled(once('resource'), ports),
      codeChallenge,
    }
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error
    return { sendTo: refusal({ redirectUri, state }, error.code, error.message, ports) }
  }
}

/** Clients may add a scope for refresh tokens, which every app gets here. */
const UNNEEDED = 'offline_access'

export function scopesIn(text = ''): Scope[] {
  const asked = text.split(' ').filter(word => word !== '' && word !== UNNEEDED)
  const unknown = asked.find(word => !isScope(word))
  if (unknown !== undefined)
    throw new OAuthFault('invalid_scope', `There is no scope ${unknown.slice(0, 40)}. Known are ${scopes.join(', ')}.`)
  const wanted = scopes.filter(scope => asked.includes(scope))
  return wanted.length > 0 ? wanted : ['read']
}

const isScope = (word: string): word is Scope => (scopes as string[]).includes(word)

/** Returns where to send the person, with a code that the app exchanges for its tokens. */
export async function allow(wish: Wish, ports: AuthorizePorts, person: Person): Promise<string> {
  const { app, scopes, resource, redirectUri, state, codeChallenge } = wish
  const code = ports.secrets.newKey()
  await addConnection(
    {
      appId: app.id,
      appName: app.name,
      scopes,
      resource,
      redirectUri,
      codeHash: ports.secrets.hash(code),
      codeChallenge,
      codeExpiresAt: new Date(ports.clock().getTime() + CODE_SECONDS * 1000),
    },
    ports,
    person,
  )
  return sentBack(redirectUri, { code, state, iss: issuerOf(ports.site) })
}

/** Records what a person has allowed. */
export async function addConnection(
  connection: NewConnection,
  { clock, connections }: Pick<AuthorizePorts, 'clock' | 'connections'>,
  person: Person,
): Promise<void> {
  const added = await connections.add(person, connection, clock())
  if (added === 'not-signed-in') throw new Fault(added, 'The session has ended; sign in again.')
  if (added === 'not-proven')
    throw new Fault(
      'not-allowed',
      'Confirm your email address first: open the link we sent you, or ask for a sign-in link.',
    )
}

/** Returns where to send a person who does not want this. */
export const deny = (wish: Wish, { site }: { site: Pick<Site, 'baseUrl' | 'paths'> }): string =>
  refusal(wish, 'access_denied', 'The person said no.', { site })

const refusal = (
  { redirectUri, state }: Pick<Wish, 'redirectUri' | 'state'>,
  error: OAuthErrorCode,
  error_description: string,
  { site }: { site: Pick<Site, 'baseUrl' | 'paths'> },
) => sentBack(redirectUri, { error, error_description, state, iss: issuerOf(site) })

/** Who we are to apps (RFC 8414, 9207). Its path keeps clients of the open MCP from signing in. */
export const issuerOf = ({ baseUrl, paths }: Pick<Site, 'baseUrl' | 'paths'>) => `${baseUrl}${paths.issuer()}`
