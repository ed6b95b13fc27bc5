import { startEach } from '../../../core/discovery/coffee-start.ts'
import { inARow } from '../../../core/names.ts'
import { type FoundGroup, type FoundItem, type FoundKind, foundKinds } from '../../../core/search/groups.ts'
import type { Everything } from '../../../core/search/search-everything.ts'
import { dialFor, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { onWhich } from './parts/dials.ts'
import { icon } from './parts/pen.ts'
import { answerRow, bestCard, type HitPlace, hitRow } from './search-hits.ts'

interface AskedSearch {
  q: string
  in?: FoundKind | undefined
}

const kindNames: Record<FoundKind, string> = {
  methods: 'Methods',
  grinders: 'Grinders',
  roasters: 'Roasters',
  coffees: 'Coffees',
  recipes: 'Recipes',
}

/** The results of a search, on its page and in the palette. */
export async function searchResults(found: Everything, { q, in: kind }: AskedSearch, visit: Visit): Promise<Html> {
  const { best, answers } = found
  const groups = kind ? found.groups.filter(group => group.kind === kind) : found.groups
  if (found.groups.length === 0 && !best && answers.length === 0)
    return html`<div class="notice">${icon('search')}<div><strong>Nothing matches “${q}”.</strong> Check the spelling, or browse <a href="/recipes">recipes</a>, <a href="/grinders">grinders</a>, <a href="/coffees">coffees</a> and <a href="/roasters">roasters</a>.</div></div>`
  const place = {
    visit,
    words: found.words,
    starts: await startsOf([...(best ? [best] : []), ...groups.flatMap(({ items }) => items)], visit),
  }
  const dial = dialFor(visit)
  return html`${kinds(found, q, kind, visit)}
${
  kind
    ? ''
    : html`${best ? bestCard(best, place) : ''}${
        answers.length > 0
          ? section(
              'answers',
              'Answers',
              '',
              answers.map(answer => answerRow(answer, place)),
            )
          : ''
      }`
}
${groups.map(group => groupSection(group, { q, in: kind }, place))}
${kind || best || answers.length > 0 ? '' : notFound(found, q)}
<p class="dial-note">${dial.whose === 'your' ? `Settings for your ${dial.grinder.model}` : html`Settings ${onWhich(dial)}. <a href="/my-grinder">Choose yours</a>`}</p>`
}

/** Where to start with each coffee on the reader's grinder. */
async function startsOf(items: readonly FoundItem[], visit: Visit): Promise<HitPlace['starts']> {
  const coffees = items.flatMap(item => (item.kind === 'coffees' ? [item.coffee] : []))
  if (coffees.length === 0) return new Map()
  const starts = await startEach({ dial: dialFor(visit).grinder }, coffees, visit.ports, visit.who)
  return new Map(coffees.flatMap(({ id }, at) => (starts[at] ? [[id, starts[at]] as const] : [])))
}

/** A link for each kind that was found, with how many there are. */
function kinds({ groups, best, answers }: Everything, q: string, kind: FoundKind | undefined, { words }: Visit): Html {
  const counted = groups.map(group => ({ ...group, total: group.total + Number(best?.kind === group.kind) }))
  const alone = best && !counted.some(group => group.kind === best.kind) ? 1 : 0
  const all = counted.reduce((sum, { total }) => sum + total, answers.length + alone)
  const chip = (name: string, count: number, hasMore: boolean, one?: FoundKind) =>
    html`<a class="chip-box" href="/search?${String(new URLSearchParams({ q, ...(one && { in: one }) }))}"${one === kind ? html` aria-current="true"` : ''}>${name} <span>${words.number(count)}${hasMore ? '+' : ''}</span></a>`
  if (counted.length < 2) return html``
  return html`<nav class="kinds" aria-label="Kinds of results">${chip(
    'All',
    all,
    counted.some(({ hasMore }) => hasMore),
  )}${counted.map(group => chip(kindNames[group.kind], group.total, group.hasMore, group.kind))}</nav>`
}

function groupSection(group: FoundGroup, asked: AskedSearch, place: HitPlace): Html {
  const { kind, items, total, hasMore, isSimilar, writtenOn } = group
  const title = writtenOn ? `Recipes written on a ${writtenOn.model}` : kindNames[kind]
  const { number } = place.visit.words
  const isPart = hasMore || total > items.length
  const shown = isPart ? `${number(items.length)} of ${number(total)}${hasMore ? '+' : ''}` : ''
  const more =
    asked.in && isPart
      ? html`<p><a class="button outlined small" href="${listBehind(group, asked.q)}">See all ${kindNames[kind].toLowerCase()}</a></p>`
      : html``
  return section(
    kind,
    title,
    isSimilar ? similarTo[kind] : shown,
    items.map(item => hitRow(item, place)),
    more,
  )
}

const similarTo: Record<FoundKind, string> = {
  methods: '',
  grinders: 'similar names',
  roasters: 'similar spelling',
  coffees: 'similar spelling',
  recipes: 'similar spelling',
}

/** The list that continues a group. */
function listBehind({ kind, writtenOn }: FoundGroup, q: string) {
  const query = writtenOn ? { madeWith: writtenOn.slug } : { q }
  return `/${kind}?${String(new URLSearchParams(query))}`
}

const section = (name: string, title: string, aside: string, rows: Html[], more: Html = html``): Html =>
  html`<section class="hits" aria-labelledby="found-${name}"><h2 id="found-${name}">${title}</h2>${aside ? html`<p class="aside">${aside}</p>` : ''}<ul>${rows.map(row => html`<li>${row}</li>`)}</ul>${more}</section>`

function notFound({ groups }: Everything, q: string): Html {
  const missing = foundKinds.filter(kind => !groups.some(group => group.kind === kind))
  if (missing.length === 0) return html``
  return html`<p class="quiet">No ${inARow(missing).replace(' and ', ' or ')} match “${q}”.</p>`
}
