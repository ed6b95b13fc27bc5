import type { Coffee } from '../../../../core/coffees/model.ts'
import { flavorNotesIn } from '../../../../core/coffees/notes.ts'
import { type CoffeeStart, startEach } from '../../../../core/discovery/coffee-start.ts'
import { drinkWithArticle } from '../../../../core/grind/methods.ts'
import { withArticle } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { dialFor, type Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { rangeInWords } from './dials.ts'
import { roast } from './figures.ts'
import { brewerIcon } from './pen.ts'
import { coffeeFront } from './photo.ts'

/**
 * Coffees in a list, each with where to start. Among one roaster's coffees, the roaster is not
 * repeated.
 */
export async function coffeeCards(coffees: readonly Coffee[], visit: Visit, saysRoaster = true): Promise<Html[]> {
  const starts = await startEach({ dial: dialFor(visit).grinder }, coffees, visit.ports, visit.who)
  return coffees.map((coffee, at) => coffeeCard(coffee, starts[at] as CoffeeStart, visit, saysRoaster))
}

function coffeeCard(coffee: Coffee, { method, dialed }: CoffeeStart, visit: Visit, saysRoaster: boolean): Html {
  const { grinder, whose } = dialFor(visit)
  const notes = flavorNotesIn(coffee.flavorProfile).join(', ')
  return html`<article class="card coffee">${coffeeFront(coffee)}<div><h3><a href="/coffees/${coffee.id}">${coffee.name}</a></h3>
${saysRoaster ? html`<p>${coffee.roasterName}</p>` : ''}${notes ? html`<p>${notes}</p>` : ''}${roast(coffee.roastLevel)}
<p class="start"><b>${numeralOf(grinder, dialed.grindSetting)}</b> <span class="between">${rangeInWords({ grinder, ...dialed })}</span> for ${drinkWithArticle(method)}${whose === 'a' ? ` on ${withArticle(grinder.model)}` : html`<span class="unseen"> on your ${grinder.model}</span>`}${brewerIcon(method)}</p></div></article>`
}
