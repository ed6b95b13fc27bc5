import { html, nothing, type TemplateResult } from 'lit/html.js'
import { brewTimeInWords } from '../core/recipes/ranges.ts'
import { ratioInWords } from '../core/recipes/ratio.ts'
import { tenths } from '../core/rounding.ts'
import { celsiusOf } from '../core/temperature.ts'
import { type NamedGrinder, type VisitorGrinder, visitorSetting } from './grinder.ts'
import type { RecipeCard } from './recipe-card.ts'
import { base, brewPageOf } from './service.ts'

type ShownRecipe = NonNullable<RecipeCard['recipe']>

/** The card and the inline layout: the same things, arranged by styles.css. */
export function box(card: RecipeCard) {
  const { phase, recipe, embed } = card
  const content = phase === 'ready' && recipe ? ready(card, recipe) : waiting(card)
  return html`<div role="group" part="box" class="box ${classesOf(card)}" aria-label="Brew recipes${embed ? ` by ${embed.roaster.name}` : ''}" aria-busy=${phase === 'loading'}>${content}</div>`
}

export function badge(card: RecipeCard) {
  const { phase, recipe, grinder } = card
  if (phase !== 'ready' || !recipe)
    return html`<div role="group" part="box" class="box ${classesOf(card)}" aria-label="Brew recipe">${waiting(card)}</div>`
  const setting = grinder && visitorSetting(grinder, recipe.grindIndex)
  return html`<div role="group" part="box" class="box ${classesOf(card)}" aria-label="Brew recipe">
    ${link(card, html`<b>${recipe.coffee.name}</b><span>${recipe.methodName} · ${grams(recipe.doseGrams)} to ${grams(recipe.waterGrams)} · ${setting ? setting.label : recipe.grindSize}</span>`)}
    ${poweredBy(card)}
  </div>`
}

const classesOf = ({ config, phase }: RecipeCard) => `${config.layout} ${config.theme} ${phase}`

/** The page's own link shows again where we have nothing to show. */
function waiting(card: RecipeCard) {
  if (card.phase === 'loading')
    return html`<p role="status" class="message"><span class="hidden">Loading recipes</span></p><i class="bone"></i><i class="bone"></i><i class="bone"></i>`
  const failed = card.phase === 'failed'
  return html`<p role="status" class="message">${failed ? 'The recipes cannot be loaded right now.' : 'There is no recipe here yet.'}</p>
    ${failed ? html`<button class="plain" @click=${() => card.load()}>Try again</button>` : nothing}
    <slot></slot>`
}

function ready(card: RecipeCard, recipe: ShownRecipe) {
  const { coffee, notes } = recipe
  return html`<header part="header">
      <p class="roaster">${card.embed?.roaster.name}</p>
      ${title(card)}
      <p class="flavour">${coffee.flavorNotes.join(' · ')}</p>
    </header>
    ${cardTabs(card)}
    <div id="panel" role="tabpanel" tabindex="0" aria-labelledby="tab-${recipe.method}">
      <dl part="figures">${figureRows(recipe)}</dl>
      ${grinder(card, recipe)}
      ${notes ? html`<p part="notes" class="notes">${notes}</p>` : nothing}
    </div>
    <footer>${link(card, 'Full recipe')}${poweredBy(card)}</footer>`
}

function title(card: RecipeCard) {
  const { attributesGiven, embed, coffee } = card
  const coffees = embed?.coffees ?? []
  if (attributesGiven.coffee !== undefined || coffees.length < 2)
    return html`<p part="title" class="title">${card.recipe?.coffee.name}</p>`
  const pick = (event: Event) => card.pickCoffee((event.target as HTMLSelectElement).value)
  return html`<select part="title" class="title" aria-label="Coffee" @change=${pick}>
    ${coffees.map(({ slug, name }) => html`<option value=${slug} ?selected=${slug === coffee}>${name}</option>`)}
  </select>`
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
    card.querySelector<HTMLElement>(`#tab-${target.method}`)?.focus()
  }
  return html`<div part="tabs" class="tabs" role="tablist" aria-label="Brew method" @keydown=${keys}>
    ${card.methods.map(({ method, methodName }) => {
      const shown = method === card.method
      return html`<button role="tab" id="tab-${method}" part="tab ${shown ? 'selected' : ''}" aria-selected=${shown} aria-controls="panel" tabindex=${shown ? 0 : -1} @click=${() => card.pickMethod(method)}>${methodName}</button>`
    })}
  </div>`
}

