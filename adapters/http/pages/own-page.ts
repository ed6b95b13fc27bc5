import * as v from 'valibot'
import type { Person } from '../../../core/accounts/model.ts'
import * as field from '../../../core/fields.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { type Visit, visitOf } from './choices.ts'
import { postedForm } from './form.ts'

/** A visit by somebody who is signed in. */
export type OwnVisit = Visit & { who: Person }

/** A page of one's own: whoever is not signed in is sent there first, and comes back. */
export const ownPage = (
  route: PageDeclaration['route'],
  summary: string,
  respond: (visit: OwnVisit, params: Record<string, string>) => Promise<Response>,
  more: Pick<PageDeclaration, 'limit' | 'maxBody'> = {},
): PageDeclaration => ({
  route,
  summary,
  media: 'text/html',
  access: 'member',
  respond: async (request, params, ports, who) => respond((await visitOf(request, ports, who)) as OwnVisit, params),
  ...more,
})

/** A button of a page was pressed. Who is not signed in does that first, and comes back. */
export async function pressed(
  visit: Visit,
  back: string,
  run: (form: URLSearchParams, visit: OwnVisit) => Promise<unknown>,
): Promise<Response> {
  const form = await postedForm(visit.request, visit.ports)
  const { who } = visit
  if (!who) return seeOther(`/sign-in?next=${encodeURIComponent(back)}`)
  await run(form, { ...visit, who })
  return seeOther(back)
}

/** The form was taken: what follows from it is a page of its own, so that going back or again sends nothing twice. */
export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } })

/** A path of ours and nothing else: what begins with two slashes is another site's. */
export function pathIn(asked: string | null, otherwise = '/'): string {
  const path = v.safeParse(field.sitePath, asked)
  return path.success ? path.output.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent) : otherwise
}
