import { Adaptation, AdaptRecipe, adaptRecipe } from '../../../core/adaptation/adapt-recipe.ts'
import { FoundRecipe, RecipeFor, recipeFor } from '../../../core/adaptation/recipe-for.ts'
import { Discover, Discovered, discover } from '../../../core/discovery/discover.ts'
import { Recommendations, RecommendRecipes, recommendRecipes } from '../../../core/discovery/recommendations.ts'
import { endpoint } from '../endpoint.ts'

export const adaptation = [
  endpoint({
    route: 'POST /api/adaptRecipe',
    summary:
      'A recipe for your coffee, brewer and grinder, with the reason for every change; signed in, for your palate',
    access: 'optional',
    input: AdaptRecipe,
    reply: Adaptation,
    faults: ['coffee-not-found', 'not-allowed'],
    run: adaptRecipe,
  }),
  endpoint({
    route: 'POST /api/get-recipe',
    summary: 'A recipe for an amount of water: by rule, and the best of the community on your grinder',
    access: 'optional',
    input: RecipeFor,
    reply: FoundRecipe,
    faults: ['coffee-not-found'],
    run: recipeFor,
  }),
  endpoint({
    route: 'GET /api/recommendations',
    summary: 'Recipes of others that suit your palate',
    access: 'member',
    input: RecommendRecipes,
    reply: Recommendations,
    faults: ['grinder-not-found'],
    run: recommendRecipes,
  }),
  endpoint({
    route: 'GET /api/discover',
    summary:
      'What to brew with a grinder: a recipe by rule and the best of the community, on its dial; signed in, by your calibration',
    access: 'anyone',
    input: Discover,
    reply: Discovered,
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: discover,
  }),
]