function figureRows({ doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindSize }: ShownRecipe) {
  const figure = (name: string, value: string | undefined, more?: string) =>
    value === undefined
      ? nothing
      : html`<div><dt>${name}</dt><dd>${value}${more ? html` <small>${more}</small>` : nothing}</dd></div>`
  return [
    figure('Coffee', grams(doseGrams)),
    figure('Water', grams(waterGrams)),
    figure('Ratio', ratioInWords(ratio)),
    waterTempF === null
      ? nothing
      : figure('Temp', `${Math.round(waterTempF)} °F`, `${Math.round(celsiusOf(waterTempF))} °C`),
    brewTimeSeconds === null ? nothing : figure('Time', brewTimeInWords(brewTimeSeconds)),
    figure('Grind', grindSize),
  ]
}

function grinder(card: RecipeCard, { grindIndex }: ShownRecipe) {
  const { grinder, grinders } = card
  const open = () => card.openGrinders()
  if (grinders === 'failed')
    return html`<div part="grinder" class="dial">
      <span role="status">The grinders cannot be loaded right now.</span>
      <button class="plain grinder" @click=${open}>Try again</button>
    </div>`
  return html`<div part="grinder" class="dial">
    ${grinders ? picker(card, grinders) : nothing}
    <span role="status">${grinder ? setting(grinder, grindIndex) : nothing}</span>
    ${
      grinders
        ? html`<button class="plain" @click=${() => card.closeGrinders()}>Done</button>`
        : html`<button class="plain grinder" @click=${open}>${grinder ? 'Change grinder' : 'Show the grind on my grinder'}</button>`
    }
  </div>`
}

function setting(grinder: VisitorGrinder, grindIndex: number) {
  const { label, range, reachable } = visitorSetting(grinder, grindIndex)
  return html`<b>${label} <small>${reachable ? `(${range})` : 'is as near as it gets'}</small></b>
    <small>on your ${grinder.brand} ${grinder.name}</small>`
}

/** A change takes effect at once, but it is the visitor who says when the choice is made: arrow keys change too. */
function picker(card: RecipeCard, grinders: NamedGrinder[]) {
  const mine = card.grinder?.slug
  const brands = [...new Set(grinders.map(({ brand }) => brand))]
  const pick = (event: Event) => card.pickGrinder((event.target as HTMLSelectElement).value)
  return html`<select class="grinder" aria-label="Your grinder" @change=${pick}>
    <option value="">No grinder chosen</option>
    ${brands.map(
      brand => html`<optgroup label=${brand}>
        ${grinders
          .filter(one => one.brand === brand)
          .map(({ slug, name }) => html`<option value=${slug} ?selected=${slug === mine}>${brand} ${name}</option>`)}
      </optgroup>`,
    )}
  </select>`
}

function link(card: RecipeCard, content: TemplateResult | string) {
  const { roaster } = card.attributesGiven
  const follow = (event: MouseEvent) => {
    if (event.button < 2) card.followLink()
  }
  return html`<a part="link" class="link" target="_blank" rel="noopener" href=${brewPageOf(roaster, card.coffee, card.method)} @click=${follow} @auxclick=${follow}>${content}</a>`
}

const poweredBy = ({ config }: RecipeCard) =>
  config.showPoweredBy
    ? html`<a part="powered-by" class="powered" target="_blank" rel="noopener" href=${base}>Powered by Dialin</a>`
    : nothing

const grams = (number: number) => `${tenths(number)} g`
