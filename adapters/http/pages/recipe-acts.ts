import * as v from 'valibot'
import type { Person } from '../../../core/accounts/model.ts'
import { addToCollection, CreateCollection } from '../../../core/collections/collections.ts'
import { Fault, faultOf } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import type { Ports } from '../../../core/ports.ts'
import { AddComment, addComment, deleteComment } from '../../../core/recipes/comments.ts'
import { RateRecipe, rateRecipe } from '../../../core/recipes/ratings.ts'
import { saveRecipe } from '../../../core/recipes/saved-recipes.ts'
import { directions } from '../../../core/recipes/vote.ts'
import { castVote, withdrawVote } from '../../../core/recipes/votes.ts'
import type { Visit } from './choices.ts'
import { type OwnVisit, pressed, seeOther } from './own-page.ts'
import { taken } from './taken.ts'

type Act = (id: number, form: URLSearchParams, visit: OwnVisit) => Promise<unknown>

/** A button of a recipe's page was pressed. */
const act =
  (place: string, run: Act) =>
  async (visit: Visit, { id = '' }: Record<string, string>): Promise<Response> => {
    if (!v.is(field.id, Number(id))) throw new Fault('recipe-not-found', 'There is no such recipe.')
    return pressed(visit, `/recipes/${id}${place}`, (form, visit) => run(Number(id), form, visit))
  }

export const voteOnPage = act('#talk', async (id, form, { ports, who }) => {
  const vote = directions.find(one => one === form.get('vote'))
  return vote ? castVote({ id, vote }, ports, who) : withdrawVote({ id }, ports, who)
})

export const commentOnPage = act('#talk', async (id, form, { ports, who }) => {
  const commentId = Number(form.get('delete'))
  if (commentId > 0) return deleteComment({ id, commentId }, ports, who)
  const input = v.safeParse(AddComment, { id, body: form.get('body') ?? '' })
  if (!input.success) throw faultOf(input.issues[0])
  return addComment(input.output, ports, who)
})

export const rateOnPage = act('#talk', async (id, form, { ports, who }) => {
  const input = v.safeParse(RateRecipe, { id, rating: Number(form.get('rating')) || undefined })
  if (!input.success) throw faultOf(input.issues[0])
  return rateRecipe(input.output, ports, who)
})

/** Into the collection that was chosen, or a new one under the name that was typed; what is in there already stays. */
export async function collectOnPage(visit: Visit, { id = '' }: Record<string, string>): Promise<Response> {
  const recipeId = Number(id)
  if (!v.is(field.id, recipeId)) throw new Fault('recipe-not-found', 'There is no such recipe.')
  let place = `/recipes/${recipeId}`
  const done = await pressed(visit, place, async (form, { ports, who }) => {
    const chosen = Number(form.get('collection')) || (await newCollection(form, ports, who))
    place = `/me/collections/${chosen}`
    const { fault } = await taken(() => addToCollection({ id: chosen, recipeId }, ports, who))
    if (fault && fault.code !== 'already-in-collection') throw fault
  })
  return visit.who ? seeOther(place) : done
}

async function newCollection(form: URLSearchParams, { collections, clock }: Ports, { id }: Person): Promise<number> {
  const given = v.safeParse(CreateCollection, { name: form.get('name') ?? '' })
  if (!given.success) throw faultOf(given.issues[0])
  return (await collections.create(id, given.output, clock())).id
}

export const saveOnPage = act('', async (id, form, { ports, who }) =>
  form.get('saved') === 'no'
    ? ports.savedRecipes.remove(who.id, id)
    : saveRecipe({ communityRecipeId: id }, ports, who),
)
