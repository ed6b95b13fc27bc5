import * as field from '../../../core/fields.ts'
import { CreateRecipe } from '../../../core/recipes/compose.ts'
import { ListCommunityRecipes } from '../../../core/recipes/list-queries.ts'
import { listCommunityRecipes, RecipePage } from '../../../core/recipes/lists.ts'
import {
  BrewedRecipe,
  BrewRecipe,
  brewRecipe,
  RatedRecipe,
  RateRecipe,
  RatingReply,
  rateRecipe,
  recipeRating,
} from '../../../core/recipes/ratings.ts'
import { CreatedRecipe, createRecipe, RecipeId } from '../../../core/recipes/recipes.ts'
import { deleteCommunityRecipe, ReviseCommunityRecipe, reviseCommunityRecipe } from '../../../core/recipes/revise.ts'
import { CastVote, castVote, OwnVote, ownVote, VoteReply, withdrawVote } from '../../../core/recipes/votes.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute, perMinute } from '../limits.ts'

export const community = [
  endpoint({
    route: 'GET /api/community-recipes',
    summary: 'Community recipes by their votes, best first',
    access: 'optional',
    input: ListCommunityRecipes,
    reply: RecipePage,
    faults: ['grinder-not-found'],
    run: listCommunityRecipes,
  }),
  endpoint({
    route: 'POST /api/community-recipes',
    summary: 'Publish a recipe, for all to see and vote on',
    access: 'member',
    limit: actPerMinute('publish a recipe'),
    input: CreateRecipe,
    reply: CreatedRecipe,
    status: 201,
    faults: ['coffee-not-found', 'setting-off-dial'],
    run: createRecipe,
  }),
  endpoint({
    route: 'PATCH /api/community-recipes/:id',
    also: 'PUT',
    summary: 'Change a recipe that you published; what is left out stays, and the water follows the ratio',
    access: 'member',
    limit: actPerMinute('change a recipe'),
    input: ReviseCommunityRecipe,
    reply: CreatedRecipe,
    faults: ['recipe-not-found', 'setting-off-dial'],
    run: reviseCommunityRecipe,
  }),
  endpoint({
    route: 'DELETE /api/community-recipes/:id',
    summary: 'Delete a recipe that you published, with its votes, ratings and comments',
    access: 'member',
    input: RecipeId,
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: deleteCommunityRecipe,
  }),
  endpoint({
    route: 'GET /api/community-recipes/:id/vote',
    summary: 'How you voted on a recipe',
    access: 'optional',
    input: RecipeId,
    reply: OwnVote,
    faults: ['recipe-not-found'],
    run: ownVote,
  }),
  endpoint({
    route: 'POST /api/community-recipes/:id/vote',
    summary: 'Vote on a recipe, or change your vote',
    access: 'member',
    limit: actPerMinute('vote on a recipe'),
    input: CastVote,
    reply: VoteReply,
    faults: ['recipe-not-found'],
    run: castVote,
  }),
  endpoint({
    route: 'DELETE /api/community-recipes/:id/vote',
    summary: 'Take your vote back; a second time changes nothing',
    access: 'member',
    limit: perMinute(30),
    input: RecipeId,
    reply: OwnVote,
    faults: ['recipe-not-found'],
    run: withdrawVote,
  }),
  endpoint({
    route: 'GET /api/community-recipes/:id/brew-log',
    summary: 'How a recipe is rated, and how you rated it',
    access: 'optional',
    input: RecipeId,
    reply: RatingReply,
    faults: ['recipe-not-found'],
    run: recipeRating,
  }),
  endpoint({
    route: 'POST /api/community-recipes/:id/brew-log',
    summary: 'Log a brew by a recipe and rate it; its author is mailed, unless they do not want to be',
    access: 'member',
    limit: perMinute(30),
    input: BrewRecipe,
    reply: BrewedRecipe,
    faults: ['recipe-not-found', 'setting-off-dial'],
    run: brewRecipe,
  }),
  endpoint({
    route: 'PUT /api/community-recipes/:id/rating',
    summary: 'Rate a recipe, or change your rating, without logging a brew',
    access: 'member',
    limit: actPerMinute('rate a recipe'),
    input: RateRecipe,
    reply: RatedRecipe,
    faults: ['recipe-not-found'],
    run: rateRecipe,
  }),
]
