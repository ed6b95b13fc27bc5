import * as v from 'valibot'
import { SearchEverything, searchEverything } from '../../../core/search/search-everything.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { searchField } from './parts/controls.ts'
import { complaintAbout, textsIn } from './query.ts'
import { resultCount, searchResults } from './search-results.ts'

/**
 * Everything that a search finds. The palette that the magnifier opens shows the same results: its
 * script requests this page and takes the part that is marked `results`.
 */
export async function searchPage(visit: Visit): Promise<Response> {
  const { url, ports, grinder: mine } = visit
  const [q = ''] = textsIn(url, 'q')
  const kind = v.safeParse(SearchEverything.entries.in, textsIn(url, 'in')[0])
  const asked = v.safeParse(SearchEverything, { q, in: kind.success ? kind.output : undefined })
  const found = asked.success ? await searchEverything({ ...asked.output, mine }, ports) : undefined
  return sitePage(visit, {
    title: asked.success ? `${asked.output.q}: search` : 'Search',
    script: 'lists.js',
    body: html`<div class="search-page"><form role="search" method="get" action="/search" data-at-once data-address="${url.pathname}${url.search}"><h1>Search</h1>
${searchField('Grinders, recipes, coffees, roasters, methods', q, complaintAbout(SearchEverything.entries.q, q || undefined))}</form>
<p class="unseen" role="status" data-live="result-count">${found ? resultCount(found, visit.words) : ''}</p>
<div data-live="results">${asked.success && found ? await searchResults(found, asked.output, visit) : nothingAsked()}</div></div>`,
  })
}

/** Below the searches that the script remembers. */
const nothingAsked = (): Html =>
  html`<p class="quiet search-hint">Search by any name, or convert a setting: try <a href="/search?q=j-max">j-max</a>, <a href="/search?q=french+press">french press</a> or <a href="/search?q=24+c40+to+j-max">24 c40 to j-max</a>.</p>`
