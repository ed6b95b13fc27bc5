import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import {
  AddComment,
  addComment,
  CommentList,
  CommentReply,
  DeleteComment,
  deleteComment,
  listComments,
} from '../../../core/recipes/comments.ts'
import { Facets } from '../../../core/recipes/facets.ts'
import { BrowseRecipes, CountRecipes, ListRecipes, SearchRecipes } from '../../../core/recipes/list-queries.ts'
import {
  BrowsedRecipes,
  browseRecipes,
  countRecipes,
  listRecipes,
  RecipePage,
  searchRecipes,
} from '../../../core/recipes/lists.ts'
import { OpenedRecipe, OpenRecipe, OpenSharedRecipe, openRecipe, openSharedRecipe } from '../../../core/recipes/open.ts'
import { RecipeId, shareRecipe } from '../../../core/recipes/recipes.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const recipes = [
  endpoint({
    route: 'GET /api/recipes',
    summary: 'Recipes, best first; with taste-match scores for who has a palate',
    access: 'optional',
    input: ListRecipes,
    reply: RecipePage,
    faults: ['grinder-not-found'],
    run: listRecipes,
  }),
  endpoint({
    route: 'GET /api/recipes/search',
    summary: 'Search recipes with every filter; sort=recommended joins taste match and votes',
    access: 'optional',
    input: SearchRecipes,
    reply: RecipePage,
    faults: ['grinder-not-found'],
    run: searchRecipes,
  }),
  endpoint({
    route: 'GET /api/recipes/facets',
    summary: 'How many recipes each method, roast, taste, grind and time would leave, beside what is chosen already',
    access: 'public',
    input: CountRecipes,
    reply: Facets,
    run: countRecipes,
  }),
  endpoint({
    route: 'GET /api/browse/recipes',
    summary: 'Recipes by page number',
    access: 'anyone',
    input: BrowseRecipes,
    reply: BrowsedRecipes,
    faults: ['grinder-not-found', 'not-signed-in'],
    run: browseRecipes,
  }),
  endpoint({
    route: 'GET /api/recipes/:id',
    summary: 'One recipe with its coffee, roaster and equipment; signed in, also on your own dial',
    access: 'anyone',
    input: OpenRecipe,
    reply: OpenedRecipe,
    cache: { control: 'no-cache', etag: true },
    faults: ['recipe-not-found', 'grinder-not-found', 'not-signed-in'],
    run: openRecipe,
  }),
  endpoint({
    route: 'GET /api/shared-recipes/:shareId',
    summary: 'The same by the id it is shared under',
    access: 'anyone',
    input: OpenSharedRecipe,
    reply: OpenedRecipe,
    cache: { control: 'no-cache', etag: true },
    faults: ['recipe-not-found', 'grinder-not-found', 'not-signed-in'],
    run: openSharedRecipe,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/share',
    summary: 'The address under which anybody can open a recipe; always the same one',
    access: 'public',
    input: RecipeId,
    reply: v.object({ shareUrl: v.string(), recipeId: RecipeId.entries.id }),
    faults: ['recipe-not-found'],
    run: async (input, ports) => {
      const { shareId, recipeId } = await shareRecipe(input, ports)
      return { shareUrl: `${ports.site.baseUrl}/r/${shareId}`, recipeId }
    },
  }),
  endpoint({
    route: 'GET /api/recipes/:id/comments',
    summary: 'Comments on a recipe, newest last',
    access: 'public',
    input: RecipeId,
    reply: CommentList,
    faults: ['recipe-not-found'],
    run: listComments,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/comments',
    summary: "Comment on a recipe; its author, and whom it answers, are mailed unless they don't want to be",
    access: 'member',
    limit: actPerMinute('comment on a recipe'),
    input: AddComment,
    reply: CommentReply,
    status: 201,
    faults: ['recipe-not-found'],
    run: addComment,
  }),
  endpoint({
    route: 'DELETE /api/recipes/:id/comments',
    summary: "Delete a comment that you wrote, or that is on your recipe or your roaster's",
    access: 'member',
    input: DeleteComment,
    reply: field.succeeded,
    faults: ['recipe-not-found', 'not-found', 'not-allowed'],
    run: deleteComment,
  }),
]
