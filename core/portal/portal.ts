import type { BagCodes } from './bag-codes.ts'
import type { PortalCoffees } from './coffees.ts'
import type { PortalFigures } from './dashboard.ts'
import type { PortalProfiles } from './profile.ts'
import type { PortalRecipes } from './recipes.ts'

/** What a roaster's members see and change. */
export interface Portal {
  profiles: PortalProfiles
  coffees: PortalCoffees
  recipes: PortalRecipes
  figures: PortalFigures
  bagCodes: BagCodes
}
