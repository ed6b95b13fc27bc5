import { Discover, Discovered, discover } from '../../../core/discovery/discover.ts'
import { Recommendations, RecommendRecipes, recommendRecipes } from '../../../core/discovery/recommendations.ts'
import { asDrinker } from '../../../core/drinkers/drinkers.ts'
import { Adaptation, AdaptRecipe, adaptRecipe } from '../../../core/setup/adapt-recipe.ts'
import { FoundRecipe, RecipeFor, recipeFor } from '../../../core/setup/recipe-for.ts'
import { endpoint } from '../endpoint.ts'

export const adaptation = [
  endpoint({
    route: 'POST /api/adaptRecipe',
    summary:
      'A recipe for your coffee, brewer and grinder, with the reason for every change; if you’re signed in, adapted to your palate',
    description:
      '`adaptedRecipe` is computed by rule; `recommendedVariant` is the best community recipe for the coffee, converted to your dial. Send a coffee or a roast level; `style` says how to brew it, such as iced or inverted. Nothing is recommended for any style but the usual one, because community recipes don’t state their style.',
    access: 'optional',
    scope: 'read',
    input: AdaptRecipe,
    example: { coffeeProfileId: 1, machineId: 67, grinderId: 48, strength: 4, taste: 1 },
    reply: Adaptation,
    faults: ['coffee-not-found', 'not-found', 'not-allowed', 'not-signed-in'],
    name: 'adaptRecipe',
    run: asDrinker(adaptRecipe),
  }),
  endpoint({
    route: 'POST /api/get-recipe',
    summary: 'A recipe for an amount of water, computed by rule, and the best community recipes on your grinder',
    description:
      'For apps that ask how much: the water decides the dose, or for espresso the number of shots. `style` says how it is brewed, such as iced or inverted.',
    access: 'optional',
    scope: 'read',
    input: RecipeFor,
    example: { coffeeId: 1, grinderId: 48, machineId: 67, volumeGrams: 300 },
    reply: FoundRecipe,
    faults: ['coffee-not-found', 'not-found', 'not-signed-in'],
    name: 'recipeFor',
    run: asDrinker(recipeFor),
  }),
  endpoint({
    route: 'GET /api/recommendations',
    summary: 'Community recipes that match your taste',
    description: 'Includes coffees and gear you haven’t tried yet; with `grinder`, converted to that dial.',
    access: 'member',
    scope: 'read',
    input: RecommendRecipes,
    example: { limit: 1 },
    reply: Recommendations,
    faults: ['grinder-not-found', 'not-found'],
    name: 'recommendRecipes',
    run: asDrinker(recommendRecipes),
  }),
  endpoint({
    route: 'GET /api/discover',
    summary:
      'What to brew with a grinder: a recipe by rule and the best community recipes, on its dial; if you’re signed in, with your calibration',
    description: 'Name a grinder by ID, slug or name. If you’re signed in, the default is your own.',
    access: 'anyone',
    scope: 'read',
    input: Discover,
    example: { grinderId: 48, coffeeId: 1 },
    reply: Discovered,
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: discover,
  }),
]
