import type { EmbeddingSite } from '../../../../core/portal/sightings.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'
import type { PortalVisit } from './portal-page.ts'

/** Whether the widget works, judging by the sites that requested it. */
export function seenOn(sites: readonly EmbeddingSite[], path: string, visit: PortalVisit): Html {
  const { words, ports } = visit
  const ago = (instant: string) => words.ago(instant, ports.clock())
  const line = ({ host, loadedAt, refusedAt, isAllowed }: EmbeddingSite): Html => {
    if (refusedAt && !isAllowed)
      return html`<li class="refused">${icon('fault')}<span>Refused on <b>${host}</b>, ${ago(refusedAt)}${loadedAt ? `; last loaded there ${ago(loadedAt)}` : ''}.</span><form method="post" action="${path}/sites"><button class="button small soft" name="domain" value="${host}">Add it</button></form></li>`
    return loadedAt
      ? html`<li>${icon('check')}<span>Last loaded on <b>${host}</b>, ${ago(loadedAt)}.</span></li>`
      : html`<li>${icon('check')}<span><b>${host}</b> may show it now; it has not loaded it since.</span></li>`
  }
  return html`<section class="panel seen-on" id="seen" aria-labelledby="seen-title"><h2 id="seen-title">Where it was seen</h2>${
    sites.length === 0
      ? html`<p>Nowhere yet. Once a page shows it, that page’s site stands here within a minute.</p>`
      : html`<ul>${sites.map(line)}</ul>`
  }<p class="quiet">What sites said when they asked for it in the last four weeks. We look at none of them. A page shows something else than you expect? Open it with <code>?dialin-owner</code> behind its address, and the card says what is wrong.</p></section>`
}
