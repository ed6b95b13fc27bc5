import { listTechniqueVariations, listVariations } from '../../../core/forks/forks.ts'
import { authorOf } from '../../../core/recipes/model.ts'
import { getRecipe } from '../../../core/recipes/recipes.ts'
import type { Visit } from './choices.ts'
import { notFoundPage } from './error.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice } from './parts/controls.ts'
import { differenceInLine, variationsInWords } from './parts/lineage.ts'
import { icon } from './parts/pen.ts'
import { recipeCard } from './parts/recipe-card.ts'
import { techniquePath, whoMadeItKnown } from './parts/technique-card.ts'
import { idIn } from './query.ts'

const PER_PAGE = 24

/** The recipes that are based on a recipe, each with what it changes. */
export async function variationsPage(visit: Visit, { id = '' }: Record<string, string>): Promise<Response> {
  const { ports, who } = visit
  const recipe = await getRecipe({ id: idIn(id) ?? 0 }, ports)
  const page = pageIn(visit)
  const found = await listVariations({ id: recipe.id, page, limit: PER_PAGE }, ports, who)
  return listPage(visit, found, {
    path: `/recipes/${recipe.id}`,
    name: recipe.coffee.name,
    by: `A recipe by ${authorOf(recipe)}`,
    section: 'Recipes',
  })
}

export async function techniqueVariationsPage(visit: Visit, { slug = '' }: Record<string, string>): Promise<Response> {
  const { ports, who } = visit
  const technique = ports.techniques.bySlug(slug)
  if (!technique) return notFoundPage(visit)
  const found = await listTechniqueVariations({ slug, page: pageIn(visit), limit: PER_PAGE }, ports, who)
  return listPage(visit, found, {
    path: techniquePath(slug),
    name: technique.name,
    by: whoMadeItKnown(technique),
    section: 'Techniques',
  })
}

function pageIn({ url }: Visit) {
  const asked = Number(url.searchParams.get('page'))
  return Number.isInteger(asked) && asked > 1 && asked < 1e6 ? asked : 1
}

type FoundVariations = Awaited<ReturnType<typeof listVariations>>

function listPage(
  visit: Visit,
  { data, total, page, totalPages }: FoundVariations,
  original: { path: string; name: string; by: string; section: 'Recipes' | 'Techniques' },
): Promise<Response> | Response {
  const { words } = visit
  const { path, name, by, section } = original
  const more = (to: number, text: string): Html =>
    html`<a class="button small outlined" href="${path}/variations?page=${to}">${text}</a>`
  return sitePage(visit, {
    title: `Variations of ${name}`,
    section,
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/${section.toLowerCase()}">${section}</a>${icon('right')}<a class="quiet" href="${path}">${name}</a></nav>
<h1>Variations of ${name}</h1><p class="lead below">${total === 0 ? `${by}.` : `${by}, and ${variationsInWords(total, words)}.`}</p>
<h2 class="unseen">Recipes</h2>${
      data.length === 0
        ? notice(
            'plain',
            page > 1 ? 'No more variations.' : 'No variations yet.',
            html`<a href="${path}">Back to the original</a>`,
          )
        : html`<div class="cards">${data.map(recipe => recipeCard(recipe, visit, html`<p>${differenceInLine(recipe.difference, words)}</p>`))}</div>`
    }<p class="buttons">${page > 1 ? more(page - 1, 'Previous') : ''}${page < totalPages ? more(page + 1, 'Next') : ''}</p>`,
  })
}
