import type { Person } from '../../../core/accounts/model.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import { type Visit, visitOf } from './choices.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { forgetSent, sentIn, signInFirst } from './sent-form.ts'

/** A visit by a signed-in person. */
export type OwnVisit = Visit & { who: Person }

/** A page for signed-in people. Others are sent to sign in first and then come back. */
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

/** The reply of a page. Once a form that waited to be sent again is accepted, it is forgotten. */
export async function answered(visit: Visit, respond: (visit: Visit) => Promise<Response>): Promise<Response> {
  const response = await respond(visit)
  const { request, url, who, ports } = visit
  if (who && response.status === 303 && sentIn(request)?.action === url.pathname) forgetSent(response.headers, ports)
  return response
}

/**
 * For a form with one important field: its name, and the page that shows it again with what is
 * wrong.
 */
interface Again {
  field: string
  page: (visit: Visit) => Promise<Response>
}

/**
 * Handles a button on a page. A visitor who is not signed in does that first and comes back to what
 * they sent. If `run` returns a text, that is the URL to continue on.
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

/** Redirects after a form was accepted, so that going back or reloading does not send it twice. */
export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } })
