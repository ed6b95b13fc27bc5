import { cookieIn, isSecure } from '../cookies.ts'
import type { Visit } from './choices.ts'

/**
 * Keeps the secret of the mail while a person signs in or creates an account, so that no other URL
 * contains it.
 */
const COOKIE = 'invitation'
const KEPT_SECONDS = 2 * 3600

export const keptInvitation = ({ request }: Visit) => cookieIn(request, COOKIE)

/** Keeps it for one path. Without a token, the cookie is removed. */
export const invitationCookie = (path: string, token: string, { ports }: Visit) =>
  `${COOKIE}=${token}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${token === '' ? 0 : KEPT_SECONDS}${isSecure(ports.site) ? '; Secure' : ''}`
