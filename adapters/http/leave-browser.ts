import type { Ports } from '../../core/ports.ts'
import { isSecure } from './cookies.ts'
import { forgetSent } from './pages/sent-form.ts'
import { clearedCookie, setsSession } from './session.ts'

/**
 * This browser is nobody's any more: pages that it kept for when there is no network show whose they were, and go. What
 * a visitor chose (grinder, unit, colours) is in cookies of its own, and stays.
 */
export function leaveBrowser(headers: Headers, ports: Pick<Ports, 'site'>) {
  endInBrowser(headers, ports)
  forgetSent(headers, ports)
}

/** The same for a session that has ended by itself: who comes back may still send the form that they wrote. */
export function endInBrowser(headers: Headers, { site }: Pick<Ports, 'site'>) {
  if (!setsSession(headers)) headers.append('set-cookie', clearedCookie(isSecure(site)))
  headers.set('clear-site-data', '"storage"')
}
