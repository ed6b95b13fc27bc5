import { grindersMatching, nearestSlugs } from '../../../core/grind/find.ts'
import { searchFrom } from '../../../core/grind/grinders.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { textField } from './parts/controls.ts'

/** All grinders by brand, or those that a search finds. */
export function grindersPage(visit: Visit) {
  const { grinders } = visit.ports
  const search = searchFrom(visit.url.searchParams.get('q') ?? '')
  const found = grindersMatching(grinders.list(), search)
  const brands = Object.entries(Object.groupBy(found, ({ brand }) => brand))
  return sitePage(visit, {
    title: 'Grinders',
    description: `Grind settings for ${grinders.list().length} coffee grinders, for every brew method.`,
    canonical: '/grinders',
    section: 'Grinders',
    body: html`<div class="plain"><h1>Grinders</h1>
<form role="search">
  ${textField('q', 'Brand or model', { value: search, more: html`type="search" maxlength="100"` })}
  <p><button class="button">Search</button></p>
</form>
${found.length === 0 ? nothingFound(search, nearestSlugs(grinders, search)) : html`<p role="status">${found.length === 1 ? '1 grinder' : `${found.length} grinders`}</p>`}
${brands.map(([brand, models = []]) => html`<h2>${brand}</h2><ul>${models.map(link)}</ul>`)}</div>`,
  })
}

const link = ({ slug, model }: Grinder): Html => html`<li><a href="/grinders/${slug}">${model}</a></li>`

const nothingFound = (search: string, nearest: string[]) =>
  html`<p role="status">No grinder matches “${search}”; the nearest are
${nearest.map((slug, at) => html`${at === 0 ? '' : ', '}<a href="/grinders/${slug}">${slug}</a>`)}.</p>`
