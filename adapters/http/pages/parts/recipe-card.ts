import { fullName } from '../../../../core/grind/name.ts'
import { labelOf } from '../../../../core/grind/notation.ts'
import { cautionFor, suitsMethod } from '../../../../core/grind/suits.ts'
import type { Recipe, RecipeDetail } from '../../../../core/recipes/model.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { recipePath } from '../recipe-path.ts'
import { dialPanel, recipeOn } from './dials.ts'
import { recipeFigures, roast } from './figures.ts'
import { variationsInWords } from './lineage.ts'
import { brewerIcon, icon } from './pen.ts'

/**
 * A recipe in a list, with the setting for the reader's grinder, or else for the one it was written
 * for.
 * `more` goes below it.
 */
export function recipeCard(recipe: Recipe | RecipeDetail, visit: Visit, more: Html | string = ''): Html {
  const { grinder, words, ports } = visit
  const { coffee, machine, upvotes, variationCount } = recipe
  const source = ports.grinders.byId(recipe.grinderId)
  const shown = grinder ?? source
  const label = source ? labelOf(source, recipe.grindSetting) : String(recipe.grindSetting)
  const isSame = shown?.slug === source?.slug
  const method = machine.brewMethod
  const caution = grinder && suitsMethod(grinder, method) === 'no' ? cautionFor(grinder, method) : undefined
  return html`<article class="card"><div class="card-top">${brewerIcon(machine.brewMethod)}<span>${fullName(machine)}</span><span class="votes">${icon('up')}<span class="unseen">Liked by </span>${words.number(upvotes)}</span></div>
<h3><a href="${recipePath(recipe)}">${coffee.name}</a></h3>
<p>${'roaster' in coffee ? coffee.roaster.name : coffee.roasterName}</p>
${roast(coffee.roastLevel)}
${recipeFigures({ ...recipe, method: recipe.machine.brewMethod }, words, 'tiny')}
${shown ? dialPanel(recipeOn(shown, recipe, grinder ? 'your' : 'a', visit)) : ''}
${grinder && !isSame ? html`<p class="source">converted from ${label} on ${fullName(recipe.grinder)}</p>` : ''}${caution ? html`<p class="source">${caution}.</p>` : ''}${variationCount ? html`<p class="source">${variationsInWords(variationCount, words)}</p>` : ''}${more}</article>`
}
