import * as v from 'valibot'
import { RegisterApp, registerApp } from '../../../core/apps/clients.ts'
import { startDeviceSignIn } from '../../../core/apps/device.ts'
import { giveTokens } from '../../../core/apps/give-tokens.ts'
import { type OAuthErrorCode, OAuthFault } from '../../../core/apps/oauth-fault.ts'
import { introspect, revoke, type TokenRequest } from '../../../core/apps/tokens.ts'
import { Fault, faultOf } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { isStorable } from '../../schemas/storable.ts'
import { refuseOverlong } from '../overlong.ts'

const neverKept = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Answers a program's form with JSON: a reply, or an error that OAuth names. */
const answering =
  (run: (sent: TokenRequest, ports: Ports) => Promise<object>) =>
  async (request: Request, _params: unknown, ports: Ports): Promise<Response> => {
    try {
      return Response.json(await run(await formIn(request), ports), { headers: neverKept })
    } catch (error) {
      if (!(error instanceof OAuthFault)) throw error
      return refused(error.code, error.message)
    }
  }

const refused = (error: OAuthErrorCode, error_description: string) =>
  Response.json({ error, error_description }, { status: 400, headers: neverKept })

async function formIn(request: Request): Promise<TokenRequest> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OAuthFault('invalid_request', 'Content-Type must be application/x-www-form-urlencoded.')
  const form = new URLSearchParams(await request.text())
  refuseOverlong(form)
  const sent: TokenRequest = {}
  for (const [name, value] of form) {
    if (form.getAll(name).length > 1) throw new OAuthFault('invalid_request', `${name} must be given once.`)
    if (!isStorable(value)) throw new OAuthFault('invalid_request', `${name} contains a character that it can’t have.`)
    if (value !== '') sent[name] = value
  }
  return sent
}

export const answerToken = answering(async (sent, ports) => giveTokens(sent, ports))
export const answerDevice = answering(startDeviceSignIn)
export const answerIntrospection = answering(introspect)
export const answerRevocation = answering(async (sent, ports) => {
  await revoke(sent, ports)
  return {}
})

/** Takes JSON, unlike the others. */
export async function answerRegistration(request: Request, _params: unknown, ports: Ports): Promise<Response> {
  if (!ports.site.mayAppsRegister)
    throw new Fault(
      'not-found',
      'Apps don’t register here. Use the address of a Client ID Metadata Document as client_id.',
    )
  const given = v.safeParse(RegisterApp, await request.json().catch(() => undefined), { abortEarly: true })
  if (!given.success) return refused('invalid_client_metadata', faultOf(given.issues[0]).message)
  try {
    return Response.json(registerApp(given.output, ports), { status: 201, headers: neverKept })
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error
    return refused(error.code, error.message)
  }
}
