import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import {
  AddPortalRecipe,
  addPortalRecipe,
  deletePortalRecipe,
  getPortalRecipe,
  listPortalRecipes,
  PortalRecipe,
  PortalRecipeId,
  RevisePortalRecipe,
  revisePortalRecipe,
} from '../../../core/portal/recipes.ts'
import { endpoint } from '../endpoint.ts'

const OneRecipe = v.object({ recipe: PortalRecipe })

export const portalRecipes = [
  endpoint({
    route: 'GET /api/roaster-portal/coffees/:id/recipes',
    summary: 'Your own recipes for a coffee, as your widget shows them',
    description: 'As the widget shows them.',
    access: 'roaster',
    input: PortalRecipeId,
    example: { id: 1 },
    reply: v.object({ recipes: v.array(PortalRecipe) }),
    faults: ['coffee-not-found'],
    run: listPortalRecipes,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/coffees/:id/recipes',
    summary: 'Write a recipe of your own for a coffee',
    description:
      'The dose and either water or ratio; the grind as a grind index, as a setting on a grinder, or where the method grinds. One default per method.',
    access: 'roaster',
    input: AddPortalRecipe,
    example: {
      id: 1,
      method: 'v60',
      doseGrams: 15,
      ratio: 16,
      grinderId: 48,
      grindSetting: '24 clicks',
      isDefault: true,
    },
    reply: OneRecipe,
    status: 201,
    faults: ['coffee-not-found', 'setting-off-dial'],
    run: addPortalRecipe,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/recipes/:id',
    summary: 'A recipe of your own',
    description: 'With the grinder and setting it was written on, if one was named.',
    access: 'roaster',
    input: PortalRecipeId,
    example: { id: 1 },
    reply: OneRecipe,
    faults: ['recipe-not-found'],
    run: getPortalRecipe,
  }),
  endpoint({
    route: 'PATCH /api/roaster-portal/recipes/:id',
    also: 'PUT',
    summary: 'Change a recipe of your own; omitted fields stay',
    description: 'Omitted fields stay. A new default clears the old one.',
    access: 'roaster',
    input: RevisePortalRecipe,
    example: { id: 1, notes: 'Bloom for 45 seconds.' },
    reply: OneRecipe,
    faults: ['recipe-not-found', 'setting-off-dial'],
    run: revisePortalRecipe,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/recipes/:id',
    summary: 'Delete a recipe of your own, for owners; if it was the default for its method, none is left',
    description: 'Removed from the widget within five minutes.',
    access: 'roaster',
    input: PortalRecipeId,
    example: { id: 1 },
    reply: field.succeeded,
    faults: ['not-allowed', 'recipe-not-found'],
    run: deletePortalRecipe,
  }),
]
