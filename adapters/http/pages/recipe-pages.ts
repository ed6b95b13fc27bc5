import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import type { Visit } from './choices.ts'
import { notFoundPage } from './error.ts'
import { openPage } from './open-page.ts'
import { ownPage } from './own-page.ts'
import { recipePage } from './recipe.ts'
import { collectOnPage, commentOnPage, rateOnPage, saveOnPage, voteOnPage } from './recipe-acts.ts'
import { recipeEdited, recipeEditPage } from './recipe-edit.ts'
import { recipePicture } from './recipe-picture.ts'
import { recipesPage } from './recipes.ts'

/** Recipes that people published: to find, to brew by, to talk about, to change. */
export const recipePages: PageDeclaration[] = [
  openPage('GET /recipes', 'Recipes to choose from, on your dial', recipesPage),
  openPage('GET /r/:shareId', 'A shared recipe', async (visit, { shareId = '' }) =>
    recipeOrNone(await visit.ports.recipes.byShareId(shareId), visit),
  ),
  openPage('GET /recipes/:id', 'A recipe, as mails link to it', async (visit, { id = '' }) =>
    recipeOrNone(v.is(field.id, Number(id)) ? await visit.ports.recipes.byId(Number(id)) : undefined, visit),
  ),
  {
    route: 'GET /recipes/:id/picture.png',
    summary: 'What a link to a recipe shows where it is shared',
    media: 'image/png',
    limit: perMinute(60),
    cache: { control: 'public, max-age=3600' },
    respond: recipePicture,
  },
  openPage('POST /recipes/:id/vote', 'A vote on a recipe, from its page', voteOnPage, { limit: perMinute(30) }),
  openPage('POST /recipes/:id/comments', 'A comment on a recipe, from its page', commentOnPage, {
    limit: perMinute(10),
  }),
  openPage('POST /recipes/:id/rating', 'A recipe was given stars, from its page', rateOnPage, {
    limit: perMinute(10),
  }),
  openPage(
    'POST /recipes/:id/collect',
    "A recipe was put into a collection of one's own, from its page",
    collectOnPage,
    {
      limit: perMinute(30),
    },
  ),
  openPage('POST /recipes/:id/save', 'A recipe saved, or taken back, from its page', saveOnPage, {
    limit: perMinute(30),
  }),
  ownPage('GET /recipes/:id/edit', "A recipe of one's own, to change or take back", recipeEditPage),
  ownPage('POST /recipes/:id/edit', "A recipe of one's own was changed or taken back", recipeEdited, {
    limit: perMinute(30),
  }),
]

const recipeOrNone = (recipe: RecipeDetail | undefined, visit: Visit) =>
  recipe
    ? recipePage(recipe, visit)
    : notFoundPage(visit, 'The link may be incomplete, or the recipe is no longer public.')
