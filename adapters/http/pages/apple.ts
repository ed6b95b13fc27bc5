import { signInWithApple } from '../../../core/accounts/sign-in.ts'
import { Fault } from '../../../core/errors.ts'
import { cookieIn } from '../cookies.ts'
import { refuseOverlong } from '../overlong.ts'
import type { Visit } from './choices.ts'
import { notFoundPage } from './error.ts'
import { seeOther } from './own-page.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

const COOKIE = 'apple_state'

/**
 * Sends the browser to Apple, which posts the identity back to us along with a state value that
 * only this browser has.
 */
export async function toApple(visit: Visit): Promise<Response> {
  const { ports, url } = visit
  const { appleServicesId, baseUrl } = ports.site
  if (!appleServicesId) return notFoundPage(visit)
  const state = ports.secrets.newId()
  const query = new URLSearchParams({
    client_id: appleServicesId,
    redirect_uri: `${baseUrl}/sign-in/apple`,
    response_type: 'code id_token',
    response_mode: 'form_post',
    scope: 'name email',
    state,
  })
  const response = seeOther(`https://appleid.apple.com/auth/authorize?${String(query)}`)
  response.headers.set(
    'set-cookie',
    stateCookie(`${state}:${encodeURIComponent(pathIn(url.searchParams.get('next')))}`),
  )
  return response
}

/**
 * Apple's page posts this form, so it comes from another site. The state value proves that we asked
 * for it, and Apple's signature proves the identity.
 */
export async function fromApple(visit: Visit): Promise<Response> {
  const { request, ports } = visit
  const form = new URLSearchParams(await request.text())
  refuseOverlong(form)
  const [state = '', next = ''] = (cookieIn(request, COOKIE) ?? '').split(':')
  const [identityToken, error] = [form.get('id_token'), form.get('error')]
  if (error !== null) return seeOther('/sign-in')
  if (state === '' || state !== form.get('state') || identityToken === null)
    throw new Fault('link-expired', 'Your Apple sign-in has expired or was started in another browser. Sign in again.')
  const response = await startSession(
    await signInWithApple({ identityToken }, ports),
    // Decoded as a query string, which accepts malformed escapes.
    pathIn(new URLSearchParams(`next=${next}`).get('next')),
    visit,
  )
  response.headers.append('set-cookie', stateCookie('', 0))
  return response
}

const TEN_MINUTES_SECONDS = 600

/** The browser must send it along from Apple's page, which requires SameSite=None and Secure. */
const stateCookie = (value: string, seconds = TEN_MINUTES_SECONDS) =>
  `${COOKIE}=${value}; Path=/sign-in/apple; HttpOnly; Max-Age=${seconds}; SameSite=None; Secure`
