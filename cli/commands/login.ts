import * as v from 'valibot'
import {
  forgetLogin,
  keepLogin,
  loginFile,
  loginKept,
  refuseUnwritable,
  safeOrigin,
} from '../../adapters/config/login.ts'
import { sitePaths } from '../../adapters/site/addresses.ts'
import { commandLine } from '../../core/apps/command-line.ts'
import { Fault } from '../../core/errors.ts'
import { complain, print } from '../print.ts'
import { terminal } from '../terminal.ts'

const TIME_LIMIT_MS = 20_000
/** How long a person may take. */
const PATIENCE_MINUTES = 10

const DAYS_AT_MOST = 366
const GivenTokens = v.object({
  access_token: v.string(),
  expires_in: v.pipe(v.number(), v.minValue(1), v.maxValue(DAYS_AT_MOST * 24 * 3600)),
})
const OAuthRefusal = v.object({ error: v.string(), error_description: v.optional(v.string(), '') })
const DeviceReply = v.object({
  device_code: v.string(),
  user_code: v.string(),
  verification_uri: v.string(),
  interval: v.pipe(v.number(), v.minValue(1), v.maxValue(60)),
})

/** Gets a token for a person, by their consent in a browser, and keeps it. */
export async function login(address: string | undefined, { device, scopes }: { device?: boolean; scopes: string }) {
  const { env } = terminal()
  const origin = safeOrigin(address ?? env.DIALIN_URL)
  if (!origin)
    throw new Fault(
      'invalid',
      'Name the service to sign in to, such as https://dialin.example. It must be https, unless it names this machine.',
    )
  const scope = scopes.replaceAll(',', ' ')
  refuseUnwritable(env)
  const before = loginKept(env)
  const { access_token: token, expires_in } = device
    ? await tokenByDevice(origin, scope)
    : await tokenByBrowser(origin, scope)
  const expiresAt = new Date(Date.now() + expires_in * 1000).toISOString()
  let file: string
  try {
    file = keepLogin({ url: origin, token, expiresAt }, env)
  } catch (error) {
    // Nobody would ever find it.
    await send(origin, 'revoke', { token }).catch(() => {})
    throw error
  }
  if (before) await send(before.url, 'revoke', { token: before.token }).catch(() => {})
  print(
    `Signed in to ${origin} until ${expiresAt.slice(0, 10)}. The token is in ${file}, for dialin mcp and you alone.`,
  )
}

/** Ends the token, wherever it is used, and forgets it. */
export async function logout() {
  const { env } = terminal()
  const login = loginKept(env)
  if (!login) throw new Fault('not-found', `You’re not signed in: there is no token in ${loginFile(env)}.`)
  forgetLogin(env)
  const reply = await send(login.url, 'revoke', { token: login.token }).catch((error: Error) => error)
  if (reply instanceof Error || !reply.ok)
    complain(`The token is deleted here, but may still work. Disconnect it at ${login.url}${sitePaths.keys()}.`)
  else print(`Signed out of ${login.url}.`)
}

/** The browser on this machine comes back to a port of ours with a code. */
async function tokenByBrowser(origin: string, scope: string) {
  const verifier = randomText()
  const state = randomText()
  const answer = Promise.withResolvers<string>()
  // It may fail before anybody awaits it.
  answer.promise.catch(() => {})
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const { pathname, searchParams: query } = new URL(url)
      if (pathname !== '/' || query.get('state') !== state) return new Response('Not found', { status: 404 })
      const code = query.get('iss') === `${origin}${sitePaths.issuer()}` ? query.get('code') : null
      const why = query.get('error') === 'access_denied' ? null : query.get('error_description')
      if (code) answer.resolve(code)
      else answer.reject(why ? new Fault('not-allowed', inShort(why)) : denied)
      return new Response(
        code ? 'You’re signed in. You can close this page.' : 'Nothing was shared. You can close this page.',
        {
          headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
        },
      )
    },
  })
  const redirect_uri = server.url.href
  const wish = new URLSearchParams({
    client_id: commandLine.id,
    redirect_uri,
    response_type: 'code',
    code_challenge: new Bun.CryptoHasher('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    scope,
  })
  const url = `${origin}${sitePaths.issuer()}/authorize?${wish}`
  complain(`Allow it in your browser. If none opens, open this address on this machine, or add --device:\n\n  ${url}\n`)
  openBrowser(url)
  const late = setTimeout(() => answer.reject(tooLate), PATIENCE_MINUTES * 60_000)
  try {
    const code = await answer.promise
    return await tokensFrom(
      await send(origin, 'token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri,
        client_id: commandLine.id,
        code_verifier: verifier,
      }),
    )
  } finally {
    clearTimeout(late)
    await server.stop()
  }
}

