import type { Route } from '../endpoint.ts'
import { adaptation } from './adaptation.ts'
import { apiTokens } from './api-tokens.ts'
import { auth } from './auth.ts'
import { brews } from './brews.ts'
import { claims } from './claims.ts'
import { coffees } from './coffees.ts'
import { collections } from './collections.ts'
import { community } from './community.ts'
import { ownDials } from './dials.ts'
import { drinkers } from './drinkers.ts'
import { embeds } from './embeds.ts'
import { equipment } from './equipment.ts'
import { forms } from './forms.ts'
import { grinders } from './grinders.ts'
import { health } from './health.ts'
import { library } from './library.ts'
import { members } from './members.ts'
import { ownedEquipment } from './owned-equipment.ts'
import { personalRecipes } from './personal-recipes.ts'
import { pictureRoutes } from './pictures.ts'
import { portability } from './portability.ts'
import { portal } from './portal.ts'
import { portalAnalytics } from './portal-analytics.ts'
import { portalCoffees } from './portal-coffees.ts'
import { portalEmbed } from './portal-embed.ts'
import { portalRecipes } from './portal-recipes.ts'
import { profiles } from './profiles.ts'
import { recipes } from './recipes.ts'
import { reports } from './reports.ts'
import { roasters } from './roasters.ts'
import { savedRecipes } from './saved-recipes.ts'
import { techniques } from './techniques.ts'

/** The table of contents: every route of the service. */
export const endpoints: Route[] = [
  ...health,
  ...forms,
  ...auth,
  ...apiTokens,
  ...equipment,
  ...grinders,
  ...profiles,
  ...drinkers,
  ...ownedEquipment,
  ...ownDials,
  ...coffees,
  ...recipes,
  ...reports,
  ...community,
  ...adaptation,
  ...techniques,
  ...roasters,
  ...claims,
  ...brews,
  ...savedRecipes,
  ...portability,
  ...library,
  ...personalRecipes,
  ...collections,
  ...embeds,
  ...portal,
  ...portalCoffees,
  ...portalRecipes,
  ...portalEmbed,
  ...portalAnalytics,
  ...members,
  ...pictureRoutes,
]
