import { listSavedRecipes } from '../../../../core/recipes/saved-recipes.ts'
import { wholeIn } from '../chosen-brew.ts'
import { html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { hrefWith, PAGE_LENGTH, pager } from '../parts/pager.ts'
import { recipeCard } from '../parts/recipe-card.ts'
import { railView } from './rail.ts'

/** Saved recipes, with settings for the reader's grinder. They are unsaved on their own pages. */
export async function savedPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url } = visit
  const page = wholeIn(url.searchParams, 'page', 1, 2 ** 31 - 1, 1)
  const { savedRecipes } = await listSavedRecipes({ page, limit: PAGE_LENGTH }, ports, who)
  const to = (other: number) => hrefWith(url, 'page', other === 1 ? '' : String(other))
  return railView(visit, '/me/recipes', {
    title: 'Saved recipes',
    body: html`<h1>Saved recipes</h1><p class="lead below">Most recently saved first${visit.grinder ? `, on your ${visit.grinder.model}` : ''}.</p>
${savedRecipes.length === 0 && page > 1 ? notice('plain', 'No more saved recipes.', html`<a href="/me/saved">Back to the first page</a>`) : savedRecipes.length === 0 ? notice('plain', 'Nothing saved yet.', html`Open a recipe and tap Save. <a href="/recipes">Find a recipe</a>`) : html`<h2 class="unseen">Recipes</h2><div class="cards">${savedRecipes.map(({ recipe }) => recipeCard(recipe, visit))}</div>`}${pager(page > 1 ? to(page - 1) : undefined, savedRecipes.length === PAGE_LENGTH ? to(page + 1) : undefined)}`,
  })
}
