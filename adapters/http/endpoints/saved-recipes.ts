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
    access: 'member',
    input: ListSavedRecipes,
    reply: SavedRecipeList,
    faults: ['grinder-not-found'],
    run: listSavedRecipes,
  }),
  endpoint({
    route: 'POST /api/user/saved-recipes',
    summary: 'Save a community recipe; a second time changes nothing',
    access: 'member',
    input: SaveRecipe,
    reply: Saved,
    status: 201,
    faults: ['recipe-not-found'],
    run: saveRecipe,
  }),
  endpoint({
    route: 'DELETE /api/user/saved-recipes',
    summary: 'Save a recipe no longer',
    access: 'member',
    input: SaveRecipe,
    reply: field.succeeded,
    run: async ({ communityRecipeId }, { savedRecipes }, person) => {
      await savedRecipes.remove(person.id, communityRecipeId)
      return { success: true as const }
    },
  }),
]
