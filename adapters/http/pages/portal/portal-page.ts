import type * as v from 'valibot'
import type { Members, RoasterMember } from '../../../../core/portal/members.ts'
import type { PageDeclaration } from '../../endpoint.ts'
import { answerForm, type RefusedForm } from '../answer-form.ts'
import { notFoundPage } from '../error.ts'
import type { FormFaults } from '../field-faults.ts'
import type { Params } from '../me/path.ts'
import { type OwnVisit, ownPage } from '../own-page.ts'

/** A visit by a member of the roaster that the URL names. */
export type PortalVisit = OwnVisit & {
  who: RoasterMember
  /** Every roaster they are a member of. */
  roasters: Awaited<ReturnType<Members['of']>>
}

type PortalRoute = `${'GET' | 'POST'} /portal/:slug${string}`
type More = Pick<PageDeclaration, 'limit' | 'showsAgain' | 'maxBody'>

/**
 * A page of one roaster's portal. A visitor who is not signed in does that first; for anybody but a
 * member it is a 404.
 */
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
  /** The schema of the use case. Empty fields are left out before parsing. */
  schema: S
  /** What to say about a field that is wrong. */
  faults: FormFaults
  /** The page with the form, with what was typed and what is wrong with it. */
  page: (visit: PortalVisit, params: Params, refused: RefusedForm) => Promise<Response>
  /** Must return `seeOther`. A fault it throws is shown on the page. */
  act: (input: v.InferOutput<S>, visit: PortalVisit, params: Params) => Promise<Response>
}

/** Handles a form of such a page. */
export const portalForm = <S extends v.GenericSchema>(
  route: PortalRoute & `POST ${string}`,
  summary: string,
  { schema, faults, page, act }: PortalForm<S>,
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
        faults,
      ),
    more,
  )
