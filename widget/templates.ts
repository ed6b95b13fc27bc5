import { html, nothing, type TemplateResult } from 'lit'
import { isOwnersPage } from './attributes.ts'
import type { CardView, CoffeeRecipe } from './card-view.ts'
import { grindPanel } from './grind-panel.ts'
import { ownDial, picker, visitorGrinder } from './grinder.ts'
import { brewPageOf, serviceOrigin } from './service.ts'
import { arrowSign, badgeRing, dialinSign, timer } from './signs.ts'
import { filled } from './words.ts'

/** The card and the inline layout: the same parts, arranged by the styles. */
export function box(card: CardView) {
  const { phase, recipe } = card
  return around(card, phase === 'ready' && recipe ? ready(card, recipe) : waiting(card))
}

export function badge(card: CardView) {
  const { phase, recipe, speaker } = card
  if (phase !== 'ready' || !recipe) return around(card, waiting(card))
  const grinder = visitorGrinder()
  const method = methodName(card, recipe)
  const chosen = grinder && ownDial()?.chosenBadge(card, grinder, recipe, method)
  const text = html`${badgeRing(chosen?.mark)}<span><b dir="auto">${recipe.coffee.name}</b><small dir="auto">${chosen?.said ?? filled(speaker.badge, method, speaker.name(recipe.grindSize).toLowerCase())}</small></span>${arrowSign()}`
  return around(card, link(card, text))
}

/** A named group without heading or landmark, because the outline of the page belongs to the page. */
function around(card: CardView, content: TemplateResult) {
  const { looks, phase, recipe, embed } = card
  const name = [recipe?.coffee.name, embed?.roaster.name].filter(Boolean).join(', ') || 'Dialin'
  return html`<div role="group" part="box" tabindex="-1" class="box ${looks.layout} ${looks.theme} ${phase}" aria-label="${name}">${content}${ownersOnly(card)}</div>`
}

/** What is wrong, shown only to the roaster. */
const ownersOnly = ({ faults, trouble, phase }: CardView) =>
  isOwnersPage && phase !== 'loading'
    ? [...faults, trouble].map(fault => fault && html`<p class="owner" lang="en">${fault}</p>`)
    : []

/** The page's own link is shown again where we have nothing to show. */
function waiting(card: CardView) {
  const { speaker, phase } = card
  if (phase === 'loading')
    return html`<p role="status" class="hidden">${speaker.loading}</p>${[0, 0, 0, 0, 0, 0].map(() => html`<i class="bone"></i>`)}<slot></slot>`
  const again = html`<button class="button" @click=${() => card.tryAgain()}>${speaker.again}</button>`
  if (phase === 'failed') return html`<p role="status">${speaker.failed}</p>${again}<slot></slot>`
  // An unknown roaster is reported in the console, for the page's owner: shoppers get only the page's own link.
  return html`${card.trouble ? nothing : html`<p role="status">${speaker.empty}</p>`}<slot></slot>`
}

function ready(card: CardView, recipe: CoffeeRecipe) {
  const { coffee } = recipe
  return html`<div part="header" class="header">
      ${picture(coffee)}
      <p class="roaster" dir="auto">${card.embed?.roaster.name}</p>
      ${title(card)}
      <p class="flavour" dir="auto">${coffee.flavorNotes.join(' · ')}</p>
    </div>
    ${cardTabs(card)}
    <div id="panel" class="panel" role="tabpanel" tabindex="0" aria-labelledby="tab-${recipe.method}">
      <dl part="figures">${figureRows(card, recipe)}</dl>
      ${grindPanel(card, recipe)}
      ${recipe.notes ? notes(card, recipe.notes) : nothing}
    </div>
    ${footer(card, recipe)}`
}

/** A page may forbid pictures from elsewhere; then the card goes without. */
function picture({ picture }: CoffeeRecipe['coffee']) {
  const [smallest] = picture?.sizes ?? []
  if (!smallest) return nothing
  const show = ({ type, target }: Event) => {
    ;(target as HTMLElement).hidden = type === 'error'
  }
  return html`<img part="picture" class="bag" alt="" src="${serviceOrigin()}${smallest.path}" @load=${show} @error=${show}>`
}

function title(card: CardView) {
  const { given, embed, picking, recipe, speaker } = card
  const name = recipe?.coffee.name
  if (given.coffee === card.shownCoffee || (embed?.coffees.length ?? 0) < 2)
    return html`<p part="title" class="title" dir="auto">${name}</p>`
  const open = (event: KeyboardEvent) => {
    if (!/^Arrow(Down|Up)/.test(event.key)) return
    event.preventDefault()
    card.openPicker('coffee')
  }
  return html`<div><button part="title" class="title" role="combobox" aria-controls="list" aria-haspopup="listbox" aria-expanded="${picking === 'coffee'}" aria-label="${speaker.coffee}" @keydown=${open} @click=${() => card.openPicker('coffee')}><span dir="auto">${name}</span>${arrowSign()}</button>${picker(card, 'coffee')}</div>`
}

