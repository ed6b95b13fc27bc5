import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import {
  ListPersonalRecipes,
  ListPersonalVersions,
  PersonalRecipe,
  PersonalRecipeId,
  PersonalVersions,
  ReviseRecipe,
  WriteRecipe,
} from '../../../core/personal-recipes/model.ts'
import {
  deletePersonalRecipe,
  listPersonalRecipes,
  listPersonalVersions,
  reviseRecipe,
  writeRecipe,
} from '../../../core/personal-recipes/personal-recipes.ts'
import { endpoint } from '../endpoint.ts'

export const personalRecipes = [
  endpoint({
    route: 'GET /api/user/recipes',
    summary: 'Your own recipes, newest first',
    description: 'Nobody else sees them.',
    access: 'member',
    input: ListPersonalRecipes,
    example: { limit: 1 },
    reply: v.object({ recipes: v.array(PersonalRecipe) }),
    faults: ['grinder-not-found'],
    run: listPersonalRecipes,
  }),
  endpoint({
    route: 'POST /api/user/recipes',
    summary: 'Create a personal recipe that only you can see',
    description:
      'The setting is on the grinder you name, or on your own. `basedOn` says which recipe it is a variation of.',
    access: 'member',
    input: WriteRecipe,
    example: {
      name: 'Sunday V60',
      method: 'v60',
      grinderId: 48,
      grindSetting: 23,
      ratio: 16,
      doseGrams: 18,
      waterGrams: 288,
    },
    reply: v.object({ recipe: PersonalRecipe }),
    status: 201,
    faults: ['coffee-not-found', 'recipe-not-found', 'not-found', 'setting-off-dial'],
    run: writeRecipe,
  }),
  endpoint({
    route: 'PATCH /api/user/recipes/:id',
    also: 'PUT',
    summary: 'Change a recipe of your own; omitted fields stay, and the water follows the ratio',
    description: 'Omitted fields stay, and the water follows the ratio.',
    access: 'member',
    input: ReviseRecipe,
    example: { id: 1, rating: 5 },
    reply: v.object({ recipe: PersonalRecipe }),
    faults: ['recipe-not-found', 'setting-off-dial'],
    run: reviseRecipe,
  }),
  endpoint({
    route: 'GET /api/user/recipes/:id/versions',
    summary: 'A recipe of your own as it was before each edit, newest first',
    description: 'Each with what it changed. Changing only the stars doesn’t make a version.',
    access: 'member',
    input: ListPersonalVersions,
    example: { id: 1, limit: 1 },
    reply: PersonalVersions,
    faults: ['recipe-not-found'],
    run: listPersonalVersions,
  }),
  endpoint({
    route: 'DELETE /api/user/recipes/:id',
    summary: 'Delete a recipe of your own',
    description: 'Someone else’s recipe gives a 404.',
    access: 'member',
    input: PersonalRecipeId,
    example: { id: 1 },
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: deletePersonalRecipe,
  }),
]