/** The browser of any device, with a code that a person types there. */
async function tokenByDevice(origin: string, scope: string) {
  const started = await send(origin, 'device', { client_id: commandLine.id, scope })
  const { device_code, user_code, verification_uri, interval } = await replyIn(started, DeviceReply)
  complain(
    `Open ${verification_uri} on any device, and type the code ${user_code}. It works for ${PATIENCE_MINUTES} minutes.`,
  )
  const deadline = Date.now() + PATIENCE_MINUTES * 60_000
  for (let pauseMs = interval * 1000; Date.now() < deadline; ) {
    await Bun.sleep(pauseMs)
    const reply = await send(origin, 'token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: commandLine.id,
    }).catch(() => undefined)
    // The person may have allowed it already, and will not do it again for a lost connection.
    if (!reply || reply.status === 429 || reply.status >= 500) {
      pauseMs += 5000
      continue
    }
    const { error } = await readable(reply.clone(), v.object({ error: v.optional(v.string()) }))
    if (error === 'slow_down') pauseMs += 5000
    else if (error !== 'authorization_pending') return tokensFrom(reply)
  }
  throw tooLate
}

const denied = new Fault('not-allowed', 'Nothing was shared: the answer in the browser was no.')
const tooLate = new Fault('not-allowed', `Nobody allowed it within ${PATIENCE_MINUTES} minutes. Start again.`)

async function tokensFrom(reply: Response) {
  if (reply.ok) return replyIn(reply, GivenTokens)
  const { error, error_description } = await readable(reply, OAuthRefusal)
  if (error === 'access_denied') throw denied
  if (error === 'expired_token') throw tooLate
  throw new Fault('not-allowed', inShort(error_description || error))
}

/** What a service says, short enough for a terminal. */
const inShort = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)

async function replyIn<S extends v.GenericSchema>(reply: Response, schema: S): Promise<v.InferOutput<S>> {
  if (reply.ok) return readable(reply, schema)
  const { error, error_description } = await readable(reply, OAuthRefusal)
  throw new Fault('not-allowed', inShort(error_description || error))
}

async function readable<S extends v.GenericSchema>(reply: Response, schema: S): Promise<v.InferOutput<S>> {
  const given = v.safeParse(schema, await reply.json().catch(() => undefined))
  if (given.success) return given.output
  throw new Fault('service-down', `${new URL(reply.url).origin} didn’t answer as a Dialin service does.`)
}

const send = (origin: string, what: 'token' | 'device' | 'revoke', form: Record<string, string>) =>
  fetch(`${origin}${sitePaths.issuer()}/${what}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch((error: Error) => {
    throw new Fault('service-down', `Couldn’t reach ${origin}: ${error.message}.`)
  })

const randomText = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** The address is printed as well, so it doesn't matter if there is no browser. */
function openBrowser(url: string) {
  const programs = { darwin: 'open', linux: 'xdg-open' } as const
  const program = programs[process.platform as keyof typeof programs]
  if (!program || !Bun.which(program, { PATH: terminal().env.PATH ?? '' })) return
  Bun.spawn([program, url], { stdio: ['ignore', 'ignore', 'ignore'], env: terminal().env }).unref()
}
