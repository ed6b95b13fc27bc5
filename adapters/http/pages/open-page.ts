import type { PageDeclaration } from '../endpoint.ts'
import { type Visit, visitOf } from './choices.ts'
import { notFoundPage } from './error.ts'
import { answered } from './own-page.ts'
import { idIn } from './query.ts'

type Respond = (visit: Visit, params: Record<string, string>) => Promise<Response>

/** A page rendered for the visitor who opens it. */
export const openPage = (
  route: PageDeclaration['route'],
  summary: string,
  respond: Respond,
  more: Pick<PageDeclaration, 'limit' | 'showsAgain' | 'cache'> = {},
): PageDeclaration => ({
  route,
  summary,
  media: 'text/html',
  access: 'anyone',
  respond: async (request, params, ports, { who, refused, caller }) =>
    answered({ ...(await visitOf(request, ports, who)), refused, caller }, visit => respond(visit, params)),
  ...more,
})

/** For a page that must not be cached. */
export const unkept = { cache: { control: 'no-store' } }

/** A page about the one thing that its URL names. */
export function withId(text: string, visit: Visit, respond: (id: number, visit: Visit) => Promise<Response>) {
  const id = idIn(text)
  return id === undefined ? notFoundPage(visit) : respond(id, visit)
}
