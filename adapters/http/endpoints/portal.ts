import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import { countedPageOf } from '../../../core/page.ts'
import { Analytics, AskAnalytics, getAnalytics } from '../../../core/portal/analytics.ts'
import { AskAnalyticsCsv, getAnalyticsCsv } from '../../../core/portal/analytics-csv.ts'
import {
  AddCoffee,
  addCoffee,
  deleteCoffee,
  ListPortalCoffees,
  listPortalCoffees,
  PortalCoffee,
  PortalCoffeeId,
  ReviseCoffee,
  reviseCoffee,
} from '../../../core/portal/coffees.ts'
import { AskDashboard, Dashboard, getDashboard } from '../../../core/portal/dashboard.ts'
import {
  EmbedSettings,
  getEmbedSettings,
  ReviseEmbedSettings,
  reviseEmbedSettings,
} from '../../../core/portal/embed.ts'
import {
  getRoasterProfile,
  ReviseRoasterProfile,
  RoasterProfile,
  reviseRoasterProfile,
} from '../../../core/portal/profile.ts'
import {
  AddPortalRecipe,
  addPortalRecipe,
  deletePortalRecipe,
  listPortalRecipes,
  PortalRecipe,
  PortalRecipeId,
  RevisePortalRecipe,
  revisePortalRecipe,
} from '../../../core/portal/recipes.ts'
import { AllowSite, allowSite, EmbeddingSites, listEmbeddingSites } from '../../../core/portal/sightings.ts'
import { endpoint } from '../endpoint.ts'

const OneCoffee = v.object({ coffee: PortalCoffee })
const OneRecipe = v.object({ recipe: PortalRecipe })

export const portal = [
  endpoint({
    route: 'GET /api/roaster-portal/dashboard',
    summary: 'How your roaster stands: figures, first steps, its best recipes and coffees',
    access: 'roaster',
    input: AskDashboard,
    reply: Dashboard,
    run: getDashboard,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/profile',
    summary: "Your roaster's profile",
    access: 'roaster',
    input: field.nothing,
    reply: RoasterProfile,
    run: getRoasterProfile,
  }),
  endpoint({
    route: 'PUT /api/roaster-portal/profile',
    also: 'PATCH',
    summary: "Change your roaster's profile; what is left out stays",
    access: 'roaster',
    input: ReviseRoasterProfile,
    reply: RoasterProfile,
    faults: ['name-taken'],
    run: reviseRoasterProfile,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/coffees',
    summary: 'Your coffees by name, with recipe, library and brew counts',
    access: 'roaster',
    input: ListPortalCoffees,
    reply: countedPageOf(PortalCoffee),
    run: listPortalCoffees,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/coffees',
    summary: 'Add a coffee',
    access: 'roaster',
    input: AddCoffee,
    reply: OneCoffee,
    status: 201,
    faults: ['slug-taken'],
    run: addCoffee,
  }),
  endpoint({
    route: 'PATCH /api/roaster-portal/coffees/:id',
    also: 'PUT',
    summary: 'Change a coffee; what is left out stays',
    access: 'roaster',
    input: ReviseCoffee,
    reply: OneCoffee,
    faults: ['coffee-not-found', 'slug-taken'],
    run: reviseCoffee,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/coffees/:id',
    summary: 'Delete a coffee that nobody has recipes, brews or a library entry of',
    access: 'roaster',
    input: PortalCoffeeId,
    reply: field.succeeded,
    faults: ['coffee-not-found', 'coffee-in-use'],
    run: deleteCoffee,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/coffees/:id/recipes',
    summary: 'Your own recipes for a coffee, as your widget shows them',
    access: 'roaster',
    input: PortalRecipeId,
    reply: v.object({ recipes: v.array(PortalRecipe) }),
    faults: ['coffee-not-found'],
    run: listPortalRecipes,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/coffees/:id/recipes',
    summary: 'Write a recipe of your own for a coffee',
    access: 'roaster',
    input: AddPortalRecipe,
    reply: OneRecipe,
    status: 201,
    faults: ['coffee-not-found', 'setting-off-dial'],
    run: addPortalRecipe,
  }),
  endpoint({
    route: 'PATCH /api/roaster-portal/recipes/:id',
    also: 'PUT',
    summary: 'Change a recipe of your own; what is left out stays',
    access: 'roaster',
    input: RevisePortalRecipe,
    reply: OneRecipe,
    faults: ['recipe-not-found', 'setting-off-dial'],
    run: revisePortalRecipe,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/recipes/:id',
    summary: 'Delete a recipe of your own; if it was the default of its method, there is none',
    access: 'roaster',
    input: PortalRecipeId,
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: deletePortalRecipe,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/embed',
    summary: 'How your widget looks and where it may appear',
    access: 'roaster',
    input: field.nothing,
    reply: EmbedSettings,
    run: getEmbedSettings,
  }),
  endpoint({
    route: 'PUT /api/roaster-portal/embed',
    also: 'PATCH',
    summary: 'Change how your widget looks and where it may appear; sites show it within five minutes',
    access: 'roaster',
    input: ReviseEmbedSettings,
    reply: EmbedSettings,
    faults: ['premium-only', 'coffee-not-found'],
    run: reviseEmbedSettings,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/embed/sites',
    summary: 'Where your widget was last loaded, and where it was refused',
    access: 'roaster',
    input: field.nothing,
    reply: EmbeddingSites,
    run: listEmbeddingSites,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/embed/sites',
    summary: 'Let one more site show your widget; where all sites may, nothing changes',
    access: 'roaster',
    input: AllowSite,
    reply: EmbedSettings,
    run: allowSite,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/analytics',
    summary:
      'Page views, impressions, clicks, method switches, grinder choices and scans: by day, coffee, method, referring host, place and grinder',
    access: 'roaster',
    input: AskAnalytics,
    reply: Analytics,
    run: getAnalytics,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/analytics.csv',
    summary: 'The same figures as one table, for a spreadsheet',
    access: 'roaster',
    input: AskAnalyticsCsv,
    reply: v.string(),
    file: { media: 'text/csv', name: 'analytics.csv' },
    run: getAnalyticsCsv,
  }),
]
