import { countVisit, type NewVisit } from '../../../core/portal/visits.ts'
import type { Visit } from './choices.ts'

/** A view of a page, unless told otherwise: the code on a bag is `kind: 'SCAN', place: 'bag'`. */
type Opened = Pick<NewVisit, 'roasterId'> & Partial<Omit<NewVisit, 'roasterId' | 'grinderId'>>

const view = { kind: 'PAGE_VIEW', place: 'page', coffeeId: null, recipeId: null, method: null } as const

/** Counts that somebody opened what is a roaster's, with the grinder that we know of. Beside the reply, which waits for nothing. */
export function countOpened(visit: Visit, opened: Opened) {
  const { ports, who, caller, grinder } = visit
  if (!caller || !isOpened(visit)) return
  countVisit({ ...view, ...opened, grinderId: grinder?.id ?? null }, ports, who, caller).catch(() => {})
}

/** A person opens it now: neither a script that asks for parts of it, nor a browser that fetches it in case. */
function isOpened({ request }: Visit) {
  const header = (name: string) => request.headers.get(name) ?? ''
  const inCase = ['sec-purpose', 'purpose', 'x-moz'].some(name => header(name).includes('prefetch'))
  return request.method === 'GET' && !inCase && ['', 'navigate'].includes(header('sec-fetch-mode'))
}
