import { listBrews } from '../../../../core/brews/brews.ts'
import { html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { paged, pager } from '../parts/pager.ts'
import { brewRows } from './brew-rows.ts'
import { railView } from './rail.ts'

/** All brews, newest first. */
export async function brewsPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url, words } = visit
  const answer = await paged(url, async position => {
    const brews = await listBrews({ limit: 30, cursor: position.cursor }, ports, who)
    return { brews, previous: position.previous, next: position.next(brews.cursor) }
  })
  if (answer instanceof Response) return answer
  const { brews, previous, next } = answer
  return railView(visit, '/me/brews', {
    title: 'My brews',
    body: html`<h1>Brews</h1><p class="lead below">${brews.total === 1 ? 'One brew' : `${words.number(brews.total)} brews`}, newest first.</p>
${brews.data.length === 0 ? notice('plain', 'No brews yet.', html`<a href="/me/log">Log your first</a>`) : brewRows(brews.data, visit)}${pager(previous, next, 'Older brews')}`,
  })
}