/** The arrows are for the pointer: the keyboard moves from tab to tab. */
function cardTabs(card: CardView) {
  const { methods, moreTabs, speaker } = card
  const keys = (event: KeyboardEvent) => {
    const at = methods.findIndex(({ method }) => method === card.method)
    const right = card.isMirrored ? -1 : 1
    const next = { ArrowRight: at + right, ArrowLeft: at - right, Home: 0, End: -1 }[event.key]
    const target = next === undefined ? undefined : methods.at(next % methods.length)
    if (!target) return
    event.preventDefault()
    card.pickMethod(target.method)
    card.focusOn(`#tab-${target.method}`)
  }
  const arrow = (direction: 1 | -1) =>
    html`<button class="arrow" tabindex="-1" aria-hidden="true" @click=${() => card.scrollTabs(direction)}>${arrowSign()}</button>`
  return html`<div class="tab-row ${moreTabs}"><div class="tabs" @scroll=${() => card.measure()}><div part="tabs" role="tablist" aria-label="${speaker.method}" @keydown=${keys}>${methods.map(
    recipe => {
      const { method } = recipe
      const shown = method === card.method
      return html`<button role="tab" id="tab-${method}" part="tab ${shown ? 'selected' : ''}" aria-selected="${shown}" aria-controls="panel" tabindex="${shown ? 0 : -1}" @click=${() => card.pickMethod(method)}>${methodName(card, recipe)}</button>`
    },
  )}</div><button class="plain ways" aria-haspopup="dialog" aria-expanded="${card.picking === 'ways'}" @click=${() => card.openPicker('ways')}>${speaker.ways}</button></div>${arrow(-1)}${arrow(1)}${picker(card, 'ways')}</div>`
}

function figureRows({ speaker }: CardView, recipe: CoffeeRecipe) {
  const { method, doseGrams, waterGrams, waterTempF, brewTimeSeconds } = recipe
  const figure = (name: string, value: string) => {
    const [number, unit] = value.split(/(?=\s)/)
    return html`<div><dt>${name}</dt><dd>${number}<small>${unit}</small></dd></div>`
  }
  return [
    figure(speaker.coffee, speaker.grams(doseGrams)),
    figure(method === 'espresso' ? speaker.yield : speaker.water, speaker.grams(waterGrams)),
    waterTempF === null ? nothing : figure(speaker.temperature, speaker.degrees(waterTempF)),
    brewTimeSeconds === null ? nothing : figure(speaker.time, speaker.timeOf(brewTimeSeconds)),
  ]
}

/** Long notes are cut, and open on demand. */
function notes(card: CardView, text: string) {
  const { isOpen, hasMore, speaker } = card
  const more = html`<button class="plain more" aria-expanded="${isOpen}" @click=${() => card.toggleNotes()}>${isOpen ? speaker.less : speaker.more}</button>`
  return html`<div class="noted"><p part="notes" class="notes ${isOpen ? 'open' : ''}" dir="auto">${text}</p>${hasMore ? more : nothing}</div>`
}

/** One button is filled: until a grinder is chosen, the one in the panel. */
function footer(card: CardView, { coffee: { buyUrl } }: CoffeeRecipe) {
  const { speaker, grinder } = card
  const isSoldHere = buyUrl?.split(/[?#]/)[0] === `https://${location.host}${location.pathname}`
  const buy = buyUrl && !isSoldHere && /^https:/i.test(buyUrl) ? buyUrl : undefined
  const fill = (isFirst: boolean) => (grinder && isFirst ? 'fill' : '')
  return html`<div class="footer">
    ${buy ? html`<a part="buy" class="button buy ${fill(true)}" target="_blank" rel="noopener" href="${buy}">${speaker.buy}</a>` : nothing}
    ${link(card, speaker.link, `button ${fill(!buy)}`)}
    <a part="timer" class="button timer" target="_blank" rel="noopener" href="${brewPageOf(card)}#timer" title="${speaker.timer}" @click=${() => card.followLink()}>${timer}<span>${speaker.timer}</span></a>
    ${poweredBy(card)}
  </div>`
}

function link(card: CardView, content: TemplateResult | string, look = '') {
  const follow = (event: MouseEvent) => {
    if (event.button < 2) card.followLink()
  }
  return html`<a part="link" class="link ${look}" target="_blank" rel="noopener" href="${brewPageOf(card)}" @click=${follow} @auxclick=${follow}>${content}</a>`
}

const poweredBy = ({ looks, speaker }: CardView) =>
  looks.showPoweredBy
    ? html`<a part="powered-by" class="powered" target="_blank" rel="noopener" href="${serviceOrigin()}" aria-label="${filled(speaker.poweredBy, 'Dialin')}">${dialinSign}<span>Dialin</span></a>`
    : nothing

const methodName = ({ speaker }: CardView, { method, methodName }: CoffeeRecipe) => speaker.name(method, methodName)
