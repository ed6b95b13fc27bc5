import * as field from '../../../core/fields.ts'
import {
  ListSavedRecipes,
  listSavedRecipes,
  Saved,
  SavedRecipeList,
  SaveRecipe,
  saveRecipe,
} from '../../../core/recipes/saved-recipes.ts'
import { endpoint } from '../endpoint.ts'

export const savedRecipes = [
  endpoint({
    route: 'GET /api/user/saved-recipes',
    summary: 'The recipes you have saved, the last saved first',
    description: 'Newest first, by page number; with `grinder`, on that dial.',
    access: 'member',
    scope: 'read',
    input: ListSavedRecipes,
    example: { limit: 1 },
    reply: SavedRecipeList,
    faults: ['grinder-not-found'],
    run: listSavedRecipes,
  }),
  endpoint({
    route: 'POST /api/user/saved-recipes',
    summary: 'Save a community recipe; a second time changes nothing',
    description: 'Its author gets an email, unless they turned it off.',
    access: 'member',
    scope: 'write',
    input: SaveRecipe,
    example: { communityRecipeId: 1 },
    reply: Saved,
    status: 201,
    faults: ['recipe-not-found'],
    run: saveRecipe,
  }),
  endpoint({
    route: 'DELETE /api/user/saved-recipes',
    name: 'unsaveRecipe',
    summary: 'Unsave a recipe',
    description: 'No error if it isn’t saved.',
    access: 'member',
    scope: 'write',
    input: SaveRecipe,
    example: { communityRecipeId: 1 },
    reply: field.succeeded,
    run: async ({ communityRecipeId }, { savedRecipes }, person) => {
      await savedRecipes.remove(person.id, communityRecipeId)
      return { success: true as const }
    },
  }),
]
