import type * as v from 'valibot'
import type { Members, RoasterMember } from '../../../../core/portal/members.ts'
import type { PageDeclaration } from '../../endpoint.ts'
import { answerForm, type RefusedForm } from '../answer-form.ts'
import { notFoundPage } from '../error.ts'
import type { Params } from '../me/path.ts'
import { type OwnVisit, ownPage } from '../own-page.ts'

/** A visit by somebody who manages the roaster that the address names. */
export type PortalVisit = OwnVisit & {
  who: RoasterMember
  /** Every roaster they manage. */
  roasters: Awaited<ReturnType<Members['of']>>
}

type PortalRoute = `${'GET' | 'POST'} /portal/:slug${string}`
type More = Pick<PageDeclaration, 'limit' | 'showsAgain' | 'maxBody'>

/** A page of one roaster's portal: who is not signed in does that first, and to everybody but its members there is none. */
export const portalPage = (
  route: PortalRoute,
  summary: string,
  respond: (visit: PortalVisit, params: Params) => Promise<Response>,
  more?: More,
): PageDeclaration =>
  ownPage(
    route,
    summary,
    async (visit, params) => {
      const roasters = await visit.ports.members.of(visit.who.id)
      const roaster = roasters.find(({ roasterSlug }) => roasterSlug === params.slug)
      if (!roaster) return notFoundPage(visit)
      return respond({ ...visit, who: { ...visit.who, ...roaster }, roasters }, params)
    },
    more,
  )

interface PortalForm<S extends v.GenericSchema> {
  /** Of the use case. An empty field is left out of what is parsed. */
  schema: S
  /** What its fields are called in a complaint. */
  labels: Record<string, string>
  /** The page whose form it is, with what was typed and what is wrong with it. */
  page: (visit: PortalVisit, params: Params, refused: RefusedForm) => Promise<Response>
  /** Ends in `seeOther`. A fault that it throws is shown on the page. */
  act: (input: v.InferOutput<S>, visit: PortalVisit, params: Params) => Promise<Response>
}

/** What a form of such a page sends. */
export const portalForm = <S extends v.GenericSchema>(
  route: PortalRoute & `POST ${string}`,
  summary: string,
  { schema, labels, page, act }: PortalForm<S>,
  more?: More,
): PageDeclaration =>
  portalPage(
    route,
    summary,
    (visit, params) =>
      answerForm(
        visit,
        schema,
        (_, refused) => page(visit, params, refused),
        input => act(input, visit, params),
        labels,
      ),
    more,
  )
