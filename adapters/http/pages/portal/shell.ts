import { nameInTwo } from '../../../../core/coffees/roaster-name.ts'
import type { AssetName } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { choicesAndSignOut, sitePage } from '../layout.ts'
import { icon, logo } from '../parts/pen.ts'
import { roasterFace } from '../roasters.ts'
import type { PortalVisit } from './portal-page.ts'
import { railLinks } from './rail.ts'

interface PortalView {
  title: string
  /** The entry of the rail that it belongs to: its path after `/portal/:slug`. */
  at: string
  body: Html
  status?: number
  script?: AssetName
}

/** A page of the portal: rail, content and footer. */
export function portalView(visit: PortalVisit, { title, at, script = 'portal.js', ...page }: PortalView) {
  const { roasterSlug: slug, roasterName } = visit.who
  const { called, rest } = nameInTwo(roasterName)
  const logoOf = visit.roasters.find(({ roasterSlug }) => roasterSlug === slug)?.logo ?? null
  const whose = html`${roasterFace({ name: roasterName, logo: logoOf })}<span><b>${called}</b>${rest ? html` <span>${rest}</span>` : ''}</span>`
  const seePage = html`<a class="see" href="/roasters/${slug}">See your page${icon('right')}</a>`
  return sitePage(visit, {
    title: `${title}, ${called}`,
    script,
    ...page,
    around: {
      kind: 'portal',
      style: 'portal.css',
      top: html`<header class="rail"><a class="home" href="/">${logo()}<span>Dialin</span></a>
${visit.roasters.length > 1 ? html`<a class="whose" href="/portal">${whose}<span class="unseen">: switch roaster</span>${icon('turn')}</a>` : html`<p class="whose">${whose}</p>`}
${railLinks(slug, at)}
${seePage}</header>`,
      foot: html`<footer class="portal-foot">${seePage}<a class="see" href="/me">My coffee${icon('right')}</a>${choicesAndSignOut(visit)}</footer>`,
    },
  })
}
