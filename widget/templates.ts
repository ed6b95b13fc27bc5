import { html, nothing, svg, type TemplateResult } from 'lit'
import { bandAcross, drawStraight, placeAcross } from '../adapters/design/dial/straight.ts'
import type { Pen } from '../adapters/design/pen.ts'
import { isOwnersPage } from './attributes.ts'
import { faceOf, type NamedGrinder, type VisitorGrinder, visitorGrinder, visitorSetting } from './grinder.ts'
import type { RecipeCard } from './recipe-card.ts'
import { brewPageOf, serviceOrigin } from './service.ts'
import { filled } from './words.ts'

const pen: Pen<TemplateResult> = { html, svg }

type ShownRecipe = NonNullable<RecipeCard['recipe']>
type Drawn = TemplateResult

/** The card and the inline layout: the same things, arranged by styles.css. */
export function box(card: RecipeCard) {
  const { phase, recipe } = card
  return around(card, phase === 'ready' && recipe ? ready(card, recipe) : waiting(card))
}

export function badge(card: RecipeCard) {
  const { phase, recipe, speaker } = card
  if (phase !== 'ready' || !recipe) return around(card, waiting(card))
  const grinder = visitorGrinder()
  const amounts = filled(speaker.amounts, speaker.grams(recipe.doseGrams), speaker.grams(recipe.waterGrams))
  const setting = grinder
    ? html`<b>${visitorSetting(grinder, recipe.grindIndex, speaker).label}</b> ${filled(speaker.onYours, grinder.name)}`
    : speaker.name(recipe.grindSize)
  const { name } = recipe.coffee
  return around(
    card,
    html`${link(card, html`<b dir="auto">${name}</b><span>${methodName(card, recipe)}, ${amounts}, ${setting}</span>`)}${poweredBy(card)}`,
  )
}

/** A group with a name of its own, and neither heading nor landmark: how a page is ordered is the page's. */
function around(card: RecipeCard, content: Drawn) {
  const { looks, phase, recipe, embed } = card
  const name = [recipe?.coffee.name, embed?.roaster.name].filter(Boolean).join(', ') || 'Dialin'
  return html`<div role="group" part="box" tabindex="-1" class="box ${looks.layout} ${looks.theme} ${phase}" aria-label="${name}">${content}${ownersOnly(card)}</div>`
}

/** What is wrong, for who looks from the portal. */
const ownersOnly = ({ faults, trouble, phase }: RecipeCard) =>
  isOwnersPage && phase !== 'loading'
    ? [...faults, ...(phase === 'ready' || !trouble ? [] : [trouble])].map(
        fault => html`<p class="owner" lang="en">${fault}</p>`,
      )
    : []

/** The page's own link shows again where we have nothing to show. */
function waiting(card: RecipeCard) {
  const { speaker, phase } = card
  if (phase === 'loading')
    return html`<p role="status" class="hidden">${speaker.loading}</p><i class="bone"></i><i class="bone"></i><i class="bone"></i><slot></slot>`
  const again = html`<button class="plain" @click=${() => card.tryAgain()}>${speaker.again}</button>`
  return html`<p role="status">${phase === 'failed' ? speaker.failed : speaker.empty}</p>${phase === 'failed' ? again : nothing}<slot></slot>`
}

function ready(card: RecipeCard, recipe: ShownRecipe) {
  const { coffee } = recipe
  const { speaker } = card
  return html`<div part="header" class="header">
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
    <div class="footer">${link(card, speaker.link)}${poweredBy(card)}</div>`
}

function title(card: RecipeCard) {
  const { given, embed, shownCoffee } = card
  const coffees = embed?.coffees ?? []
  if (given.coffee !== undefined || coffees.length < 2)
    return html`<p part="title" class="title" dir="auto">${card.recipe?.coffee.name}</p>`
  const pick = ({ target }: Event) => card.pickCoffee((target as HTMLSelectElement).value)
  return html`<select part="title" class="title" aria-label="${card.speaker.coffee}" @change=${pick}>${coffees.map(
    ({ slug, name }) =>
      html`<option value="${slug}" ?selected=${slug === shownCoffee} .selected=${slug === shownCoffee}>${name}</option>`,
  )}</select>`
}

function cardTabs(card: RecipeCard) {
  const keys = (event: KeyboardEvent) => {
    const { methods } = card
    const at = methods.findIndex(({ method }) => method === card.method)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const target = next === undefined ? undefined : methods.at(next % methods.length)
    if (!target) return
    event.preventDefault()
    card.pickMethod(target.method)
    card.renderRoot.querySelector<HTMLElement>(`#tab-${target.method}`)?.focus()
  }
  return html`<div part="tabs" class="tabs" role="tablist" aria-label="${card.speaker.method}" @keydown=${keys}>${card.methods.map(
    recipe => {
      const { method } = recipe
      const shown = method === card.method
      return html`<button role="tab" id="tab-${method}" part="tab ${shown ? 'selected' : ''}" aria-selected="${shown}" aria-controls="panel" tabindex="${shown ? 0 : -1}" @click=${() => card.pickMethod(method)}>${methodName(card, recipe)}</button>`
    },
  )}</div>`
}

