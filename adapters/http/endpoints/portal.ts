import * as field from '../../../core/fields.ts'
import { Dashboard, GetDashboard, getDashboard } from '../../../core/portal/dashboard.ts'
import {
  getRoasterProfile,
  ReviseRoasterProfile,
  RoasterProfile,
  reviseRoasterProfile,
} from '../../../core/portal/profile.ts'
import { endpoint } from '../endpoint.ts'

export const portal = [
  endpoint({
    route: 'GET /api/roaster-portal/dashboard',
    summary: 'Your roaster’s dashboard: figures, first steps, best recipes and coffees',
    description: 'What’s left to set up, how the recipes are doing, and the last 30 days compared with the 30 before.',
    access: 'roaster',
    scope: 'roaster',
    input: GetDashboard,
    example: { tz: 'Europe/Berlin' },
    reply: Dashboard,
    run: getDashboard,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/profile',
    summary: "Your roaster's profile",
    description: 'As shown on the roaster’s page, plus a contact address that isn’t public.',
    access: 'roaster',
    scope: 'roaster',
    input: field.nothing,
    reply: RoasterProfile,
    run: getRoasterProfile,
  }),
  endpoint({
    route: 'PUT /api/roaster-portal/profile',
    also: 'PATCH',
    summary: "Change your roaster's profile; omitted fields stay",
    description:
      'Omitted fields stay; null or an empty text clears a field. A new name keeps the slug. Only owners change the website.',
    access: 'roaster',
    input: ReviseRoasterProfile,
    example: { tagline: 'Roasted by the river', city: 'Leeds', country: 'United Kingdom' },
    reply: RoasterProfile,
    faults: ['not-allowed', 'name-taken'],
    run: reviseRoasterProfile,
  }),
]
