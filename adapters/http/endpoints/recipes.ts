import * as v from 'valibot'
import { asDrinker } from '../../../core/drinkers/drinkers.ts'
import * as field from '../../../core/fields.ts'
import {
  ListVariations,
  listVariations,
  OpenedVariation,
  openSharedVariation,
  openVariation,
  VariationList,
} from '../../../core/forks/forks.ts'
import { ListVersions, listVersions, RecipeVersions } from '../../../core/forks/versions.ts'
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
import { OpenRecipe, OpenSharedRecipe } from '../../../core/recipes/open.ts'
import { RecipeId, shareRecipe } from '../../../core/recipes/recipes.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'
import { LINKED_DATA, personRecipeData } from '../pages/recipe-data.ts'

export const recipes = [
  endpoint({
    route: 'GET /api/recipes',
    summary: 'Recipes, best first; with taste-match scores if you have set a palate',
    description: 'Ranked by the Wilson lower bound of their votes. Pages stay consistent while votes change.',
    access: 'optional',
    input: ListRecipes,
    example: { q: 'huila', limit: 1 },
    reply: RecipePage,
    faults: ['grinder-not-found', 'not-found', 'not-signed-in'],
    name: 'listRecipes',
    run: asDrinker(listRecipes),
  }),
  endpoint({
    route: 'GET /api/recipes/search',
    summary: 'Search recipes with every filter; sort=recommended combines taste match and votes',
    description:
      'Separate several roasts or tastes with commas. With `grinder`, each recipe has its setting on that dial.',
    access: 'optional',
    input: SearchRecipes,
    example: { brewMethod: 'v60', grindRange: 'medium', sort: 'highest_rated', limit: 1 },
    reply: RecipePage,
    faults: ['grinder-not-found', 'not-found', 'not-signed-in'],
    name: 'searchRecipes',
    run: asDrinker(searchRecipes),
  }),
  endpoint({
    route: 'GET /api/recipes/facets',
    summary: 'How many recipes match each method, roast, taste, grind and time, given the current filters',
    description: 'For the filters of a search: how many recipes each other choice would leave.',
    access: 'public',
    input: CountRecipes,
    example: { brewMethod: 'v60' },
    reply: Facets,
    faults: ['grinder-not-found'],
    run: countRecipes,
  }),
  endpoint({
    route: 'GET /api/browse/recipes',
    summary: 'Recipes by page number',
    description: 'For lists with page numbers, up to 10,000 rows; beyond that, use the search with a cursor.',
    access: 'anyone',
    input: BrowseRecipes,
    example: { brewMethod: 'v60', page: 1, limit: 1 },
    reply: BrowsedRecipes,
    faults: ['grinder-not-found', 'not-signed-in'],
    run: browseRecipes,
  }),
  endpoint({
    route: 'GET /api/recipes/:id',
    summary: 'One recipe with its coffee, roaster and equipment; if you’re signed in, also on your own dial',
    description:
      'With `grinder`, on any dial. If-None-Match gets a 304 while nothing has changed. With `Accept: application/ld+json`, the reply is a schema.org/Recipe.',
    access: 'anyone',
    input: OpenRecipe,
    example: { id: 1 },
    reply: OpenedVariation,
    alsoAs: { media: LINKED_DATA, make: personRecipeData },
    cache: { control: 'no-cache', etag: true },
    faults: ['recipe-not-found', 'grinder-not-found', 'not-signed-in'],
    name: 'openRecipe',
    run: openVariation,
  }),
  endpoint({
    route: 'GET /api/recipes/:id/variations',
    summary: 'Recipes that are based on this one, best first, with what each changes',
    description: 'Includes near copies, which other lists leave out.',
    access: 'optional',
    input: ListVariations,
    example: { id: 1, limit: 1 },
    reply: VariationList,
    faults: ['recipe-not-found', 'grinder-not-found', 'not-signed-in'],
    run: listVariations,
  }),
  endpoint({
    route: 'GET /api/recipes/:id/versions',
    summary: 'A recipe as it was before each edit, newest first',
    description: 'Each with what it changed. Only the author sees the text of earlier versions.',
    access: 'optional',
    input: ListVersions,
    example: { id: 1, limit: 1 },
    reply: RecipeVersions,
    faults: ['recipe-not-found'],
    run: listVersions,
  }),
  endpoint({
    route: 'GET /api/shared-recipes/:shareId',
    summary: 'One recipe, by its share ID',
    description: 'For links that don’t reveal how many recipes exist.',
    access: 'anyone',
    input: OpenSharedRecipe,
    example: { shareId: 'k7Qm2xW9' },
    reply: OpenedVariation,
    alsoAs: { media: LINKED_DATA, make: personRecipeData },
    cache: { control: 'no-cache', etag: true },
    faults: ['recipe-not-found', 'grinder-not-found', 'not-signed-in'],
    name: 'openSharedRecipe',
    run: openSharedVariation,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/share',
    name: 'shareRecipe',
    summary: 'The address where anyone can open a recipe; always the same one',
    description: 'The page opens without an account.',
    access: 'public',
    input: RecipeId,
    example: { id: 1 },
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
    description: 'All of them, with their authors.',
    access: 'public',
    input: RecipeId,
    example: { id: 1 },
    reply: CommentList,
    faults: ['recipe-not-found'],
    run: listComments,
  }),
  endpoint({
    route: 'POST /api/recipes/:id/comments',
    summary: 'Comment on a recipe; its author and the person you reply to get an email, unless they turned it off',
    description: 'Up to 2,000 characters of plain text. `answersId` is the ID of the comment you’re replying to.',
    access: 'member',
    limit: actPerMinute('comment on a recipe'),
    input: AddComment,
    example: { id: 1, body: 'Sweet and clear at 23 clicks.' },
    reply: CommentReply,
    status: 201,
    faults: ['recipe-not-found'],
    run: addComment,
  }),
  endpoint({
    route: 'DELETE /api/recipes/:id/comments',
    summary: 'Delete a comment that you wrote, or one on your own or your roaster’s recipe',
    description: 'You can’t delete someone else’s comment on someone else’s recipe.',
    access: 'member',
    input: DeleteComment,
    example: { id: 1, commentId: 1 },
    reply: field.succeeded,
    faults: ['recipe-not-found', 'not-found', 'not-allowed'],
    run: deleteComment,
  }),
]
