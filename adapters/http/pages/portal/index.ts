import { perMinute } from '../../limits.ts'
import { ownPage } from '../own-page.ts'
import { analyticsPage } from './analytics.ts'
import { bagCodesPage, bagSheets } from './bag-codes.ts'
import { portalsPage } from './choose.ts'
import { coffeeDeleted, coffeePictured, coffeeRevised, portalCoffeePage } from './coffee.ts'
import { coffeeAdded, coffeeMoved, portalCoffeesPage } from './coffees.ts'
import { dashboardPage } from './dashboard.ts'
import { memberPages } from './members.ts'
import { portalPage } from './portal-page.ts'
import { logoPosted, profilePosted, roasterProfilePage } from './profile.ts'
import { portalRecipeDeleted, portalRecipePage, portalRecipePosted } from './recipe.ts'
import { portalRecipesPage } from './recipes.ts'
import { siteAdded, widgetPage, widgetSaved } from './widget.ts'

/**
 * The pages for a roaster's members. A page that appears in the rail also has a line in rail.ts.
 */
export const portalPages = [
  ownPage('GET /portal', 'Which roaster to manage, or how to claim one', portalsPage),
  portalPage('GET /portal/:slug', 'What happened, and what is left to do', dashboardPage),
  portalPage('GET /portal/:slug/coffees', 'The coffees, in the order that everybody sees', portalCoffeesPage),
  coffeeAdded,
  portalPage('POST /portal/:slug/coffees/order', 'A coffee was moved up or down', coffeeMoved),
  portalPage('GET /portal/:slug/coffees/:id', 'A coffee and its picture, to change', portalCoffeePage),
  coffeeRevised,
  coffeePictured,
  portalPage('POST /portal/:slug/coffees/:id/delete', 'A coffee was deleted', coffeeDeleted),
  portalPage('GET /portal/:slug/recipes', 'The roaster’s own recipes, coffee by coffee', portalRecipesPage),
  portalPage('GET /portal/:slug/recipes/new', 'A recipe to write, as a shopper will see it', portalRecipePage),
  portalPage('POST /portal/:slug/recipes/new', 'A recipe was written', portalRecipePosted),
  portalPage('GET /portal/:slug/recipes/:id', 'A recipe to change, as a shopper will see it', portalRecipePage),
  portalPage('POST /portal/:slug/recipes/:id', 'A recipe was changed', portalRecipePosted),
  portalPage('POST /portal/:slug/recipes/:id/delete', 'A recipe was deleted', portalRecipeDeleted),
  portalPage(
    'GET /portal/:slug/widget',
    'How the widget looks, where it was seen, and how to put it on a site',
    widgetPage,
  ),
  widgetSaved,
  portalPage('GET /portal/:slug/codes', 'A code for the bag of every coffee', bagCodesPage),
  {
    ...portalPage('GET /portal/:slug/codes.pdf', 'The same on sheets of labels', bagSheets, { limit: perMinute(4) }),
    media: 'application/pdf',
  },
  siteAdded,
  portalPage('GET /portal/:slug/analytics', 'Who saw what, where and on which grinder', analyticsPage),
  portalPage('GET /portal/:slug/profile', 'Who the roaster is, where, and how to reach them', roasterProfilePage),
  profilePosted,
  logoPosted,
  ...memberPages,
]
