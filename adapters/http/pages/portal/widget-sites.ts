import type { EmbeddingSite } from '../../../../core/portal/sightings.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../parts/pen.ts'
import type { PortalVisit } from './portal-page.ts'

/** The site that showed it last, if any. */
export function liveOn(sites: readonly EmbeddingSite[], { words, ports }: PortalVisit): Html {
  const [last] = sites
    .flatMap(({ host, loadedAt, isAllowed }) => (loadedAt && isAllowed ? { host, loadedAt } : []))
    .sort((one, other) => other.loadedAt.localeCompare(one.loadedAt))
  return last
    ? html`<p class="live-on">${icon('check')}<span><b>Live on ${last.host}.</b> Last loaded ${words.ago(last.loadedAt, ports.clock())}.</span></p>`
    : html``
}

/** Whether the widget works, judging by the sites that requested it. */
export function seenOn(sites: readonly EmbeddingSite[], path: string, visit: PortalVisit): Html {
  const { words, ports } = visit
  const ago = (instant: string) => words.ago(instant, ports.clock())
  const line = ({ host, loadedAt, refusedAt, isAllowed }: EmbeddingSite): Html => {
    if (refusedAt && !isAllowed)
      return html`<li class="refused">${icon('fault')}<span>${loadedAt ? html`Blocked on <b>${host}</b> ${ago(refusedAt)}; last loaded there ${ago(loadedAt)}.` : html`Blocked on <b>${host}</b> ${ago(refusedAt)}.`}</span><form method="post" action="${path}/sites"><button class="button small soft" name="domain" value="${host}">Add it</button></form></li>`
    return loadedAt
      ? html`<li>${icon('check')}<span>Last loaded on <b>${host}</b>, ${ago(loadedAt)}.</span></li>`
      : html`<li>${icon('check')}<span><b>${host}</b> can show your widget now, but hasn’t loaded it yet.</span></li>`
  }
  return html`<section class="panel seen-on" id="seen" aria-labelledby="seen-title"><h2 id="seen-title">Where it was seen</h2>${
    sites.length === 0
      ? html`<p>Nowhere yet. Once a page shows your widget, its site appears here within a minute.</p>`
      : html`<ul>${sites.map(line)}</ul>`
  }<p class="quiet">Based on requests from the last four weeks. We never visit your site. Not seeing what you expect? Add <code>?dialin-owner</code> to the page’s URL and the widget will tell you why.</p></section>`
}
