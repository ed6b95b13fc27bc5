import { countVisit, type NewVisit } from '../../../core/portal/visits.ts'
import type { Visit } from './choices.ts'

/** A page view unless given otherwise: for the code on a bag it is `kind: 'SCAN', place: 'bag'`. */
type Opened = Pick<NewVisit, 'roasterId'> & Partial<Omit<NewVisit, 'roasterId' | 'grinderId'>>

const view = { kind: 'PAGE_VIEW', place: 'page', coffeeId: null, recipeId: null, method: null } as const

/**
 * Counts a visit to something of a roaster's, with the visitor's grinder if known. The reply does
 * not wait for it.
 */
export function countOpened(visit: Visit, opened: Opened) {
  const { ports, who, caller, grinder } = visit
  if (!caller || !isOpened(visit)) return
  countVisit({ ...view, ...opened, grinderId: grinder?.id ?? null }, ports, who, caller).catch(() => {})
}

/**
 * Whether a person is opening the page now, and not a script loading parts of it or a browser
 * prefetching it.
 */
function isOpened({ request }: Visit) {
  const header = (name: string) => request.headers.get(name) ?? ''
  const inCase = ['sec-purpose', 'purpose', 'x-moz'].some(name => header(name).includes('prefetch'))
  return request.method === 'GET' && !inCase && ['', 'navigate'].includes(header('sec-fetch-mode'))
}
