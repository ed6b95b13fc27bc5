import { getSharedCollection } from '../../../core/collections/collections.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { recipeCard } from './parts/recipe-card.ts'

/** A collection that its owner shares by link. */
export async function sharedCollectionPage(shareId: string, visit: Visit): Promise<Response> {
  const { ports, who, words, grinder } = visit
  const { collection } = await getSharedCollection({ shareId }, ports, who)
  const { name, description, owner, items } = collection
  return sitePage(visit, {
    title: `${name}, a collection by ${owner.displayName}`,
    body: html`<div class="finder-top"><div><h1 class="title">${name}</h1>
<p class="lead">${items.length === 1 ? 'One recipe' : `${words.number(items.length)} recipes`} that <bdi>${owner.displayName}</bdi> put together${grinder ? `, on your ${grinder.model}` : ''}.</p>${description ? html`<p dir="auto">${description}</p>` : ''}</div></div>
${items.length === 0 ? html`<p class="quiet">This collection is empty. <a href="/recipes">Find a recipe</a></p>` : html`<h2 class="unseen">Recipes</h2><div class="cards">${items.map(({ recipe }) => recipeCard(recipe, visit))}</div>`}`,
  })
}
