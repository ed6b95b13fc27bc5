import { methodById } from '../../../core/grind/methods.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import type { FoundItem } from '../../../core/search/groups.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { grindOn, type OnDial, rangeInWords, straightDial } from './parts/dials.ts'
import { foundWords } from './parts/found-words.ts'
import { icon, logo } from './parts/pen.ts'
import { techniquePath } from './parts/technique-card.ts'
import { recipePath } from './recipe-path.ts'
import { brewPathOf, type HitPlace, hitOf } from './search-hits.ts'

/** The one thing that was meant, with what people do next. */
export function bestCard(item: FoundItem, place: HitPlace): Html {
  const { visit, words } = place
  const { name, more, on } = hitOf(item, place)
  const { title, on: shown = on, caption, actions } = cardOf(item, visit)
  return html`<section class="best" aria-label="Best match"><div class="best-top"><div><p class="label">${title}</p><h2>${foundWords(name, words)}</h2>${shown ? '' : html`<p class="quiet">${more}</p>`}</div>${
    shown
      ? html`<p class="best-setting"><b>${visit.words.onDial(shown.grinder, numeralOf(shown.grinder, shown.grindSetting))}</b> <span>${caption ? `${caption}, ` : ''}${visit.words.onDial(shown.grinder, rangeInWords(shown))}</span></p>`
      : ''
  }</div>${shown ? straightDial(shown) : ''}<div class="buttons">${actions}</div></section>`
}

interface Card {
  title: string
  on?: OnDial
  /** What the setting is for. */
  caption?: string
  actions: Html[]
}

function cardOf(item: FoundItem, visit: Visit): Card {
  const first = (href: string, text: string) => html`<a class="button small" href="${href}">${text}</a>`
  const second = (href: string, text: Html | string) =>
    html`<a class="button small outlined" href="${href}">${text}</a>`
  switch (item.kind) {
    case 'grinders':
      return {
        title: 'Grinder',
        on: grindOn(item.grinder, methodById.v60.grindIndex.target, 'a'),
        caption: 'V60',
        actions: grinderActions(item.grinder, visit),
      }
    case 'methods':
      return {
        title: 'Method',
        actions: [
          first(brewPathOf(item.method), 'Brew it'),
          second(`/recipes?method=${item.method.method}`, 'See recipes'),
        ],
      }
    case 'techniques':
      return {
        title: 'Technique',
        actions: [
          first(`${techniquePath(item.technique.slug)}#brew`, 'Brew it'),
          second(`/techniques?method=${item.technique.method}`, 'Others like it'),
        ],
      }
    case 'coffees':
      return {
        title: 'Coffee',
        actions: [
          first(`/coffees/${item.coffee.id}`, 'See the coffee'),
          second(`/recipes?coffee=${item.coffee.id}`, 'Recipes'),
          second(`/roasters/${item.coffee.roasterSlug}`, item.coffee.roasterName),
        ],
      }
    case 'roasters':
      return {
        title: 'Roaster',
        actions: [
          first(`/roasters/${item.roaster.slug}`, 'See the roaster'),
          second(`/coffees?roaster=${item.roaster.slug}`, 'Coffees'),
          second(`/recipes?roaster=${item.roaster.slug}`, 'Recipes'),
        ],
      }
    case 'recipes':
      return { title: 'Recipe', actions: [first(recipePath(item.recipe), 'See the recipe')] }
  }
}

function grinderActions({ slug }: { slug: string }, { grinder: mine, url }: Visit): Html[] {
  const isMine = mine?.slug === slug
  const from = mine && !isMine ? `?from=${mine.slug}&to=${slug}` : ''
  return [
    html`<a class="button small" href="/grinders/${slug}">See all settings</a>`,
    html`<a class="button small outlined" href="/grinders/${slug}${from}#convert">${icon('turn')}${from ? html`<span>Convert <span class="at-wide-only">from your ${mine?.model ?? ''}</span></span>` : 'Convert'}</a>`,
    ...(isMine
      ? []
      : [
          html`<form method="post" action="/choices"><input type="hidden" name="back" value="${url.pathname}${url.search}"><button class="button small outlined" name="grinder" value="${slug}">${logo()}Make it mine</button></form>`,
        ]),
  ]
}
