import { ownPage } from '../own-page.ts'
import { analyticsPage } from './analytics.ts'
import { portalsPage } from './choose.ts'
import { dashboardPage } from './dashboard.ts'
import { portalPage } from './portal-page.ts'
import { profilePosted, roasterProfilePage } from './profile.ts'
import { siteAdded, widgetPage, widgetSaved } from './widget.ts'

/** What a roaster's members see. A page with a place in the rail has a line in rail.ts too. */
export const portalPages = [
  ownPage('GET /portal', 'Which roaster to manage, or how to claim one', portalsPage),
  portalPage('GET /portal/:slug', 'What happened, and what is left to do', dashboardPage),
  portalPage(
    'GET /portal/:slug/widget',
    'How the widget looks, where it was seen, and how to put it on a site',
    widgetPage,
  ),
  widgetSaved,
  siteAdded,
  portalPage('GET /portal/:slug/analytics', 'Who saw what, where and on which grinder', analyticsPage),
  portalPage('GET /portal/:slug/profile', 'Who the roaster is, where, and how to reach them', roasterProfilePage),
  profilePosted,
]
