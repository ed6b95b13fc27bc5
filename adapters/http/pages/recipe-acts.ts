import * as v from 'valibot'
import { Fault, faultOf } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { AddComment, addComment, deleteComment } from '../../../core/recipes/comments.ts'
import { saveRecipe } from '../../../core/recipes/saved-recipes.ts'
import { directions } from '../../../core/recipes/vote.ts'
import { castVote, withdrawVote } from '../../../core/recipes/votes.ts'
import type { Visit } from './choices.ts'
import { type OwnVisit, pressed } from './own-page.ts'

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

export const saveOnPage = act('', async (id, form, { ports, who }) =>
  form.get('saved') === 'no'
    ? ports.savedRecipes.remove(who.id, id)
    : saveRecipe({ communityRecipeId: id }, ports, who),
)
