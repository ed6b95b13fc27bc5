import type { Person } from '../accounts/model.ts'
import type { Scope } from '../accounts/scopes.ts'
import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import type { Site } from '../site.ts'
import { addConnection, scopesIn } from './authorize.ts'
import { commandLine } from './command-line.ts'
import type { Connections } from './model.ts'
import { OAuthFault } from './oauth-fault.ts'
import { resources } from './resources.ts'
import { needed, type TokenPorts, type TokenRequest, tokensFor } from './tokens.ts'

const DEVICE_MINUTES = 10
/** How long a program waits before it asks again. */
const ASK_EVERY_SECONDS = 5
/** Letters that make no words and are not mixed up. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

/** In place of what ties a code to a browser: only the program that asked knows the code of its device. */
const BY_DEVICE = 'by device'

export interface DeviceSignIns {
  add: (
    asked: { deviceHash: string; userCode: string; scopes: readonly Scope[]; expiresAt: Date },
    now: Date,
  ) => Promise<void>
  /** One that nobody has decided on. */
  pending: (
    userCode: string,
    now: Date,
  ) => Promise<{ deviceHash: string; scopes: Scope[]; expiresAt: string } | undefined>
  /** False if somebody was quicker. */
  decide: (userCode: string, state: 'allowed' | 'denied', now: Date) => Promise<boolean>
  /** Notes that the program asked, and says whether it asked too soon. */
  ask: (
    deviceHash: string,
    soonest: Date,
    now: Date,
  ) => Promise<{ state: 'pending' | 'allowed' | 'denied'; isTooSoon: boolean } | undefined>
}

interface DevicePorts {
  clock: Clock
  connections: Connections
  deviceSignIns: DeviceSignIns
  secrets: Pick<Secrets, 'newKey' | 'hash'>
  site: Pick<Site, 'baseUrl' | 'paths'>
}

/** Starts a sign-in in the browser of any device (RFC 8628), for the command line only. */
export async function startDeviceSignIn(request: TokenRequest, { clock, deviceSignIns, secrets, site }: DevicePorts) {
  if (needed(request, 'client_id') !== commandLine.id)
    throw new OAuthFault('unauthorized_client', 'Only the command line signs in like this. Apps use a code with PKCE.')
  const now = clock()
  const device_code = secrets.newKey()
  const userCode = userCodeFrom(secrets.newKey())
  await deviceSignIns.add(
    {
      deviceHash: secrets.hash(device_code),
      userCode,
      scopes: scopesIn(request.scope),
      expiresAt: new Date(now.getTime() + DEVICE_MINUTES * 60_000),
    },
    now,
  )
  const verification_uri = `${site.baseUrl}${site.paths.device()}`
  return {
    device_code,
    user_code: userCodeInWords(userCode),
    verification_uri,
    verification_uri_complete: `${verification_uri}?code=${userCodeInWords(userCode)}`,
    expires_in: DEVICE_MINUTES * 60,
    interval: ASK_EVERY_SECONDS,
  }
}

/** As people read and type it: WDJB-MJHT. */
export const userCodeInWords = (code: string) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`

/** What somebody typed, in any case, with or without the hyphen. */
export const userCodeIn = (typed: string) =>
  typed
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')

/** Two random hexadecimal digits make a letter. */
const userCodeFrom = (key: string) =>
  Array.from(
    { length: CODE_LENGTH },
    (_, at) => LETTERS[parseInt(key.slice(2 * at, 2 * at + 2), 16) % LETTERS.length],
  ).join('')

/** A person allows or denies what they were shown. False if it has expired or was decided on meanwhile. */
export async function decideDevice(
  userCode: string,
  isAllowed: boolean,
  ports: DevicePorts,
  person: Person,
): Promise<boolean> {
  const { clock, deviceSignIns, site } = ports
  const asked = await deviceSignIns.pending(userCode, clock())
  if (!asked) return false
  const { deviceHash, scopes, expiresAt } = asked
  if (!(await deviceSignIns.decide(userCode, isAllowed ? 'allowed' : 'denied', clock()))) return false
  if (isAllowed) {
    const [resource = ''] = resources(site)
    await addConnection(
      {
        appId: commandLine.id,
        appName: commandLine.name,
        scopes,
        resource,
        redirectUri: BY_DEVICE,
        codeHash: deviceHash,
        codeChallenge: BY_DEVICE,
        codeExpiresAt: new Date(expiresAt),
      },
      ports,
      person,
    )
  }
  return true
}

/** Tokens for a program, once somebody has allowed it. */
export async function redeemDevice(request: TokenRequest, ports: TokenPorts & Pick<DevicePorts, 'deviceSignIns'>) {
  const { clock, deviceSignIns, secrets } = ports
  const now = clock()
  const deviceHash = secrets.hash(needed(request, 'device_code'))
  const appId = needed(request, 'client_id')
  // A little less, as a network may bring two requests closer together.
  const soonest = new Date(now.getTime() - (ASK_EVERY_SECONDS - 1) * 1000)
  const asked = await deviceSignIns.ask(deviceHash, soonest, now)
  if (!asked) throw new OAuthFault('expired_token', 'Nobody allowed it in time. Start again.')
  if (asked.state === 'denied') throw new OAuthFault('access_denied', 'The person said no.')
  if (asked.state === 'pending')
    throw asked.isTooSoon
      ? new OAuthFault('slow_down', `Ask every ${ASK_EVERY_SECONDS} seconds.`)
      : new OAuthFault('authorization_pending', 'Nobody has decided yet. Ask again.')
  return tokensFor(
    { codeHash: deviceHash, codeChallenge: BY_DEVICE, appId, redirectUri: BY_DEVICE, resource: null },
    ports,
  )
}
