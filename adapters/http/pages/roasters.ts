import type { Roaster } from '../../../core/coffees/roaster.ts'
import { ListRoasters } from '../../../core/roasters/model.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice, searchField } from './parts/controls.ts'
import { PAGE_LENGTH, paged, pager, pagerHead, tidied } from './parts/pager.ts'
import { icon } from './parts/pen.ts'
import { photo } from './parts/photo.ts'
import { complaintAbout, textsIn, validIn } from './query.ts'
import type { Words } from './words.ts'

/** Roasters by name, or the results of a search. */
export async function roastersPage(arrived: Visit): Promise<Response> {
  const visit = { ...arrived, url: tidied(arrived.url, {}) }
  const { url, ports, words } = visit
  const [q = ''] = textsIn(url, 'q')
  const found = await paged(url, async position => {
    const asked = validIn(ListRoasters, { search: q, limit: PAGE_LENGTH, cursor: position.cursor })
    return { list: await ports.roasters.list(asked), position }
  })
  if (found instanceof Response) return found
  const { list, position } = found
  const { total } = list.pagination
  const next = position.next(list.nextCursor)
  return sitePage(visit, {
    title: 'Roasters',
    description: `Coffee roasters, their coffees and how people brew them: ${words.number(total)} with recipes for your grinder.`,
    canonical: '/roasters',
    section: 'Roasters',
    script: 'lists.js',
    head: pagerHead(position.previous, next),
    body: html`<form class="finder" method="get" action="/roasters" data-at-once data-address="${url.pathname}${url.search}">
<div class="finder-top"><div><h1>Roasters</h1>
<p class="lead" role="status" data-live="total">${words.number(total)} ${total === 1 ? 'roaster' : 'roasters'}${q ? ` for “${q}”` : ''}.</p></div>${searchField('Name of a roaster', q, complaintAbout(ListRoasters.entries.search, q || undefined))}</div></form>
<h2 class="unseen">Results</h2>
<div data-live="found">${
      list.roasters.length > 0
        ? html`<div class="cards">${list.roasters.map(roaster => roasterCard(roaster, words))}</div>`
        : notice('plain', 'No roasters by that name.', html`<a href="/roasters">Show all roasters</a>`)
    }${pager(position.previous, next)}</div>
<section class="part" aria-labelledby="yours"><h2 id="yours">Do you roast?</h2>
<p class="quiet">Your recipe, in your customer’s clicks, on your own site: <a href="/claim">claim your page</a>, or <a href="/widget">see the widget</a>.</p></section>`,
  })
}

const roasterCard = ({ slug, name, logo, location, tagline, isVerified, _count }: Roaster, words: Words): Html =>
  html`<article class="card roaster"><div class="card-top">${roasterFace({ name, logo })}<span>${location ?? ''}</span>${isVerified ? html`<span class="verified">${icon('check')}<span class="unseen">Verified roaster</span></span>` : ''}</div>
<h3><a href="/roasters/${slug}">${name}</a></h3>
${tagline ? html`<p>${tagline}</p>` : ''}<p class="source">${_count.coffees === 1 ? 'One coffee' : `${words.number(_count.coffees)} coffees`}</p></article>`

/** A roaster's logo next to its name, or its first letter. */
export const roasterFace = ({ name, logo }: Pick<Roaster, 'name' | 'logo'>): Html =>
  logo ? html`<span class="face roaster-face with-logo">${photo(logo, '', '64px')}</span>` : initial(name)

/** Used when a roaster has no logo. */
const initial = (name: string): Html =>
  html`<span class="face roaster-face" aria-hidden="true">${[...name][0]?.toUpperCase() ?? ''}</span>`
