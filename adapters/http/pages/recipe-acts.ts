import * as v from 'valibot'
import type { Person } from '../../../core/accounts/model.ts'
import { RateRecipe, rateRecipe } from '../../../core/brews/ratings.ts'
import { addToCollection, CreateCollection } from '../../../core/collections/collections.ts'
import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { AddComment, addComment, deleteComment } from '../../../core/recipes/comments.ts'
import { saveRecipe } from '../../../core/recipes/saved-recipes.ts'
import { CastVote, castVote, withdrawVote } from '../../../core/recipes/votes.ts'
import { commentAnchor } from '../../site/addresses.ts'
import { actPerMinute, perMinute } from '../limits.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { type FormFaults, wrongField } from './field-faults.ts'
import { type OwnVisit, pressed } from './own-page.ts'
import { idIn } from './query.ts'
import { type RecipeAt, recipeAt } from './recipe-at.ts'

type Act = (recipe: RecipeAt, form: URLSearchParams, visit: OwnVisit) => Promise<unknown>

export const commentFaults: FormFaults = {
  body: { missing: 'Write something first.', wrong: 'Shorten your comment to 2,000 characters.' },
  name: { missing: 'Give the new collection a name.', wrong: 'Shorten the name to 200 characters.' },
}

/** Handles a button on a recipe's page. A refused form is shown again as it was typed. */
const act =
  (anchor: string, field: string, run: Act) =>
  async (visit: Visit, params: Record<string, string>): Promise<Response> => {
    const recipe = await recipeAt(params, visit)
    const { path, page } = recipe
    return pressed(visit, `${path}${anchor}`, (form, visit) => run(recipe, form, visit), { field, page })
  }

const voteOnPage = act('#talk', 'vote', async (recipe, form, { ports, who }) => {
  if (form.get('vote') === '') return recipe.ifThere(id => withdrawVote({ id }, ports, who))
  const vote = v.safeParse(CastVote.entries.vote, form.get('vote'))
  if (!vote.success) throw new Fault('invalid', 'Choose “I liked it” or “Not for me”.')
  return castVote({ id: await recipe.putThere(), vote: vote.output }, ports, who)
})

const commentOnPage = act('#talk', 'body', async (recipe, form, { ports, who }) => {
  const commentId = idIn(form.get('delete'))
  if (commentId) return recipe.ifThere(id => deleteComment({ id, commentId }, ports, who))
  const text = (form.get('body') ?? '').trim()
  const body = v.safeParse(AddComment.entries.body, text)
  if (!body.success) throw wrongField(body.issues[0], commentFaults, 'body')
  const given = { body: body.output, answersId: idIn(form.get('answers')) }
  const { comment } = await addComment({ id: await recipe.putThere(), ...given }, ports, who)
  return `${recipe.path}#${commentAnchor(comment.id)}`
})

const rateOnPage = act('#talk', 'rating', async (recipe, form, { ports, who }) => {
  const rating = v.safeParse(RateRecipe.entries.rating, Number(form.get('rating')))
  if (!rating.success) throw new Fault('invalid', 'Tap one to five stars first.')
  return rateRecipe({ id: await recipe.putThere(), rating: rating.output }, ports, who)
})

/**
 * Adds it to the chosen collection, or to a new one with the given name. Adding it twice changes
 * nothing.
 */
const collectOnPage = act('', 'name', async (recipe, form, { ports, who }) => {
  const chosen = idIn(form.get('collection')) ?? (await newCollection(form, ports, who))
  const recipeId = await recipe.putThere()
  const { fault } = await attempt(() => addToCollection({ id: chosen, recipeId }, ports, who))
  if (fault && fault.code !== 'already-in-collection') throw fault
  return `/me/collections/${chosen}`
})

async function newCollection(form: URLSearchParams, { collections, clock }: Ports, { id }: Person): Promise<number> {
  const name = (form.get('name') ?? '').trim()
  const given = v.safeParse(CreateCollection, { name })
  if (!given.success) throw wrongField(given.issues[0], commentFaults)
  return (await collections.create(id, given.output, clock())).id
}

const saveOnPage = act('#save', 'saved', async (recipe, form, { ports, who }) =>
  form.get('saved') === 'no'
    ? recipe.ifThere(id => ports.savedRecipes.remove(who.id, id))
    : saveRecipe({ communityRecipeId: await recipe.putThere() }, ports, who),
)

/**
 * The actions on a recipe's page: the last part of the URL, a description, and the limit per
 * minute.
 */
export const recipeActs = [
  { name: 'vote', summary: 'A vote on a recipe', run: voteOnPage, limit: actPerMinute('vote on a recipe') },
  {
    name: 'comments',
    summary: 'A comment on a recipe',
    run: commentOnPage,
    limit: actPerMinute('comment on a recipe'),
  },
  { name: 'rating', summary: 'A recipe was given stars', run: rateOnPage, limit: actPerMinute('rate a recipe') },
  {
    name: 'collect',
    summary: "A recipe was put into a collection of one's own",
    run: collectOnPage,
    limit: perMinute(30),
  },
  { name: 'save', summary: 'A recipe saved, or taken back', run: saveOnPage, limit: perMinute(30) },
]