function figureRows({ speaker }: RecipeCard, recipe: ShownRecipe) {
  const { doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = recipe
  const figure = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return [
    figure(speaker.coffee, speaker.grams(doseGrams)),
    figure(speaker.water, speaker.grams(waterGrams)),
    figure(speaker.ratio, speaker.ratioOf(ratio)),
    waterTempF === null ? nothing : figure(speaker.temperature, speaker.degrees(waterTempF)),
    brewTimeSeconds === null ? nothing : figure(speaker.time, speaker.timeOf(brewTimeSeconds)),
  ]
}

/** The grind: in a word, or on the visitor's own dial. */
function grindPanel(card: RecipeCard, { grindIndex, grindSize }: ShownRecipe) {
  const { speaker, grinders } = card
  const grinder = visitorGrinder()
  const open = () => card.openGrinders()
  if (grinders === 'failed')
    return html`<div part="grinder" class="dial">
      <span role="status">${speaker.noGrinders}</span>
      <button class="plain grinder" @click=${open}>${speaker.again}</button>
    </div>`
  const button = grinders
    ? html`<button class="plain" @click=${() => card.closeGrinders()}>${speaker.done}</button>`
    : grinder
      ? html`<button class="plain grinder" aria-label="${speaker.change}: ${speaker.yours}" @click=${open}>${speaker.change}</button>`
      : html`<button class="outlined grinder" @click=${open}>${speaker.show}</button>`
  return html`<div part="grinder" class="dial">
    ${grinders ? picker(card, grinders) : nothing}
    <span role="status">${grinder ? setting(card, grinder, grindIndex) : html`<b>${speaker.name(grindSize)}</b>`}</span>
    ${button}
    ${grinder ? scale(card, grinder, grindIndex) : nothing}
  </div>`
}

function setting({ speaker }: RecipeCard, grinder: VisitorGrinder, grindIndex: number) {
  const { label, rangeLabel, isReachable } = visitorSetting(grinder, grindIndex, speaker)
  return html`<b>${label}</b> <small>${isReachable ? rangeLabel : speaker.nearest}</small> <small>${filled(speaker.onYours, grinder.name)}</small>`
}

function scale({ speaker }: RecipeCard, grinder: VisitorGrinder, grindIndex: number) {
  const { setting, range, label, rangeLabel } = visitorSetting(grinder, grindIndex, speaker)
  const dial = faceOf(grinder)
  const drawing = {
    ticks: grinder.dial.ticks ?? [],
    at: placeAcross(dial, setting),
    band: bandAcross(dial, range),
    sentence: `${grinder.brand} ${grinder.name}: ${label} (${rangeLabel})`,
  }
  return html`<div part="dial" class="scale">${drawStraight(pen, drawing)}</div>`
}

/** A change takes effect at once, but it is the visitor who says when the choice is made: arrow keys change too. */
function picker(card: RecipeCard, grinders: NamedGrinder[]) {
  const { speaker } = card
  const brands = [...new Set(grinders.map(({ brand }) => brand))]
  const pick = ({ target }: Event) => card.pickGrinder((target as HTMLSelectElement).value)
  const settle = ({ target }: Event) => card.settleGrinder((target as HTMLSelectElement).value)
  return html`<select class="grinder" aria-label="${speaker.yours}" @change=${pick} @blur=${settle}><option value="">${speaker.none}</option>${brands.map(
    brand =>
      html`<optgroup label="${brand}">${grinders
        .filter(one => one.brand === brand)
        .map(
          ({ slug, name }) =>
            html`<option value="${slug}" ?selected=${slug === card.grinder} .selected=${slug === card.grinder}>${brand} ${name}</option>`,
        )}</optgroup>`,
  )}</select>`
}

/** Long ones are cut, and open on demand. */
function notes(card: RecipeCard, text: string) {
  const { isOpen, hasMore, speaker } = card
  const more = html`<button class="plain more" aria-expanded="${isOpen}" @click=${() => card.toggleNotes()}>${isOpen ? speaker.less : speaker.more}</button>`
  return html`<p part="notes" class="notes ${isOpen ? 'open' : ''}" dir="auto">${text}</p>${hasMore ? more : nothing}`
}

function link(card: RecipeCard, content: Drawn | string) {
  const follow = (event: MouseEvent) => {
    if (event.button < 2) card.followLink()
  }
  return html`<a part="link" class="link" target="_blank" rel="noopener" href="${brewPageOf(card)}" @click=${follow} @auxclick=${follow}>${content}</a>`
}

const poweredBy = ({ looks, speaker }: RecipeCard) =>
  looks.showPoweredBy
    ? html`<a part="powered-by" class="powered" target="_blank" rel="noopener" href="${serviceOrigin()}">${filled(speaker.poweredBy, 'Dialin')}</a>`
    : nothing

const methodName = ({ speaker }: RecipeCard, { method, methodName }: ShownRecipe) => speaker.name(method, methodName)
