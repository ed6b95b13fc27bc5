import { getDashboard } from '../../../../core/portal/dashboard.ts'
import { nameInTwo } from '../../../../core/roasters/name.ts'
import { html } from '../html.ts'
import { whenFor } from '../me/when.ts'
import type { PortalVisit } from './portal-page.ts'
import { portalView } from './shell.ts'
import { whatIsLeft } from './what-is-left.ts'

/** What happened, and what is left to do. */
export async function dashboardPage(visit: PortalVisit): Promise<Response> {
  const { ports, who } = visit
  const { tz, partOfDay } = whenFor(visit)
  const { onboarding } = await getDashboard({ tz }, ports, who)
  const hello = partOfDay ? `Good ${partOfDay}` : 'Hello'
  return portalView(visit, {
    title: 'Dashboard',
    at: '',
    body: html`<h1>${hello}, ${nameInTwo(who.roasterName).called}</h1>
<div class="happened">${whatIsLeft(onboarding, who.roasterSlug)}</div>`,
  })
}
