import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../dates.ts'
import type { Site } from '../site.ts'
import { commandLine } from './command-line.ts'
import { ACCESS_MINUTES, type Connection, type Connections, type TokenHashes, UNUSED_DAYS } from './model.ts'
import { OAuthFault } from './oauth-fault.ts'
import { resourceCalled } from './resources.ts'

const ACCESS_PREFIX = 'dla_'
const REFRESH_PREFIX = 'dlr_'

export const isAccessToken = (token: string) => token.startsWith(ACCESS_PREFIX)

export interface TokenPorts {
  clock: Clock
  connections: Connections
  secrets: Pick<Secrets, 'newKey' | 'hash' | 'codeChallenge'>
  site: Pick<Site, 'baseUrl' | 'paths'>
}

/** The reply to a code or a refresh token (RFC 6749, 5.1). */
interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token?: string
  scope: string
}

/**
 * The parameters of a token request, each at most once. Empty ones count as missing (RFC 6749, 3.2).
 */
export type TokenRequest = Partial<Record<string, string>>

export async function redeemCode(request: TokenRequest, ports: TokenPorts): Promise<Tokens> {
  const { secrets, site } = ports
  return tokensFor(
    {
      codeHash: secrets.hash(needed(request, 'code')),
      codeChallenge: secrets.codeChallenge(needed(request, 'code_verifier')),
      appId: needed(request, 'client_id'),
      redirectUri: needed(request, 'redirect_uri'),
      resource: resourceIn(request, site),
    },
    ports,
  )
}

/** The first tokens of a connection. */
export async function tokensFor(
  code: Parameters<Connections['redeem']>[0],
  { clock, connections, secrets }: TokenPorts,
): Promise<Tokens> {
  const now = clock()
  const line = secrets.newKey()
  const next = newTokens(line, now, secrets)
  // A command may run again after months, and two at once must not use up each other's tokens.
  const isLasting = code.appId === commandLine.id
  if (isLasting) next.hashes.accessExpiresAt = next.hashes.expiresAt
  const connection = await connections.redeem(code, { ...next.hashes, lineHash: secrets.hash(line) }, now)
  if (!connection)
    throw new OAuthFault(
      'invalid_grant',
      'This code doesn’t work: it was used, is older than a minute, or belongs to another request. Ask the person again.',
    )
  const { refresh_token, ...lasting } = replyOf(connection, next, now)
  return isLasting ? lasting : { ...lasting, refresh_token }
}

export async function renewTokens(request: TokenRequest, { clock, connections, secrets, site }: TokenPorts) {
  const now = clock()
  const given = needed(request, 'refresh_token')
  const line = lineOf(given)
  const next = newTokens(line, now, secrets)
  const connection = await connections.renew(
    {
      lineHash: secrets.hash(line),
      refreshHash: secrets.hash(given),
      appId: needed(request, 'client_id'),
      resource: resourceIn(request, site),
    },
    next.hashes,
    now,
  )
  if (!connection)
    throw new OAuthFault(
      'invalid_grant',
      'This refresh token doesn’t work: it has expired, was revoked, or was used before. Ask the person again.',
    )
  return replyOf(connection, next, now)
}

/**
 * All refresh tokens of a connection begin alike, so that one that was replaced can be told from one
 * that we never gave, without a list of all of them.
 */
const lineOf = (refreshToken: string) => refreshToken.slice(REFRESH_PREFIX.length, refreshToken.lastIndexOf('.'))

function newTokens(line: string, now: Date, { newKey, hash }: TokenPorts['secrets']) {
  const access = `${ACCESS_PREFIX}${newKey()}`
  const refresh = `${REFRESH_PREFIX}${line}.${newKey()}`
  const hashes: TokenHashes = {
    accessHash: hash(access),
    accessExpiresAt: new Date(now.getTime() + ACCESS_MINUTES * 60_000),
    refreshHash: hash(refresh),
    expiresAt: new Date(now.getTime() + UNUSED_DAYS * DAY_MS),
  }
  return { access, refresh, hashes }
}

/** An app may name again what its tokens are for. It can't change it. */
const resourceIn = ({ resource }: TokenRequest, site: TokenPorts['site']) =>
  resource === undefined ? null : resourceCalled(resource, { site })

const replyOf = ({ scopes }: Connection, { access, refresh, hashes }: ReturnType<typeof newTokens>, now: Date) => ({
  access_token: access,
  token_type: 'Bearer' as const,
  expires_in: Math.round((hashes.accessExpiresAt.getTime() - now.getTime()) / 1000),
  refresh_token: refresh,
  scope: scopes.join(' '),
})

export function needed(request: TokenRequest, name: string): string {
  const value = request[name]
  if (value === undefined) throw new OAuthFault('invalid_request', `${name} is missing.`)
  return value
}

/** Ends the connection of a token, whichever of the two it is. Unknown tokens are fine (RFC 7009). */
export async function revoke(request: TokenRequest, { connections, secrets }: TokenPorts): Promise<void> {
  await connections.endWithToken(secrets.hash(needed(request, 'token')))
}

/** What a token may do, for whoever holds it (RFC 7662). */
export async function introspect(request: TokenRequest, { clock, connections, secrets }: TokenPorts) {
  const found = await connections.withToken(secrets.hash(needed(request, 'token')), clock())
  if (!found) return { active: false }
  const { appId, scopes, resource, expiresAt, userId } = found
  return {
    active: true,
    client_id: appId,
    scope: scopes.join(' '),
    aud: resource,
    exp: Math.floor(Date.parse(expiresAt) / 1000),
    sub: String(userId),
    token_type: 'Bearer',
  }
}
