import type { Portal } from '../../../core/portal/portal.ts'
import type { Sql } from '../engine/client.ts'
import type { Cursors } from '../queries/page.ts'
import { bagCodesIn } from './bag-codes.ts'
import { portalCoffeesIn } from './portal-coffees.ts'
import { portalFiguresIn } from './portal-figures.ts'
import { portalProfilesIn } from './portal-profiles.ts'
import { portalRecipesIn } from './portal-recipes.ts'

export const portalIn = (sql: Sql, cursors: Cursors): Portal => ({
  profiles: portalProfilesIn(sql),
  coffees: portalCoffeesIn(sql, cursors),
  recipes: portalRecipesIn(sql),
  figures: portalFiguresIn(sql),
  bagCodes: bagCodesIn(sql),
})
