import type { Person } from '../../../core/accounts/model.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import { type Visit, visitOf } from './choices.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { forgetSent, sentIn, signInFirst } from './sent-form.ts'

/** A visit by somebody who is signed in. */
export type OwnVisit = Visit & { who: Person }

/** A page of one's own: whoever is not signed in is sent there first, and comes back. */
export const ownPage = (
  route: PageDeclaration['route'],
  summary: string,
  respond: (visit: OwnVisit, params: Record<string, string>) => Promise<Response>,
  more: Pick<PageDeclaration, 'limit' | 'showsAgain' | 'maxBody'> = {},
): PageDeclaration => ({
  route,
  summary,
  media: 'text/html',
  access: 'member',
  respond: async (request, params, ports, { who, refused }) =>
    answered({ ...(await visitOf(request, ports, who)), refused }, visit => respond(visit as OwnVisit, params)),
  ...more,
})

/** What a page answers; a form that waited to be sent again no longer does once it was. */
export async function answered(visit: Visit, respond: (visit: Visit) => Promise<Response>): Promise<Response> {
  const response = await respond(visit)
  const { request, url, who, ports } = visit
  if (who && response.status === 303 && sentIn(request)?.action === url.pathname) forgetSent(response.headers, ports)
  return response
}

/** Of a form with one field that matters: which, and the page that shows it again with what is wrong. */
interface Again {
  field: string
  page: (visit: Visit) => Promise<Response>
}

/**
 * A button of a page was pressed. Who is not signed in does that first, and comes back to what they sent. Where `run`
 * returns text, that is the address it leads to.
 */
export async function pressed(
  visit: Visit,
  back: string,
  run: (form: URLSearchParams, visit: OwnVisit) => Promise<unknown>,
  again?: Again,
): Promise<Response> {
  const { request, ports, who, url } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const action = url.pathname
  if (!who) return signInFirst(back, action, form, ports)
  const { done, fault } = visit.refused ? { fault: visit.refused } : await attempt(() => run(form, { ...visit, who }))
  if (!fault) return seeOther(typeof done === 'string' ? done : back)
  if (!again || !['invalid', 'too-many-requests'].includes(fault.code)) throw fault
  const wrong = { status: faultStatus[fault.code], field: again.field, sentence: fault.message }
  return again.page({ ...visit, url: new URL(back, url), sent: { action, fields: [...form], wrong } })
}

/** The form was taken: what follows from it is a page of its own, so that going back or again sends nothing twice. */
export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } })
