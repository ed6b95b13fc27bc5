import { nearestSlugs } from '../../../core/grind/find.ts'
import { searchFrom } from '../../../core/grind/grinders.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { bestMatches } from '../../../core/grind/naming.ts'
import { popularGrinders } from '../../../core/grind/picker.ts'
import { brandIndex, letterIn } from './brand-index.ts'
import type { Visit } from './choices.ts'
import { grinderRows } from './grinder-rows.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { searchField } from './parts/controls.ts'
import { brewerIcon } from './parts/pen.ts'
import { grindersOf } from './picker-rows.ts'

const drives = { hand: 'Hand', electric: 'Electric' } as const
const methods: readonly MethodId[] = ['v60', 'espresso', 'aeropress', 'french_press']
/** More would be slow to draw. A brand has fewer. */
const MOST_FOUND = 40
/** Of the first brand, next to an index of all. */
const MOST_OF_BRAND = 5
const MOST_POPULAR = 8

/** The choices in the URL of the list. */
interface AskedGrinders {
  q?: string
  drive?: keyof typeof drives | undefined
  method?: MethodId | undefined
  brand?: string | undefined
  letter?: string | undefined
}

/** The reader's grinders, popular ones and an index of brands; or one brand, or what a search finds. */
export async function grindersPage(visit: Visit) {
  const { ports, url } = visit
  const given = url.searchParams
  const asked = {
    q: searchFrom(given.get('q') ?? ''),
    drive: (['hand', 'electric'] as const).find(one => one === given.get('drive')),
    method: methods.find(one => one === given.get('method')),
    brand: given.get('brand') ?? undefined,
    letter: letterIn(given.get('letter')),
  }
  const all = ports.grinders.list()
  const listed = all.filter(({ drive }) => asked.drive === undefined || drive === asked.drive)
  const brand = listed.find(one => one.brand === asked.brand)?.brand
  const sections = asked.q
    ? found(asked.q, listed, asked, visit)
    : brand
      ? ofBrand(brand, listed, asked, visit)
      : await firstOnes(listed, asked, visit)
  const index = brandIndex({
    grinders: listed,
    brand,
    letter: asked.letter,
    href: change => hrefOf({ drive: asked.drive, method: asked.method, ...change }),
  })
  return sitePage(visit, {
    title: 'Grinders',
    description: `Grind settings for ${all.length} coffee grinders, for every brew method.`,
    canonical: '/grinders',
    section: 'Grinders',
    script: 'pick-grinder.js',
    body: html`<form role="search" class="finder-top" method="get" action="/grinders"><div><h1>Grinders</h1><p class="lead">${all.length} dials on one scale. Starting points are published, not measured.</p></div>${searchField('Brand or model', asked.q)}${kept(asked)}</form>
<div class="grinder-switches"><nav class="switch" aria-label="Kind">${[undefined, 'hand' as const, 'electric' as const].map(drive => html`<a href="${hrefOf({ ...asked, drive })}"${drive === asked.drive ? html` aria-current="true"` : ''}>${drive ? drives[drive] : 'All'}</a>`)}</nav>
<nav class="switch" aria-label="Show where to start for">${methods.map(method => html`<a href="${hrefOf({ ...asked, method })}"${method === methodOf(asked) ? html` aria-current="true"` : ''}>${brewerIcon(method)}${methodById[method].name}</a>`)}</nav></div>
<div class="grinder-lists${asked.q || brand ? ' narrowed' : ''}"><div>${sections}</div>${index}
<aside class="not-here" aria-labelledby="not-here"><div><h2 id="not-here">Can’t find yours?</h2><p>Its dial and one setting you know are enough.</p></div><a class="button outlined small" href="/my-grinder?add">Add your grinder</a></aside></div>`,
  })
}

const methodOf = ({ method = 'v60' }: AskedGrinders): MethodId => method

/** A link to the list with these choices; the usual ones are left out. */
function hrefOf({ q, drive, method, brand, letter }: AskedGrinders): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(drive && { drive }),
    ...(method && method !== 'v60' && { method }),
    ...(brand && { brand }),
    ...(letter && { letter }),
  })
  return query.size === 0 ? '/grinders' : `/grinders?${query}`
}

/** What a new search keeps. */
const kept = ({ drive, method }: AskedGrinders): Html =>
  html`${drive ? html`<input type="hidden" name="drive" value="${drive}">` : ''}${method ? html`<input type="hidden" name="method" value="${method}">` : ''}`

type Listed = ReturnType<Visit['ports']['grinders']['list']>

async function firstOnes(listed: Listed, asked: AskedGrinders, visit: Visit): Promise<Html> {
  const method = methodOf(asked)
  const own = (await grindersOf(visit)).filter(({ grinder }) => listed.some(({ slug }) => slug === grinder.slug))
  const popular = popularGrinders
    .flatMap(slug => listed.find(one => one.slug === slug) ?? [])
    .filter(({ slug }) => !own.some(({ grinder }) => grinder.slug === slug))
    .slice(0, MOST_POPULAR)
  const first = listed[0]?.brand ?? ''
  const models = listed.filter(({ brand }) => brand === first)
  const usual = own.find(({ isDefault }) => isDefault)?.grinder.slug
  return html`${
    own.length === 0
      ? ''
      : section(
          'Yours',
          html`<span class="quiet">Start, and the range</span>`,
          grinderRows(
            own.map(({ grinder }) => grinder),
            { method, hasBrand: true, usual },
          ),
        )
  }${section('Popular', own.length === 0 ? html`<span class="quiet">Start, and the range</span>` : '', grinderRows(popular, { method, hasBrand: true }), 'popular')}
${section(first, html`<a class="all" href="${hrefOf({ ...asked, brand: first })}">All ${models.length}</a>`, grinderRows(models.slice(0, MOST_OF_BRAND), { method, hasBrand: false }), 'first-brand')}`
}

function ofBrand(brand: string, listed: Listed, asked: AskedGrinders, visit: Visit): Html {
  const models = listed.filter(one => one.brand === brand)
  const rows = grinderRows(models, { method: methodOf(asked), hasBrand: false, mine: visit.grinder?.slug })
  return section(brand, html`<a class="all" href="${hrefOf({ ...asked, brand: undefined })}">All brands</a>`, rows)
}

function found(search: string, listed: Listed, asked: AskedGrinders, visit: Visit): Html {
  const matches = bestMatches(listed, search)
  const count = matches.length === 1 ? '1 grinder' : `${matches.length} grinders`
  const words = matches.length > MOST_FOUND ? `Top ${MOST_FOUND} of ${count}` : count
  if (matches.length === 0) return nothingFound(search, visit)
  const rows = grinderRows(matches.slice(0, MOST_FOUND), {
    method: methodOf(asked),
    hasBrand: true,
    mine: visit.grinder?.slug,
  })
  return section(`“${search}”`, html`<span role="status">${words}</span>`, rows)
}

const section = (title: string, note: Html | string, rows: Html, kind = ''): Html =>
  html`<section class="grinder-group ${kind}"><div class="group-top"><h2>${title}</h2>${note}</div>${rows}</section>`

const nothingFound = (search: string, { ports }: Visit) =>
  html`<p role="status">No grinders match “${search}”. Closest names:
${nearestTo(search, ports).map((near, at, { length }) => html`${at === 0 ? '' : at === length - 1 ? ' and ' : ', '}<a href="/grinders/${near.slug}">${fullName(near)}</a>`)}.</p>`

/** Grinders with a similar name. */
export const nearestTo = (name: string, { grinders }: Visit['ports']) =>
  nearestSlugs(grinders, name).flatMap(slug => grinders.bySlug(slug) ?? [])
