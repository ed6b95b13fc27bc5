import * as v from 'valibot'
import type { Secrets } from '../accounts/secrets.ts'
import type { Clock } from '../clock.ts'
import { faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import { type Outside, Unreachable } from '../outside.ts'
import type { Site } from '../site.ts'
import { commandLine } from './command-line.ts'
import type { App } from './model.ts'
import { OAuthFault } from './oauth-fault.ts'
import { isRedirectUri, LONGEST_REDIRECT } from './redirect.ts'

export const LONGEST_APP_ID = 1000
const REGISTERED_PREFIX = 'dlc_'

/** Those that we can send somebody back to. A document may name others, for other services. */
const redirectUris = v.pipe(
  v.array(field.boundedText(LONGEST_REDIRECT), 'must be a list'),
  v.maxLength(20, 'must name at most 20'),
  v.transform(uris => uris.filter(isRedirectUri)),
  v.minLength(1, 'must name one that is https, an address of this machine, or begins with a scheme of the app'),
)
const appName = v.optional(
  v.pipe(
    field.name,
    field.noLongerThan(60),
    v.check(name => !/^\P{L}*dialin/iu.test(name), 'must not begin with Dialin, as if the app were ours'),
  ),
)

/** The parts of a Client ID Metadata Document that we need. */
const AppDocument = v.pipe(
  field.object({
    client_id: v.string('must be text'),
    client_name: appName,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: v.optional(v.string('must be text'), 'none'),
    token_endpoint_auth_methods_supported: v.optional(v.array(v.string('must be text'), 'must be a list'), []),
  }),
  v.forward(
    v.check(
      ({ token_endpoint_auth_method: usual, token_endpoint_auth_methods_supported: others }) =>
        usual === 'none' || others.includes('none'),
      'must be none, or token_endpoint_auth_methods_supported must include it: apps have no secrets here',
    ),
    ['token_endpoint_auth_method'],
  ),
)

interface AppPorts {
  outside: Outside
  secrets: Pick<Secrets, 'keyedHash'>
  site: Pick<Site, 'mayAppsRegister'>
}

/**
 * The app with this id: an https address, where its developer describes it (a Client ID Metadata
 * Document), so that nobody else can use it; or what it got by registering.
 */
export async function appCalled(id: string, ports: AppPorts): Promise<App> {
  if (id === commandLine.id) return commandLine
  if (id.startsWith(REGISTERED_PREFIX)) return registeredApp(id, ports)
  if (!isDescribed(id))
    throw new OAuthFault(
      'invalid_client',
      'The client_id must be the https address of a Client ID Metadata Document, with a path.',
    )
  const { json } = await ports.outside.readJson(id).catch((error: unknown) => {
    if (error instanceof Unreachable) throw new OAuthFault('invalid_client', error.message)
    throw error
  })
  const described = v.safeParse(AppDocument, json, { abortEarly: true })
  if (!described.success)
    throw new OAuthFault('invalid_client', `In the document at the client_id, ${faultOf(described.issues[0]).message}`)
  const { client_id, client_name = new URL(id).host, redirect_uris } = described.output
  if (client_id !== id) throw new OAuthFault('invalid_client', 'The document at the client_id names another client_id.')
  return { id, name: client_name, redirectUris: redirect_uris }
}

/** An app is its address to the letter, so one that a URL parser would rewrite is refused. */
function isDescribed(id: string) {
  if (id.length > LONGEST_APP_ID || !URL.canParse(id)) return false
  const { protocol, pathname, hash, username, password, href } = new URL(id)
  return protocol === 'https:' && pathname !== '/' && hash === '' && username === '' && password === '' && href === id
}

/** Who vouches for an app: the owner of this host. Undefined if it has registered itself. */
export function voucherOf(appId: string): string | undefined {
  if (appId === commandLine.id) return 'dialin login'
  return appId.startsWith(REGISTERED_PREFIX) ? undefined : new URL(appId).host
}

export const RegisterApp = field.object({ client_name: appName, redirect_uris: redirectUris })

const Registered = v.tuple([v.string(), v.array(v.string())])

/**
 * For clients that know no Client ID Metadata Documents (RFC 7591). What the app said about itself is
 * its id, signed by us, so that nothing needs to be kept for apps that nobody connects.
 */
export function registerApp(
  { client_name = 'An app', redirect_uris }: v.InferOutput<typeof RegisterApp>,
  { secrets, clock }: Pick<AppPorts, 'secrets'> & { clock: Clock },
) {
  const said = Buffer.from(JSON.stringify([client_name, redirect_uris])).toString('base64url')
  const client_id = registeredId(said, secrets)
  if (client_id.length > LONGEST_APP_ID)
    throw new OAuthFault('invalid_client_metadata', 'Its name and redirect_uris are too long. Name fewer of them.')
  return {
    client_id,
    client_id_issued_at: Math.floor(clock().getTime() / 1000),
    client_name,
    redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

function registeredApp(id: string, { secrets, site }: AppPorts): App {
  const said = id.slice(REGISTERED_PREFIX.length).split('.')[0] ?? ''
  if (!site.mayAppsRegister || id.length > LONGEST_APP_ID || id !== registeredId(said, secrets))
    throw new OAuthFault('invalid_client', 'The client_id isn’t one that was registered here.')
  const [name, uris] = v.parse(Registered, JSON.parse(Buffer.from(said, 'base64url').toString()))
  return { id, name, redirectUris: uris }
}

const registeredId = (said: string, { keyedHash }: Pick<Secrets, 'keyedHash'>) =>
  `${REGISTERED_PREFIX}${said}.${keyedHash(`app:${said}`)}`
