import { grindersMatching, nearestSlugs } from '../../../core/grind/find.ts'
import { searchFrom } from '../../../core/grind/grinders.ts'
import { methodById } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { dialRangeOf } from '../../../core/grind/notation.ts'
import { positionOn, reaches } from '../../../core/grind/position.ts'
import type { Visit } from './choices.ts'
import { burrsIn } from './compare.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { searchField } from './parts/controls.ts'
import { logo } from './parts/pen.ts'

const drives = { hand: 'By hand', electric: 'Electric' } as const

/** All grinders by brand, or the results of a search. */
export function grindersPage(visit: Visit) {
  const { ports, url } = visit
  const search = searchFrom(url.searchParams.get('q') ?? '')
  const drive = (['hand', 'electric'] as const).find(one => one === url.searchParams.get('drive'))
  const all = ports.grinders.list()
  const found = grindersMatching(all, search).filter(one => drive === undefined || one.drive === drive)
  const brands = Object.entries(Object.groupBy(found, ({ brand }) => brand))
  return sitePage(visit, {
    title: 'Grinders',
    description: `Grind settings for ${all.length} coffee grinders, for every brew method.`,
    canonical: '/grinders',
    section: 'Grinders',
    body: html`<form role="search" class="finder-top" method="get" action="/grinders"><div><h1>Grinders</h1><p class="lead">${all.length} dials on one scale, from espresso to cold brew.</p></div>${searchField('Brand or model', search)}${drive ? html`<input type="hidden" name="drive" value="${drive}">` : ''}</form>
<div class="list-top"><nav class="switch" aria-label="Kind">${driveLink(search, undefined, drive)}${driveLink(search, 'hand', drive)}${driveLink(search, 'electric', drive)}</nav>
${found.length === 0 ? nothingFound(search, visit) : html`<p role="status">${found.length === 1 ? '1 grinder' : `${found.length} grinders`}</p>`}</div>
${brands.map(([brand, models = []]) => html`<section class="brand"><h2>${brand}</h2><ul class="models">${models.map(one => grinderRow(one, visit))}</ul></section>`)}`,
  })
}

function driveLink(search: string, drive: keyof typeof drives | undefined, chosen: string | undefined): Html {
  const query = String(new URLSearchParams({ ...(search && { q: search }), ...(drive && { drive }) }))
  return html`<a href="/grinders${query ? `?${query}` : ''}"${drive === chosen ? html` aria-current="true"` : ''}>${drive ? drives[drive] : 'All'}</a>`
}

function grinderRow(grinder: Grinder, visit: Visit): Html {
  const { target } = methodById.v60.grindIndex
  const kind = [drives[grinder.drive], burrsIn(grinder)].filter(word => word).join(', ')
  return html`<li class="card"><h3><a href="/grinders/${grinder.slug}">${grinder.model}</a>${visit.grinder?.slug === grinder.slug ? html`${logo()}<span class="unseen">, yours</span>` : ''}</h3>
<p>${kind}<br>${dialRangeOf(grinder)}</p><p class="start">V60 <b>${reaches(grinder, target) ? positionOn(grinder, target).label : 'out of reach'}</b></p></li>`
}

const nothingFound = (search: string, { ports }: Visit) =>
  html`<p role="status">No grinder matches “${search}”; the nearest are
${nearestTo(search, ports).map((near, at) => html`${at === 0 ? '' : ', '}<a href="/grinders/${near.slug}">${fullName(near)}</a>`)}.</p>`

/** Grinders with a similar name. */
export const nearestTo = (name: string, { grinders }: Visit['ports']) =>
  nearestSlugs(grinders, name).flatMap(slug => grinders.bySlug(slug) ?? [])
