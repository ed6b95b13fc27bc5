import { adapt } from '../../../../core/adaptation/adapt.ts'
import type { Coffee } from '../../../../core/coffees/model.ts'
import { flavorNotesIn } from '../../../../core/coffees/notes.ts'
import { usualMethod } from '../../../../core/grind/chart.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { numeralOf } from '../../../design/dial/ticks.ts'
import { dialFor, type Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { rangeInWords } from './dials.ts'
import { bag, roast } from './figures.ts'
import { brewerIcon } from './pen.ts'

/** A coffee in a list, with where to start; of one roaster's, the roaster goes without saying. */
export function coffeeCard(coffee: Coffee, visit: Visit, saysRoaster = true): Html {
  const { grinder, whose } = dialFor(visit)
  const method = usualMethod(grinder)
  const start = adapt({ method, roastLevel: coffee.roastLevel }, grinder)
  const notes = flavorNotesIn(coffee.flavorProfile).join(', ')
  return html`<article class="card coffee">${bag(coffee.roasterName, coffee.roastLevel)}<div><h3><a href="/coffees/${coffee.id}">${coffee.name}</a></h3>
${saysRoaster ? html`<p>${coffee.roasterName}</p>` : ''}${notes ? html`<p>${notes}</p>` : ''}${roast(coffee.roastLevel)}
<p class="start"><b>${numeralOf(grinder, start.grindSetting)}</b> <span class="between">${rangeInWords({ grinder, ...start })}</span> for ${method === 'v60' ? 'a V60' : methodById[method].name}${whose === 'a' ? ` on a ${grinder.model}` : html`<span class="unseen"> on your ${grinder.model}</span>`}${brewerIcon(method)}</p></div></article>`
}
