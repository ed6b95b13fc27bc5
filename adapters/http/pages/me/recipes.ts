import { methodById } from '../../../../core/grind/methods.ts'
import type { PersonalRecipe } from '../../../../core/personal-recipes/model.ts'
import { listPersonalRecipes } from '../../../../core/personal-recipes/personal-recipes.ts'
import { listCommunityRecipes } from '../../../../core/recipes/lists.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { pager, walked } from '../parts/pager.ts'
import { brewerIcon } from '../parts/pen.ts'
import { recipeCard } from '../parts/recipe-card.ts'
import { amountsInRow, dialInRow } from './brew-rows.ts'

export const ownRecipeRows = (recipes: readonly PersonalRecipe[], visit: OwnVisit): Html =>
  html`<ul class="brews">${recipes.map(recipe => html`<li>${brewerIcon(recipe.method)}<p class="brew-name"><a href="/me/recipes/${recipe.id}">${ownRecipeName(recipe)}</a><span class="quiet">${methodById[recipe.method].name}</span></p><span class="quiet brew-amounts">${amountsInRow(recipe, visit)}</span><b>${recipe.grindLabel ?? ''}</b><span class="brew-dial">${dialInRow(recipe, visit)}</span><span class="brew-taste"></span><a class="button small soft" href="/me/log?mine=${recipe.id}">Brew it</a></li>`)}</ul>`

export const ownRecipeName = ({ name, coffee, method }: PersonalRecipe) =>
  name ?? coffee?.name ?? methodById[method].name

const PER_PAGE = 50

export async function ownRecipesPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url } = visit
  const asked = Number(url.searchParams.get('page'))
  const page = Number.isInteger(asked) && asked > 1 && asked < 1e6 ? asked : 1
  const { recipes } = await listPersonalRecipes({ page, limit: PER_PAGE }, ports, who)
  return sitePage(visit, {
    title: 'My recipes',
    body: html`<h1 class="title">My recipes</h1><p class="lead below">For your eyes only. Keep one from a brew, or <a href="/me/recipes/new">write one down</a>.</p>
${recipes.length === 0 ? notice('plain', 'No recipe of your own yet.', html`<a href="/me/brews">Keep one from a brew</a>`) : ownRecipeRows(recipes, visit)}
<p class="buttons">${page > 1 ? html`<a class="button small outlined" href="/me/recipes?page=${page - 1}">Newer</a>` : ''}${recipes.length === PER_PAGE ? html`<a class="button small outlined" href="/me/recipes?page=${page + 1}">Older</a>` : ''}</p>`,
  })
}

/** What one has published, the most liked first. */
export async function publishedPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url, words } = visit
  const found = await walked(url, async walk => ({
    page: await listCommunityRecipes({ createdByMe: true, limit: PUBLISHED_A_PAGE, cursor: walk.cursor }, ports, who),
    walk,
  }))
  if (found instanceof Response) return found
  const { page, walk } = found
  return sitePage(visit, {
    title: 'What I published',
    body: html`<h1 class="title">What I published</h1><p class="lead below">${page.total === 0 ? 'Nothing yet.' : `${words.number(page.total)} ${page.total === 1 ? 'recipe' : 'recipes'}, for all to see.`} <a href="/recipes/new">Share a recipe</a></p>
${page.data.length === 0 ? '' : html`<h2 class="unseen">Recipes</h2><div class="cards">${page.data.map(recipe => recipeCard(recipe, visit))}</div>`}${pager(walk.previous, walk.next(page.nextCursor))}`,
  })
}

const PUBLISHED_A_PAGE = 24
