import { getSharedCollection } from '../../../core/collections/collections.ts'
import { fullName } from '../../../core/grind/name.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { dialPanel, grindOn } from './parts/dials.ts'
import { recipeFigures, roast } from './parts/figures.ts'
import { brewerIcon } from './parts/pen.ts'

/** A collection that its owner shares, for whoever has the link. */
export async function sharedCollectionPage(shareId: string, visit: Visit): Promise<Response> {
  const { ports, who, words, grinder } = visit
  const { collection } = await getSharedCollection({ shareId }, ports, who)
  const { name, description, owner, items } = collection
  return sitePage(visit, {
    title: name,
    body: html`<h1 class="title">${name}</h1><p class="facts"><span>Gathered by <b>${owner.displayName}</b></span></p>${description ? html`<p class="lead said">${description}</p>` : ''}
<div class="cards">${items.map(({ recipe }) => {
      const source = ports.grinders.byId(recipe.grinderId)
      const shown = grinder ?? source
      const sourceUncertainty = shown?.slug === source?.slug ? 0 : (source?.uncertainty ?? 0)
      return html`<article class="card"><div class="card-top">${brewerIcon(recipe.machine.brewMethod)}<span>${fullName(recipe.machine)}</span></div><h2 class="small"><a href="/recipes/${recipe.id}">${recipe.coffee.name}</a></h2><p>${recipe.coffee.roaster.name}</p>${roast(recipe.coffee.roastLevel)}${recipeFigures(recipe, words, 'tiny')}${shown ? dialPanel(grindOn(shown, recipe.grindIndex, grinder ? 'your' : 'a', { sourceUncertainty })) : ''}</article>`
    })}</div>`,
  })
}
