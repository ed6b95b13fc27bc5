import * as v from 'valibot'
import { GivenMethod, methodById } from '../../../core/grind/methods.ts'
import { byScore, techniquesFor } from '../../../core/techniques/techniques.ts'
import { onGrinderAsked, type Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice, searchField, tabs } from './parts/controls.ts'
import { hrefWith } from './parts/pager.ts'
import { brewerIcon } from './parts/pen.ts'
import { techniqueCards } from './parts/technique-card.ts'
import { hiddenFields, textsIn } from './query.ts'

/** On a phone, more cards than this are scrolled past. */
const SHOWN_AT_FIRST = 24

/** Ways to brew that somebody worked out and published, each with its setting on the reader's grinder. */
export async function techniquesPage(arrived: Visit): Promise<Response> {
  const { visit, cookies } = await onGrinderAsked(arrived)
  const { ports, url, grinder, words } = visit
  const asked = v.safeParse(GivenMethod, url.searchParams.get('method'))
  const method = asked.success ? asked.output : undefined
  const search = (textsIn(url, 'q')[0] ?? '').slice(0, 100)
  const opinions = await ports.techniqueTalk.opinions()
  const found = byScore(techniquesFor({ method, search }, ports), opinions)
  const isWhole = url.searchParams.has('all') || found.length <= SHOWN_AT_FIRST
  const methods = [...new Set(ports.techniques.list().map(one => one.method))]
  const title = method ? `${methodById[method].name} techniques` : 'Techniques'
  return sitePage(visit, {
    title,
    description: `${words.number(found.length)} published ways to brew${method ? ` with the ${methodById[method].name}` : ''}: who popularised them, every pour, and the setting on your own grinder.`,
    canonical: method ? `/techniques?method=${method}` : '/techniques',
    section: 'Techniques',
    cookies,
    body: html`<form class="finder" method="get" action="/techniques"><div class="finder-top"><div><h1>Techniques</h1>
<p class="lead">Ways to brew, from the people who worked them out. ${grinder ? `Settings are for your ${grinder.model}.` : html`Settings are for a Comandante C40; <a href="/my-grinder?back=/techniques">choose your grinder</a>.`}</p></div>${searchField('Name, person or idea', search)}</div>
${hiddenFields(url, ['method'])}</form>
${tabs('Brew method', [
  { href: hrefWith(url, 'method', ''), text: html`All`, isOn: method === undefined },
  ...methods.map(value => ({
    href: hrefWith(url, 'method', value),
    text: html`${brewerIcon(value)}${methodById[value].name}`,
    isOn: value === method,
  })),
])}
<section aria-labelledby="found"><h2 class="unseen" id="found">${words.number(found.length)} ${found.length === 1 ? 'technique' : 'techniques'}</h2>${
      found.length > 0
        ? html`<div class="cards techniques">${await techniqueCards(found.slice(0, isWhole ? undefined : SHOWN_AT_FIRST), opinions, visit)}</div>`
        : notice('plain', 'No techniques match your search.', html`<a href="/techniques">Show all techniques</a>`)
    }${isWhole ? '' : html`<p class="more"><a class="button outlined" href="${hrefWith(url, 'all', 'yes')}">Show all ${words.number(found.length)}</a></p>`}</section>`,
  })
}
