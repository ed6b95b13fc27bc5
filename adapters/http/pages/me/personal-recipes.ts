import { methodById } from '../../../../core/grind/methods.ts'
import type { PersonalRecipe } from '../../../../core/personal-recipes/model.ts'
import { listPersonalRecipes } from '../../../../core/personal-recipes/personal-recipes.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { brewerIcon } from '../parts/pen.ts'
import { amountsInRow, dialInRow } from './brew-rows.ts'
import { railView } from './rail.ts'

export const personalRecipeRows = (recipes: readonly PersonalRecipe[], visit: OwnVisit): Html =>
  html`<ul class="brews">${recipes.map(recipe => html`<li>${brewerIcon(recipe.method)}<p class="brew-name"><a href="/me/recipes/${recipe.id}">${personalRecipeName(recipe)}</a><span class="quiet">${methodById[recipe.method].name}</span></p><span class="quiet brew-amounts">${amountsInRow(recipe, visit)}</span><b>${recipe.grindLabel ?? ''}</b><span class="brew-dial">${dialInRow(recipe, visit)}</span><span class="brew-taste"></span><a class="button small soft" href="/me/log?mine=${recipe.id}">Brew it</a></li>`)}</ul>`

export const personalRecipeName = ({ name, coffee, method }: PersonalRecipe) =>
  name ?? coffee?.name ?? methodById[method].name

const PER_PAGE = 50

export async function personalRecipesPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url } = visit
  const asked = Number(url.searchParams.get('page'))
  const page = Number.isInteger(asked) && asked > 1 && asked < 1e6 ? asked : 1
  const { recipes } = await listPersonalRecipes({ page, limit: PER_PAGE }, ports, who)
  return railView(visit, '/me/recipes', {
    title: 'My recipes',
    body: html`<h1>Recipes</h1><p class="lead below">For your eyes only. Save one from a brew, or <a href="/me/recipes/new">write one</a>.</p>
${recipes.length === 0 && page > 1 ? notice('plain', 'No more recipes.', html`<a href="/me/recipes">Back to the first page</a>`) : recipes.length === 0 ? notice('plain', 'No recipes of your own yet.', html`<a href="/me/brews">Save one from a brew</a>`) : personalRecipeRows(recipes, visit)}
<p class="buttons">${page > 1 ? html`<a class="button small outlined" href="/me/recipes?page=${page - 1}">Newer</a>` : ''}${recipes.length === PER_PAGE ? html`<a class="button small outlined" href="/me/recipes?page=${page + 1}">Older</a>` : ''}</p>`,
  })
}
