import { grindersMatching, nearestSlugs } from '../../../core/grind/find.ts'
import { searchFrom } from '../../../core/grind/grinders.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import type { Ports } from '../../../core/ports.ts'
import { type Html, html, htmlPage } from './html.ts'

/** All grinders by brand, or those that a search finds. */
export function grindersPage(asked: string, { grinders }: Pick<Ports, 'grinders'>) {
  const search = searchFrom(asked)
  const found = grindersMatching(grinders.list(), search)
  const brands = Object.entries(Object.groupBy(found, ({ brand }) => brand))
  return htmlPage(
    'Grinders · Dialin',
    html`<nav><a href="/">Dialin</a></nav>
<h1>Grinders</h1>
<form role="search">
  <label for="q">Brand or model</label>
  <input id="q" name="q" type="search" value="${search}" maxlength="100">
  <button>Search</button>
</form>
${found.length === 0 ? nothingFound(search, nearestSlugs(grinders, search)) : html`<p role="status">${found.length === 1 ? '1 grinder' : `${found.length} grinders`}</p>`}
${brands.map(([brand, models = []]) => html`<h2>${brand}</h2><ul>${models.map(link)}</ul>`)}`,
  )
}

const link = ({ slug, model }: Grinder): Html => html`<li><a href="/grinders/${slug}">${model}</a></li>`

const nothingFound = (search: string, nearest: string[]) =>
  html`<p role="status">No grinder matches “${search}”; the nearest are
${nearest.map((slug, at) => html`${at === 0 ? '' : ', '}<a href="/grinders/${slug}">${slug}</a>`)}.</p>`
