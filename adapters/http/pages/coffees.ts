import { coffeeTypes, ListCoffees } from '../../../core/coffees/model.ts'
import { roastLevels } from '../../../core/coffees/roast.ts'
import { listCoffees } from '../../../core/discovery/read-coffees.ts'
import { capital } from '../../../core/names.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { coffeeCards } from './parts/coffee-card.ts'
import { chipBox, chipLinks, notice, searchField, sortSwitch } from './parts/controls.ts'
import { roastInWords } from './parts/figures.ts'
import { hrefWith, PAGE_LENGTH, paged, pager, pagerHead, tidied } from './parts/pager.ts'
import { complaintAbout, hiddenFields, textsIn, validIn } from './query.ts'

const sorts = [
  { value: '', label: 'Top rated' },
  { value: 'name', label: 'A–Z' },
  { value: 'trending', label: 'Trending' },
  { value: 'newest', label: 'Newest' },
]

/** Coffees to find by name, roaster or origin, each with where to start on the reader's grinder. */
export async function coffeesPage(arrived: Visit): Promise<Response> {
  const visit = { ...arrived, url: tidied(arrived.url, {}) }
  const { url, ports, grinder } = visit
  const [q = ''] = textsIn(url, 'q')
  const found = await paged(url, async position => {
    const asked = validIn(ListCoffees, {
      q,
      roastLevel: textsIn(url, 'roast')[0],
      coffeeType: textsIn(url, 'type')[0],
      origin: textsIn(url, 'origin')[0],
      roaster: textsIn(url, 'roaster')[0],
      sort: textsIn(url, 'sort')[0] ?? (q ? undefined : 'popular'),
      limit: PAGE_LENGTH,
      cursor: position.cursor,
    })
    return { asked, page: await listCoffees(asked, ports, visit.who), position }
  })
  if (found instanceof Response) return found
  const { asked, page, position } = found
  const next = position.next(page.nextCursor)
  const applied = [
    ['q', asked.q && `“${asked.q}”`],
    ['roaster', asked.roaster && ((await ports.roasters.bySlug(asked.roaster))?.name ?? asked.roaster)],
    ['origin', asked.origin],
    ['roast', asked.roastLevel?.map(roastInWords).join(', ')],
    ['type', asked.coffeeType && typeInWords(asked.coffeeType)],
  ].flatMap(([name = '', label]) => (label ? [{ label, without: hrefWith(url, name, '') }] : []))
  return sitePage(visit, {
    title: 'Coffees',
    description:
      'Coffees by name, roaster, origin and roast: how people grind and brew them, and where to start on your own grinder.',
    canonical: '/coffees',
    section: 'Coffees',
    script: 'lists.js',
    head: pagerHead(position.previous, next),
    body: html`<form class="finder" method="get" action="/coffees" data-at-once data-address="${url.pathname}${url.search}">
<div class="finder-top"><div><h1>Coffees</h1>
<p class="lead">Find yours, and where to start${grinder ? ` on your ${grinder.model}` : ''}.</p></div>${searchField('Coffee, roaster or origin', q, complaintAbout(ListCoffees.entries.q, q || undefined))}</div>
${hiddenFields(url, ['roaster', 'origin'])}
<div class="finder-body"><details class="filters"><summary class="button outlined small">Filters</summary><div class="filters-in">
<fieldset><legend>Roast</legend><div class="chips">${chipBox('radio', 'roast', '', 'Any', asked.roastLevel === undefined)}${roastLevels.map(one => chipBox('radio', 'roast', one, roastInWords(one), asked.roastLevel?.join() === one))}</div></fieldset>
<fieldset><legend>Kind</legend><div class="chips">${chipBox('radio', 'type', '', 'Any', asked.coffeeType === undefined)}${coffeeTypes.map(one => chipBox('radio', 'type', one, typeInWords(one), asked.coffeeType === one))}</div></fieldset>
<p class="unscripted"><button class="button soft">Show results</button></p></div></details>
<section class="found" aria-labelledby="found"><h2 id="found" class="unseen">Results</h2><div class="found-top"><div class="chips" data-live="chips">${chipLinks(applied)}</div>
${sortSwitch(sorts, textsIn(url, 'sort')[0] ?? '')}</div>
<div data-live="found">${
      page.data.length > 0
        ? html`<div class="cards bags">${await coffeeCards(page.data, visit)}</div>`
        : notice(
            'plain',
            'No coffees match your search.',
            html`<a href="/coffees">Show all coffees</a>, or brew <a href="/">any coffee by its roast</a>.`,
          )
    }${pager(position.previous, next)}</div></section></div></form>`,
  })
}

const typeInWords = (type: string) => capital(type.toLowerCase().replace('_', ' '))
