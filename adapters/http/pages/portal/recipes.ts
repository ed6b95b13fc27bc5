import type { StoredEmbedRecipe } from '../../../../core/embeds/embeds.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { listPortalCoffees } from '../../../../core/portal/coffees.ts'
import { type Html, html } from '../html.ts'
import { notice } from '../parts/controls.ts'
import { inAndOut } from '../parts/figures.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { coffeeFront } from '../parts/photo.ts'
import { MOST_ORDERED } from './coffees.ts'
import type { PortalVisit } from './portal-page.ts'
import { portalView } from './shell.ts'

const MOST_RECIPES = 2000

/** The roaster's recipes by coffee, as the widget shows them. */
export async function portalRecipesPage(visit: PortalVisit): Promise<Response> {
  const { ports, who, url } = visit
  const [{ data }, recipes] = await Promise.all([
    listPortalCoffees({ limit: MOST_ORDERED }, ports, who),
    ports.embeds.recipes({ roasterId: who.roasterId, limit: MOST_RECIPES }),
  ])
  const home = `/portal/${who.roasterSlug}/recipes`
  const said = url.searchParams.has('deleted') ? 'Deleted.' : url.searchParams.has('saved') ? 'Saved.' : undefined
  return portalView(visit, {
    title: 'Recipes',
    at: '/recipes',
    body: html`<h1>Recipes</h1>
<p class="lead">${data.length === 0 ? html`Every recipe belongs to a coffee. <a href="/portal/${who.roasterSlug}/coffees">Add a coffee first</a>.` : 'Written on your grinder, read on your customer’s. Pick a default recipe for each method.'}</p>
${said ? notice('right', said, 'Sites show it within five minutes.') : ''}
${data.map(
  coffee => html`<section class="part coffee-recipes" aria-labelledby="coffee-${coffee.id}"><div class="part-top">${coffeeFront(coffee)}<h2 id="coffee-${coffee.id}">${coffee.name}</h2><a class="button small outlined" href="${home}/new?coffee=${coffee.id}">${icon('plus')}Recipe<span class="unseen"> for ${coffee.name}</span></a></div>
${row(
  recipes.filter(recipe => recipe.coffee.slug === coffee.slug),
  home,
  visit,
)}</section>`,
)}`,
  })
}

function row(recipes: StoredEmbedRecipe[], home: string, { words }: PortalVisit): Html {
  if (recipes.length === 0)
    return html`<p class="quiet">No recipe yet. The coffee page shows a generic one and your widget skips it.</p>`
  return html`<ul class="lines">${recipes.map(
    ({ id, method, doseGrams, waterGrams, isDefault }) =>
      html`<li>${brewerIcon(method)}<span><b><a href="${home}/${id}">${methodById[method].name}</a></b> <span class="quiet">${inAndOut(method, doseGrams, waterGrams, words)}</span></span>${isDefault ? html`<span class="chip">Default</span>` : ''}</li>`,
  )}</ul>`
}
