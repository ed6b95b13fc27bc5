import { startEach } from '../../../core/discovery/coffee-start.ts'
import { withArticle } from '../../../core/grind/name.ts'
import { inARow } from '../../../core/names.ts'
import { type FoundGroup, type FoundItem, type FoundKind, foundKinds } from '../../../core/search/groups.ts'
import type { Everything } from '../../../core/search/search-everything.ts'
import { dialFor, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { onWhich } from './parts/dials.ts'
import { icon } from './parts/pen.ts'
import { bestCard } from './search-card.ts'
import { answerRow, type HitPlace, hitRow } from './search-hits.ts'
import type { Words } from './words.ts'

interface AskedSearch {
  q: string
  in?: FoundKind | undefined
}

const kindNames: Record<FoundKind, string> = {
  methods: 'Methods',
  techniques: 'Techniques',
  grinders: 'Grinders',
  roasters: 'Roasters',
  coffees: 'Coffees',
  recipes: 'Recipes',
}

/** The results of a search, on its page and in the palette. */
export async function searchResults(found: Everything, { q, in: asked }: AskedSearch, visit: Visit): Promise<Html> {
  const { answers } = found
  const counts = countsOf(found)
  if (counts.length === 0 && answers.length === 0) return nothingMatches(q)
  const kind = counts.find(count => count.kind === asked)?.kind
  const isShown = (one: { kind: FoundKind }) => kind === undefined || one.kind === kind
  const groups = found.groups.filter(isShown)
  const best = found.best && isShown(found.best) ? found.best : undefined
  const items = [...(best ? [best] : []), ...groups.flatMap(group => group.items)]
  const place = { visit, words: found.words, starts: await startsOf(items, visit) }
  const answerRows = kind ? [] : answers.map(answer => answerRow(answer, place))
  const dial = dialFor(visit)
  return html`${kindLinks(counts, answers.length, q, kind, visit)}
${best ? bestCard(best, place) : ''}${answerRows.length > 0 ? section('answers', 'Answers', '', answerRows) : ''}
${groups.map(group => groupSection(group, { q, in: kind }, place))}
${kind || best || answers.length > 0 ? '' : notFound(counts, q)}
${best?.kind !== 'grinders' && groups.some(one => one.kind === 'grinders' && one.isSimilar) ? html`<p class="quiet">${addYours}</p>` : ''}
<p class="dial-note">${dial.whose === 'your' ? `Settings for your ${dial.grinder.model}` : html`Settings ${onWhich(dial)}. <a href="/my-grinder">Choose yours</a>`}</p>`
}

const nothingMatches = (q: string): Html =>
  html`<div class="notice">${icon('search')}<div><strong>Nothing matches “${q}”.</strong> Check the spelling, or browse <a href="/recipes">recipes</a>, <a href="/grinders">grinders</a>, <a href="/coffees">coffees</a> and <a href="/roasters">roasters</a>. ${addYours}</div></div>`

/** Where a search may have been for a grinder that we do not have. */
const addYours = html`Own a grinder that isn’t listed? <a href="/my-grinder?add">Add it</a>`

type KindCount = Pick<FoundGroup, 'kind' | 'total' | 'hasMore'>

/** How many there are of each kind that was found, including the best match. */
function countsOf({ groups, best }: Everything): KindCount[] {
  const counts = groups.map(({ kind, total, hasMore }) => ({
    kind,
    total: total + Number(best?.kind === kind),
    hasMore,
  }))
  const isCounted = !best || counts.some(({ kind }) => kind === best.kind)
  return isCounted ? counts : [{ kind: best.kind, total: 1, hasMore: false }, ...counts]
}

/** For screen readers: "12 results". */
export function resultCount(found: Everything, { number }: Words): string {
  const count = countsOf(found).reduce((sum, { total }) => sum + total, found.answers.length)
  if (count === 0) return 'No results'
  return count === 1 ? '1 result' : `${number(count)} results`
}

/** Where to start with each coffee on the reader's grinder. */
async function startsOf(items: readonly FoundItem[], visit: Visit): Promise<HitPlace['starts']> {
  const coffees = items.flatMap(item => (item.kind === 'coffees' ? [item.coffee] : []))
  if (coffees.length === 0) return new Map()
  const starts = await startEach({ dial: dialFor(visit).grinder }, coffees, visit.ports, visit.who)
  return new Map(coffees.flatMap(({ id }, at) => (starts[at] ? [[id, starts[at]] as const] : [])))
}

/** A link for each kind that was found, with how many there are. */
function kindLinks(
  counts: KindCount[],
  answers: number,
  q: string,
  kind: FoundKind | undefined,
  { words }: Visit,
): Html {
  if (counts.length < 2) return html``
  const link = (name: string, total: number, hasMore: boolean, one?: FoundKind) =>
    html`<a class="chip-box" href="/search?${String(new URLSearchParams({ q, ...(one && { in: one }) }))}"${one === kind ? html` aria-current="true"` : ''}>${name} <span>${words.number(total)}${hasMore ? '+' : ''}</span></a>`
  const all = counts.reduce((sum, { total }) => sum + total, answers)
  const isMore = counts.some(({ hasMore }) => hasMore)
  return html`<nav class="kinds" aria-label="Kinds of results">${link('All', all, isMore)}${counts.map(one => link(kindNames[one.kind], one.total, one.hasMore, one.kind))}</nav>`
}

function groupSection(group: FoundGroup, asked: AskedSearch, place: HitPlace): Html {
  const { kind, items, total, hasMore, isSimilar, writtenOn } = group
  const title = writtenOn ? `Recipes written on ${withArticle(writtenOn.model)}` : kindNames[kind]
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
  techniques: '',
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

function notFound(counts: KindCount[], q: string): Html {
  const missing = foundKinds.filter(kind => !counts.some(count => count.kind === kind))
  if (missing.length === 0) return html``
  return html`<p class="quiet">No ${inARow(missing).replace(' and ', ' or ')} match “${q}”.</p>`
}
