import type { Ports } from '../../core/ports.ts'
import { isSecure } from './cookies.ts'
import { forgetSent } from './pages/sent-form.ts'
import { clearedCookie, setsSession } from './session.ts'

/**
 * Signs the browser out. Pages that it stored for offline use show whose they were, so they are
 * cleared. What a visitor chose (grinder, unit, colours) is in cookies of its own and stays.
 */
export function leaveBrowser(headers: Headers, ports: Pick<Ports, 'site'>) {
  endInBrowser(headers, ports)
  forgetSent(headers, ports)
}

/**
 * The same for a session that expired: people who come back can still send the form that they had
 * filled in.
 */
export function endInBrowser(headers: Headers, { site }: Pick<Ports, 'site'>) {
  if (!setsSession(headers)) headers.append('set-cookie', clearedCookie(isSecure(site)))
  headers.set('clear-site-data', '"storage"')
}
