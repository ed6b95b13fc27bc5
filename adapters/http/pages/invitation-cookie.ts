import { cookieIn, isSecure } from '../cookies.ts'
import type { Visit } from './choices.ts'

/** The secret of the mail waits here while somebody signs in or makes an account, so that it is in no other address. */
const COOKIE = 'invitation'
const KEPT_SECONDS = 2 * 3600

export const keptInvitation = ({ request }: Visit) => cookieIn(request, COOKIE)

/** Keeps it for one page; without a token, the page forgets it. */
export const invitationCookie = (path: string, token: string, { ports }: Visit) =>
  `${COOKIE}=${token}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${token === '' ? 0 : KEPT_SECONDS}${isSecure(ports.site) ? '; Secure' : ''}`
