import * as v from 'valibot'
import type { Technique } from '../../../core/adaptation/technique.ts'
import { Fault } from '../../../core/errors.ts'
import {
  AddTechniqueComment,
  addTechniqueComment,
  CastTechniqueVote,
  castTechniqueVote,
  deleteTechniqueComment,
  RateTechnique,
  rateTechnique,
  withdrawTechniqueVote,
} from '../../../core/techniques/talk.ts'
import { commentAnchor } from '../../site/addresses.ts'
import { actPerMinute } from '../limits.ts'
import type { Visit } from './choices.ts'
import { notFoundPage } from './error.ts'
import { wrongField } from './field-faults.ts'
import { type OwnVisit, pressed } from './own-page.ts'
import { techniquePath } from './parts/technique-card.ts'
import { idIn } from './query.ts'
import { commentFaults } from './recipe-acts.ts'
import { techniquePage } from './technique.ts'

type TechniqueAct = (slug: Technique['slug'], form: URLSearchParams, visit: OwnVisit) => Promise<unknown>

/** Handles a button on a technique's page. A refused form is shown again as it was typed. */
const act =
  (field: string, run: TechniqueAct) =>
  async (visit: Visit, { slug = '' }: Record<string, string>): Promise<Response> => {
    if (!visit.ports.techniques.bySlug(slug)) return notFoundPage(visit)
    const page = (visit: Visit) => techniquePage(slug, visit)
    return pressed(visit, `${techniquePath(slug)}#talk`, (form, visit) => run(slug, form, visit), { field, page })
  }

const voteOnPage = act('vote', async (slug, form, { ports, who }) => {
  if (form.get('vote') === '') return withdrawTechniqueVote({ slug }, ports, who)
  const vote = v.safeParse(CastTechniqueVote.entries.vote, form.get('vote'))
  if (!vote.success) throw new Fault('invalid', 'Choose “I liked it” or “Not for me”.')
  return castTechniqueVote({ slug, vote: vote.output }, ports, who)
})

const rateOnPage = act('rating', async (slug, form, { ports, who }) => {
  const rating = v.safeParse(RateTechnique.entries.rating, Number(form.get('rating')))
  if (!rating.success) throw new Fault('invalid', 'Tap one to five stars first.')
  return rateTechnique({ slug, rating: rating.output }, ports, who)
})

const commentOnPage = act('body', async (slug, form, { ports, who }) => {
  const commentId = idIn(form.get('delete'))
  if (commentId) return deleteTechniqueComment({ slug, commentId }, ports, who)
  const body = v.safeParse(AddTechniqueComment.entries.body, (form.get('body') ?? '').trim())
  if (!body.success) throw wrongField(body.issues[0], commentFaults, 'body')
  const { comment } = await addTechniqueComment({ slug, body: body.output }, ports, who)
  return `${techniquePath(slug)}#${commentAnchor(comment.id)}`
})

/** The actions on a technique's page, with the limits of those on recipes. */
export const techniqueActs = [
  { name: 'vote', summary: 'A vote on a technique', run: voteOnPage, limit: actPerMinute('vote on a recipe') },
  { name: 'rating', summary: 'A technique was given stars', run: rateOnPage, limit: actPerMinute('rate a recipe') },
  {
    name: 'comments',
    summary: 'A comment on a technique',
    run: commentOnPage,
    limit: actPerMinute('comment on a recipe'),
  },
]
